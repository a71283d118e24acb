/** What the console reads of a request's head: cookies, and the language that is meant. */
import type { IncomingMessage } from 'node:http';

export const sessionCookie = 'platen_console';

/** Cookies by name (RFC 6265 section 5.4); of two with one name the first. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';').slice(0, 50)) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}

/** The first of the two that is named: the pages name the one that was chosen, other clients what they prefer. */
export function languageOf({ headers }: IncomingMessage): 'en' | 'zh-CN' {
  const named = /(?:^|[,\s])(zh|en)\b/i.exec(headers['accept-language'] ?? '');
  return named?.[1]?.toLowerCase() === 'zh' ? 'zh-CN' : 'en';
}
