/**
 * What the cloud hears of papers: all of them after each welcome, then differences. Owns what was told last. That an unchanged one is still
 * as it was told is said by the link being up.
 */
import type { AgentFrame } from '@platen/contracts/agent-protocol';
import { maxPapersOfFrame, type PaperReport } from '@platen/contracts/paper-report';

export interface PaperNewsDeps {
  list: () => readonly PaperReport[];
  /** False when the link is down. */
  send: (frame: AgentFrame) => boolean;
}

export interface PaperNews {
  all(): void;
  /** Something may be other than it was. */
  changed(): void;
  stop(): void;
}

/** Printers answer all the time, several at once; most of it is nothing new of their papers. */
const gatherMs = 300;
/** A frame stays well below what the cloud takes. */
const papersOfFrame = Math.min(200, maxPapersOfFrame);

export function createPaperNews({ list, send }: PaperNewsDeps): PaperNews {
  /** By id, as it was told on this connection; undefined before the first welcome. */
  let told: Map<string, string> | undefined;
  let gathering: NodeJS.Timeout | undefined;

  function tell({ isComplete }: { isComplete: boolean }): void {
    clearTimeout(gathering);
    gathering = undefined;
    const now = new Map(list().map((paper) => [paper.paper_id, paper]));
    const before = isComplete ? new Map<string, string>() : (told ?? new Map<string, string>());
    const texts = new Map([...now].map(([id, paper]) => [id, JSON.stringify(paper)]));
    const papers = [...now.values()].filter(
      (paper) => before.get(paper.paper_id) !== texts.get(paper.paper_id),
    );
    const gone = [...before.keys()].filter((id) => !now.has(id));
    // The whole list is told also where it is empty: the cloud forgets what it had.
    for (let at = 0; at === 0 || at < papers.length || at < gone.length; at += papersOfFrame) {
      const frame = {
        kind: 'papers',
        complete: isComplete && at === 0,
        papers: papers.slice(at, at + papersOfFrame),
        gone: gone.slice(at, at + papersOfFrame),
      } as const;
      if (!frame.complete && frame.papers.length === 0 && frame.gone.length === 0) return;
      // What was not told is told whole with the next welcome.
      if (!send(frame)) return;
    }
    told = texts;
  }

  return {
    all: () => tell({ isComplete: true }),
    changed() {
      if (told === undefined) return;
      gathering ??= setTimeout(() => tell({ isComplete: false }), gatherMs).unref();
    },
    stop: () => clearTimeout(gathering),
  };
}
