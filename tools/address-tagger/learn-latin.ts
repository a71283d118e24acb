/**
 * Learns what words in Latin letters are (packages/addresses/tagging/word-weights.bin), or with --countries which country a text is of
 * (country-weights.bin), and says how well it labels templates that were held out.
 *
 *   node tools/address-tagger/learn-latin.ts [--countries] [--rounds 14] [--seed 20261] [--write | --to FILE]
 *
 * The parser's words are the average of the seeds 20261 to 20263 (`compose-han.ts --average`).
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cleanText } from '@platen/addresses/parse-clean';
import { countryFeatures, toldCountries } from '@platen/addresses/tagging/country-features';
import { encodeChain } from '@platen/addresses/tagging/linear-chain';
import { startChance } from '../address-writing/writing-chance.ts';
import { labelText, wordChainLabels } from './compose-latin.ts';
import type { LabelledText } from './fill-template.ts';
import {
  type GivenRecord,
  givenRecords,
  heldOutTemplates,
  learntTemplates,
  shuffle,
  textOf,
  writtenRecords,
} from './latin-texts.ts';
import { exampleOfRecord } from './record-examples.ts';
import { type ChainExample, createTrainer, measureChain, thinned } from './train-chain.ts';

const { values } = parseArgs({
  options: {
    countries: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '14' },
    write: { type: 'boolean', default: false },
    to: { type: 'string' },
    seed: { type: 'string', default: '20261' },
  },
});
const steps = 4 * Number(values.rounds);
const chance = startChance(Number(values.seed));

/** What is learnt of a filled template and of a record. */
interface Lesson {
  labels: readonly string[];
  bits: number;
  file: string;
  /** How often a record that is always the same comes. */
  givenShare: number;
  ofText: (text: LabelledText, country: string) => ChainExample | undefined;
  ofRecord: (record: GivenRecord) => ChainExample | undefined;
}

/** The share of features that a text is learnt without. */
const dropped = 0.2;
/** How often the country is not said. */
const unknownShare = 0.12;
const wordLesson: Lesson = {
  labels: wordChainLabels,
  bits: 16,
  file: 'word-weights.bin',
  givenShare: 0.25,
  ofText: (text, country) => labelText(text, chance.often(unknownShare) ? '' : country),
  ofRecord: ({ text, truth }) => exampleOfRecord(text, truth, truth.country),
};
const countryExample = (text: string, country: string): ChainExample | undefined =>
  toldCountries.includes(country)
    ? { features: countryFeatures(cleanText(text)), gold: Uint8Array.of(toldCountries.indexOf(country)) }
    : undefined;
const countryLesson: Lesson = {
  labels: toldCountries,
  bits: 14,
  file: 'country-weights.bin',
  givenShare: 0.5,
  ofText: ({ text }, country) => countryExample(text, country),
  ofRecord: ({ text, truth }) => countryExample(text, truth.country),
};

const { labels, bits, file, givenShare, ofText, ofRecord } = values.countries ? countryLesson : wordLesson;
const trainer = createTrainer({ labels, bits, rate: 0.15, decay: 4e-6 });
for (let step = 0; step < steps; step++) {
  trainer.setPace(1 - (0.9 * step) / steps);
  const records = givenRecords.filter(() => chance.often(givenShare)).concat(writtenRecords(chance));
  const texts = learntTemplates.map(
    (template) => () => ofText(textOf(chance, template, learntTemplates), template.country),
  );
  const lessons = shuffle(chance, texts.concat(records.map((record) => () => ofRecord(record))));
  let loss = 0;
  let tokens = 0;
  for (const lesson of lessons) {
    const example = lesson();
    if (!example) continue;
    loss += trainer.learn(thinned(example, chance, dropped));
    tokens += example.gold.length;
  }
  // The average of the second half hangs on no single text.
  if (step * 2 >= steps) trainer.keep();
  if (step % 4 === 3)
    process.stdout.write(
      `round ${(step + 1) / 4}: ${(loss / tokens).toFixed(4)} nats a word, ${lessons.length} texts\n`,
    );
}

const weights = trainer.weights();
const checks = startChance(77);
const heldOut = heldOutTemplates
  .flatMap((template) =>
    Array.from({ length: 12 }, () => ofText(textOf(checks, template, heldOutTemplates), template.country)),
  )
  .filter((example) => example !== undefined);
process.stdout.write(`${JSON.stringify(measureChain(weights, heldOut), undefined, 1)}\n`);
if (values.write || values.to) {
  const bytes = encodeChain(weights);
  writeFileSync(values.to ?? new URL(`../../packages/addresses/tagging/${file}`, import.meta.url), bytes);
  process.stdout.write(`${file}: ${bytes.length} bytes\n`);
}
