/**
 * The operator's console: a small website of the agent for the machine it runs on. Owns who is let in and how requests become
 * pages and acts; must never know what a page shows. It works without a cloud and without internet.
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
import { consoleCss, consoleScript } from './console-assets.ts';
import { html } from './console-html.ts';
import { type ActOutcome, type ConsolePage, framed, type Language, refused } from './console-page.ts';
import { consoleProofPath } from './console-proof.ts';
import { formOf, languageOf, type PostedForm, readCookies, sessionCookie } from './console-request.ts';
import type { ConsoleSession, ConsoleSessions } from './console-sessions.ts';
import { wordsOf } from './console-text.ts';

export interface ConsoleDeps {
  /** 0 for any free one. */
  port: number;
  pages: readonly ConsolePage[];
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
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin', // with no-referrer browsers post forms with `Origin: null`
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
  if (url.pathname === '/console.css') return send(response, 200, consoleCss, 'text/css; charset=utf-8');
  if (url.pathname === '/console.js')
    return send(response, 200, consoleScript, 'text/javascript; charset=utf-8');
  if (url.pathname === '/favicon.ico') return void response.writeHead(204, securityHeaders).end();
  if (url.pathname === consoleProofPath && request.method === 'GET') {
    const proof = deps.prove(url.searchParams.get('challenge') ?? '');
    return send(response, proof ? 200 : 400, proof ?? 'No challenge.', 'text/plain');
  }
  const built = request.method === 'GET' ? await findBuilt(url, request, deps.web) : undefined;
  if (built) return void response.writeHead(200, built.headers).end(built.body);
  if (url.pathname.startsWith('/assets/')) return send(response, 404, 'No such file.', 'text/plain');
  const cookies = readCookies(request.headers.cookie);
  const isOwn = request.headers.origin === `http://${host}`;
  const visit: Visit = {
    url,
    token: cookies.get(sessionCookie),
    language: languageOf(request, cookies),
    session: deps.sessions.find(cookies.get(sessionCookie)),
  };
  if (url.pathname.startsWith('/api/')) {
    // What only reads has an Origin where another page asks.
    if (!isOwn && (request.method !== 'GET' || request.headers.origin !== undefined))
      return send(response, 403, 'This came from another page.', 'text/plain');
    if (await deps.floor.answer(floorVisit(request, response, { visit, deps }))) return;
    return send(response, 404, wordsOf(visit.language).noSuchPage, 'text/plain; charset=utf-8');
  }
  if (request.method === 'GET' && url.pathname === '/' && deps.web) return redirect(response, '/shop/');
  if (request.method === 'GET') return await show(response, visit, deps);
  if (request.method !== 'POST') return send(response, 405, 'GET and POST alone.', 'text/plain');
  if (!isOwn) return send(response, 403, 'This came from another page.', 'text/plain');
  const posted = await formOf(request, { mayHaveFiles: visit.session !== undefined });
  if (!posted) return send(response, 413, 'This form is too large or none.', 'text/plain');
  await act(response, { ...visit, ...posted }, deps);
}

interface Visit {
  url: URL;
  token: string | undefined;
  session: ConsoleSession | undefined;
  language: Language;
}

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

