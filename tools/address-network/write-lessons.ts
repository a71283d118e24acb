/**
 * Writes what learn_labels.py learns from: texts in Latin letters, in Chinese characters, or Japanese and Korean ones, whose every token has
 * its features and its label,
 * or with --of those of files of records, by which a network is chosen. The same seed gives the same texts.
 *
 *   node tools/address-network/write-lessons.ts latin|han|east LESSONS [--texts 96000] [--seed 991] [--of test/fixtures/addresses/blind-twelfth.json …]
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readBlindRecords } from '../../test/fixtures/address-records.ts';
import { easternExamples, easternLabels, easternLessons } from '../address-tagger/compose-east.ts';
import { hanExamples, hanLabels, hanLessons } from '../address-tagger/compose-han.ts';
import { wordChainLabels } from '../address-tagger/compose-latin.ts';
import { latinExamples, latinLessons } from '../address-tagger/latin-texts.ts';
import type { ChainExample } from '../address-tagger/train-chain.ts';
import { startChance } from '../address-writing/writing-chance.ts';

const { values, positionals } = parseArgs({
  options: {
    texts: { type: 'string', default: '96000' },
    seed: { type: 'string', default: '991' },
    of: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});
const [script, path] = positionals;
const schools = {
  latin: { labels: wordChainLabels, lessons: latinLessons, examples: latinExamples },
  han: { labels: hanLabels, lessons: hanLessons, examples: hanExamples },
  east: {
    labels: easternLabels,
    lessons: easternLessons,
    examples: (records: Parameters<typeof hanExamples>[0]) =>
      ['JP', 'KR'].flatMap((country) => easternExamples(records, country)),
  },
};
if (!script || !Object.hasOwn(schools, script) || !path)
  throw new Error(
    `Say one of ${Object.keys(schools).join(', ')}, and which file the lessons are written to.`,
  );
const { labels, lessons, examples } = schools[script as keyof typeof schools];

/** Kinds of texts are told apart by whoever checks: plain, messy and hard ones of records. */
const kinds = ['plain', 'messy', 'hard'];
const file = openSync(path, 'w');
writeSync(file, `${JSON.stringify(labels)}\n`);
let texts = 0;
function put({ features: { starts, ids }, gold }: ChainExample, kind: number): void {
  writeSync(file, Int32Array.of(kind, gold.length, ids.length, ...starts, ...ids, ...gold));
  texts++;
}

if (values.of.length > 0)
  for (const { example, tags } of examples(values.of.flatMap(readBlindRecords)))
    put(example, Math.max(0, kinds.indexOf(tags[0]!)));
else for (const lesson of lessons(startChance(Number(values.seed)), Number(values.texts))) put(lesson, 0);
closeSync(file);
process.stdout.write(`${path}: ${texts} texts\n`);
