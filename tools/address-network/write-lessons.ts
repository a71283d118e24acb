/**
 * Writes what learn_words.py learns from: texts in Latin letters whose every word has its features and its label, or with --of those of files
 * of records, by which a network is chosen. The same seed gives the same texts.
 *
 *   node tools/address-network/write-lessons.ts LESSONS [--steps 12] [--seed 991] [--of test/fixtures/addresses/blind-twelfth.json …]
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readBlindRecords } from '../../test/fixtures/address-records.ts';
import { wordChainLabels } from '../address-tagger/compose-latin.ts';
import { recordsOf, wordLessons } from '../address-tagger/latin-texts.ts';
import type { ChainExample } from '../address-tagger/train-chain.ts';
import { startChance } from '../address-writing/writing-chance.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    steps: { type: 'string', default: '12' },
    seed: { type: 'string', default: '991' },
    of: { type: 'string', multiple: true, default: [] },
  },
});
const [path] = positionals;
if (!path) throw new Error('Which file are the lessons written to?');

/** Kinds of texts are told apart by whoever checks: plain, messy and hard ones of records. */
const kinds = ['plain', 'messy', 'hard'];
const file = openSync(path, 'w');
writeSync(file, `${JSON.stringify(wordChainLabels)}\n`);
let texts = 0;
function put({ features: { starts, ids }, gold }: ChainExample, kind: number): void {
  writeSync(file, Int32Array.of(kind, gold.length, ids.length, ...starts, ...ids, ...gold));
  texts++;
}

if (values.of.length > 0) {
  for (const { example, tags } of recordsOf(values.of.flatMap(readBlindRecords)))
    put(example, Math.max(0, kinds.indexOf(tags[0]!)));
} else {
  const chance = startChance(Number(values.seed));
  for (let step = 0; step < Number(values.steps); step++)
    for (const lesson of wordLessons(chance)) {
      const example = lesson();
      if (example) put(example, 0);
    }
}
closeSync(file);
process.stdout.write(`${path}: ${texts} texts\n`);
