/** Owns the page that a browser sees at `/`: name, state, trays, jobs. Shows; must never change anything. */
import { findEnumName } from '@platen/ipp/ipp-tables';
import type { JobRecord } from './job-record.ts';
import type { PrinterFacts } from './printer-description.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const row = (cells: string[]): string =>
  `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;

const shownJobs = 50;

/** The whole page as HTML. */
export function statusPage(facts: PrinterFacts, jobs: Iterable<JobRecord>): string {
  const { paper } = facts;
  const trays = paper
    .loaded()
    .map((tray) => row([tray.source, tray.sizeName, tray.type, paper.isEmpty(tray) ? 'empty' : 'loaded']));
  const inks = facts.supplies.map(({ color, level }) => row([color, `${level} %`]));
  const newest = [...jobs].sort((one, other) => other.id - one.id).slice(0, shownJobs);
  const listed = newest.map((job) =>
    row([
      String(job.id),
      job.name,
      findEnumName('job-state', job.state) ?? '',
      job.reasons.join(', '),
      String(job.impressionsCompleted),
    ]),
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(facts.name)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem;max-width:60rem}td,th{padding:.1rem 1rem .1rem 0;text-align:left}</style>
<h1>${escaped(facts.name)}</h1>
<p>${escaped(facts.state)} (${escaped(facts.reasons.join(', '))}) at <code>${escaped(facts.uri)}</code></p>
<h2>Trays</h2><table><tr><th>Tray<th>Size<th>Paper<th>Level</tr>${trays.join('')}</table>
<h2>Ink</h2><table><tr><th>Colour<th>Level</tr>${inks.join('')}</table>
<h2>Jobs</h2><table><tr><th>Job<th>Name<th>State<th>Reasons<th>Impressions</tr>${listed.join('')}</table>
</html>
`;
}
