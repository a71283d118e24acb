/**
 * Owns what the virtual printer can be told to suffer, for demos and tests: in the process as `control`, and as
 * JSON posted to /control by a peer on this machine.
 *
 * One JSON object, any of these keys, applied in this order:
 *   {"paper": "empty" | "loaded", "tray": "all" | "tray-1" …}   media-empty; jobs for that paper wait and go on
 *   {"stopped": true | false}                                    printer-state stopped, reason paused
 *   {"load": {"tray": "tray-1", "size": "iso_a4_210x297mm", "type": "stationery"}}   other paper; null for size: none
 *   {"supply": {"color": "black", "level": 5}}                   marker-levels; low from 10, empty at 0
 *   {"doorOpen": true | false}                                   reason door-open-error
 *   {"jammed": true | false}                                     reason media-jam-error
 *   {"jamAfter": 3, "jamAborts": true | false}                   jams when 3 more impressions are out; may end the job
 *   {"pageMs": 3000}                                             milliseconds a page takes
 *   {"failNext": true}                                           the next job aborts
 *   {"loseHistory": true}                                        forgets all finished jobs
 *   {"vanish": true, "forMs": 5000}                              gone from the network, back by itself
 * The answer is 204, or 400 with a sentence.
 */
import type http from 'node:http';
import type { JobQueue } from './job-queue.ts';
import type { JamEnd, PrinterCondition } from './printer-condition.ts';
import { mediumOf } from './printer-media.ts';

/** What the printer can be told. */
export interface PrinterControl {
  /** Empties or fills a tray (`tray-1` …) or all. Throws TypeError on an unknown tray. */
  paper(tray: string, paper: 'empty' | 'loaded'): void;
  /** Pauses the printer: printer-state stopped, reason paused. */
  stop(): void;
  resume(): void;
  /** Sets the time a page takes, in milliseconds. */
  slow(pageMs: number): void;
  /** Stops listening and cuts every connection. */
  vanish(): Promise<void>;
  /** Listens again on the same port. */
  comeBack(): Promise<void>;
  /** Jams the paper, or clears the jam. */
  jam(isJammed?: boolean): void;
  /** Jams when so many more impressions are out; the job waits, and goes on once the jam is cleared, or is aborted at once. */
  jamAfter(impressions: number, end?: JamEnd): void;
  /** Opens or shuts the door: nothing prints while it is open. */
  door(isOpen: boolean): void;
  /** Puts paper of a PWG size name and a media-type into a tray; null takes it out. Throws TypeError. */
  load(tray: string, medium: { size: string; type: string } | null): void;
  /** Sets the level of an ink in per cent. Throws TypeError on a colour that there is not. */
  supply(color: string, level: number): void;
  /** Forgets all finished jobs. */
  loseHistory(): void;
  /** The next job that begins to print aborts. */
  failNext(): void;
}

/** The control of a printer; `network` stops and starts its listening. */
export function createControl(
  condition: PrinterCondition,
  queue: JobQueue,
  network: { stop(): Promise<void>; start(): Promise<void> },
): PrinterControl {
  return {
    paper: (tray, paper) => condition.setPaper(tray, paper),
    stop: () => condition.setPaused(true),
    resume: () => condition.setPaused(false),
    slow(pageMs) {
      condition.pageMs = pageMs;
    },
    vanish: () => network.stop(),
    comeBack: () => network.start(),
    jam: (isJammed = true) => condition.setJammed(isJammed),
    jamAfter: (impressions, end = 'goes-on') => condition.jamAfter(impressions, end),
    door: (isOpen) => condition.setDoor(isOpen),
    load: (tray, medium) => condition.load(tray, medium ? mediumOf(medium.size, medium.type) : undefined),
    supply: (color, level) => condition.setSupply(color, level),
    loseHistory: () => queue.forgetFinished(),
    failNext() {
      condition.failsNext = true;
    },
  };
}

const maxControlBytes = 4096;
/** An hour: a test that forgets the printer must not keep a port for longer. */
const maxVanishMs = 3_600_000;

function whole(value: unknown, key: string, max: number): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > max)
    throw new TypeError(`${key}: must be a whole number from 0 to ${max}`);
  return value as number;
}

