/**
 * The link to the cloud: one WebSocket, kept up. Owns connecting, the order of frames on it, heartbeats, and noticing that
 * the other side is gone. Must never decide anything about jobs: it hands messages over and sends what is stored.
 *
 * INVARIANTS
 * 1. Reports go out in the order of seq; after each reconnect from the first that isn't acknowledged.
 * 2. Nothing but hello is sent before welcome, and nothing at all to a cloud that hasn't proved to be ours.
 */
import {
  type AgentFrame,
  agentLinkPath,
  type CloudFrame,
  type CloudMessage,
  cloudFrame,
  linkPingSeconds,
  linkProtocolVersion,
  linkSilenceSeconds,
  otherProtocolCode,
  type ShopRules,
} from '@platen/contracts/agent-protocol';
import WebSocket from 'ws';
import type { CloudClock } from '../cloud-access/cloud-clock.ts';
import type { CloudHttp } from '../cloud-access/cloud-http.ts';
import type { CloudLine, LineCarrier } from '../cloud-access/cloud-line.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { type Backoff, createBackoff, pause } from '../machine/backoff.ts';

type Hello = Extract<AgentFrame, { kind: 'hello' }>;
export type Welcome = Extract<CloudFrame, { kind: 'welcome' }>;

export interface LinkDeps {
  cloudUrl: string;
  http: CloudHttp;
  clock: CloudClock;
  /** What it brings up. */
  line: CloudLine;
  log: AgentLog;
  /** Lets the cloud prove that it is ours: a sentence when it isn't. Rejects when it can't be reached. */
  prove: (signal: AbortSignal) => Promise<string | undefined>;
  /** It did. */
  onProven: () => void;
  /** For hello. */
  version: string;
  /** What hello says of the spool. */
  hello: () => Pick<Hello, 'last_seq' | 'acked_seq' | 'spool_replaced' | 'now'>;
  /** The link is up. */
  onWelcome: (welcome: Welcome) => void;
  onRules: (rules: ShopRules) => void;
  /** Somebody looks at the shop floor, and will for so long at least. */
  onWatched: (forMs: number) => void;
  onReconciled: (jobs: Extract<CloudFrame, { kind: 'reconciled' }>['jobs']) => void;
  onMessage: (message: CloudMessage) => void;
  onReprintAnswer: (answer: Extract<CloudFrame, { kind: 'reprint-answer' }>) => void;
  onAcknowledged: (seq: number) => void;
  /** What a heartbeat says; called once a heartbeat. */
  heartbeat: () => Extract<AgentFrame, { kind: 'heartbeat' }>;
  onDown: () => void;
  random?: () => number;
}

export interface Link {
  start(): void;
  /** Says goodbye, so that the cloud knows at once and why, and stays down. Resolves when it is down, soon in any case. */
  stop(): Promise<void>;
  /** Goes down without a word, as a power cut would. For tests. */
  halt(): void;
}

type Ending = 'closed' | 'unauthorised' | 'clock' | 'another-cloud' | 'another-protocol';

const connectMs = 10_000;
const proofMs = 10_000;
/** A cloud that answers no goodbye in this time isn't waited for. */
const goodbyeMs = 500;

