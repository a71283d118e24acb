/**
 * Learns which country a text in Latin letters is of (packages/addresses/tagging/country-weights.bin), and says how well it tells it of
 * templates that were held out. What its words are is learnt by tools/address-network.
 *
 *   node tools/address-tagger/learn-countries.ts [--rounds 14] [--seed 20261] [--write | --to FILE]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cleanText } from '@platen/addresses/parse-clean';
import { countryFeatures, toldCountries } from '@platen/addresses/tagging/country-features';
import { encodeChain } from '@platen/addresses/tagging/linear-chain';
import { startChance } from '../address-writing/writing-chance.ts';
import { heldOutTemplates, lessonsOf, textOf } from './latin-texts.ts';
import { type ChainExample, createTrainer, measureChain, thinned } from './train-chain.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '14' },
    write: { type: 'boolean', default: false },
    to: { type: 'string' },
    seed: { type: 'string', default: '20261' },
  },
});
const steps = 4 * Number(values.rounds);
const chance = startChance(Number(values.seed));

/** The share of features that a text is learnt without. */
const dropped = 0.2;
/** How often a record that is always the same comes. */
const givenShare = 0.5;
const exampleOf = (text: string, country: string): ChainExample | undefined =>
  toldCountries.includes(country)
    ? { features: countryFeatures(cleanText(text)), gold: Uint8Array.of(toldCountries.indexOf(country)) }
    : undefined;

const trainer = createTrainer({ labels: toldCountries, bits: 14, rate: 0.15, decay: 4e-6 });
for (let step = 0; step < steps; step++) {
  trainer.setPace(1 - (0.9 * step) / steps);
  const lessons = lessonsOf(
    chance,
    givenShare,
    ({ text }, country) => exampleOf(text, country),
    ({ text, truth }) => exampleOf(text, truth.country),
  );
  let loss = 0;
  for (const lesson of lessons) {
    const example = lesson();
    if (example) loss += trainer.learn(thinned(example, chance, dropped));
  }
  // The average of the second half hangs on no single text.
  if (step * 2 >= steps) trainer.keep();
  if (step % 4 === 3)
    process.stdout.write(
      `round ${(step + 1) / 4}: ${(loss / lessons.length).toFixed(4)} nats a text, ${lessons.length} texts\n`,
    );
}

const weights = trainer.weights();
const checks = startChance(77);
const heldOut = heldOutTemplates
  .flatMap((template) =>
    Array.from({ length: 12 }, () =>
      exampleOf(textOf(checks, template, heldOutTemplates).text, template.country),
    ),
  )
  .filter((example) => example !== undefined);
process.stdout.write(`${JSON.stringify(measureChain(weights, heldOut), undefined, 1)}\n`);
if (values.write || values.to) {
  const bytes = encodeChain(weights);
  writeFileSync(
    values.to ?? new URL('../../packages/addresses/tagging/country-weights.bin', import.meta.url),
    bytes,
  );
  process.stdout.write(`country-weights.bin: ${bytes.length} bytes\n`);
}
