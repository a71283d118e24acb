/** The page that tells people how to connect their AI client. Owns its words; the clients are in contracts/mcp-clients.ts. */

import { type McpClient, mcpClients } from '@platen/contracts/mcp-clients';
import { toolsetNames } from '../mcp/mcp-toolsets.ts';
import { docsPage, escapeHtml } from './html-text.ts';

/** Stands where the key goes; the page's script puts the reader's own key there, and it never leaves the page. */
const keyPlaceholder = 'YOUR_API_KEY';

/** Renders the page. `url` is the origin that clients see, `tools` what the endpoint offers. */
export function renderMcpSetup(url: string, tools: ReadonlyArray<{ name: string; title: string }>): string {
  const endpoint = `${url}/api/mcp`;
  const clients = mcpClients(endpoint, keyPlaceholder);
  const nav = `<ul>${clients.map(({ name }) => `<li><a href="#${anchorOf(name)}">${escapeHtml(name)}</a></li>`).join('')}</ul>`;
  const body = `<h1>Connect an AI client</h1>
<p>The endpoint is <code>${escapeHtml(endpoint)}</code>: MCP over Streamable HTTP with ${tools.length} tools. Make a key with <a href="/docs#create_api_key">POST /api/user/api-keys</a> and put it where <code>${keyPlaceholder}</code> stands. To change a key, remove the server from the client and add it again.</p>
<p><label>Your key, to have it filled in below (it stays on this page): <input id="key" type="password" autocomplete="off" spellcheck="false" data-placeholder="${keyPlaceholder}"></label></p>
<h2>Fewer tools</h2>
<p>Some clients take about 40 tools. <code>${escapeHtml(endpoint)}/x/core</code> has those of the main flow alone; several sets are joined by a comma. The headers <code>X-MCP-Toolsets: core,addresses</code> and <code>X-MCP-Readonly: true</code> do the same; <code>/readonly</code> behind such a path leaves out what changes something. The sets are ${toolsetNames.map((name) => `<code>${name}</code>`).join(', ')}.</p>
<h2>Files</h2>
<p>Give the upload tools a <code>file_url</code>, or the bytes in <code>content</code> (base64). Clients that can send <code>multipart/form-data</code> stream files of any size: first a part <code>message</code> with one tools/call, then the files, named by <code>file_path: "cid:&lt;part name&gt;"</code>. The bridge <a href="#any-client-that-starts-local-servers"><code>platen mcp</code></a> does that for paths on your own machine.</p>
${clients.map(clientHtml).join('\n')}
<h2>Not with a key</h2>
<p>ChatGPT apps and claude.ai connectors ask for OAuth and can't send a key of their own.</p>
<h2>The tools</h2>
<ul class="tools">${tools.map(({ name, title }) => `<li><code>${escapeHtml(name)}</code> ${escapeHtml(title)}</li>`).join('')}</ul>`;
  return docsPage({ title: 'Platen: connect an AI client', nav, body });
}

const anchorOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

function clientHtml({ name, where, text, note }: McpClient): string {
  return `<section id="${anchorOf(name)}" class="client"><h3>${escapeHtml(name)}</h3>
<p>${escapeHtml(where.en)}</p>
<div class="paste"><pre>${escapeHtml(text)}</pre><button type="button" class="copy">Copy</button></div>
${note ? `<p>${escapeHtml(note.en)}</p>` : ''}</section>`;
}
