/** The frame of the documentation's pages, and text into HTML. Everything that comes from a definition goes through `escapeHtml`. */

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that stands between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

/** Shorter names stand in a line wherever they are. */
const unbrokenCharacters = 24;

/** A name that, where it is long, may be broken behind its signs and nowhere else. */
export const breakable = (name: string): string =>
  name.length <= unbrokenCharacters ? escapeHtml(name) : escapeHtml(name).replace(/[_/.]|\[\]/g, '$&<wbr>');

/** Names in backticks become code; whatever else, text. */
export const inlineText = (text: string): string =>
  escapeHtml(text).replace(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`);

/** Platen's mark, as the web has it: a roller, and the sheet that leaves it. */
const mark =
  '<svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect x="9" y="11" width="14" height="17" rx="2" fill="none" stroke="currentColor" stroke-width="2.5"/><rect x="3" y="4" width="26" height="9" rx="4.5" fill="currentColor"/><path class="mark-lines" d="M13 19h6M13 23h4" stroke-width="2.5" stroke-linecap="round"/></svg>';

const places = [
  { path: '/docs', name: 'API' },
  { path: '/docs/staff', name: 'Shops and admins' },
  { path: '/docs/mcp', name: 'AI clients' },
];

export interface DocsPage {
  path: string;
  title: string;
  description: string;
  /** The contents: what stands at the side. */
  nav: string;
  body: string;
}

/** A whole page. `nav` and `body` are HTML already. */
export function docsPage({ path, title, description, nav, body }: DocsPage): string {
  const links = places
    .map(
      (place) =>
        `<a href="${place.path}"${place.path === path ? ' aria-current="page"' : ''}>${place.name}</a>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/docs/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/first-paint.js"></script>
<script src="/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="/">${mark}<span>Platen</span></a>
<nav class="places" aria-label="Documentation">${links}</nav>
<div class="bar-end">
<button type="button" class="search-open scripted" aria-haspopup="dialog"><span>Search</span><kbd>/</kbd></button>
<button type="button" class="scheme scripted">Auto</button>
<button type="button" class="contents-open" popovertarget="contents">Contents</button>
</div>
</header>
<div class="columns">
<aside id="contents" popover aria-label="Contents"><nav aria-label="Contents">${nav}</nav></aside>
<main id="content" tabindex="-1">
${body}
</main>
</div>
<p class="said" role="status"></p>
</body>
</html>
`;
}

/** The mark as a file: the icon of the pages. */
export const markSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>.i{color:#0b5563}@media(prefers-color-scheme:dark){.i{color:#7fc0c9}}</style><g class="i"><rect x="9" y="11" width="14" height="17" rx="2" fill="none" stroke="currentColor" stroke-width="2.5"/><rect x="3" y="4" width="26" height="9" rx="4.5" fill="currentColor"/><path d="M13 19h6M13 23h4" stroke="#cc4a29" stroke-width="2.5" stroke-linecap="round"/></g></svg>';
