import { expect, test } from 'vitest';
import { measureStalledClients } from './testing/stalled-clients.ts';

test('clients that read nothing cost less than 256 KiB each while many megabytes change', async () => {
  const { bytesEach, changedBytes, listeners } = await measureStalledClients(20);
  expect(listeners).toBe(21);
  expect(changedBytes).toBeGreaterThan(20_000_000);
  expect(bytesEach).toBeLessThan(256 * 1024);
});
