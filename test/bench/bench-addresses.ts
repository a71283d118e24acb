/** The time of reading one written address, over all lists of the tests, and of torn texts. In this process: no request around it. */
import { readAddress } from '@platen/addresses/parse-address';
import { startChance } from '../../tools/address-writing/writing-chance.ts';
import { writeAddresses } from '../../tools/address-writing/written-addresses.ts';
import { readRecords } from '../fixtures/address-records.ts';
import { percentile, type Row } from './bench-table.ts';

const rounds = 30;
const goalMs = 0.4;
/** No text may take longer. */
const worstGoalMs = 20;
const tornTexts = 20_000;

/** Mean and 99th percentile of one parse, warmed up, and the worst of torn texts. */
export async function benchAddresses(): Promise<Row[]> {
  const records = (['collected', 'own-china', 'own-abroad'] as const).flatMap(readRecords);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { text, country } of records) {
      const ms = cpuMs(() => readAddress(text, country));
      if (round > 0) times.push(ms);
    }
  }
  const meanMs = times.reduce((sum, time) => sum + time, 0) / times.length;
  const show = (ms: number): string => `${ms.toFixed(3)} ms`;
  return [
    {
      measure: `parse_address, mean of ${records.length} addresses`,
      platen: show(meanMs),
      reference: '',
      ratio: '',
      goal: `< ${goalMs} ms`,
      met: meanMs < goalMs,
    },
    {
      measure: 'parse_address, 99th percentile',
      platen: show(percentile(times, 0.99)),
      reference: '',
      ratio: '',
      goal: '',
      met: undefined,
    },
    readTorn(),
  ];
}

/** Time of this process alone: others on the machine don't count. */
function cpuMs(act: () => void): number {
  const began = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** The longest time of one of many torn texts. */
function readTorn(): Row {
  const chance = startChance(3);
  const written = writeAddresses(3, { chinese: 400, each: 40 }).map(({ text }) => text);
  const junk =
    '北京市 13800138000 收货人: 【 】 - 東京都 서울 London NY 10001 +44 〒 " * <br> c/o Attn: 我是 寄到 谢谢 | — .'.split(
      ' ',
    );
  let worstMs = 0;
  for (let turn = 0; turn < tornTexts; turn++) {
    const [one, other] = [chance.pick(written), chance.pick(written)];
    const cut = chance.below(one.length);
    const text = [
      one.slice(0, cut) + chance.pick(junk) + one.slice(cut),
      one.slice(cut) + other,
      Array.from({ length: chance.below(300) }, () => chance.pick(junk)).join(chance.pick(['', ' ', '\n'])),
    ][turn % 3]!;
    const ms = cpuMs(() => readAddress(text));
    if (turn > 500) worstMs = Math.max(worstMs, ms);
  }
  return {
    measure: `parse_address, the worst of ${tornTexts} torn texts`,
    platen: `${worstMs.toFixed(1)} ms`,
    reference: '',
    ratio: '',
    goal: `< ${worstGoalMs} ms`,
    met: worstMs < worstGoalMs,
  };
}
