/**
 * Scores the parser on addresses that were written blind (test/fixtures/addresses/blind-*.json), with the country, without it, and as each record asks.
 *
 *   node tools/score-blind-addresses.ts file.json … [--misses CN] [--part street] [--show 40] [--mode without]
 */
import { parseArgs } from 'node:util';
import { readAddress } from '@platen/addresses/parse-address';
import { readBlindRecords, wrongParts } from '../test/fixtures/address-records.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    misses: { type: 'string', default: '' },
    part: { type: 'string', default: '' },
    show: { type: 'string', default: '40' },
    mode: { type: 'string', default: '' },
  },
});
const records = positionals.flatMap(readBlindRecords);
const percent = (part: number, all: number): string =>
  all === 0 ? '     -' : `${((100 * part) / all).toFixed(1)}`.padStart(6);

for (const mode of values.mode ? [values.mode] : ['with', 'without', 'as asked']) {
  const tallies = new Map<
    string,
    { all: number; whole: number; parts: Map<string, number>; sure: number; sureRight: number }
  >();
  const misses: string[] = [];
  for (const record of records) {
    const country = mode === 'with' ? record.truth.country : mode === 'without' ? null : record.country;
    const [got] = readAddress(record.text, country ?? undefined);
    const wrong = wrongParts(record, got);
    const own = record.truth.country!;
    const groups = [
      own,
      own === 'CN' ? 'chinese' : 'abroad',
      `${own === 'CN' ? 'cn' : 'abroad'}: ${record.tags[0]}`,
    ];
    if (own === 'CN') for (const tag of record.tags.slice(1)) groups.push(`cn: ${tag}`);
    for (const key of groups) {
      const tally = tallies.get(key) ?? { all: 0, whole: 0, parts: new Map(), sure: 0, sureRight: 0 };
      tallies.set(key, tally);
      tally.all++;
      tally.whole += Number(wrong.length === 0);
      tally.sure += Number(got.confidence >= 0.98);
      tally.sureRight += Number(got.confidence >= 0.98 && wrong.length === 0);
      for (const part of wrong) tally.parts.set(part, (tally.parts.get(part) ?? 0) + 1);
    }
    const isWanted =
      (values.misses === '' || values.misses === own || (values.misses === 'abroad' && own !== 'CN')) &&
      (values.part === '' || (wrong as string[]).includes(values.part));
    if (wrong.length === 0 || !isWanted || values.misses + values.part === '') continue;
    const shown = wrong.map((part) => {
      const of = (from: Record<string, unknown>): string =>
        part === 'region'
          ? [from.province, from.city, from.district].map((level) => level ?? '').join('/')
          : String(from[part] ?? (part === 'street' ? from.detail : '') ?? '');
      return `${part}: ${of(got as never)} FOR ${of(record.truth as never)}`;
    });
    misses.push(
      `${record.id} ${own} ${got.confidence} ${JSON.stringify(record.text)}\n      ${shown.join('; ')}${record.truth.company ? ` (firm ${record.truth.company})` : ''}`,
    );
  }
  process.stdout.write(
    `\n${mode} country\n                 records  whole    sure, of those right   wrong parts\n`,
  );
  for (const [key, { all, whole, parts, sure, sureRight }] of tallies)
    process.stdout.write(
      `${key.padEnd(16)} ${String(all).padStart(7)} ${percent(whole, all)}  ${percent(sure, all)} ${percent(sureRight, sure)}   ${[...parts].map(([part, count]) => `${part} ${count}`).join(', ')}\n`,
    );
  for (const miss of misses.slice(0, Number(values.show))) process.stdout.write(`  ${miss}\n`);
}
