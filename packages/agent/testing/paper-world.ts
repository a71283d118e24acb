/**
 * A link, a printer and an agent in a time of their own, for every way in which a document can go wrong between them. Owns what
 * really happens to the paper, and what of it the agent can see; what the agent does about it are the real rules.
 */

import type { PrinterJobState } from '../ports/printer.ts';
import { countCopies, type PrinterCounting } from '../submissions/copy-rules.ts';
import { isJobOver } from '../submissions/printed-job-rules.ts';
import {
  decideSubmission,
  type OpenSubmissionState,
  type PrinterAnswer,
  signOf,
} from '../submissions/submission-rules.ts';
import { mayGoOn, type Transfer } from '../submissions/transfer-rules.ts';

const worldDimensions = {
  /** always: as the sheets come out. at-end: only what it calls completed. never: always 0. */
  counting: ['always', 'at-end', 'never'],
  where: ['before the head', 'in the head', 'first byte', 'middle', 'almost the end', 'in the answer'],
  /**
   * thaws: frozen as a whole for 45 s. loses: the same, and the document's own connection is gone for good. half-open: the agent sees
   * it break, the printer doesn't. half-closed: the other way round.
   */
  link: ['cut', 'stall', 'thaws', 'loses', 'half-open', 'half-closed'],
  ending: ['completed', 'aborted', 'canceled', 'forgotten', 'restarts'],
  agent: ['lives', 'killed', 'stopped'],
  /** streams: paper moves as bytes come. */
  reads: ['spools', 'streams'],
  /** What it makes of a document that broke off. */
  broken: ['drops', 'prints'],
  /** Whether a job that it gives up on, or that a restart ends, has its sheet out. */
  moment: ['before the sheet', 'behind the sheet'],
  /** slow: what has arrived is read after some seconds; very slow: after a quarter of an hour. */
  speed: ['at once', 'slow', 'very slow'],
  /** deaf: it accepts Cancel-Job of a job that is coming in, and does nothing about it. */
  cancels: ['obeys', 'deaf'],
  /** What the printer says of a job whose document is coming: not all say that it is. */
  tells: ['pending-held job-incoming', 'pending-held', 'processing'],
  /** Whether the sending machine takes all of the document at once. */
  kernel: ['takes all', 'takes what passes'],
} as const;

type Dimensions = typeof worldDimensions;
export type World = { [key in keyof Dimensions]: Dimensions[key][number] };

export type Verdict = 'printed' | 'unknown' | 'failed' | 'stuck';

export interface WorldEnd {
  verdict: Verdict;
  /** Everything that the agent saw of the attempt that it stopped at. */
  view: string;
  wholeSheets: number;
  cutSheets: number;
  attempts: number;
  endedAtMs: number;
}

const headBytes = 2;
const requestBytes = 12;
const passed: Record<World['where'], number> = {
  'before the head': 0,
  'in the head': 1,
  'first byte': headBytes + 1,
  middle: 7,
  'almost the end': requestBytes - 1,
  'in the answer': requestBytes,
};

const quickMs = 1000;
const thawMs = 45_000;
const dieMs = 3000;
const backMs = 8000;
const sheetMs: Record<World['speed'], number> = { 'at once': 0, slow: 4000, 'very slow': 4000 };
const readingMs: Record<World['speed'], number> = { 'at once': 0, slow: 5000, 'very slow': 15 * 60_000 };
const frozenLinks: readonly World['link'][] = ['thaws', 'loses'];
/** Nothing begins any more after so long: larger steps will do. */
const livelyMs = 100_000;
const longestMs = 45 * 60_000;

const stepOf = (ageMs: number): number => (ageMs < livelyMs ? quickMs : 10_000);

interface Paper {
  whole: number;
  cut: number;
}

/** One attempt at the printer: its job, from outside. */
interface Attempt {
  startedAtMs: number;
  /** No fault strikes after the first one. */
  isFaulty: boolean;
  /** The agent's end of the connection is gone since. */
  closedAtMs: number | undefined;
  /** Bytes that had left the agent's program when it went. */
  leftBytes: number;
  receivedBytes: number;
  isReceiving: boolean;
  sheetAtMs: number | undefined;
  state: PrinterJobState;
  impressions: number;
  isGone: boolean;
  hasAnswered: boolean;
}

/** Runs one world to its end. */
export function runWorld(world: World): WorldEnd {
  const paper: Paper = { whole: 0, cut: 0 };
  let nowMs = 0;
  let attempts = 0;
  for (;;) {
    attempts += 1;
    const attempt = newAttempt(nowMs, attempts === 1);
    const { verdict, view, endedAtMs } = runAttempt(world, attempt, paper);
    nowMs = endedAtMs;
    if (verdict !== 'again' || attempts > 5) {
      // Half a sheet in the printer is one for whoever comes to look.
      if (attempt.isReceiving && !attempt.isGone && isSheetBegun(world, attempt)) paper.cut += 1;
      const isStuck = verdict === 'again';
      const { whole: wholeSheets, cut: cutSheets } = paper;
      return { verdict: isStuck ? 'stuck' : verdict, view, wholeSheets, cutSheets, attempts, endedAtMs };
    }
    // What is void must stay so: late bytes find nobody.
    settle(world, attempt, { paper, fromMs: nowMs });
  }
}

