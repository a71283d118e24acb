/** The sandbox's webhooks go some days after they were delivered, or given up; what is still to be posted stays. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase } from '../../../test/fixtures/databases.ts';
import { insertSandboxEvent } from './payments-sandbox-store.ts';
import { sweepSandboxEvents } from './payments-sandbox-sweep.ts';

const dayMs = 24 * 3_600_000;

describe.each(databases)('the sandbox’s webhooks on $name', ({ open }) => {
  let opened: EmptyDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.drop());

  it('are swept in batches, those of another sandbox by that one', async () => {
    const { database } = opened;
    const now = 100 * dayMs;
    const event = {
      sandbox: 'sandbox',
      refund_id: null,
      body: '{}',
      tries: 1,
      due_at: null,
      delivered_at: 1,
      created_at: 1,
    };
    await database.transaction(async (tx) => {
      for (let index = 0; index < 600; index += 1)
        await insertSandboxEvent(tx, { ...event, id: `old ${index}` });
      await insertSandboxEvent(tx, { ...event, id: 'given up', delivered_at: null });
      await insertSandboxEvent(tx, { ...event, id: 'other', sandbox: 'other' });
      await insertSandboxEvent(tx, { ...event, id: 'due', due_at: now + 1, delivered_at: null });
      await insertSandboxEvent(tx, { ...event, id: 'young', created_at: now - dayMs });
    });
    const parts = { name: 'sandbox', database, now: () => now, log: () => {} };
    expect(await sweepSandboxEvents(parts)).toBe(601);
    const left = await database.query.selectFrom('sandbox_events').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual(['due', 'other', 'young']);
  });
});
