/** The parser on addresses that were put together by a seed, with and without their country; on torn texts; and what it owes to every word. */
import { readAddress, readRecords } from '@platen/addresses/parse-address';
import { describe, expect, it } from 'vitest';
import { wrongFields } from '../../test/fixtures/address-records.ts';
import { secondSeeds, writeSecondAddresses } from './second-addresses.ts';
import { startChance } from './writing-chance.ts';
import { habitCount, writeAddresses } from './written-addresses.ts';
import type { WrittenRecord } from './written-record.ts';

/** Another seed than the one that anything was chosen by. */
const records = writeAddresses(20_260, { chinese: 400, each: 40 });
const groupOf = ({ country, text }: WrittenRecord): string =>
  country === 'CN' && !/\p{Script=Han}/u.test(text) ? 'CN in Latin letters' : country;

type Reading = ReturnType<typeof readAddress>[0];
const readings = { with: new Map<WrittenRecord, Reading>(), without: new Map<WrittenRecord, Reading>() };

/** The best reading, which is made once. */
function readOf(record: WrittenRecord, withCountry: boolean): Reading {
  const known = withCountry ? readings.with : readings.without;
  const reading = known.get(record) ?? readAddress(record.text, withCountry ? record.country : undefined)[0];
  known.set(record, reading);
  return reading;
}

/** Parts of 1 that are right as a whole, by country. */
function wholeByCountry(withCountry: boolean): Map<string, number> {
  const groups = Map.groupBy(records, groupOf);
  return new Map(
    [...groups].map(([group, all]) => {
      const right = all.filter((record) => wrongFields(record, readOf(record, withCountry)).length === 0);
      return [group, right.length / all.length];
    }),
  );
}

describe('written addresses', () => {
  it('are the same for the same seed, in two hundred habits', () => {
    expect(writeAddresses(7, { chinese: 20, each: 3 })).toEqual(writeAddresses(7, { chinese: 20, each: 3 }));
    expect(habitCount).toBeGreaterThanOrEqual(180);
  });

  it.each([true, false])('are read as a whole (country given: %s)', (withCountry) => {
    const shares = wholeByCountry(withCountry);
    expect(shares.get('CN')).toBeGreaterThanOrEqual(0.97);
    for (const [country, share] of shares) expect(share, country).toBeGreaterThanOrEqual(0.85);
  });

  it('are right where the parser is sure', () => {
    const sure = records
      .map((record) => ({ record, best: readOf(record, false) }))
      .filter(({ best }) => best.confidence >= 0.98);
    const right = sure.filter(({ record, best }) => wrongFields(record, best).length === 0);
    expect(sure.length).toBeGreaterThan(records.length / 4);
    expect(right.length / sure.length).toBeGreaterThanOrEqual(0.98);
  });

  it('give their other phones, wishes and firms', () => {
    for (const field of ['other_phones', 'wish', 'company'] as const) {
      const having = records.filter((record) => record[field] !== undefined);
      const right = having.filter((record) => {
        const got = readOf(record, true)[field];
        return plain(String(got)) === plain(String(record[field]));
      });
      expect(right.length / having.length, field).toBeGreaterThanOrEqual(0.85);
    }
  });
});

describe('addresses of the second hand', () => {
  const chosen = writeSecondAddresses(secondSeeds.choose, { chinese: 300, each: 40 });
  const read = chosen.map((record) => ({ record, best: readAddress(record.text)[0] }));
  const isRight = ({ record, best }: (typeof read)[number]): boolean =>
    wrongFields(record, best).length === 0;

  it('are read as a whole where nobody says which country', () => {
    for (const [country, all] of Map.groupBy(read, ({ record }) => groupOf(record)))
      expect(all.filter(isRight).length / all.length, country).toBeGreaterThanOrEqual(
        country === 'CN' ? 0.97 : 0.85,
      );
  });

  it('are right where the parser is sure', () => {
    const sure = read.filter(({ best }) => best.confidence >= 0.98);
    expect(sure.length).toBeGreaterThan(40);
    expect(sure.filter(isRight).length / sure.length).toBeGreaterThanOrEqual(0.98);
  });
});

const plain = (text: string): string => text.toLowerCase().replace(/[\p{P}\s]/gu, '');