function flag(value: unknown, key: string): boolean {
  if (typeof value !== 'boolean') throw new TypeError(`${key}: must be true or false`);
  return value;
}

function record(value: unknown, key: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${key}: must be an object`);
  return value as Record<string, unknown>;
}

/** The keys about what is in the printer. */
function applyContents(control: PrinterControl, { load, supply, doorOpen }: Record<string, unknown>): void {
  if (load !== undefined) {
    const { tray, size, type = 'stationery' } = record(load, 'load');
    control.load(String(tray), size === null ? null : { size: String(size), type: String(type) });
  }
  if (supply !== undefined) {
    const { color, level } = record(supply, 'supply');
    control.supply(String(color), whole(level, 'supply.level', 100));
  }
  if (doorOpen !== undefined) control.door(flag(doorOpen, 'doorOpen'));
}

/** The keys about jams. */
function applyJams(control: PrinterControl, wanted: Record<string, unknown>): void {
  const { jammed, jamAfter, jamAborts = false } = wanted;
  if (jammed !== undefined) control.jam(flag(jammed, 'jammed'));
  if (jamAfter === undefined) return;
  control.jamAfter(whole(jamAfter, 'jamAfter', 100_000), flag(jamAborts, 'jamAborts') ? 'aborts' : 'goes-on');
}

const keys = new Set([
  'paper',
  'tray',
  'stopped',
  'load',
  'supply',
  'doorOpen',
  'jammed',
  'jamAfter',
  'jamAborts',
  'pageMs',
  'failNext',
  'loseHistory',
  'vanish',
  'forMs',
]);

/** Applies one control object; gives what must wait until the answer is out. Throws TypeError. */
function applyControl(control: PrinterControl, wanted: Record<string, unknown>): (() => void) | undefined {
  const unknown = Object.keys(wanted).find((key) => !keys.has(key));
  if (unknown !== undefined) throw new TypeError(`${unknown}: is not one of ${[...keys].join(', ')}`);
  const { paper, tray = 'all', stopped, pageMs, vanish, forMs = 0 } = wanted;
  if (paper !== undefined) {
    if (paper !== 'empty' && paper !== 'loaded') throw new TypeError('paper: must be empty or loaded');
    control.paper(String(tray), paper);
  }
  if (stopped !== undefined) flag(stopped, 'stopped') ? control.stop() : control.resume();
  applyContents(control, wanted);
  applyJams(control, wanted);
  if (pageMs !== undefined) control.slow(whole(pageMs, 'pageMs', 600_000));
  if (wanted.failNext !== undefined && flag(wanted.failNext, 'failNext')) control.failNext();
  if (wanted.loseHistory !== undefined && flag(wanted.loseHistory, 'loseHistory')) control.loseHistory();
  if (vanish === undefined || !flag(vanish, 'vanish')) return undefined;
  const backAfterMs = whole(forMs, 'forMs', maxVanishMs);
  if (backAfterMs === 0) throw new TypeError('forMs: must say for how long, in milliseconds');
  return () => {
    void control.vanish();
    setTimeout(() => void control.comeBack(), backAfterMs);
  };
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);

/** Serves POST /control. Refuses peers of other machines with 403. */
export async function serveControl(
  control: PrinterControl,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const answer = (status: number, sentence = ''): void => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(sentence);
  };
  // A web page can't post application/json here without a preflight that nobody answers.
  const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '');
  if (!isLoopback(request.socket.remoteAddress)) return answer(403, 'only from this machine\n');
  if (!isJson) return answer(400, 'content-type: must be application/json\n');
  try {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk;
      if (body.length > maxControlBytes) throw new TypeError('the body is too long');
    }
    const wanted: unknown = JSON.parse(body);
    if (typeof wanted !== 'object' || wanted === null) throw new TypeError('the body must be a JSON object');
    const afterwards = applyControl(control, wanted as Record<string, unknown>);
    if (afterwards) response.once('finish', afterwards);
    answer(204);
  } catch (error) {
    answer(400, `${(error as Error).message}\n`);
  }
}
