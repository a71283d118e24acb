/**
 * Thirty tasks in words, done over MCP. No model is at hand, so a ranking of words (BM25) stands for an assistant that chooses by
 * reading: the right tool must be among the first three of 73. That the arguments are right, the service itself says.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud } from '../fixtures/cloud.ts';
import { type AssistantTask, tasks } from '../fixtures/mcp/assistant-tasks.ts';
import { wordsChosenOn, wordsReportedOn } from '../fixtures/mcp/customer-words.ts';
import { type ToolClient, toolClient } from '../fixtures/mcp/tool-client.ts';
import { rankTools } from '../fixtures/mcp/tool-ranking.ts';
import { openWorld, type World } from '../fixtures/whole-service.ts';

/** A restoration is waited for, on a machine that may have other things to do. */
const patienceMs = 180_000;

let world: World;
let clients: Record<'owner' | 'guest', ToolClient>;
// biome-ignore lint/suspicious/noExplicitAny: tools as listed.
let listed: any[];
beforeAll(async () => {
  world = await openWorld(await startTestCloud());
  const { owner, guest } = world.accounts;
  const { url } = world.cloud;
  clients = { owner: toolClient(url, owner.apiKey), guest: toolClient(url, guest.apiKey) };
  listed = await clients.owner.list();
});
afterAll(() => world.cloud.close());

it('has thirty tasks', () => expect(tasks).toHaveLength(30));

it('are found by their words: the right tool is among the first three in 28 of 30', () => {
  const rank = rankTools(listed);
  const missed = tasks
    .map(({ words, tool }) => ({ words, tool, place: rank(words).indexOf(tool) + 1 }))
    .filter(({ place }) => place > 3);
  expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(2);
});

it.each([
  { list: 'those that descriptions were chosen on', sentences: wordsChosenOn, min: 24 },
  { list: 'those that they were not', sentences: wordsReportedOn, min: 18 },
])('are found by the words of customers, some of them Chinese: $list', ({ sentences, min }) => {
  const rank = rankTools(listed);
  const found = sentences.filter(({ words, tool }) => rank(words).indexOf(tool) < 3);
  expect(found.length).toBeGreaterThanOrEqual(min);
});

describe.each<AssistantTask>(tasks)(
  '$words',
  { timeout: patienceMs },
  ({ tool, as, input, keep, before, images = 0 }) => {
    it(`is done by ${tool} with arguments that its schema names`, async () => {
      await before?.(world);
      const wanted = input(world.known);
      const { inputSchema } = listed.find(({ name }) => name === tool);
      expect(Object.keys(inputSchema.properties)).toEqual(expect.arrayContaining(Object.keys(wanted)));
      expect(Object.keys(wanted)).toEqual(expect.arrayContaining(inputSchema.required ?? []));
      const answer = await clients[as ?? 'owner'].call(tool, wanted);
      expect(answer.isError, `${answer.body} ${answer.notes.join(' ')}`).toBe(false);
      expect(answer.images).toHaveLength(images);
      keep?.(answer.body, world.known);
    });
  },
);
