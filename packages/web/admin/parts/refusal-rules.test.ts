import { describe, expect, it } from 'vitest';
import { readRefusal } from './refusal-rules.ts';

describe('the field of a refusal', () => {
  it.each([
    ['name: must be a text of 1 to 100 characters', 'name', 'name'],
    ['breaks[0].price: must be an amount', 'breaks', 'breaks[0].price'],
    ['hours[2].close: must be later than open', 'hours', 'hours[2].close'],
    ['code: the size 4x6 exists already.', 'code', 'code'],
  ])('%s', (message, field, path) => {
    expect(readRefusal(message)).toMatchObject({ field, path });
  });

  it.each(['No such order.', 'The order waits to be collected.', '4x6 is in 3 items: disable it.', ''])(
    'none: %s',
    (message) => {
      expect(readRefusal(message)).toBeUndefined();
    },
  );
});