const newAttempt = (startedAtMs: number, isFaulty: boolean): Attempt => ({
  startedAtMs,
  isFaulty,
  closedAtMs: undefined,
  leftBytes: requestBytes,
  receivedBytes: 0,
  isReceiving: true,
  sheetAtMs: undefined,
  state: 'pending',
  impressions: 0,
  isGone: false,
  hasAnswered: false,
});

/** Lets the printer go on for a while after the agent has turned away. */
function settle(world: World, attempt: Attempt, { paper, fromMs }: { paper: Paper; fromMs: number }): void {
  for (let nowMs = fromMs; nowMs < fromMs + 2 * thawMs; nowMs += quickMs)
    printerStep(world, attempt, { paper, nowMs });
}

interface Moment {
  paper: Paper;
  nowMs: number;
}

/** How many bytes are at the printer's end by then. */
function deliveredBytes(world: World, attempt: Attempt, nowMs: number): number {
  if (!attempt.isFaulty) return requestBytes;
  const isThawed = world.link === 'thaws' && nowMs - attempt.startedAtMs >= thawMs;
  const through = isThawed ? requestBytes : passed[world.where];
  return Math.min(through, attempt.leftBytes);
}

/** Whether the printer has seen the connection end. */
function hasSeenEnd(world: World, attempt: Attempt, nowMs: number): boolean {
  if (!attempt.isFaulty) return attempt.closedAtMs !== undefined;
  const age = nowMs - attempt.startedAtMs;
  if (world.link === 'cut') return age >= quickMs;
  if (world.link === 'half-closed') return true;
  if (world.link === 'thaws') return attempt.closedAtMs !== undefined && age >= thawMs;
  return false;
}

/** Some restart with the document in, and the sheet not yet out. */
const isRestarting = (world: World, { isFaulty, sheetAtMs }: Attempt, ageMs: number): boolean =>
  isFaulty &&
  world.ending === 'restarts' &&
  (ageMs >= 20_000 || (world.moment === 'before the sheet' && sheetAtMs !== undefined));

/** What the printer does in one step. */
function printerStep(world: World, attempt: Attempt, { paper, nowMs }: Moment): void {
  const { isFaulty } = attempt;
  if (attempt.isGone) return;
  if (isRestarting(world, attempt, nowMs - attempt.startedAtMs)) {
    if (isSheetBegun(world, attempt)) outOf(attempt, paper);
    attempt.isGone = true;
    return;
  }
  if (isJobOver(attempt.state)) {
    if (isFaulty && world.ending === 'forgotten' && attempt.state === 'completed') attempt.isGone = true;
    return;
  }
  if (attempt.isReceiving) receive(world, attempt, nowMs);
  const { sheetAtMs } = attempt;
  if (sheetAtMs === undefined || nowMs < sheetAtMs || isJobOver(attempt.state)) return;
  attempt.sheetAtMs = undefined;
  const isGivenUp = isFaulty && (world.ending === 'aborted' || world.ending === 'canceled');
  const isBefore = isGivenUp && world.moment === 'before the sheet' && world.reads === 'spools';
  if (!isBefore) outOf(attempt, paper);
  endJob(world, attempt, endingOf(world, attempt));
}

/** Paper is on its way, of a job that isn't over. */
const isSheetBegun = ({ reads }: World, { receivedBytes, state }: Attempt): boolean =>
  reads === 'streams' && receivedBytes > headBytes && !isJobOver(state);

function receive(world: World, attempt: Attempt, nowMs: number): void {
  attempt.receivedBytes = deliveredBytes(world, attempt, nowMs);
  const hasDocument = attempt.receivedBytes > headBytes;
  const isWhole = attempt.receivedBytes === requestBytes;
  const isRead = nowMs - attempt.startedAtMs >= readingMs[world.speed];
  if (attempt.isFaulty && isWhole && !isRead) return;
  if (!isWhole && !hasSeenEnd(world, attempt, nowMs)) return;
  attempt.isReceiving = false;
  attempt.hasAnswered = isWhole;
  const isDropped = !isWhole && world.broken === 'drops' && world.reads === 'spools';
  if (!hasDocument || isDropped) {
    endJob(world, attempt, 'aborted');
    return;
  }
  attempt.state = 'processing';
  attempt.sheetAtMs = nowMs + sheetMs[world.speed];
}

