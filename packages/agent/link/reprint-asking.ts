/**
 * Asking the cloud to print copies of a job once more. Such copies are none that were paid for: as a job of the cloud they change no count
 * and no money of what was ordered, and every side knows them by one id. So they are asked for while the cloud hears it, and never
 * stored: what nobody heard must not come out of a printer hours later.
 *
 * INVARIANTS
 * 1. A wish leaves at most once; its id is the new job's, so that one that was heard twice would be one job.
 */
import { randomUUID } from 'node:crypto';
import type { AgentFrame, CloudFrame } from '@platen/contracts/agent-protocol';
import type { PersonActStore } from '../jobs/person-act-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import type { Said } from '../printers/printer-text.ts';

export interface ReprintCopies {
  jobId: string;
  /** From 1; both are printed, and those between. */
  fromCopy: number;
  toCopy: number;
  by: string;
}

export type ReprintOutcome =
  /** The cloud sends the new job. */
  | { kind: 'done'; newJobId: string }
  /** not-linked: nothing was asked; untold: it was, and nobody knows what became of it. */
  | { kind: 'refused'; code: 'not-linked' | 'untold' | 'refused-by-cloud'; said: Said };

export interface ReprintAskingDeps {
  /** False when the link is down. */
  send: (frame: AgentFrame) => boolean;
  acts: Pick<PersonActStore, 'add'>;
  log: AgentLog;
  now: () => number;
}

export type ReprintAsking = ReturnType<typeof createReprintAsking>;

/** So long the cloud is waited for. */
const answerMs = 8000;

const sentences = {
  'not-linked': {
    en: 'Copies on top of what was paid need the cloud, which keeps the counts, and it can not be reached now: ask again when it is back.',
    'zh-CN': '加印的份数须由云端登记，当前无法连接云端：请恢复连接后再操作。',
  },
  untold: {
    en: 'The cloud has not answered: look whether a new job comes before you ask again.',
    'zh-CN': '云端没有应答：再次操作前请先查看是否已有新任务。',
  },
} as const;

export function createReprintAsking({ send, acts, log, now }: ReprintAskingDeps) {
  const waiting = new Map<string, (refusal: string | null | undefined) => void>();

  const ask = async (wish: ReprintCopies): Promise<ReprintOutcome> => {
    const { jobId: of_job_id, fromCopy: from_copy, toCopy: to_copy, by } = wish;
    const job_id = randomUUID();
    const answer = new Promise<string | null | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), answerMs);
      waiting.set(job_id, (refusal) => {
        clearTimeout(timer);
        resolve(refusal);
      });
    });
    const isSent = send({ kind: 'reprint', body: { job_id, of_job_id, from_copy, to_copy, by } });
    if (!isSent) {
      waiting.get(job_id)?.(undefined);
      waiting.delete(job_id);
      return { kind: 'refused', code: 'not-linked', said: sentences['not-linked'] };
    }
    const refusal = await answer;
    waiting.delete(job_id);
    if (refusal === undefined) return { kind: 'refused', code: 'untold', said: sentences.untold };
    if (refusal === null) return { kind: 'done', newJobId: job_id };
    return { kind: 'refused', code: 'refused-by-cloud', said: { en: refusal, 'zh-CN': refusal } };
  };

  return {
    /** Resolves within seconds, whatever the link does. */
    async ask(wish: ReprintCopies): Promise<ReprintOutcome> {
      const outcome = await ask(wish);
      const { jobId: subject, fromCopy, toCopy, by: byWhom } = wish;
      const result = outcome.kind === 'done' ? 'told-the-cloud' : outcome.code;
      const detail = `copies ${fromCopy} to ${toCopy}${outcome.kind === 'done' ? `, ${outcome.newJobId}` : ''}`;
      acts.add({ act: 'reprint', subject, detail, origin: 'console', byWhom, outcome: result, atMs: now() });
      log('info', 'job.reprint-asked', { jobId: subject, outcome: result });
      return outcome;
    },
    heard({ job_id, refusal }: Extract<CloudFrame, { kind: 'reprint-answer' }>): void {
      waiting.get(job_id)?.(refusal);
    },
    /** The link is down: nobody waits for an answer that can't come any more. */
    unlinked(): void {
      for (const resolve of waiting.values()) resolve(undefined);
    },
  };
}
