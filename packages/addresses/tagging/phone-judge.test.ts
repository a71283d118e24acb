import { describe, expect, it } from 'vitest';
import { readAddress } from '../parse-address.ts';
import { judgePhones } from './phone-judge.ts';

describe('of several phones the one is called that the words around them mean', () => {
  it.each([
    [
      'Please deliver to Tom Reddy, 7 Hill St, Ballarat VIC 3350. My number 0491 570 006 is for the invoice only, Tom picks up on 0491 570 110',
      '+61491570110',
    ],
    [
      'Para Lola Ruiz, Calle Mayor 5, 28013 Madrid. Yo soy su jefe, 600 111 222, pero al repartidor le abre ella, 611 333 444',
      '+34611333444',
    ],
    [
      'C’est pour Mme Odile Garnier, 3 rue du Puits, 69002 Lyon. Moi c’est 06 11 22 33 44 pour la facture, elle répond au 04 72 00 11 22',
      '+33472001122',
    ],
  ])('%s', (text, phone) => {
    const [{ phone: called, other_phones }] = readAddress(text);
    expect(called).toBe(phone);
    expect(other_phones).toHaveLength(1);
  });

  it('and where nothing is said of them the first stays', () => {
    const phones = ['13900003013', '13900003113'];
    const of = { name: '白雪', country: 'CN' };
    expect(judgePhones(phones, { ...of, text: '秦州区民主西路3号，白雪，13900003013/13900003113' })).toEqual(
      phones,
    );
    expect(judgePhones(phones, { ...of, text: '13900003013' })).toEqual(phones);
  });
});
