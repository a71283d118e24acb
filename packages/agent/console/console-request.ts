/** What the console reads of a request: cookies, language, a form. Owns its bounds; a form is never more than 64 KiB. */
import type { IncomingMessage } from 'node:http';
import type { Language } from './console-page.ts';

export const sessionCookie = 'platen_console';

const mostFormBytes = 65_536;

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

/** What was chosen here, else what the browser prefers of the two. */
export function languageOf(request: IncomingMessage, cookies: ReadonlyMap<string, string>): Language {
  const chosen = cookies.get('platen_language');
  if (chosen === 'en' || chosen === 'zh-CN') return chosen;
  const preferred = /(?:^|[,\s])(zh|en)\b/i.exec(request.headers['accept-language'] ?? '');
  return preferred?.[1]?.toLowerCase() === 'zh' ? 'zh-CN' : 'en';
}

/** The fields of a posted form; undefined when it is none or too large. */
export async function formOf(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? '')) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostFormBytes) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
