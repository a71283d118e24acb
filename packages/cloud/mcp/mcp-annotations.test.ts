/** What each tool's hints say. */
import { expect, it } from 'vitest';
import { operations } from '../operations.ts';
import { interfaceTools } from '../testing/interface-tools.ts';
import { createMcpTools } from './mcp-tools.ts';

const tools = createMcpTools(operations);

it.each(Object.values(interfaceTools).flatMap((set) => Object.entries(set)))('%s: %o', (name, hints) => {
  const { operation, listed } = tools.find(name)!;
  // A file_url is the one thing that reaches beyond the service: whatever stands at that address is brought in.
  expect(listed.annotations).toEqual({ ...hints, openWorldHint: operation.takesFile === true });
});
