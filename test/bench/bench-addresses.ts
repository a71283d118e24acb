/** The time of reading one written address, over all lists of the tests. In this process: no request around it. */
import { readAddress } from '@platen/addresses/parse-address';
import { readRecords } from '../fixtures/address-records.ts';
import { percentile, type Row } from './bench-table.ts';

const rounds = 30;
const goalMs = 0.5;

/** Mean and 99th percentile of one parse, warmed up. */
export async function benchAddresses(): Promise<Row[]> {
  const records = (['collected', 'own-china', 'own-abroad'] as const).flatMap(readRecords);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { text, country } of records) {
      const began = performance.now();
      readAddress(text, country);
      if (round > 0) times.push(performance.now() - began);
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
  ];
}
