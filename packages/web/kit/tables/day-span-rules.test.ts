/** Days as moments. */
import { expect, it } from 'vitest';
import { momentsOf } from './day-span-rules.ts';

it('takes both days whole, where the reader is, over the ends of months and years', () => {
  expect(momentsOf({ from: '2026-02-28', to: '2026-12-31' })).toEqual({
    from: new Date(2026, 1, 28).toISOString(),
    to: new Date(2027, 0, 1).toISOString(),
  });
});

it('leaves open what is no day', () => {
  for (const none of ['', '2026-02-30', '2026-13-01', '2026-00-01', 'yesterday', '26-1-1'])
    expect(momentsOf({ from: none, to: none }), none).toEqual({});
});
