import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase } from '../../../test/fixtures/databases.ts';
import { returnAttempt, takeAttempt } from './limit-moves.ts';
import { upsertRateLimit } from './limit-store.ts';

describe.each(databases)('limits on $name', ({ open }) => {
  let opened: EmptyDatabase;
  let now = 1_000_000_000_000;
  const deps = () => ({ database: opened.database, now: () => now });
  const attempt = (subject = 'a') => takeAttempt(deps(), { name: 'share_password', subject });
  beforeEach(async () => {
    opened = await open();
    now = 1_000_000_000_000;
  });
  afterEach(() => opened.drop());

  it('lets five through at once, says how long to wait, and gives back evenly', async () => {
    for (let i = 0; i < 5; i += 1) await attempt();
    await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 180 });
    await expect(attempt('b')).resolves.toBeUndefined();
    now += 179_000;
    await expect(attempt()).rejects.toMatchObject({ retryAfterSeconds: 1 });
    now += 1000;
    await attempt();
    await expect(attempt()).rejects.toMatchObject({ retryAfterSeconds: 180 });
  });

  it('fifty at the same moment: five get through', async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => attempt()));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
  });

  it('an attempt that is returned counts no more', async () => {
    for (let i = 0; i < 20; i += 1) {
      await attempt();
      await returnAttempt(deps(), { name: 'share_password', subject: 'a' });
    }
    for (let i = 0; i < 5; i += 1) await attempt();
    await expect(attempt()).rejects.toThrow('Too many attempts');
  });

  it('an attempt that is returned counts no more where the clock steps back', async () => {
    const pause = { name: 'code_pause', subject: 'a' } as const;
    await takeAttempt(deps(), pause);
    await returnAttempt(deps(), pause);
    now -= 20;
    await takeAttempt(deps(), pause);
    await expect(takeAttempt(deps(), pause)).rejects.toThrow('Too many attempts');
  });

  it('a changed threshold holds from the next attempt on', async () => {
    await attempt();
    await opened.database.transaction((tx) =>
      upsertRateLimit(tx, { name: 'share_password', max: 1, window_seconds: 60, updated_at: now }),
    );
    await attempt('c');
    await expect(attempt('c')).rejects.toMatchObject({ retryAfterSeconds: 60 });
  });
});
