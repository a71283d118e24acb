/**
 * Learns the weights of the taggers for Japanese and Korean.
 *
 *   node tools/address-tagger/learn-east.ts JP|KR [--texts 60000] [--bits 16] [--whole]
 *
 * Without --whole a tenth of the templates is held out and measured with; with it all are learnt from, and the weights kept beside the tagger.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type ChainWeights, encodeChain } from '@platen/addresses/tagging/linear-chain';
import { startChance } from '../address-writing/writing-chance.ts';
import { composeEastern, easternLabels, easternTemplates } from './compose-east.ts';
import { createTrainer, measureChain, thinned } from './train-chain.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    texts: { type: 'string', default: '60000' },
    bits: { type: 'string', default: '16' },
    dropped: { type: 'string', default: '0.25' },
    whole: { type: 'boolean', default: false },
  },
});
const country = positionals[0] ?? 'JP';
const all = easternTemplates(country);
const learnt = values.whole ? all : all.filter(({ isHeldOut }) => !isHeldOut);
const held = all.filter(({ isHeldOut }) => isHeldOut);
const texts = Number(values.texts);
const dropped = Number(values.dropped);
const chance = startChance(country === 'JP' ? 81 : 82);
const trainer = createTrainer({ labels: easternLabels, bits: Number(values.bits) });
let lost = 0;
for (let at = 0; at < texts; at++) {
  trainer.setPace(1 - (0.9 * at) / texts);
  lost += trainer.learn(
    thinned(composeEastern(chance, learnt[chance.below(learnt.length)]!, learnt), chance, dropped),
  );
  if ((at + 1) % 10_000 === 0) {
    process.stdout.write(`${at + 1} texts, ${(lost / 10_000).toFixed(3)} nats a text\n`);
    lost = 0;
  }
}

/** A part is never gone on with that has not begun. */
function bound(learned: ChainWeights): ChainWeights {
  const side = learned.labels.length + 1;
  for (const [to, label] of learned.labels.entries()) {
    if (!label.startsWith('I-')) continue;
    for (let from = 0; from < side; from++)
      if (from !== to && from !== to - 1) learned.transitions[from * side + to] = -30;
  }
  return learned;
}

const weights = bound(trainer.weights());
const other = startChance(4);
const figures = measureChain(
  weights,
  Array.from({ length: 2000 }, () => composeEastern(other, held[other.below(held.length)]!, held, 0)),
);
process.stdout.write(`${values.whole ? 'learnt' : 'held out'}: ${JSON.stringify(figures)}\n`);
if (values.whole) {
  const file = country === 'JP' ? 'japan-weights.bin' : 'korea-weights.bin';
  const bytes = encodeChain(weights);
  writeFileSync(new URL(`../../packages/addresses/tagging/${file}`, import.meta.url), bytes);
  process.stdout.write(`${file}: ${bytes.length} bytes\n`);
}