function endingOf({ ending }: World, { isFaulty }: Attempt): PrinterJobState {
  return isFaulty && (ending === 'aborted' || ending === 'canceled') ? ending : 'completed';
}

/** A sheet comes out: whole when all of the document was there. */
function outOf(attempt: Attempt, paper: Paper): void {
  if (attempt.receivedBytes === requestBytes) paper.whole += 1;
  else paper.cut += 1;
  attempt.impressions += 1;
}

function endJob({ counting }: World, attempt: Attempt, state: PrinterJobState): void {
  attempt.state = state;
  if (counting === 'at-end' && state !== 'completed') attempt.impressions = 0;
}

/** Cancel-Job: some printers print what they have, and say canceled. */
function cancelAtPrinter(world: World, attempt: Attempt, { paper, nowMs }: Moment): void {
  if (attempt.isGone || isJobOver(attempt.state)) return;
  if (attempt.isReceiving && attempt.isFaulty && world.cancels === 'deaf') return;
  const hasDocument = attempt.receivedBytes > headBytes;
  const isPrinted = world.reads === 'streams' || world.broken === 'prints';
  if (hasDocument && isPrinted) outOf(attempt, paper);
  attempt.isReceiving = false;
  attempt.sheetAtMs = undefined;
  endJob(world, attempt, 'canceled');
  printerStep(world, attempt, { paper, nowMs });
}

/** Get-Job-Attributes over a line of its own; with a frozen link everything is frozen. */
function answerOf(world: World, attempt: Attempt, nowMs: number): PrinterAnswer {
  const age = nowMs - attempt.startedAtMs;
  if (attempt.isFaulty && frozenLinks.includes(world.link) && age < thawMs) return { kind: 'no-answer' };
  if (attempt.isGone) return { kind: 'absent' };
  const { impressions, isReceiving } = attempt;
  const [state, ...stateReasons] = isReceiving ? toldOf(world) : [attempt.state];
  const isCounted = world.counting === 'always' || (world.counting === 'at-end' && state === 'completed');
  return {
    kind: 'job',
    job: {
      state,
      stateReasons,
      documents: undefined,
      impressionsCompleted: isCounted ? impressions : 0,
      sheetsCompleted: undefined,
    },
  };
}

const toldOf = ({ tells }: World) => tells.split(' ') as [PrinterJobState, ...string[]];

/** What the sender's own connection tells. */
function lineOf(world: World, attempt: Attempt, nowMs: number): 'open' | 'broken' | 'acknowledged' {
  const age = nowMs - attempt.startedAtMs;
  if (!attempt.isFaulty) return attempt.hasAnswered ? 'acknowledged' : 'open';
  if ((world.link === 'cut' || world.link === 'half-open') && age >= quickMs) return 'broken';
  if (world.link === 'thaws' && age >= thawMs) {
    if (attempt.hasAnswered) return 'acknowledged';
    return attempt.isGone ? 'broken' : 'open';
  }
  return 'open';
}

interface AttemptEnd {
  verdict: Verdict | 'again';
  view: string;
  endedAtMs: number;
}

function runAttempt(world: World, attempt: Attempt, paper: Paper): AttemptEnd {
  const view: string[] = [world.counting === 'always' ? 'proven' : 'unproven'];
  // In its order, without times and without the states of a job that isn't over: printers take their time, and report those as
  // they like, so neither proves anything of paper.
  const see = (what: string) => {
    if (view.at(-1) !== what) view.push(what);
  };
  const transferred = transfer(world, attempt, { paper, see });
  see(transferred.state);
  return watch(world, attempt, { paper, see, view, ...transferred });
}

function seeAnswer(answer: PrinterAnswer, see: Seeing['see']): void {
  if (answer.kind === 'absent') see('absent');
  if (answer.kind !== 'job') return;
  const { state, impressionsCompleted = 0 } = answer.job;
  if (isJobOver(state) || impressionsCompleted > 0) see(`${state} ${impressionsCompleted}`);
}

interface Seeing {
  paper: Paper;
  see: (what: string) => void;
}

