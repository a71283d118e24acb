/**
 * Sets of tools for clients that take few: what a client asked for by path or header, and the tools that it gets. Which tool is in
 * which set is said by its operation.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@platen/contracts/app-error';
import { toolGroups } from '../operation/operation.ts';
import type { McpTool, McpTools } from './mcp-tools.ts';

/** What a client may ask for by name. */
export const toolsetNames: readonly string[] = ['core', 'all', ...toolGroups];

export interface ToolSelection {
  /** Sorted, each once; only `all` stands for every tool. */
  sets: readonly string[];
  /** Only tools that change nothing. */
  readOnly: boolean;
}

/**
 * What a request asks for: `/api/mcp/x/core,addresses` or the header X-MCP-Toolsets, the path before the header; with
 * `/readonly` behind it or the header X-MCP-Readonly without those that change something. Throws malformed, naming what
 * there is.
 */
export function readToolSelection(
  headers: IncomingHttpHeaders,
  path: { sets?: string; readOnly?: boolean } = {},
): ToolSelection {
  const [source, text] =
    path.sets === undefined
      ? ['X-MCP-Toolsets', headers['x-mcp-toolsets']?.toString()]
      : ['/api/mcp/x/{sets}', path.sets];
  const readOnly = path.readOnly === true || readFlag(headers['x-mcp-readonly']?.toString());
  return { sets: readSets(source, text), readOnly };
}

function readSets(source: string, text: string | undefined): string[] {
  if (text === undefined || text.trim() === '') return ['all'];
  const sets = text.split(',').map((name) => name.trim().toLowerCase().replaceAll('_', '-'));
  const unknown = sets.find((name) => !toolsetNames.includes(name));
  if (unknown !== undefined) {
    throw new AppError(
      'malformed',
      `${source}: there is no set "${unknown.slice(0, 50)}"; the sets are ${toolsetNames.join(', ')}.`,
    );
  }
  return sets.includes('all') ? ['all'] : [...new Set(sets)].sort();
}

function readFlag(text: string | undefined): boolean {
  const word = text?.trim().toLowerCase() ?? '';
  if (['', 'false', '0', 'no', 'off'].includes(word)) return false;
  if (['true', '1', 'yes', 'on'].includes(word)) return true;
  throw new AppError('malformed', 'X-MCP-Readonly: must be true or false.');
}

/** Selections kept at most; there are far fewer that make sense. */
const maxKept = 200;

/** Gives each selection its tools. The same selection gets the same object again, so that its list is made once. */
export function createToolsets(tools: McpTools): (selection: ToolSelection) => McpTools {
  const kept = new Map<string, McpTools>();
  return (selection) => {
    if (selection.sets[0] === 'all' && !selection.readOnly) return tools;
    const key = `${selection.sets.join(',')} ${selection.readOnly}`;
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= maxKept) kept.clear();
    const selected = selectTools(tools, selection);
    kept.set(key, selected);
    return selected;
  };
}

function selectTools(tools: McpTools, { sets, readOnly }: ToolSelection): McpTools {
  const isIn = ({ facts }: McpTool) =>
    sets[0] === 'all' || sets.includes(facts.group) || (facts.core === true && sets.includes('core'));
  const isSelected = (tool: McpTool) => isIn(tool) && (!readOnly || tool.operation.effect === 'read');
  return {
    all: tools.all.filter(isSelected),
    find(name) {
      const tool = tools.find(name);
      return tool && isSelected(tool) ? tool : undefined;
    },
    whyMissing(name) {
      const tool = tools.find(name);
      if (!tool) return tools.whyMissing(name);
      return isIn(tool)
        ? `Unknown tool: ${name}. It changes something, and this connection is read-only: connect without /readonly and without X-MCP-Readonly.`
        : `Unknown tool: ${name}. It is in the set "${tool.facts.group}", and this connection has ${sets.join(', ')}: add it to /api/mcp/x/${sets.join(',')} or to X-MCP-Toolsets.`;
    },
  };
}
