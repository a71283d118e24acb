/** Composed messages have the labels that belong to them, and the kept weights read such messages. */
import { listSpans, readChain, tagChain } from '@platen/addresses/tagging/linear-chain';
import { describe, expect, it } from 'vitest';
import { startChance } from '../address-writing/writing-chance.ts';
import { composeEastern, easternLabels, easternTemplates } from './compose-east.ts';
import { readTemplates } from './fill-template.ts';
import { measureChain } from './train-chain.ts';

const files = { JP: 'japan-weights.bin', KR: 'korea-weights.bin' } as const;

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

  const weights = readChain(new URL(`../../packages/addresses/tagging/${files[country]}`, import.meta.url));

  it('of written templates are read by the kept weights', () => {
    const { textsRight, kinds } = measureChain(weights, compose(5, 300, byHand));
    expect(textsRight).toBeGreaterThan(0.8);
    expect(kinds.name!.found).toBeGreaterThan(0.93);
    expect(kinds.place!.found).toBeGreaterThan(0.9);
  });

  it('of records too, which the weights have not learnt from, are read by them', () => {
    const messages = compose(5, 300);
    const { textsRight, kinds } = measureChain(weights, messages);
    expect(textsRight).toBeGreaterThan(0.75);
    expect(kinds.name!.found).toBeGreaterThan(0.93);
    expect(kinds.place!.found).toBeGreaterThan(0.87);
    for (const span of listSpans(tagChain(weights, messages[0]!.features))) {
      expect(span.probability).toBeGreaterThan(0);
      expect(span.probability).toBeLessThanOrEqual(1 + 1e-9);
    }
  });
});
