import { expect, it } from 'vitest';
import { takeTurn } from './remote-turns.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('four of one account, thirty-two in all, the others in their order, and no more than sixteen that wait', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (accountId: string) =>
    takeTurn(accountId).then((end) => {
      begun.push(accountId);
      ends.push(end);
    });
  const asked = Array.from({ length: 20 }, () => ask('a'));
  await settled();
  expect(begun).toEqual(['a', 'a', 'a', 'a']);
  await expect(takeTurn('a')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 10 });
  // Who waits for turns of their own keeps nobody else waiting.
  for (const accountId of 'bcdefghi') for (let i = 0; i < 5; i++) asked.push(ask(accountId));
  await settled();
  expect(begun).toHaveLength(32);
  expect(begun).not.toContain('i');
  ends.pop()!();
  await settled();
  expect(begun.at(-1)).toBe('h');
  // Everybody's turn comes, and afterwards everything is as at first.
  while (ends.length > 0) {
    ends.shift()!();
    await settled();
  }
  await Promise.all(asked);
  expect(begun).toHaveLength(60);
  const again = await Promise.all(Array.from({ length: 4 }, () => takeTurn('i')));
  for (const end of again) end();
});
