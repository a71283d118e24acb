/**
 * The console of the agent for the machine that it runs on: the pages of the shop floor, and what they call. Owns who is let in at all;
 * must never know what the floor shows. It works without a cloud and without internet.
 *
 * INVARIANTS
 * 1. It listens on 127.0.0.1 alone, and answers only to the names of this machine: a name that was pointed here reaches nothing.
 * 2. Nothing is changed without the session's cookie and an Origin that is the console's own; other ports of this machine
 *    count as the same site for cookies, so the cookie alone is no proof.
 * 3. Printing never waits for it: a port in use is tried again, and said in the log.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { nextPauseMs } from '@platen/contracts/retry-pauses';
import type { WebAnswer, WebFiles } from '@platen/web-host/web-files';
import type { FloorHost, FloorVisit } from '../floor/floor-host.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { consoleProofPath } from './console-proof.ts';
import { languageOf, readCookies, sessionCookie } from './console-request.ts';
import type { ConsoleSessions } from './console-sessions.ts';

export interface ConsoleDeps {
  /** 0 for any free one. */
  port: number;
  sessions: ConsoleSessions;
  /** The shop floor: JSON and a live stream for pages. */
  floor: Pick<FloorHost, 'answer'>;
  /** The built pages of the shop floor; undefined: nothing is built. */
  web?: WebFiles | undefined;
  /** The signature that shows whose console this is; undefined for what is no challenge. */
  prove: (challenge: string) => string | undefined;
  now: () => number;
  log: AgentLog;
}

export interface Console {
  /** Undefined while the port is not to be had. */
  readonly url: string | undefined;
  /** Resolves when it listens, or has found that it can't yet. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const securityHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

export function createConsole(deps: ConsoleDeps): Console {
  const { port, log } = deps;
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 10_000 }, (request, response) => {
    answer(request, response, deps).catch((error) => {
      log('error', 'console.failed', { path: request.url, error });
      if (response.headersSent) return response.destroy();
      send(
        response,
        500,
        'The console could not answer; the log has the reason.',
        'text/plain; charset=utf-8',
      );
    });
  });
  server.maxConnections = 50;
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isComplaintLogged = false;

  const listen = async (): Promise<void> => {
    const refusal = await listening(server, port);
    if (isStopped) return;
    if (refusal === undefined) return log('info', 'console.ready', { url: urlOf(server) });
    if (!isComplaintLogged) log('warn', 'console.port-in-use', { port, error: refusal });
    isComplaintLogged = true;
    again = setTimeout(() => void listen(), nextPauseMs('consolePort', 0));
    again.unref();
  };

  return {
    get url() {
      return urlOf(server);
    },
    start: listen,
    async stop() {
      isStopped = true;
      clearTimeout(again);
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listening(server: Server, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve(error);
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      resolve(undefined);
    });
  });
}

function urlOf(server: Server): string | undefined {
  const address = server.address();
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : undefined;
}

async function answer(request: IncomingMessage, response: ServerResponse, deps: ConsoleDeps): Promise<void> {
  const host = request.headers.host ?? '';
  const ownPort = request.socket.localPort;
  if (![`127.0.0.1:${ownPort}`, `localhost:${ownPort}`].includes(host))
    return send(response, 403, 'This console answers to 127.0.0.1 and localhost alone.', 'text/plain');
  const url = URL.parse(request.url ?? '/', `http://${host}`);
  if (!url) return send(response, 400, 'This address can not be read.', 'text/plain');
  if (url.pathname === consoleProofPath && request.method === 'GET') {
    const proof = deps.prove(url.searchParams.get('challenge') ?? '');
    return send(response, proof ? 200 : 400, proof ?? 'No challenge.', 'text/plain');
  }
  const built = request.method === 'GET' ? await findBuilt(url, request, deps.web) : undefined;
  if (built) return void response.writeHead(200, built.headers).end(built.body);
  if (url.pathname.startsWith('/assets/')) return send(response, 404, 'No such file.', 'text/plain');
  if (url.pathname === '/' && request.method === 'GET' && deps.web) return redirect(response, '/shop/');
  if (/^\/(shop(\/.*)?)?$/.test(url.pathname) && !deps.web)
    return send(response, 404, notBuilt, 'text/plain');
  if (!url.pathname.startsWith('/api/')) return send(response, 404, 'There is no such page.', 'text/plain');
  const isOwn = request.headers.origin === `http://${host}`;
  // What only reads has an Origin where another page asks.
  if (!isOwn && (request.method !== 'GET' || request.headers.origin !== undefined))
    return send(response, 403, 'This came from another page.', 'text/plain');
  if (await deps.floor.answer(floorVisit(request, response, { url, deps }))) return;
  send(response, 404, 'There is nothing at this address.', 'text/plain');
}

const notBuilt =
  'The pages of the shop floor are not built. Run npm run build:web where Platen is installed, and start the agent again.';

/** A page of the shop floor, which asks for the PIN itself, or a file of it. Of the other entries nothing is here. */
async function findBuilt(
  { pathname }: URL,
  { headers }: IncomingMessage,
  web: WebFiles | undefined,
): Promise<WebAnswer | undefined> {
  const encodings = headers['accept-encoding'];
  const accepted = Array.isArray(encodings) ? encodings.join(', ') : encodings;
  if (pathname === '/shop' || pathname.startsWith('/shop/')) return web?.createPage('shop', accepted);
  const isOther = pathname.startsWith('/assets/') && !pathname.startsWith('/assets/shop/');
  return isOther ? undefined : await web?.findFile(pathname, accepted);
}

function floorVisit(
  request: IncomingMessage,
  response: ServerResponse,
  { url, deps: { sessions } }: { url: URL; deps: ConsoleDeps },
): FloorVisit {
  const token = readCookies(request.headers.cookie).get(sessionCookie);
  const session = sessions.find(token);
  return {
    request,
    response,
    url,
    language: languageOf(request),
    session: session && {
      endsAtMs: session.endsAtMs,
      isOpen: () => sessions.find(token) !== undefined,
    },
    logIn(pin) {
      const outcome = sessions.open(pin);
      if (outcome.kind === 'open') response.setHeader('Set-Cookie', cookieOf(outcome.token));
      return outcome;
    },
    logOut() {
      sessions.close(token);
      response.setHeader('Set-Cookie', noCookie);
    },
  };
}

const cookieOf = (token: string): string =>
  `${sessionCookie}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200`;
const noCookie = `${sessionCookie}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;

function redirect(response: ServerResponse, path: string): void {
  response.writeHead(303, { ...securityHeaders, Location: path }).end();
}

function send(response: ServerResponse, status: number, body: string, type: string): void {
  response.writeHead(status, { ...securityHeaders, 'Content-Type': type }).end(body);
}
