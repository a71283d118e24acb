/**
 * The frame of the few pages that the cloud itself serves: no script, nothing from elsewhere, readable in the dark, in
 * Chinese and English. Owns the frame, the escaping and the choice of language; must never hold a feature's words.
 */
import { type PageColours, pageColours, pageFonts } from '@platen/contracts/palette';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type PageLanguage = 'zh' | 'en';

/** What was asked for by `?lang=`, else what the browser prefers of the two. */
export function pageLanguage(request: FastifyRequest): PageLanguage {
  const { lang } = request.query as { lang?: unknown };
  if (lang === 'zh' || lang === 'en') return lang;
  const preferred = /(?:^|[,\s])(zh|en)\b/i.exec(request.headers['accept-language'] ?? '');
  return preferred?.[1]?.toLowerCase() === 'zh' ? 'zh' : 'en';
}

/** Text as it may stand in HTML, attributes included. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const variablesOf = ({ ground, text, accent, error, surface }: PageColours): string =>
  `--ground:${ground};--text:${text};--accent:${accent};--error:${error};--surface:${surface}`;

const style = `:root{color-scheme:light dark;${variablesOf(pageColours.light)}}@media(prefers-color-scheme:dark){:root{${variablesOf(pageColours.dark)}}}
a{color:var(--accent)}body{background:var(--ground);color:var(--text);font:1.1rem/1.6 ${pageFonts};margin:0 auto;max-width:32rem;padding:1.5rem}
nav{text-align:end}h1{font-size:1.5rem;line-height:1.3}dl{display:grid;gap:.25rem 1rem;grid-template-columns:auto 1fr}
dt{opacity:.75}dd{margin:0}.amount{font-size:1.6rem;font-weight:600}form{display:grid;gap:.75rem;margin-top:1.5rem}
button,.button{border:2px solid;border-radius:.5rem;box-sizing:border-box;display:grid;font:inherit;min-height:3rem;padding:.5rem 1rem;place-content:center;text-align:center;text-decoration:none}
button{background:var(--surface);color:var(--text);cursor:pointer}.main{background:var(--accent);border-color:var(--accent);color:var(--ground)}
h1,dd,.note{overflow-wrap:anywhere}.good{border-color:#2b8a3e}.bad{border-color:var(--error)}
:focus-visible{outline:3px solid Highlight;outline-offset:3px}.note{border-inline-start:.3rem solid;padding-inline-start:1rem}`;

/** Sends a page; `title` is plain text, `body` is HTML. */
export function sendPlainPage(
  reply: FastifyReply,
  page: { language: PageLanguage; title: string; body: string; status?: number },
): FastifyReply {
  const other = page.language === 'zh' ? { lang: 'en', name: 'English' } : { lang: 'zh', name: '中文' };
  const title = escapeHtml(page.title);
  return reply
    .code(page.status ?? reply.statusCode)
    .headers({
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${page.language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>
<body><nav><a href="?lang=${other.lang}" hreflang="${other.lang}" lang="${other.lang}">${other.name}</a></nav>
<main><h1>${title}</h1>
${page.body}
</main></body></html>
`);
}
