/**
 * What people ask of this agent's papers through the cloud. Owns that each request is carried out once, and what is asked of one paper in
 * its order; and the way of a profile from the cloud to this disk.
 *
 * INVARIANTS
 * 1. The answer is on the disk before it leaves; it is also the acknowledgement.
 * 2. Before a page goes to the printer there is an answer on the disk: whatever happens, the same request prints no second one.
 * 3. A profile is looked at only when all its bytes have come and are those that were given (SHA-256).
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentFrame, CloudMessage } from '@platen/contracts/agent-protocol';
import type { PaperAct } from '@platen/contracts/paper-requests';
import type { PrinterAnswer } from '@platen/contracts/printer-requests';
import { letOutWithinMinutes } from '@platen/contracts/queue-requests';
import { nextPauseMs } from '@platen/contracts/retry-pauses';
import type { CloudHttp } from '../cloud-access/cloud-http.ts';
import { queueSentences } from '../jobs/queue-text.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { printerSentences, type Said, twiceOf } from '../printers/printer-text.ts';
import { type SheetAnswer, type SheetRefusal, sheetRefusalText } from '../sheets/sheet-admin-text.ts';
import type { RequestStore } from '../spool/request-store.ts';
import type { Spool } from '../spool/spool-db.ts';
import { downloadSource } from '../stages/source-download.ts';
import type { PaperActs, PaperAnswer } from './paper-acts.ts';

type PaperMessage = Extract<CloudMessage, { type: 'paper' }>;
type GiveProfile = Extract<PaperAct, { act: 'give_profile' }>;

export interface PaperRequestsDeps {
  acts: PaperActs;
  spool: Pick<Spool, 'isOpen' | 'transaction'>;
  requests: RequestStore;
  http: CloudHttp;
  /** Where profiles lie, and for a moment what is to become one. */
  profilesDir: string;
  /** By the cloud's clock, as far as it is known. */
  cloudNowMs: () => number;
  /** False when the link is down: the cloud asks again. */
  send: (frame: AgentFrame) => boolean;
  log: AgentLog;
}

export interface PaperRequests {
  receive(message: PaperMessage): void;
  stop(): void;
}

/** A file is asked for so often; then whoever gave it is told. */
const maxDownloads = 4;
const incomingMark = '.given-';

export function createPaperRequests(deps: PaperRequestsDeps): PaperRequests {
  const { acts, spool, requests, send, log } = deps;
  const underway = new Set<string>();
  /** The last thing asked of each paper. */
  const turns = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  // What broke off with the last run comes again with its request.
  for (const name of readdirSync(deps.profilesDir))
    if (name.startsWith(incomingMark)) rmSync(join(deps.profilesDir, name), { force: true });

  async function carryOut({ id, body }: PaperMessage): Promise<void> {
    const known = requests.findAnswer(id);
    const answer = known ?? (await answerOf(id, body));
    if (!answer || !spool.isOpen) return;
    if (!known) requests.upsertAnswer(id, answer);
    send({ kind: 'printer-answer', id, answer });
  }

  /** Undefined: this agent is stopping, and answers when it is asked again. */
  async function answerOf(id: string, body: PaperMessage['body']): Promise<PrinterAnswer | undefined> {
    const { wanted, by } = body;
    if (wanted.act === 'give_profile') return await give(wanted, by);
    if (wanted.act === 'print_page') {
      const minutes = Math.floor((deps.cloudNowMs() - Date.parse(body.asked_at)) / 60_000);
      if (minutes >= letOutWithinMinutes) return saying('refused', queueSentences.tooLate(minutes));
      requests.upsertAnswer(id, answerOfSheet(interrupted));
      return answerOfSheet(await printed(wanted.paper_id));
    }
    // Its answer with it, so that a power cut leaves both or nothing.
    return spool.transaction(() => {
      const answer = answerOfSheet(acts.change(wanted, by));
      requests.upsertAnswer(id, answer);
      return answer;
    });
  }

  /** Whatever goes wrong, nobody can say that no page came out. */
  async function printed(paperId: string): Promise<PaperAnswer> {
    try {
      return await acts.print(paperId);
    } catch (error) {
      log('error', 'calibration.page-failed', { error });
      return interrupted;
    }
  }

  async function give(wanted: GiveProfile, by: string): Promise<PrinterAnswer | undefined> {
    const { sha256, bytes } = wanted;
    const path = join(deps.profilesDir, `${incomingMark}${sha256}`);
    try {
      const isHere = await download({ sha256, bytes, path });
      if (stopping.signal.aborted) return undefined;
      if (!isHere) return answerOfSheet({ done: false, why: 'file-not-here' });
      return answerOfSheet(await acts.give({ ...wanted, path }, by));
    } finally {
      rmSync(path, { force: true });
    }
  }

  async function download(file: { sha256: string; bytes: number; path: string }): Promise<boolean> {
    for (let tries = 0; tries < maxDownloads; tries += 1) {
      if (tries > 0) await pause(nextPauseMs('fetch', tries), undefined, { signal: stopping.signal });
      const { signal } = stopping;
      const outcome = await downloadSource({ ...file, http: deps.http, signal, onMiddle: () => {} });
      if (outcome.kind === 'done') return true;
      log('warn', 'profile.not-fetched', { kind: outcome.kind, because: outcome.because });
      if (outcome.kind === 'missing') return false;
    }
    return false;
  }

  return {
    receive(message) {
      const { id, body } = message;
      if (underway.has(id)) return;
      underway.add(id);
      const paperId = body.wanted.paper_id;
      const before = turns.get(paperId) ?? Promise.resolve();
      const turn = before
        .then(() => carryOut(message))
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log('error', 'paper-request.failed', { id, error });
        })
        .finally(() => {
          underway.delete(id);
          if (turns.get(paperId) === turn) turns.delete(paperId);
        });
      turns.set(paperId, turn);
    },
    stop: () => stopping.abort(),
  };
}

const interrupted: PaperAnswer = { done: false, why: 'interrupted' };

const saying = (outcome: PrinterAnswer['outcome'], said: Said): PrinterAnswer => ({
  outcome,
  said: twiceOf(said),
  findings: [],
  entry_id: null,
});

/** Refusals that say that what the person saw is no more. */
const outcomes: Partial<Record<SheetRefusal, 'stale' | 'absent'>> = {
  'changed-meanwhile': 'stale',
  'no-such-printer': 'absent',
  'no-such-paper': 'absent',
};

function answerOfSheet(answer: PaperAnswer): PrinterAnswer {
  return answer.done
    ? saying('done', printerSentences.done())
    : saying(outcomes[answer.why] ?? 'refused', sheetSentence(answer));
}

/** Why something was not done with a sheet, in both languages. */
export function sheetSentence({ why, detail = '' }: Extract<SheetAnswer<unknown>, { done: false }>): Said {
  const inLanguage = (language: 'en' | 'zh-CN') => `${sheetRefusalText[language][why]} ${detail}`.trim();
  return { en: inLanguage('en'), 'zh-CN': inLanguage('zh-CN') };
}
