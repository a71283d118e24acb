/**
 * README's tables of settings, made of the tables that the programs read. Run by itself it writes them; test/checks/settings.test.ts holds
 * README to them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentSettings } from '@platen/agent/machine/agent-settings';
import { mcpSettings } from '@platen/cli/mcp/mcp-settings';
import { listCloudSettings } from '@platen/cloud/cloud-settings';
import type { Setting } from '@platen/contracts/settings';
import { virtualPrinterSettings } from '@platen/virtual-printer/virtual-printer-settings';

/** By program, as `platen PROGRAM` starts it. */
export const settingsOf: Readonly<Record<string, readonly Setting[]>> = {
  cloud: listCloudSettings(),
  agent: Object.values(agentSettings),
  'virtual-printer': Object.values(virtualPrinterSettings),
  mcp: Object.values(mcpSettings),
};

const readmePath = join(import.meta.dirname, '../../README.md');
const [begin, end] = ['<!-- settings -->\n', '<!-- /settings -->'];

const defaultCell = ({ byDefault, otherwise, isRequired }: Setting): string =>
  isRequired ? 'none: required' : (otherwise ?? `\`${byDefault}\``);

const rowOf = (setting: Setting): string =>
  `| \`${setting.variable}\` | ${defaultCell(setting)} | ${setting.says} |`;

function tableOf(program: string, settings: readonly Setting[]): string {
  const groups = [...Map.groupBy(settings, ({ group }) => group)];
  const rows = groups.flatMap(([group, ofGroup]) => [`| **${group}** | | |`, ...ofGroup.map(rowOf)]);
  return [
    `\`platen ${program}\``,
    '',
    '| variable | default | meaning |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** README as it is, and as the tables want it. */
export function readReadme(): { text: string; wanted: string } {
  const text = readFileSync(readmePath, 'utf8');
  const tables = Object.entries(settingsOf).map(([program, settings]) => tableOf(program, settings));
  const [before = '', rest = ''] = text.split(begin);
  const after = rest.slice(rest.indexOf(end));
  return { text, wanted: `${before}${begin}${tables.join('\n\n')}\n${after}` };
}

if (import.meta.main) writeFileSync(readmePath, readReadme().wanted);