export function createLink(deps: LinkDeps): Link {
  const stopping = new AbortController();
  let session: Session | undefined;

  const run = async () => {
    const backoff = createBackoff('link', deps.random);
    const refusals = createBackoff('linkRefused', deps.random);
    let told: Ending | undefined;
    /** One connection, or why there is none. */
    const connectOnce = async (): Promise<{ ending: Ending; because: string; wasUp: boolean }> => {
      const unproven = await findUnproven(deps, stopping.signal);
      if (unproven || stopping.signal.aborted)
        return { ending: 'closed', because: '', wasUp: false, ...unproven };
      deps.onProven();
      const { ended, open } = openSession(deps, { backoff, stopping: stopping.signal });
      session = open;
      deps.line.carryBy(open);
      const ending = await ended;
      session = undefined;
      deps.line.carryBy(undefined);
      return { ending, because: open.because, wasUp: open.wasUp };
    };
    while (!stopping.signal.aborted) {
      const { ending, because, wasUp } = await connectOnce();
      if (wasUp) {
        try {
          deps.onDown();
        } catch (error) {
          // A full disk must not end an agent that has work to print.
          deps.log('error', 'link.end-not-kept', { error });
        }
      }
      if (stopping.signal.aborted) return;
      if (wasUp) told = undefined;
      // Once a kind: a cloud that is away for a night is one line, not a thousand.
      if (ending !== told && ending !== 'clock')
        deps.log(ending === 'closed' ? 'warn' : 'error', linkEvents[ending], { because });
      told = ending;
      const isRefusal = ending !== 'closed' && ending !== 'clock';
      if (!isRefusal) refusals.reset();
      if (ending === 'clock') continue;
      await pause((isRefusal ? refusals : backoff).nextMs(), stopping.signal);
    }
  };

  return {
    start() {
      void run();
    },
    async stop() {
      stopping.abort();
      const socket = session?.socket;
      if (!socket || socket.readyState === WebSocket.CLOSED) return;
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const patience = setTimeout(() => socket.terminate(), goodbyeMs);
      socket.close(1000, 'the agent is stopping');
      await closed;
      clearTimeout(patience);
    },
    halt() {
      stopping.abort();
      session?.socket.terminate();
    },
  };
}

const linkEvents = {
  closed: 'link.down',
  unauthorised: 'link.not-let-in',
  'another-cloud': 'link.another-cloud',
  'another-protocol': 'link.another-protocol',
} as const;

/** Undefined when the cloud has proved to be ours. Asked before each connection: an address may lead elsewhere any time. */
async function findUnproven(
  { prove }: LinkDeps,
  stopping: AbortSignal,
): Promise<{ ending: Ending; because: string } | undefined> {
  try {
    const refusal = await prove(AbortSignal.any([stopping, AbortSignal.timeout(proofMs)]));
    return refusal === undefined ? undefined : { ending: 'another-cloud', because: refusal };
  } catch (error) {
    return { ending: 'closed', because: (error as Error).message };
  }
}

interface Session extends LineCarrier {
  socket: WebSocket;
  isUp: boolean;
  wasUp: boolean;
  because: string;
}

