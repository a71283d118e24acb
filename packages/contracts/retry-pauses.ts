/**
 * How long cloud, agent and the commands wait before they try again. Owns every such pause and the one function that reckons
 * with them; knows no clock. What is looked at now and then, without anything having failed, is its owner's, unless the waits grow.
 */

/** Pauses that grow: `firstMs`, then each `factor` times the one before, up to `maxMs`; of each a random part up to `jitter` is left off. */
interface RetryPause {
  firstMs: number;
  factor: number;
  maxMs: number;
  /** 0 to 1: the part of a pause that chance may take away, so that many who failed together don't come back together. */
  jitter: number;
  why: string;
}

/** A pause that is the same each time. */
const always = (pauseMs: number, why: string): RetryPause => ({
  firstMs: pauseMs,
  factor: 1,
  maxMs: pauseMs,
  jitter: 0,
  why,
});

export const retryPauses = {
  // Of the agent, towards the cloud.
  link: {
    firstMs: 200,
    factor: 2,
    maxMs: 15_000,
    jitter: 0.5,
    why: 'A cloud that restarts gets its agents back at once, and not all in one moment.',
  },
  linkRefused: {
    firstMs: 1000,
    factor: 2,
    maxMs: 30_000,
    jitter: 0.5,
    why: 'A key that is refused may be accepted a moment later (a proxy, a cloud that starts); a revoked one never is.',
  },
  enrolment: {
    firstMs: 200,
    factor: 2,
    maxMs: 15_000,
    jitter: 0.5,
    why: 'An agent may be started before its cloud.',
  },
  enrolmentRefused: always(
    60_000,
    'A refused code stays refused; the pause keeps the log readable and spares the cloud.',
  ),
  fetch: {
    firstMs: 250,
    factor: 2,
    maxMs: 30_000,
    jitter: 0.5,
    why: 'A file whose download broke off goes on where it stopped; the link says when the cloud is back.',
  },
  fetchHeld: always(
    600_000,
    'A file that could not be had is asked for again, in case the cloud has it now.',
  ),
  restorationTransfer: {
    firstMs: 250,
    factor: 2,
    maxMs: 5000,
    jitter: 0.5,
    why: 'Somebody looks at the page and waits; after a few tries another agent or the cloud takes it.',
  },
  // Of the agent, on its own machine and towards printers.
  stageFailed: always(1000, 'A stage that threw must not spin on what it threw over.'),
  journal: always(250, 'A line behind something that can not be taken back waits for room on the disk.'),
  prepare: {
    firstMs: 1000,
    factor: 4,
    maxMs: 60_000,
    jitter: 0,
    why: 'What is wrong with this machine may pass; the slot stays taken, so the same failure can not spin.',
  },
  submit: {
    firstMs: 100,
    factor: 2,
    maxMs: 10_000,
    jitter: 0.5,
    why: 'A printer that said later, or nothing, is left alone for a while.',
  },
  watch: {
    firstMs: 3,
    factor: 1.4,
    maxMs: 1000,
    jitter: 0,
    why: 'A printer that prints at once is noticed at once; one that takes minutes is not bothered.',
  },
  watchSilent: always(2000, 'A printer that gives no answer is asked on while a job of ours may be in it.'),
  recover: always(
    5000,
    'After the spool was lost, a silent printer is asked again what it knows of our jobs.',
  ),
  printerQuiet: {
    firstMs: 5000,
    factor: 1.5,
    maxMs: 30_000,
    jitter: 0.2,
    why: 'A printer where nothing happens is looked at ever more gently, and not all of them in one moment.',
  },
  printerMissed: always(500, 'One answer that is missed may be a lost packet.'),
  printerMoved: always(30_000, 'An address where a printer that moved was not found is tried again.'),
  consolePort: always(30_000, 'Another program may give the port of the console free.'),
  consolePin: {
    firstMs: 30_000,
    factor: 2,
    maxMs: 900_000,
    jitter: 0,
    why: 'Four digits are soon tried; who mistyped waits half a minute.',
  },
  // Of the cloud.
  paymentCheck: {
    firstMs: 15_000,
    factor: 2,
    maxMs: 600_000,
    jitter: 0,
    why: 'Webhooks mostly come by themselves; a payment that stays open is asked after ever more rarely.',
  },
  refund: {
    firstMs: 2000,
    factor: 2,
    maxMs: 3_600_000,
    jitter: 0,
    why: 'A provider that can not be reached is told of a refund until it answers.',
  },
  databaseListen: always(1000, 'The connection that listens comes back by itself when PostgreSQL restarts.'),
  // Of whoever serves live pages.
  liveReading: {
    firstMs: 500,
    factor: 2,
    maxMs: 10_000,
    jitter: 0.5,
    why: 'Pages that are open show how old they are while the database is away; many of them ask for the same.',
  },
  // Of `platen up`.
  childStart: {
    firstMs: 1000,
    factor: 2,
    maxMs: 30_000,
    jitter: 0,
    why: 'A part that ended is started again; one that ends at once each time must not eat the machine.',
  },
} as const satisfies Record<string, RetryPause>;

export type RetryPauseName = keyof typeof retryPauses;

/** Milliseconds to wait when one has waited `before` times already; `random` is from 0 (as short as may be) to 1. */
export function nextPauseMs(name: RetryPauseName, before: number, random = Math.random()): number {
  const { firstMs, factor, maxMs, jitter } = retryPauses[name];
  return Math.round(Math.min(firstMs * factor ** before, maxMs) * (1 - jitter * (1 - random)));
}

/** Pauses that are told one by one; after the last and one more try it is given up. */
export const listedPausesMs = {
  /** Nobody stands waiting for a print as for a page: what killed the image process of an agent has half a minute to pass. */
  imageProcess: [500, 3000, 20_000],
  /** A shop that is down for a night hears of its payments in the morning. */
  sandboxWebhook: [1000, 5000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000],
} as const satisfies Record<string, readonly number[]>;
