import { describe, expect, it } from 'vitest';
import { bareName } from '../plain-words.ts';
import { beginsPlace, isFamily, isPlace, isPlaceOfCode, postcodeKey } from './known-names.ts';
import { readWords } from './word-features.ts';

const madeUp = (at: number): string => {
  const parts = ['bra', 'zol', 'quim', 'tev', 'nurp', 'ilg', 'wox', 'dref', 'yub', 'kesp'];
  return (
    [at, at * 7 + 3, at * 31 + 5].map((part, n) => parts[(part >> n) % parts.length]).join('') +
    String.fromCharCode(97 + (at % 26))
  );
};

describe('names that are known', () => {
  it.each([
    ['GB', 'Pontypridd'],
    ['FR', 'Saint-Étienne-du-Rouvray'],
    ['DE', 'Köpenick'],
    ['AU', 'Battery Point'],
    ['US', "Coeur d'Alene"],
    ['NL', "'s-Hertogenbosch"],
    ['IT', 'Sesto San Giovanni'],
    ['ES', 'L’Hospitalet de Llobregat'],
  ])('%s has %s', (country, name) => {
    expect(isPlace(country, bareName(name))).toBe(true);
    expect(beginsPlace(bareName(name).split(' ', 1)[0]!)).toBe(true);
  });

  it('are told by their postcode, as far as that tells places apart', () => {
    expect(isPlaceOfCode('GB', postcodeKey('GB', 'cf37 2lw'), 'pontypridd')).toBe(true);
    expect(isPlaceOfCode('GB', postcodeKey('GB', 'ex1 1aa'), 'pontypridd')).toBe(false);
    expect(isPlaceOfCode('NL', postcodeKey('NL', '4201 dc'), 'gorinchem')).toBe(true);
  });

  it('have families of many tongues among them', () => {
    expect(
      ['nguyen', 'lopez', 'schneider', 'okafor', 'kowalski', 'vandenberg'].filter((name) => !isFamily(name)),
    ).toEqual([]);
  });

  it('are hardly ever ones that nobody has', () => {
    const names = [...new Set(Array.from({ length: 4000 }, (_, at) => madeUp(at)))];
    const taken = names.filter((name) => isPlace('US', name) || isFamily(name));
    expect(taken.length / names.length).toBeLessThan(0.04);
  });

  it('cost as much where a text is nothing but numbers that may be postcodes', () => {
    const words = readWords('1010 Perth '.repeat(300), 'AU').words;
    expect(words).toHaveLength(400);
  });
});
