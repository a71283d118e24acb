import { join } from 'node:path';
import { maxTokens } from '@platen/addresses/tagging/han-features';
import { readNetwork, tagNetwork } from '@platen/addresses/tagging/label-network';
import { describe, expect, it } from 'vitest';
import { readBlindRecords } from '../../test/fixtures/address-records.ts';
import { startChance } from '../address-writing/writing-chance.ts';
import { composeHan, exampleOf, hanExamples, hanLabels, readStock } from './compose-han.ts';
import { asBlind, templatesOfRecords } from './record-templates.ts';

const learnt = readStock();

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
    expect(Array.from(example.gold, (label) => hanLabels[label])).toEqual([
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
});

describe('the network', () => {
  it('labels what nothing was learnt from', () => {
    const network = readNetwork(
      new URL('../../packages/addresses/tagging/han-network.bin', import.meta.url),
      maxTokens,
    );
    const unseen = join(import.meta.dirname, '../../test/fixtures/addresses/written-china-choose.json');
    let [tokens, right] = [0, 0];
    for (const { example } of hanExamples(readBlindRecords(unseen))) {
      const { path } = tagNetwork(network, example.features);
      tokens += path.length;
      right += path.filter((label, at) => label === example.gold[at]).length;
    }
    expect(tokens).toBeGreaterThan(10_000);
    expect(right / tokens).toBeGreaterThan(0.88);
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
