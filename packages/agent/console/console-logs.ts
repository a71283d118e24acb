/** The page of the log: the newest lines first, troubles alone when asked. */

import type { LogLine, RecentLog } from '../machine/recent-log.ts';
import { type Html, html } from './console-html.ts';
import { type ConsolePage, clockOf } from './console-page.ts';

const maxShown = 200;

/** What was logged since the agent was started. */
export const logsPage = (recent: Pick<RecentLog, 'list'>): ConsolePage => ({
  path: '/log',
  title: (words) => words.logs,
  isLive: true,
  render({ words, language, query }) {
    const troubles = query.get('troubles') === 'yes';
    const lines = recent.list().filter(({ level }) => !troubles || level !== 'info');
    const choice = troubles
      ? html`<a href="/log">${words.logsAll}</a>`
      : html`<a href="/log?troubles=yes">${words.logsTroubles}</a>`;
    if (lines.length === 0) return html`<p>${choice}</p><p>${words.logsNone}</p>`;
    const row = (line: LogLine): Html => html`<tr class="${line.level === 'info' ? '' : 'off'}">
<td><time datetime="${new Date(line.atMs).toISOString()}">${clockOf(line.atMs, language)}</time></td>
<td>${line.level}</td><td><code>${line.event}</code></td><td>${fieldsText(line)}</td></tr>`;
    return html`<p>${choice}</p>
<div class="wide"><table><thead><tr><th>${words.time}</th><th>${words.level}</th><th>${words.event}</th><th>${words.details}</th></tr></thead>
<tbody>${lines.slice(0, maxShown).map(row)}</tbody></table></div>`;
  },
});

const fieldsText = ({ fields }: LogLine): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(' · ');
