/**
 * Scores the parser on lists of written addresses, with and without `country`: whole records, regions, names, phones, what confidence
 * is worth, time, and the worst causes.
 *
 *   node tools/score-addresses.ts [--seed 1 | --second learn | --second choose] [--chinese 800] [--each 120] [--misses US 20] [file.json …]
 *
 * Without files it scores a set that written-addresses.ts makes, or one part of the second hand's. A file is a list of { text, country, expected, accept? }.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readAddress } from '@platen/addresses/parse-address';
import { wrongFields } from '../test/fixtures/address-records.ts';
import { secondSeeds, writeSecondAddresses } from './address-writing/second-addresses.ts';
import { writeAddresses } from './address-writing/written-addresses.ts';
import type { WrittenRecord } from './address-writing/written-record.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    second: { type: 'string', default: '' },
    chinese: { type: 'string', default: '800' },
    each: { type: 'string', default: '120' },
    misses: { type: 'string', default: '' },
    field: { type: 'string', default: '' },
    show: { type: 'string', default: '12' },
    mode: { type: 'string', default: 'both' },
  },
});

const counts = { chinese: Number(values.chinese), each: Number(values.each) };
const records: WrittenRecord[] =
  positionals.length > 0
    ? positionals.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as WrittenRecord[])
    : values.second === 'learn' || values.second === 'choose'
      ? writeSecondAddresses(secondSeeds[values.second], counts)
      : writeAddresses(Number(values.seed), counts);

const regionFields = ['province', 'city', 'district'];
const sureFrom = 0.98;

interface Tally {
  all: number;
  whole: number;
  region: number;
  name: number;
  phone: number;
  sure: number;
  sureAndRight: number;
}

const emptyTally = (): Tally => ({
  all: 0,
  whole: 0,
  region: 0,
  name: 0,
  phone: 0,
  sure: 0,
  sureAndRight: 0,
});
const percent = (part: number, all: number): string =>
  all === 0 ? '     -' : `${((100 * part) / all).toFixed(1)}`.padStart(6);

/** The mainland in Latin letters is counted by itself. */
const groupOf = ({ country, text }: WrittenRecord): string =>
  country === 'CN' && !/\p{Script=Han}/u.test(text) ? 'CN latin' : country;

for (const record of records.slice(0, 300)) readAddress(record.text);

for (const mode of values.mode === 'both' ? ['with', 'without'] : [values.mode]) {
  const tallies = new Map<string, Tally>();
  const causes = new Map<string, number>();
  const misses: string[] = [];
  let worstMs = 0;
  let sumMs = 0;
  for (const record of records) {
    // Time of the processor: other work of the machine is nobody's figure.
    const began = process.cpuUsage();
    const [got] = readAddress(record.text, mode === 'with' ? record.country : undefined);
    const { user, system } = process.cpuUsage(began);
    const ms = (user + system) / 1000;
    sumMs += ms;
    worstMs = Math.max(worstMs, ms);
    const wrong = wrongFields(record, got);
    const group = groupOf(record);
    for (const key of [group, group === 'CN' ? undefined : 'abroad']) {
      if (key === undefined) continue;
      const tally = tallies.get(key) ?? emptyTally();
      tallies.set(key, tally);
      tally.all++;
      tally.whole += Number(wrong.length === 0);
      tally.region += Number(!wrong.some((field) => regionFields.includes(field)));
      tally.name += Number(!wrong.includes('name'));
      tally.phone += Number(!wrong.includes('phone'));
      tally.sure += Number(got.confidence >= sureFrom);
      tally.sureAndRight += Number(got.confidence >= sureFrom && wrong.length === 0);
    }
    if (wrong.length === 0) continue;
    const where = got.country === record.country ? '' : ` as ${got.country}`;
    const cause = `${group}${where}: ${wrong.join(' ')} (${record.habit ?? ''})`;
    causes.set(cause, (causes.get(cause) ?? 0) + 1);
    const wanted =
      (values.misses === '' || values.misses === group) &&
      (values.field === '' || (wrong as string[]).includes(values.field));
    if (wanted) {
      const shown = wrong.map(
        (field) =>
          `${field}: ${JSON.stringify(got[field])} for ${JSON.stringify(record.expected[field] ?? '')}`,
      );
      misses.push(
        `${group}${where} [${record.habit ?? ''}] ${got.confidence} ${JSON.stringify(record.text)}\n      ${shown.join('; ')}`,
      );
    }
  }
  process.stdout.write(
    `\n${mode} country: ${records.length} records, mean ${(sumMs / records.length).toFixed(3)} ms, worst ${worstMs.toFixed(1)} ms\n`,
  );
  process.stdout.write('           records  whole region   name  phone  sure, of those right\n');
  for (const [key, tally] of tallies) {
    const { all, whole, region, name, phone, sure, sureAndRight } = tally;
    process.stdout.write(
      `${key.padEnd(10)} ${String(all).padStart(7)} ${percent(whole, all)} ${percent(region, all)} ${percent(name, all)} ${percent(phone, all)} ${percent(sure, all)} ${percent(sureAndRight, sure)}\n`,
    );
  }
  const worst = [...causes].sort((a, b) => b[1] - a[1]).slice(0, Number(values.show));
  for (const [cause, count] of worst) process.stdout.write(`${String(count).padStart(4)} ${cause}\n`);
  if (values.misses !== '' || values.field !== '')
    for (const miss of misses.slice(0, Number(values.show))) process.stdout.write(`  ${miss}\n`);
}
