/** Composed messages have the labels that belong to them, and the network reads such messages. */
import { join } from 'node:path';
import { readNetwork, tagNetwork } from '@platen/addresses/tagging/label-network';
import { describe, expect, it } from 'vitest';
import { readBlindRecords } from '../../test/fixtures/address-records.ts';
import { startChance } from '../address-writing/writing-chance.ts';
import { composeEastern, easternExamples, easternLabels, easternTemplates } from './compose-east.ts';
import { readTemplates } from './fill-template.ts';
import type { ChainExample } from './train-chain.ts';

const network = readNetwork(
  new URL('../../packages/addresses/tagging/east-network.bin', import.meta.url),
  2000,
);

/** Of all characters, those that the network labels as they are. */
function shareRight(examples: readonly ChainExample[]): number {
  let [tokens, right] = [0, 0];
  for (const { features, gold } of examples) {
    const { path } = tagNetwork(network, features);
    tokens += path.length;
    right += path.filter((label, at) => label === gold[at]).length;
  }
  return right / tokens;
}

describe.each(['JP', 'KR'] as const)('composed messages of %s', (country) => {
  const templates = easternTemplates(country);
  const written = new Set(readTemplates(`east-${country}`).map(({ text }) => text));
  const byHand = templates.filter(({ text }) => written.has(text));
  const compose = (seed: number, count: number, from = templates) => {
    const chance = startChance(seed);
    return Array.from({ length: count }, () => composeEastern(chance, chance.pick(from), from));
  };

  it('are the same for the same seed, cleaned, each character with a label', () => {
    const messages = compose(3, 200);
    expect(compose(3, 200).map(({ text }) => text)).toEqual(messages.map(({ text }) => text));
    for (const { text, gold, features } of messages) {
      expect(gold.length).toBe(text.length);
      expect(features.starts.length).toBe(text.length + 1);
      expect(text).not.toMatch(/ {2}|\{[a-z]+\}|\t/);
    }
  });

  it('have parts that begin before they go on', () => {
    for (const { gold } of compose(4, 300))
      for (const [at, label] of gold.entries()) {
        const name = easternLabels[label]!;
        if (!name.startsWith('I-')) continue;
        expect(easternLabels[gold[at - 1]!]!.slice(2)).toBe(name.slice(2));
      }
  });

  it('of written templates are read by the network', () => {
    expect(shareRight(compose(5, 300, byHand))).toBeGreaterThan(0.97);
  });

  it('of records that nothing was learnt from are read by it', () => {
    const unseen = join(import.meta.dirname, '../../test/fixtures/addresses/written-east-choose.json');
    const examples = easternExamples(readBlindRecords(unseen), country).map(({ example }) => example);
    expect(examples.length).toBeGreaterThan(40);
    expect(shareRight(examples)).toBeGreaterThan(0.88);
  });
});
