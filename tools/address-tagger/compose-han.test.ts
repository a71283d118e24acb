import { readChain } from '@platen/addresses/tagging/linear-chain';
import { describe, expect, it } from 'vitest';
import { startChance } from '../address-writing/writing-chance.ts';
import { composeExamples, composeHan, exampleOf, readStock } from './compose-han.ts';
import { asBlind, templatesOfRecords } from './record-templates.ts';
import { measureChain } from './train-chain.ts';

const weights = readChain(new URL('../../packages/addresses/tagging/han-weights.bin', import.meta.url));
const learnt = readStock(false);

describe('composed messages', () => {
  it('are the same for the same seed, and each part is in the text', () => {
    const compose = () => {
      const chance = startChance(3);
      return Array.from({ length: 50 }, () => composeHan(chance, learnt));
    };
    expect(compose()).toEqual(compose());
    for (const { text, spans } of compose())
      for (const { start, end } of spans) expect(text.slice(start, end).trim()).not.toBe('');
  });

  it('have a label for every token', () => {
    const example = exampleOf({
      text: '给王芳，文三路90号',
      country: 'CN',
      spans: [
        { slot: 'name', start: 1, end: 3 },
        { slot: 'street', start: 4, end: 10 },
      ],
    })!;
    expect(Array.from(example.gold, (label) => weights.labels[label])).toEqual([
      'O',
      'B-name',
      'I-name',
      'O',
      'B-street',
      'I-street',
      'I-street',
      'I-street',
      'I-street',
    ]);
  });

  it('that nothing was learnt from are labelled by the weights', () => {
    const held = [...composeExamples(startChance(5), { ...readStock(true), loose: learnt.loose }, 400)];
    const { tokensRight, kinds } = measureChain(weights, held);
    expect(tokensRight).toBeGreaterThan(0.95);
    expect(kinds.name!.found).toBeGreaterThan(0.8);
    expect(kinds.street!.found).toBeGreaterThan(0.88);
  });
});

describe('a record', () => {
  it('becomes a template of what was said around its parts', () => {
    const record = {
      text: '老板好,寄浙江省杭州市西湖区文三路90号,王芳收,138 1234 5678',
      country: 'CN',
      expected: {
        name: '王芳',
        phone: '13812345678',
        province: '浙江省',
        city: '杭州市',
        district: '西湖区',
        detail: '文三路90号',
      },
    };
    expect(templatesOfRecords([asBlind(record, 0)], ['CN']).map(({ text }) => text)).toEqual([
      '老板好,寄{region}{street},{name}收,{phone}',
    ]);
  });
});