/** Words that stand nowhere else, each where somebody may have put it. */
const strange = ['Qwxzvor', 'zzyplk', '7731904422886', '甪彧龘'];

describe('no word', () => {
  it('is lost: what is in no field is left over, with its place', () => {
    const chance = startChance(5);
    const lost: string[] = [];
    for (const { text } of records.filter((_, at) => at % 2 === 0)) {
      const word = chance.pick(strange);
      const lines = text.split('\n');
      lines.splice(chance.below(lines.length + 1), 0, word);
      const given = lines.join('\n');
      const [best] = readAddress(given);
      for (const left of best.leftover) {
        const there = plain(given.slice(left.start, left.end).normalize('NFKC'));
        expect(there, given).toBe(plain(left.text));
      }
      if (!plain(JSON.stringify(best)).includes(plain(word))) lost.push(`${word} in ${given}`);
    }
    expect(lost).toEqual([]);
  });

  it('of a text without an address is taken for a person', () => {
    for (const text of [
      '<html><body><div class="row">Hello</div></body></html>',
      'https://example.com/shop?item=12&size=10x15',
      'const total = items.reduce((sum, item) => sum + item.price, 0);',
      'SELECT * FROM orders WHERE id = 7;',
      'someone@example.com',
      '谢谢老板，麻烦尽快发货',
      'Thanks, when will it arrive?',
    ])
      expect(readAddress(text)[0].name, text).toBe('');
  });
});

const junk = [
  '北京市',
  '13800138000',
  '收货人:',
  '电话',
  ' ',
  '\n',
  ',',
  '(',
  '】',
  '-',
  '1',
  'A',
  '王芳',
  '路',
  '東京都',
  '서울',
  'London',
  'SW1A 1AA',
  'NY',
  '10001',
  '+44',
  '様',
  '#',
  '\u0000',
  '😀',
  '〒',
  '"',
  '*',
  '<br>',
  'http://',
  '@',
  'c/o',
  'Attn:',
  'St',
  '我是',
  '地址',
  '寄到',
  '谢谢',
  '. ',
  '|',
  '\t',
  '—',
];

describe('torn texts', () => {
  it('are read without an exception, whatever country is asked for', () => {
    const chance = startChance(11);
    for (let turn = 0; turn < 660; turn++) {
      const [one, other] = [chance.pick(records).text, chance.pick(records).text];
      const cut = chance.below(one.length);
      const given = [
        one.slice(0, cut) + chance.pick(junk) + one.slice(cut),
        one.slice(cut) + other.slice(0, chance.below(other.length)),
        Array.from({ length: chance.below(120) }, () => chance.pick(junk)).join(''),
      ][turn % 3]!;
      const country = chance.pick([undefined, 'CN', 'US', 'GB', 'DE', 'JP', 'KR', 'HK', 'TW', 'SG', 'BR']);
      const all = [...readAddress(given, country), ...readRecords(given, country)];
      for (const { confidence, leftover } of all) {
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        for (const { start, end } of leftover)
          expect(start >= 0 && start < end && end <= given.length, given).toBe(true);
      }
    }
  });
});

describe('several addresses', () => {
  it('in one text are told apart, each whole', () => {
    const clear = records.filter(({ habit }) =>
      ['lines', 'three labels apart by "\\n"', 'name, phone, address'].includes(habit),
    );
    const pairs = clear
      .slice(0, -1)
      .map((one, at) => [one, clear[at + 1]!] as const)
      .filter(([one, other]) => one.country === other.country);
    const right = pairs.filter(([one, other]) => {
      const found = readRecords(`${one.text}\n\n${other.text}`, one.country);
      return (
        found.length === 2 &&
        wrongFields(one, found[0]!).length === 0 &&
        wrongFields(other, found[1]!).length === 0
      );
    });
    expect(pairs.length).toBeGreaterThan(5);
    expect(right.length / pairs.length).toBeGreaterThanOrEqual(0.8);
  });

  it('are not seen in one address of many lines', () => {
    const many = records.filter(({ text, country }) => readRecords(text, country).length > 0);
    expect(many.map(({ text }) => text)).toEqual([]);
  });
});
