import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';

describe('a message in Latin letters', () => {
  it('parts the receiver from who writes, and the address from another one', () => {
    const [best] = readAddress(
      'Hi, Paula here. The calendars are for my aunt, Edith Hargrove, 9 Tanner Row, Selby YO8 4PX (not the old flat in Goole). Thanks, Paula',
    );
    expect(best).toMatchObject({
      name: 'Edith Hargrove',
      city: 'Selby',
      postcode: 'YO8 4PX',
      country: 'GB',
      detail: '9 Tanner Row',
    });
  });

  it('keeps in whose care it is, and no digit of a house or a postcode is a phone', () => {
    const [best] = readAddress(
      'Jonas Keller c/o Marta Voss, Birkenweg 12a, D-04109 Leipzig, 0341 5550123',
      'DE',
    );
    expect(best).toMatchObject({
      name: 'Jonas Keller',
      postcode: '04109',
      city: 'Leipzig',
      phone: '+493415550123',
    });
    expect(best.detail).toBe('c/o Marta Voss, Birkenweg 12a');
  });

  it('is less sure where words may be a person or a street', () => {
    const clear = readAddress('Anna Lindqvist\n12 Market Street\nBoise, ID 83702', 'US')[0];
    const doubtful = readAddress('market hill lane house 4 church field boise', 'US')[0];
    expect(clear.confidence).toBeGreaterThan(0.9);
    expect(doubtful.confidence).toBeLessThan(0.6);
  });
});
