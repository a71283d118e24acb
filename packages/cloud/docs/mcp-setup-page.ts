/** The page that tells people how to connect their AI client. Owns its words; the clients are in contracts/mcp-clients.ts. */

import { anchorOfClient, type McpClient, mcpClients } from '@platen/contracts/mcp-clients';
import { toolsetNames } from '../mcp/mcp-toolsets.ts';
import { docsPage, escapeHtml } from './docs-shell.ts';

/** Stands where the key goes; the page's script puts the reader's own key there, and it never leaves the page. */
const keyPlaceholder = 'YOUR_API_KEY';

/** Renders the page. `url` is the origin that clients see, `tools` what the endpoint offers. */
export function renderMcpSetup(url: string, tools: ReadonlyArray<{ name: string; title: string }>): string {
  const endpoint = `${url}/api/mcp`;
  const clients = mcpClients(endpoint, keyPlaceholder);
  const nav = `<ul class="guides"><li><a href="#clients">Your client</a></li><li><a href="#fewer-tools">Fewer tools</a></li><li><a href="#files">Files</a></li><li><a href="#not-with-a-key">Not with a key</a></li><li><a href="#tools">The tools</a></li></ul>
<p class="unscripted">Clients</p><ul class="guides unscripted">${clients.map(({ name }) => `<li><a href="#${anchorOfClient(name)}">${escapeHtml(name)}</a></li>`).join('')}</ul>`;
  const body = `<section class="opening"><h1>Connect an AI client</h1>
<p class="lead">The endpoint is <code>${escapeHtml(endpoint)}</code>: MCP over Streamable HTTP with ${tools.length} tools. Make a key here or with <a href="/docs#create_api_key">create_api_key</a>; it goes where <code>${keyPlaceholder}</code> stands.</p>
<form class="key-box scripted"><label for="key">Your API key, filled in below</label><div class="key-row"><input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="platen_live_" maxlength="200" data-placeholder="${keyPlaceholder}"><button type="button" class="make-key">Make me a key</button></div><p class="hint">It stays on this page. Who is logged in on this site can have one made, which ends after 7 days; make one that lasts with create_api_key.</p><p class="key-note" role="status"></p></form></section>
<section class="guide" id="clients"><h2>Your client</h2>
<div class="client-tabs scripted" role="tablist" aria-label="AI clients">${clients.map(({ name }) => `<button type="button" role="tab" data-client="${anchorOfClient(name)}">${escapeHtml(name)}</button>`).join('')}</div>
${clients.map(clientHtml).join('\n')}
<p>To change a key, remove the server from the client and add it again.</p></section>
<section class="guide" id="fewer-tools"><h2>Fewer tools</h2>
<p>Some clients take about 40 tools. <code>${escapeHtml(endpoint)}/x/core</code> has those of the main flow alone; several sets are joined by a comma. The headers <code>X-MCP-Toolsets: core,addresses</code> and <code>X-MCP-Readonly: true</code> do the same; <code>/readonly</code> behind such a path leaves out what changes something. The sets are ${toolsetNames.map((name) => `<code>${name}</code>`).join(', ')}.</p></section>
<section class="guide" id="files"><h2>Files</h2>
<p>Give the upload tools a <code>file_url</code>, or the bytes in <code>content</code> (base64). Clients that can send <code>multipart/form-data</code> stream files of any size: first a part <code>message</code> with one tools/call, then the files, named by <code>file_path: "cid:&lt;part name&gt;"</code>. The bridge <a href="#any-client-that-starts-local-servers"><code>platen mcp</code></a> does that for paths on your own machine.</p></section>
<section class="guide" id="not-with-a-key"><h2>Not with a key</h2>
<p>ChatGPT apps and claude.ai connectors ask for OAuth and can't send a key of their own.</p></section>
<section class="guide" id="tools"><h2>The tools</h2>
<ul class="tools">${tools.map(({ name, title }) => `<li><a href="/docs#${name}"><code>${escapeHtml(name).replaceAll('_', '_<wbr>')}</code></a> ${escapeHtml(title)}</li>`).join('')}</ul></section>`;
  return docsPage({
    path: '/docs/mcp',
    title: 'Platen: connect an AI client',
    description: 'What to paste into which AI client, so that it can order prints.',
    nav,
    body,
  });
}

function clientHtml({ name, where, text, note }: McpClient): string {
  const id = anchorOfClient(name);
  const code = escapeHtml(text).replaceAll(keyPlaceholder, `<var>${keyPlaceholder}</var>`);
  return `<section id="${id}" class="client"><h3>${escapeHtml(name)}</h3>
<p>${escapeHtml(where.en)}</p>
<div class="code"><div class="code-bar"><span class="code-name">Paste this</span><button type="button" class="copy scripted">Copy</button></div><pre tabindex="0" role="region" aria-label="Configuration of ${escapeHtml(name)}"><code>${code}</code></pre></div>
${note ? `<p class="hint">${escapeHtml(note.en)}</p>` : ''}</section>`;
}
