/**
 * Every tool of the interface, on two clouds that live alike: one is called over REST, the other over MCP. Each call gives the
 * same, and what belongs to an account isn't there for another, over either.
 */
import { operations } from '@platen/cloud/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOverMcp, callOverRest } from '../fixtures/both-transports.ts';
import { startTestCloud } from '../fixtures/cloud.ts';
import { createNormalise } from '../fixtures/normalised.ts';
import { files, openWorld, type Step, steps, type World } from '../fixtures/whole-service.ts';

let overRest: World;
let overMcp: World;
const normalise = { rest: createNormalise(), mcp: createNormalise() };

beforeAll(async () => {
  overRest = await openWorld(await startTestCloud());
  overMcp = await openWorld(await startTestCloud());
});
afterAll(async () => {
  await overRest.cloud.close();
  await overMcp.cloud.close();
});

const operationOf = (tool: string) => operations.find(({ name }) => name === tool)!;

it('has a step for every tool', () => {
  const tools = operations.filter((operation) => operation.tool).map((operation) => operation.name);
  expect(new Set(steps.map((step) => step.tool))).toEqual(new Set(tools));
});

type Who = 'owner' | 'guest' | 'outsider';

async function callRest(world: World, step: Step, who: Who) {
  const account = world.accounts[who];
  const operation = operationOf(step.tool);
  const input = step.input(world.known);
  if (!step.file) return await callOverRest(world.cloud.url, { apiKey: account.apiKey, operation, input });
  return await account.upload(operation.rest!.path, files[step.file], 'file');
}

async function callMcp(world: World, step: Step, who: Who) {
  const { apiKey } = world.accounts[who];
  const input = step.input(world.known);
  if (step.file) Object.assign(input, { content: files[step.file].toString('base64'), filename: 'file' });
  return await callOverMcp(world.cloud.url, { apiKey, operation: operationOf(step.tool), input });
}

describe.each(steps.map((step) => ({ name: step.tool, step })))('$name', ({ step }) => {
  it('is the same over REST and MCP, and nobody else gets at it', async () => {
    for (const world of [overRest, overMcp]) await step.before?.(world);
    if (!step.open) {
      const rest = await callRest(overRest, step, 'outsider');
      const mcp = await callMcp(overMcp, step, 'outsider');
      expect({ status: rest.status, isError: mcp.isError }).toEqual({ status: 404, isError: true });
      expect(mcp.body).toBe(rest.body.error);
    }
    const who = step.as ?? 'owner';
    const rest = await callRest(overRest, step, who);
    const mcp = await callMcp(overMcp, step, who);
    expect(rest.status, JSON.stringify(rest.body)).toBeLessThan(300);
    expect(mcp.isError, String(mcp.body)).toBe(false);
    step.keep?.(rest.body, overRest.known);
    step.keep?.(mcp.body, overMcp.known);
    expect(normalise.mcp(mcp.body)).toEqual(normalise.rest(rest.body));
  });
});