/** The agent sends, until it has an answer, a broken line, a standstill, or its own end. */
function transfer(
  world: World,
  attempt: Attempt,
  { paper, see }: Seeing,
): { state: OpenSubmissionState; atMs: number } {
  const { startedAtMs, isFaulty } = attempt;
  let handed = 0;
  /** Nothing of the document leaves before the head is through, where the kernel doesn't swallow both. */
  const state = (): OpenSubmissionState => (handed > headBytes ? 'sending' : 'created');
  const under: Transfer = { progress: undefined, answer: { kind: 'no-answer' }, stillMs: 0 };
  let sign = '';
  let movedAtMs = startedAtMs;
  const close = (nowMs: number, isProcessGone: boolean) => {
    attempt.closedAtMs = nowMs;
    // What the kernel has taken it may still deliver.
    attempt.leftBytes = world.kernel === 'takes all' ? requestBytes : deliveredBytes(world, attempt, nowMs);
    see(isProcessGone ? 'gone' : 'closed');
  };
  for (let nowMs = startedAtMs; ; nowMs += stepOf(nowMs - startedAtMs)) {
    printerStep(world, attempt, { paper, nowMs });
    const through = deliveredBytes(world, attempt, nowMs);
    handed = Math.max(handed, world.kernel === 'takes all' && through > 0 ? requestBytes : through);
    const line = lineOf(world, attempt, nowMs);
    const age = nowMs - startedAtMs;
    if (line === 'acknowledged') return { state: 'sent', atMs: nowMs };
    if (line === 'broken') {
      close(nowMs, false);
      return { state: state(), atMs: nowMs };
    }
    // A stop leaves the transfer some seconds, which a link that is frozen doesn't use.
    const leaves = { lives: Number.POSITIVE_INFINITY, killed: dieMs, stopped: dieMs + 7000 }[world.agent];
    if (isFaulty && age >= leaves) {
      close(nowMs, true);
      // Dead, it doesn't know that nothing had left: the journal says sending.
      return { state: 'sending', atMs: nowMs + backMs };
    }
    under.answer = answerOf(world, attempt, nowMs);
    const signNow = under.answer.kind === 'job' ? signOf(under.answer.job) : sign;
    if (signNow !== sign) {
      movedAtMs = nowMs;
      seeAnswer(under.answer, see);
    }
    sign = signNow;
    under.stillMs = nowMs - movedAtMs;
    under.progress = {
      handedBytes: handed,
      acknowledgedBytes: handed,
      isWhole: handed === requestBytes,
      isPeerFull: false,
    };
    if (!mayGoOn(under)) {
      close(nowMs, false);
      return { state: state(), atMs: nowMs };
    }
  }
}

const proven: PrinterCounting = { impressions: 'right', sheets: undefined };
const unproven: PrinterCounting = { impressions: 'at-end', sheets: undefined };

function watch(
  world: World,
  attempt: Attempt,
  { paper, see, view, state, atMs }: Seeing & { view: string[]; state: OpenSubmissionState; atMs: number },
): AttemptEnd {
  let cancelRequested = false;
  let sign = '';
  let stillSinceMs = atMs;
  const end = (verdict: AttemptEnd['verdict'], endedAtMs: number): AttemptEnd => ({
    verdict,
    view: view.join('; '),
    endedAtMs,
  });
  for (let nowMs = atMs; ; nowMs += stepOf(nowMs - attempt.startedAtMs)) {
    if (nowMs - attempt.startedAtMs > longestMs) return end('stuck', nowMs);
    printerStep(world, attempt, { paper, nowMs });
    const answer = answerOf(world, attempt, nowMs);
    const signNow = answer.kind === 'job' ? signOf(answer.job) : answer.kind;
    if (signNow !== sign) {
      seeAnswer(answer, see);
      stillSinceMs = nowMs;
    }
    sign = signNow;
    const counting = world.counting === 'always' ? proven : unproven;
    const shape = { copies: 1, pages: 1, isTwoSided: false, isCollated: true };
    const counted =
      answer.kind === 'job'
        ? countCopies(answer.job, shape, counting)
        : ({ copies: 0, certainty: 'untold', isCut: true } as const);
    const facts = { waitedMs: nowMs - atMs, stillMs: nowMs - stillSinceMs, counted };
    const decision = decideSubmission({ state, cancelRequested }, answer, facts);
    switch (decision.do) {
      case 'wait':
      case 'follow':
        break;
      case 'cancel':
        if (!cancelRequested) see('cancel');
        cancelRequested = true;
        cancelAtPrinter(world, attempt, { paper, nowMs });
        break;
      case 'void':
        return end('again', nowMs);
      case 'printed':
        return end('printed', nowMs);
      case 'unknown':
        return end('unknown', nowMs);
      case 'fail':
        if (counted.certainty !== 'proven') return end('unknown', nowMs);
        return end(counted.copies === 1 ? 'printed' : 'failed', nowMs);
    }
  }
}

/** Every combination that differs from the others. */
export function listWorlds(): World[] {
  let worlds: Partial<World>[] = [{}];
  for (const [key, values] of Object.entries(worldDimensions))
    worlds = worlds.flatMap((world) => values.map((value) => ({ ...world, [key]: value })));
  return (worlds as World[]).filter(
    ({ ending, moment, reads, broken, cancels, link, speed }) =>
      (cancels === 'obeys' || (speed === 'at once' && (link === 'stall' || link === 'half-open'))) &&
      (moment === 'behind the sheet' || (ending !== 'completed' && ending !== 'forgotten')) &&
      (broken === 'prints' || reads === 'spools'),
  );
}
