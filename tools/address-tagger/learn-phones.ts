/**
 * Learns which of several phones is called (packages/addresses/tagging/phone-weights.bin) from the sets that are for learning, and says how
 * often it is right on files of blind records.
 *
 *   node tools/address-tagger/learn-phones.ts [FILE …] [--write]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findCountry } from '@platen/addresses/countries';
import { cleanText } from '@platen/addresses/parse-clean';
import { phonesIn } from '@platen/addresses/part-forms';
import { writeSpoken } from '@platen/addresses/spoken/spoken-message';
import { type PlacedPhone, phoneFeatures, phoneRows } from '@platen/addresses/tagging/phone-features';
import { phoneScale } from '@platen/addresses/tagging/phone-judge';
import {
  type BlindRecord,
  readBlindRecords,
  readLearntRecords,
} from '../../test/fixtures/address-records.ts';
import { startChance } from '../address-writing/writing-chance.ts';

interface Choice {
  rows: number[][];
  right: number;
}

const digits = (text: string): string => text.replace(/\D/gu, '');

/** A text with several phones of which one is the receiver's. */
function choiceOf({ text: given, truth }: BlindRecord): Choice | undefined {
  const clean = cleanText(given);
  const text = writeSpoken(clean)?.text ?? clean;
  const wanted = digits((truth.phone ?? '').replace(/^\+\d\d/u, '').replace(/(?<=\d{7})-.*$/u, '')).slice(-7);
  if (wanted.length < 7) return undefined;
  const placed = phonesIn(text).map(({ start, end }): PlacedPhone => {
    const shown = text.slice(start, end);
    const isRight = digits(shown).includes(wanted);
    return { start, end, phone: isRight ? truth.phone! : asDialled(shown, truth.country!) };
  });
  const right = placed.findIndex(({ start, end }) => digits(text.slice(start, end)).includes(wanted));
  if (placed.length < 2 || right < 0) return undefined;
  return { rows: phoneFeatures(text, placed, { name: truth.name ?? '', country: truth.country! }), right };
}

const asDialled = (shown: string, country: string): string => {
  if (country === 'CN')
    return /^1\d{10}$/.test(digits(shown)) ? digits(shown) : shown.replace(/[^\d-]/gu, '');
  if (/^\s*(?:\+|00)/.test(shown)) return `+${digits(shown).replace(/^00/, '')}`;
  return `+${findCountry(country)!.callingCode}${country === 'IT' ? digits(shown) : digits(shown).replace(/^0/, '')}`;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, rounds: { type: 'string', default: '6' } },
});

const learnt = readLearntRecords()
  .map(choiceOf)
  .filter((choice) => choice !== undefined);
const chance = startChance(51);
const weights = new Float64Array(phoneRows);
const squares = new Float64Array(phoneRows).fill(1e-2);
const dropped = 0.4;
const decay = 2e-3;
const scoresOf = (rows: readonly number[][]): number[] =>
  rows.map((row) => row.reduce((sum, at) => sum + weights[at]!, 0));

for (let round = 0; round < Number(values.rounds); round++)
  for (const { rows: all, right } of learnt) {
    const rows = all.map((row) => row.filter(() => !chance.often(dropped)));
    const scores = scoresOf(rows);
    const top = Math.max(...scores);
    const shares = scores.map((score) => Math.exp(score - top));
    const sum = shares.reduce((a, b) => a + b, 0);
    for (const [at, row] of rows.entries()) {
      const slope = shares[at]! / sum - Number(at === right);
      for (const feature of row) {
        const step = slope + decay * weights[feature]!;
        squares[feature]! += step * step;
        weights[feature]! -= (0.2 * step) / Math.sqrt(squares[feature]!);
      }
    }
  }

const share = (choices: readonly Choice[]): string => {
  const right = choices.filter(({ rows, right: wanted }) => {
    const scores = scoresOf(rows);
    return scores.indexOf(Math.max(...scores)) === wanted;
  });
  return `${right.length} of ${choices.length}`;
};
process.stdout.write(
  `learnt from: ${share(learnt)} right, by the first: ${learnt.filter(({ right }) => right === 0).length}\n`,
);
for (const file of positionals) {
  const choices = readBlindRecords(file)
    .map(choiceOf)
    .filter((choice) => choice !== undefined);
  process.stdout.write(
    `${file}: ${share(choices)} right, by the first: ${choices.filter(({ right }) => right === 0).length}\n`,
  );
}
if (values.write) {
  const bytes = Int8Array.from(weights, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight / phoneScale))),
  );
  writeFileSync(new URL('../../packages/addresses/tagging/phone-weights.bin', import.meta.url), bytes);
}