/** The same session for both, by the same cookie. */
function floorVisit(
  request: IncomingMessage,
  response: ServerResponse,
  { visit, deps }: { visit: Visit; deps: ConsoleDeps },
): FloorVisit {
  const { url, language, session, token } = visit;
  const { sessions } = deps;
  return {
    request,
    response,
    url,
    language,
    session: session && {
      endsAtMs: session.endsAtMs,
      isOpen: () => sessions.find(token) !== undefined,
    },
    logIn(pin) {
      const outcome = sessions.open(pin);
      if (outcome.kind !== 'open') return outcome;
      response.setHeader('Set-Cookie', cookieOf(outcome.token));
      return { kind: 'open', endsAtMs: sessions.find(outcome.token)?.endsAtMs ?? deps.now() };
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

async function show(response: ServerResponse, visit: Visit, deps: ConsoleDeps): Promise<void> {
  const { url, session } = visit;
  if (!session) return url.pathname === '/' ? showLogin(response, visit, deps) : redirect(response, '/');
  if (url.pathname === '/') return redirect(response, deps.pages[0]!.path);
  if (url.pathname === '/picture' && session.picture)
    return void response
      .writeHead(200, { ...securityHeaders, 'Content-Type': 'image/png' })
      .end(session.picture);
  const page = deps.pages.find(({ path }) => path === url.pathname);
  const request = requestOf(visit, deps);
  const { said } = session;
  session.said = undefined;
  if (said) session.picture = said.picture;
  const frame = { at: url.pathname, pages: deps.pages, said };
  if (!page) {
    const title = request.words.noSuchPage;
    return sendPage(response, framed({ ...frame, title, content: html``, isLive: false }, request), 404);
  }
  const content = await page.render(request);
  const { isLive } = page;
  sendPage(response, framed({ ...frame, title: page.title(request.words), content, isLive }, request));
}

const requestOf = ({ url, language }: Visit, { now }: ConsoleDeps) => ({
  words: wordsOf(language),
  language,
  nowMs: now(),
  query: url.searchParams,
});

function showLogin(response: ServerResponse, visit: Visit, deps: ConsoleDeps, said?: ActOutcome): void {
  const request = requestOf(visit, deps);
  const { words } = request;
  const content = html`<form method="post" action="/login" class="login">
<label>${words.pin} <input name="pin" type="password" inputmode="numeric" autocomplete="current-password" maxlength="12" required autofocus></label>
<button class="main">${words.open}</button>
</form>
<p class="age">${words.pinHint}</p>`;
  const frame = { title: words.login, content, at: undefined, pages: [], said, isLive: false };
  sendPage(response, framed(frame, request), said ? 403 : 200);
}

async function act(response: ServerResponse, visit: Visit & PostedForm, deps: ConsoleDeps): Promise<void> {
  const { url, fields: form, files, session, token } = visit;
  if (url.pathname === '/language') {
    const language = form.get('language') === 'en' ? 'en' : 'zh-CN';
    response.setHeader(
      'Set-Cookie',
      `platen_language=${language}; Path=/; SameSite=Strict; Max-Age=31536000`,
    );
    return redirect(response, '/');
  }
  if (url.pathname === '/login') return logIn(response, visit, deps);
  if (!session) return showLogin(response, visit, deps, refused(wordsOf(visit.language).loginFirst));
  if (url.pathname === '/leave') {
    deps.sessions.close(token);
    response.setHeader('Set-Cookie', noCookie);
    return redirect(response, '/');
  }
  const [, path, name] = /^(\/.+)\/([a-z-]+)$/.exec(url.pathname) ?? [];
  const page = deps.pages.find((one) => one.path === path);
  const wanted = page?.acts && Object.hasOwn(page.acts, name!) ? page.acts[name!] : undefined;
  if (!page || !wanted)
    return send(response, 404, wordsOf(visit.language).noSuchPage, 'text/plain; charset=utf-8');
  session.said = await wanted(form, { ...requestOf(visit, deps), files });
  deps.log('info', 'console.act', { act: `${path}/${name}`, refused: session.said.isRefusal });
  redirect(response, page.path);
}

function logIn(response: ServerResponse, visit: Visit & PostedForm, deps: ConsoleDeps): void {
  const words = wordsOf(visit.language);
  const outcome = deps.sessions.open(visit.fields.get('pin')?.trim() ?? '');
  if (outcome.kind === 'open') {
    deps.log('info', 'console.login');
    response.setHeader('Set-Cookie', cookieOf(outcome.token));
    redirect(response, '/');
    return;
  }
  deps.log('warn', 'console.login-refused', { kind: outcome.kind });
  const text =
    outcome.kind === 'wrong'
      ? words.pinWrong(outcome.triesLeft)
      : words.pinPaused(Math.max(1, Math.ceil((outcome.untilMs - deps.now()) / 1000)));
  showLogin(response, visit, deps, refused(text));
}

function redirect(response: ServerResponse, path: string): void {
  response.writeHead(303, { ...securityHeaders, Location: path }).end();
}

const sendPage = (response: ServerResponse, page: { markup: string }, status = 200): void =>
  send(response, status, page.markup, 'text/html; charset=utf-8');

function send(response: ServerResponse, status: number, body: string, type: string): void {
  response.writeHead(status, { ...securityHeaders, 'Content-Type': type }).end(body);
}
