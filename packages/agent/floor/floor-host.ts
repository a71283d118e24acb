/**
 * The shop floor as this agent serves it, to pages of its own console alone: JSON and a live stream over the contract of
 * contracts/floor/shop-floor.ts. Owns what each address answers; who may ask at all (this machine, its own pages) the console's server has
 * looked at before.
 *
 * INVARIANTS
 * 1. But for who is logged in, and the login itself, nothing is answered without a session.
 * 2. A body is read up to its bound and no further; a file goes to the disk of this machine and is gone when it was looked at.
 * 3. A stream ends when its session does.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  type FloorHost as FloorHostFacts,
  floorLogQuery,
  floorPaths,
  floorProfileQuery,
} from '@platen/contracts/floor/shop-floor';
import { type FloorRefusal, floorAct, floorRefusalHeader } from '@platen/contracts/floor/shop-floor-acts';
import { plainAnswer, readFloorId } from '@platen/contracts/floor/shop-floor-rules';
import {
  type FloorSession,
  floorLogFilePath,
  floorLogin,
  floorSessionPath,
  floorTriesHeader,
} from '@platen/contracts/floor/shop-floor-session';
import { liveBeatSeconds } from '@platen/contracts/live-stream';
import { scheduleContent } from '@platen/contracts/schedule/schedule-document';
import { compileSchedule } from '@platen/contracts/schedule/schedule-rules';
import { previewOf } from '@platen/contracts/schedule/schedule-week-rules';
import { toTime } from '@platen/contracts/shapes';
import { createLiveEngine, type Listening, readLiveAfter } from '@platen/live/live-engine';
import type { z } from 'zod';
import type { AgentLog } from '../machine/agent-log.ts';
import type { Said } from '../printers/printer-text.ts';
import type { PrintingLayer } from '../printing-layer.ts';
import { readCron } from '../schedule/cron-reader.ts';
import { showProof } from '../sheets/profile-admin.ts';
import { agentActs, type FloorActs, refusalOfSheet } from './floor-acts.ts';
import type { FloorLog } from './floor-log.ts';
import type { PaperPlace } from './floor-papers.ts';
import { type AgentTopic, agentTopics, type FloorState } from './floor-state.ts';
import { floorSentences } from './floor-text.ts';
import type { FloorThumbnails } from './floor-thumbnails.ts';
import type { PaperActs } from './paper-acts.ts';

/** One request, with what the console's server knows of it. */
export interface FloorVisit {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  language: 'en' | 'zh-CN';
  /** Of the session's cookie; undefined without one that counts. */
  session: { endsAtMs: number; isOpen: () => boolean } | undefined;
  /** Opens a session, or says why not. */
  logIn: (pin: string) => FloorLogin;
  logOut: () => void;
}

export type FloorLogin =
  | { kind: 'open'; endsAtMs: number }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'paused'; untilMs: number };

export interface FloorHostDeps {
  printing: Pick<PrintingLayer, 'sheetAdmin' | 'printers' | 'schedule'>;
  state: FloorState;
  acts: FloorActs;
  papers: PaperActs;
  log: FloorLog;
  thumbnails: FloorThumbnails | undefined;
  securityHeaders: Readonly<Record<string, string>>;
  /** Somebody has a page open, and will for so long at least. */
  onWatched: (forMs: number) => void;
  /** How acts of this host are signed. */
  actor: string;
  agentLog: AgentLog;
  now: () => number;
}

export interface FloorHost {
  /** True when this is an address of the shop floor; it is answered then. */
  answer(visit: FloorVisit): Promise<boolean>;
  wake(topics?: readonly AgentTopic[]): void;
  close(): void;
}

const maxJsonBytes = 64 * 1024;
const maxFileBytes = 32 * 1024 * 1024;
const proofEdgePx = 1000;
/** Said again every second. */
const watchedMs = 3000;
/** One shop floor, one audience. */
const audienceKey = 'shop';

/** A refusal that becomes an answer. */
/** In it a few pictures are made. */
const pictureRetrySeconds = 2;

