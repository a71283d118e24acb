/** What the console reads of a request: cookies, language, a form. Owns its bounds: 64 KiB, or 32 MiB for a form with files. */
import type { IncomingMessage } from 'node:http';
import type { Language } from './console-page.ts';

export const sessionCookie = 'platen_console';

const maxFormBytes = 65_536;
const maxFileFormBytes = 32 * 1024 * 1024;

/** What somebody posted. */
export interface PostedForm {
  fields: URLSearchParams;
  files: ReadonlyMap<string, Uint8Array>;
}

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

/** A posted form; undefined when it is none or too large. `mayHaveFiles`: somebody who gave the PIN sent it. */
export async function formOf(
  request: IncomingMessage,
  { mayHaveFiles }: { mayHaveFiles: boolean },
): Promise<PostedForm | undefined> {
  const type = request.headers['content-type'] ?? '';
  const hasFiles = mayHaveFiles && /^multipart\/form-data\b/.test(type);
  if (!hasFiles && !/^application\/x-www-form-urlencoded\b/.test(type)) return undefined;
  const maxBytes = hasFiles ? maxFileFormBytes : maxFormBytes;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!hasFiles) return { fields: new URLSearchParams(body.toString('utf8')), files: new Map() };
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
  return form && (await readParts(form));
}

async function readParts(form: FormData): Promise<PostedForm> {
  const fields = new URLSearchParams();
  const files = new Map<string, Uint8Array>();
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.append(name, value);
    else files.set(name, new Uint8Array(await value.arrayBuffer()));
  }
  return { fields, files };
}