/** One connection from opening to its end. `ended` never rejects. */
function openSession(
  deps: LinkDeps,
  { backoff, stopping }: { backoff: Backoff; stopping: AbortSignal },
): { open: Session; ended: Promise<Ending> } {
  const { cloudUrl, http, clock } = deps;
  const authorization = http.authorization('GET', agentLinkPath);
  const socket = new WebSocket(`${cloudUrl.replace(/^http/, 'ws')}${agentLinkPath}`, {
    perMessageDeflate: false,
    maxPayload: 1024 * 1024,
    handshakeTimeout: connectMs,
    headers: authorization ? { authorization } : {},
  });
  const open: Session = {
    socket,
    isUp: false,
    wasUp: false,
    because: '',
    send(frame) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
  };
  let ending: Ending = 'closed';
  const watchdog = createWatchdog(connectMs, () => {
    open.because = 'the cloud fell silent';
    socket.terminate();
  });
  /** What can't be kept now (a full disk) is told again on the next connection; it ends neither the agent nor its printing. */
  const keep = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      deps.log('error', 'link.not-kept', { error });
      open.because = `what was said could not be kept: ${(error as Error).message}`;
      socket.terminate();
    }
  };
  const heart = createHeart(deps, open, keep);
  // From here on nothing may ask the spool, which is closed next: the socket's own end comes later.
  const stop = () => {
    heart.stop();
    watchdog.stop();
  };
  stopping.addEventListener('abort', stop);

  socket.on('open', () => {
    if (stopping.aborted) return;
    const { version } = deps;
    const protocol = linkProtocolVersion;
    keep(() => open.send({ kind: 'hello', protocol, version, ...deps.hello() }));
  });
  socket.on('message', (data, isBinary) => {
    if (stopping.aborted) return;
    watchdog.alive();
    const frame = isBinary ? undefined : readFrame(String(data), deps.log);
    if (!frame) return;
    keep(() => hear(frame));
  });
  const hear = (frame: CloudFrame): void => {
    if (frame.kind === 'welcome') {
      watchdog.within(linkSilenceSeconds * 1000);
      heart.start(frame.heartbeat_seconds * 1000);
      clock.learn(frame.now);
      open.isUp = true;
      open.wasUp = true;
      deps.log('info', 'link.up');
      deps.onWelcome(frame);
      backoff.reset();
    } else if (frame.kind === 'ack') deps.onAcknowledged(frame.seq);
    else if (frame.kind === 'rules') deps.onRules(frame.rules);
    else if (frame.kind === 'watched') deps.onWatched(frame.seconds * 1000);
    else if (frame.kind === 'reconciled') deps.onReconciled(frame.jobs);
    else if (frame.kind === 'message') deps.onMessage(frame);
    else if (frame.kind === 'reprint-answer') deps.onReprintAnswer(frame);
  };
  for (const sign of ['ping', 'pong'] as const) socket.on(sign, () => !stopping.aborted && watchdog.alive());
  socket.on('unexpected-response', (request, response) => {
    open.because = `HTTP ${response.statusCode}`;
    if (response.statusCode === 401 || response.statusCode === 403)
      ending = clock.learn(response.headers.date) ? 'clock' : 'unauthorised';
    response.resume();
    request.destroy();
    socket.terminate();
  });
  socket.on('error', (error) => {
    open.because ||= error.message || String((error as NodeJS.ErrnoException).code);
  });
  const ended = new Promise<Ending>((resolve) => {
    socket.on('close', (code, reason) => {
      if (code === otherProtocolCode) ending = 'another-protocol';
      open.because ||= reason.toString() || `closed with code ${code}`;
      open.isUp = false;
      stop();
      stopping.removeEventListener('abort', stop);
      resolve(ending);
    });
  });
  return { open, ended };
}

function readFrame(text: string, log: AgentLog) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    log('warn', 'link.bad-frame', { because: 'no JSON' });
    return undefined;
  }
  const read = cloudFrame.safeParse(value);
  if (read.success) return read.data;
  const { type, id } = (value ?? {}) as { type?: unknown; id?: unknown };
  const because = read.error.issues[0]?.message ?? 'another shape';
  log('warn', 'link.bad-frame', { because, type, id });
  return undefined;
}

/** Calls `silent` when `alive` wasn't called for the given time. */
function createWatchdog(firstMs: number, silent: () => void) {
  let limitMs = firstMs;
  let timer = setTimeout(silent, limitMs);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(silent, limitMs);
  };
  return {
    alive,
    within(nextMs: number) {
      limitMs = nextMs;
      alive();
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Heartbeats at a random phase, so that agents that reconnected together don't beat together. The pings between them ask for a
 * sign of life.
 */
function createHeart(deps: LinkDeps, open: Session, keep: (work: () => void) => void) {
  let timer: NodeJS.Timeout | undefined;
  let pings: NodeJS.Timeout | undefined;
  const beat = (everyMs: number) => {
    keep(() => open.send(deps.heartbeat()));
    timer = setTimeout(beat, everyMs, everyMs);
  };
  const ping = () => {
    if (open.socket.readyState === WebSocket.OPEN) open.socket.ping();
  };
  const stop = () => {
    clearTimeout(timer);
    clearInterval(pings);
  };
  return {
    start(everyMs: number) {
      stop();
      timer = setTimeout(beat, everyMs * (deps.random ?? Math.random)(), everyMs);
      pings = setInterval(ping, linkPingSeconds * 1000);
    },
    stop,
  };
}