class Refusal extends Error {
  readonly status: number;
  readonly said: Said;
  readonly code: FloorRefusal | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    said: Said,
    more: { code?: FloorRefusal; headers?: Record<string, string> } = {},
  ) {
    super(said.en);
    this.status = status;
    this.said = said;
    this.code = more.code;
    this.headers = more.headers ?? {};
  }
}

export function createFloorHost(deps: FloorHostDeps): FloorHost {
  const { printing, state, acts, log, thumbnails, agentLog, now } = deps;
  const engine = createLiveEngine({
    now,
    read: async (_audience, topics) => state.read(topics),
    onError: (error) => agentLog('error', 'floor.not-read', { error }),
  });
  const streams = new Set<{ endsAtMs: number; isOpen: () => boolean; listening: Listening }>();
  // A session that was closed, or whose time is over, ends its streams.
  const watching = setInterval(() => {
    endOld();
    if (streams.size > 0) deps.onWatched(watchedMs);
  }, 1000);
  watching.unref();

  function endOld(): void {
    for (const stream of streams) {
      if (stream.listening.isOver) streams.delete(stream);
      else if (stream.endsAtMs <= now() || !stream.isOpen()) stream.listening.end('revoked');
    }
  }

  const sessionOf = ({ session, language }: FloorVisit): FloorSession => ({
    host: 'agent',
    open: session !== undefined,
    by: session ? deps.actor : null,
    language,
    ends_at: session ? toTime(session.endsAtMs) : null,
  });

  const facts = (): FloorHostFacts => ({
    host: 'agent',
    shop: null,
    topics: [...agentTopics],
    acts: agentActs(printing.sheetAdmin !== undefined),
    time_zone: printing.schedule.edits.document.time_zone,
    beat_seconds: liveBeatSeconds,
    as_of: toTime(now()),
  });

  async function logIn(visit: FloorVisit): Promise<unknown> {
    const { pin } = await jsonOf(visit.request, floorLogin);
    const outcome = visit.logIn(pin);
    if (outcome.kind === 'open') {
      agentLog('info', 'console.login');
      return sessionOf({ ...visit, session: { endsAtMs: outcome.endsAtMs, isOpen: () => true } });
    }
    agentLog('warn', 'console.login-refused', { kind: outcome.kind });
    if (outcome.kind === 'wrong')
      throw new Refusal(403, floorSentences.pinWrong(outcome.triesLeft), {
        code: 'pin-wrong',
        headers: { [floorTriesHeader]: String(outcome.triesLeft) },
      });
    const seconds = Math.max(1, Math.ceil((outcome.untilMs - now()) / 1000));
    throw new Refusal(429, floorSentences.pinPaused(seconds), {
      code: 'pin-paused',
      headers: { 'Retry-After': String(seconds), [floorTriesHeader]: '0' },
    });
  }

  function listen({ response, url, session }: FloorVisit): void {
    const asked = (url.searchParams.get('topics') ?? '').split(',').filter((topic) => topic !== '');
    const unknown = asked.find((topic) => !agentTopics.some((known) => known === topic));
    if (unknown !== undefined || asked.length === 0)
      throw new Refusal(400, floorSentences.notRead(`topics: must be some of ${agentTopics.join(', ')}`));
    const refusal = engine.refuseListener('console');
    if (refusal !== undefined) throw new Refusal(429, { en: refusal, 'zh-CN': refusal });
    response.writeHead(200, {
      ...deps.securityHeaders,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    const after = readLiveAfter(url.searchParams.get('after') ?? undefined);
    const topics = [...new Set(asked)];
    const listening = engine.listen({
      sink: response,
      account: 'console',
      audience: { key: audienceKey, topics, after },
    });
    if (session) streams.add({ ...session, listening });
    deps.onWatched(watchedMs);
  }

  async function act(visit: FloorVisit): Promise<unknown> {
    const wanted = await jsonOf(visit.request, floorAct);
    const outcome = await acts.act(wanted, deps.actor);
    agentLog('info', 'console.act', { act: wanted.act, refused: outcome.kind === 'refused' });
    if (outcome.kind === 'refused') throw new Refusal(409, outcome.said, { code: outcome.code });
    return outcome.answer;
  }

  async function preview(visit: FloorVisit): Promise<unknown> {
    const content = await jsonOf(visit.request, scheduleContent);
    const compiled = compileSchedule(content, readCron);
    if (typeof compiled === 'string')
      throw new Refusal(409, { en: compiled, 'zh-CN': compiled }, { code: 'schedule-refused' });
    return previewOf(content, now(), readCron);
  }

  /** The paper that is meant, of those that are known. */
  function paperOf(id: string): PaperPlace {
    const place = deps.papers.findPlace(readFloorId(id)?.ownId ?? id);
    if (!place) throw new Refusal(409, floorSentences.noSuchPaper(), { code: 'not-here' });
    return place;
  }

  /** Where the posted file lies, for as long as it is looked at. */
  async function withFile<T>(
    { request }: FloorVisit,
    work: (path: string, sheetAdmin: NonNullable<PrintingLayer['sheetAdmin']>) => Promise<T>,
  ): Promise<T> {
    const { sheetAdmin } = printing;
    if (!sheetAdmin) throw new Refusal(409, floorSentences.notHere(), { code: 'not-on-this-host' });
    const path = join(sheetAdmin.profilesDir, `.part-${randomUUID()}`);
    try {
      await writeBody(request, path);
      return await work(path, sheetAdmin);
    } finally {
      rmSync(path, { force: true });
    }
  }

  async function profile(visit: FloorVisit, paper: string): Promise<unknown> {
    const { id: paper_id } = paperOf(paper);
    const query = new Map(visit.url.searchParams);
    const { version, intent } = checked(
      floorProfileQuery.safeParse({ version: query.get('version'), intent: query.get('intent') }),
    );
    return await withFile(visit, async (path) => {
      const given = await deps.papers.give({ paper_id, version, intent, path }, deps.actor);
      if (!given.done) throw refusalOf(refusalOfSheet(given));
      const { profileName = '' } = given;
      const undo = { act: 'restore_profile', paper, version: version + 1, of_version: version } as const;
      return { ...plainAnswer, said: { en: profileName, zh: profileName }, undo };
    });
  }

  async function proof(visit: FloorVisit, paperId: string): Promise<void> {
    const { printerId, media } = paperOf(paperId);
    const showsPaper = visit.url.searchParams.get('white') !== 'screen';
    await withFile(visit, async (sourcePath, sheetAdmin) => {
      const wanted = { printerId, media, sourcePath, edgePx: proofEdgePx, showsPaper };
      const made = await showProof(wanted, sheetAdmin);
      if (!made.done) throw refusalOf(refusalOfSheet(made));
      send(visit, 200, Buffer.from(made.proof.png), 'image/png');
    });
  }

  async function picture(visit: FloorVisit, jobId: string): Promise<void> {
    const jpeg = await thumbnails?.find(jobId);
    if (!jpeg) throw new Refusal(404, floorSentences.noPicture());
    if (jpeg === 'later') {
      throw new Refusal(429, floorSentences.pictureLater(), {
        headers: { 'Retry-After': String(pictureRetrySeconds) },
      });
    }
    send(visit, 200, Buffer.from(jpeg), 'image/jpeg', { 'Cache-Control': 'private, max-age=3600' });
  }

  function send(
    { response }: FloorVisit,
    status: number,
    body: string | Buffer,
    type: string,
    headers: Record<string, string> = {},
  ): void {
    const length = String(Buffer.byteLength(body));
    response
      .writeHead(status, {
        ...deps.securityHeaders,
        'Content-Type': type,
        'Content-Length': length,
        ...headers,
      })
      .end(body);
  }
  const sendJson = (visit: FloorVisit, body: unknown): void =>
    send(visit, 200, JSON.stringify(body), 'application/json; charset=utf-8');

  /** The work of an address; undefined: there is none. */
  function routeOf(visit: FloorVisit): (() => unknown) | undefined {
    const { request, url } = visit;
    const { pathname } = url;
    const [, jobId] = /^\/api\/shop-floor\/jobs\/([\w-]{1,60})\/thumbnail$/.exec(pathname) ?? [];
    const [, paper, what] =
      /^\/api\/shop-floor\/papers\/([^/]{1,2000})\/(profile|proof)$/.exec(pathname) ?? [];
    const paperId = paper === undefined ? undefined : decoded(paper);
    switch (`${request.method} ${pathname}`) {
      case `GET ${floorPaths.host}`:
        return () => sendJson(visit, facts());
      case `GET ${floorPaths.live}`:
        return () => listen(visit);
      case `POST ${floorPaths.acts}`:
        return async () => sendJson(visit, await act(visit));
      case `GET ${floorPaths.log}`:
        return () => sendJson(visit, log.page(queryOf(url)));
      case `GET ${floorLogFilePath}`:
        return () => send(visit, 200, log.text(), 'text/plain; charset=utf-8', attachment);
      case `POST ${floorPaths.schedulePreview}`:
        return async () => sendJson(visit, await preview(visit));
    }
    if (request.method === 'GET' && jobId !== undefined) return () => picture(visit, jobId);
    if (paperId === undefined) return undefined;
    if (request.method === 'PUT' && what === 'profile')
      return async () => sendJson(visit, await profile(visit, paperId));
    return request.method === 'POST' && what === 'proof' ? () => proof(visit, paperId) : undefined;
  }

  async function respond(visit: FloorVisit): Promise<void> {
    const { request, url } = visit;
    if (url.pathname === floorSessionPath) {
      if (request.method === 'GET') return sendJson(visit, sessionOf(visit));
      if (request.method === 'POST') return sendJson(visit, await logIn(visit));
      if (request.method === 'DELETE') {
        visit.logOut();
        endOld();
        return sendJson(visit, sessionOf({ ...visit, session: undefined }));
      }
    }
    if (!visit.session) throw new Refusal(401, floorSentences.loginFirst(), { code: 'login-first' });
    const route = routeOf(visit);
    if (!route) throw new Refusal(404, floorSentences.noRoute());
    await route();
  }

  return {
    async answer(visit) {
      const { pathname } = visit.url;
      if (pathname !== floorPaths.host && !pathname.startsWith(`${floorPaths.host}/`)) return false;
      try {
        await respond(visit);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const code: Record<string, string> =
          error.code === undefined ? {} : { [floorRefusalHeader]: error.code };
        const body = JSON.stringify({ error: error.said[visit.language] });
        // What is left of a body that was not read would be taken for the next request.
        const closes: Record<string, string> = visit.request.complete ? {} : { Connection: 'close' };
        send(visit, error.status, body, 'application/json; charset=utf-8', {
          ...error.headers,
          ...code,
          ...closes,
        });
      }
      return true;
    },
    wake: (topics) => engine.wake(audienceKey, topics),
    close() {
      clearInterval(watching);
      engine.close();
    },
  };
}

const attachment = { 'Content-Disposition': 'attachment; filename="platen-log.txt"' };

function refusalOf(outcome: ReturnType<typeof refusalOfSheet>): Refusal {
  if (outcome.kind !== 'refused') throw new Error('an answer that is done is no refusal');
  return new Refusal(409, outcome.said, { code: outcome.code });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, floorSentences.notRead('the address'));
  }
}

function checked<T>(read: z.ZodSafeParseResult<T>): T {
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new Refusal(
    400,
    floorSentences.notRead(`${where === '' ? '' : `${where}: `}${issue?.message ?? ''}`),
  );
}

const queryOf = (url: URL) => checked(floorLogQuery.safeParse(Object.fromEntries(url.searchParams)));

async function jsonOf<T>(request: IncomingMessage, shape: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new Refusal(400, floorSentences.notRead('the body must be JSON'));
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxJsonBytes) throw new Refusal(413, floorSentences.tooLarge());
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, floorSentences.notRead('the body must be JSON'));
  }
  return checked(shape.safeParse(value));
}

async function writeBody(request: IncomingMessage, path: string): Promise<void> {
  const file = createWriteStream(path, { mode: 0o600 });
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxFileBytes) throw new Refusal(413, floorSentences.tooLarge());
      if (!file.write(chunk)) await once(file, 'drain');
    }
  } finally {
    await new Promise<void>((resolve) => file.end(() => resolve()));
  }
  if (bytes === 0) throw new Refusal(400, floorSentences.noFile());
}
