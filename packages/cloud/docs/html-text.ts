/** Text into HTML. Owns escaping: everything that comes from a definition goes through it. */

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that stands between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

/** A page of the documentation around `body`, which is HTML already. */
export function docsPage({ title, body, nav }: { title: string; body: string; nav: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><b>Platen</b> <nav aria-label="Documentation"><a href="/docs">REST reference</a> <a href="/docs/mcp">MCP setup</a> <a href="/api/openapi.json">OpenAPI</a></nav></header>
<div class="columns">
<aside>${nav}</aside>
<main id="content">
${body}
</main>
</div>
</body>
</html>
`;
}
