/**
 * The browser's session cookie and what protects it: owns the cookie's name and attributes, and which requests may use it.
 *
 * INVARIANTS
 * 1. A request that changes something by cookie carries the header `X-Platen-CSRF`, which a page of another site can't
 *    send without a preflight that nobody here answers, and comes from no foreign Origin.
 * 2. Over https the cookie is `__Host-`: only this host, over TLS, for every path (RFC 6265bis, 4.1.3.2). On plain http,
 *    which is for development, browsers refuse that name; there the plain name is used, and over https it is ignored.
 */
import { AppError } from '@platen/contracts/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from '../context.ts';

/** Browsers keep a cookie for 400 days at most; the session itself ends earlier, on the server. */
const cookieSeconds = 400 * 24 * 3600;

const maxDeviceCharacters = 200;

/** What of a request the session depends on. */
export type BrowserRequest = Pick<FastifyRequest, 'method' | 'headers' | 'cookies'>;

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

const cookieName = (publicUrl: string): string =>
  isSecure(publicUrl) ? '__Host-platen_session' : 'platen_session';

/** The session's token in this request's cookies. */
export const findSessionToken = ({ cookies }: BrowserRequest, publicUrl: string): string | undefined =>
  cookies[cookieName(publicUrl)];

/** Throws forbidden unless a request that is made by cookie reads only or was sent by this site's own pages. */
export function checkOwnRequest(request: BrowserRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  checkOwnPage(request, publicUrl);
  if (request.headers['x-platen-csrf'] === undefined) {
    throw new AppError('forbidden', 'X-Platen-CSRF: a change by session needs this header, with any value.');
  }
}

/** Throws forbidden when a page of another site sent the request. */
function checkOwnPage({ headers }: BrowserRequest, publicUrl: string): void {
  const { origin, host } = headers;
  const isForeign =
    headers['sec-fetch-site'] === 'cross-site' ||
    (origin !== undefined && origin !== publicUrl && !isOurs(URL.parse(origin), { host, publicUrl }));
  if (isForeign) throw new AppError('forbidden', 'Origin: pages of another site may not call this.');
}

/** Of the name that was called; over https no page that came without it, which anybody on the way could have written. */
const isOurs = (origin: URL | null, { host, publicUrl }: { host: string | undefined; publicUrl: string }) =>
  origin !== null && origin.host === host && (origin.protocol === 'https:' || !isSecure(publicUrl));

/** The cookie of this request and, once set, of its answer. */
export function sessionCookieOf(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): SessionCookie {
  checkOwnPage(request, publicUrl);
  const write = (value: string, maxAge: number) =>
    void reply.setCookie(cookieName(publicUrl), value, {
      path: '/',
      maxAge,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(publicUrl),
    });
  const device = (request.headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '');
  return {
    token: findSessionToken(request, publicUrl),
    device: device.slice(0, maxDeviceCharacters),
    set: (token) => write(token, cookieSeconds),
    clear: () => write('', 0),
  };
}
