import { chainLabels, hashPair, hashWord, type TokenFeatures } from '@platen/addresses/tagging/linear-chain';
import { describe, expect, it } from 'vitest';
import { type Chance, startChance } from '../address-writing/writing-chance.ts';
import { joinParts, partsOf } from './fill-template.ts';
import { type ChainExample, createTrainer, measureChain } from './train-chain.ts';

const labels = chainLabels(['name']);

/** Words, the one before, the one behind. */
function featuresOf(words: readonly string[]): TokenFeatures {
  const starts = [0];
  const ids: number[] = [];
  words.forEach((word, at) => {
    ids.push(hashPair(1, hashWord(word)), hashPair(2, hashWord(words[at - 1] ?? '')));
    starts.push(ids.length);
  });
  return { starts, ids };
}

/** `to` leads to a name of two words that nobody can know by themselves. */
function sentence(chance: Chance): ChainExample {
  const talk = (count: number): string[] => Array.from({ length: count }, () => `w${chance.below(40)}`);
  const ahead = talk(chance.below(4));
  const words = [...ahead, 'to', ...talk(2), ...talk(chance.below(3))];
  const gold = Uint8Array.from(words, (_, at) =>
    at === ahead.length + 1 ? 1 : at === ahead.length + 2 ? 2 : 0,
  );
  return { features: featuresOf(words), gold };
}

describe('learning a chain', () => {
  it('finds what only the context tells, the same for the same seed', () => {
    const learn = () => {
      const chance = startChance(7);
      const trainer = createTrainer({ labels, bits: 10 });
      for (let step = 0; step < 600; step++) trainer.learn(sentence(chance));
      return trainer.weights();
    };
    const weights = learn();
    const chance = startChance(8);
    const figures = measureChain(
      weights,
      Array.from({ length: 200 }, () => sentence(chance)),
    );
    expect(figures.textsRight).toBeGreaterThan(0.98);
    expect(figures.kinds.name!.found).toBeGreaterThan(0.98);
    expect(learn()).toEqual(weights);
  });
});

describe('a template', () => {
  it('becomes a text with the places of its slots', () => {
    const parts = partsOf('给{name}，{phone}').map((part) =>
      part.slot === 'name' ? { ...part, text: '王芳' } : part.slot ? { ...part, text: '1' } : part,
    );
    expect(joinParts(parts)).toEqual({
      text: '给王芳，1',
      spans: [
        { slot: 'name', start: 1, end: 3 },
        { slot: 'phone', start: 4, end: 5 },
      ],
    });
  });
});
