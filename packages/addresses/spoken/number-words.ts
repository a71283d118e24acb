/**
 * How numbers are said in the languages that are read in Latin letters: a grammar each, written out into a table of phrases. Owns those
 * tables; what a number is for is spoken-latin.ts's. Pure.
 */

export const spokenLanguages = ['en', 'de', 'fr', 'it', 'es', 'nl'] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

/** Small letters without marks, as the tables have them: fünf is funf, zéro zero. */
export const foldWord = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('’', "'");

const list = (words: string): string[] => words.split(' ');

interface Tongue {
  /** From nothing to as far as the words are single ones; `null zero` says both. */
  small: string[];
  /** From ten on; an empty one is in another way. */
  tens: string[];
  /** Every way to say a number below a thousand that is not small. */
  spell: (value: number, say: (value: number) => string[]) => string[];
  /** The greatest number that is in the table. */
  max: number;
  /** `nine hundred`: a word by itself behind the number, and the greatest number that may stand before it. */
  hundred?: readonly [RegExp, number];
  thousand: RegExp;
  /** Words that say how often the digit behind them stands. */
  times: Readonly<Record<string, number>>;
}

const both = (heads: readonly string[], glue: readonly string[], tails: readonly string[]): string[] =>
  heads.flatMap((head) => glue.flatMap((between) => tails.map((tail) => `${head}${between}${tail}`)));

/** vierundzwanzig, zesentwintig: the unit before the ten, and the hundred in one word with it, or set apart. */
const unitFirst =
  (
    tens: readonly string[],
    { and, hundred, one }: { and: string; hundred: string; one: string },
  ): Tongue['spell'] =>
  (value, say) => {
    if (value < 100) {
      const unit = value % 10;
      const ten = tens[Math.floor(value / 10)]!;
      if (unit === 0) return [ten];
      return both(unit === 1 ? [one] : say(unit), [and, ` ${and} `], [ten]);
    }
    const heads = value < 200 ? ['', one] : say(Math.floor(value / 100));
    const rest = value % 100;
    const ways = heads.map((head) => `${head}${hundred}`);
    return rest === 0 ? ways : both(ways, rest < 13 ? ['', and, ' '] : ['', ' '], say(rest));
  };

const tongues: Record<SpokenLanguage, Tongue> = {
  en: {
    small: list(
      'zero|oh|o|nought|naught one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    ),
    tens: list('_ _ twenty thirty forty|fourty fifty sixty seventy eighty ninety'),
    spell: (value, say) => both(say(value - (value % 10)), [' ', ''], say(value % 10)),
    max: 99,
    hundred: [/^hundred$/, 99],
    thousand: /^thousand$/,
    times: { double: 2, triple: 3, treble: 3, quadruple: 4 },
  },
  de: {
    small: list(
      'null eins zwei|zwo drei vier funf|fuenf sechs sieben acht neun zehn elf zwolf|zwoelf dreizehn vierzehn funfzehn|fuenfzehn sechzehn siebzehn achtzehn neunzehn',
    ),
    tens: list('_ _ zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig'),
    spell: unitFirst(list('_ _ zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig'), {
      and: 'und',
      hundred: 'hundert',
      one: 'ein',
    }),
    max: 999,
    thousand: /^tausend$/,
    times: { doppel: 2, doppelte: 2, zweimal: 2, dreimal: 3, viermal: 4 },
  },
  nl: {
    small: list(
      'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    ),
    tens: list('_ _ twintig dertig veertig vijftig zestig zeventig tachtig negentig'),
    spell: unitFirst(list('_ _ twintig dertig veertig vijftig zestig zeventig tachtig negentig'), {
      and: 'en',
      hundred: 'honderd',
      one: 'een',
    }),
    max: 999,
    thousand: /^duizend$/,
    times: { dubbel: 2, dubbele: 2, tweemaal: 2, driemaal: 3 },
  },
  fr: {
    small: list(
      'zero un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
    ),
    tens: list('_ dix vingt trente quarante cinquante soixante'),
    spell: (value, say) => {
      const own = ({ 70: 'septante', 80: 'huitante', 90: 'nonante' } as Record<number, string>)[
        value - (value % 10)
      ];
      const unit = value % 10;
      const ways = own ? (unit === 0 ? [own] : both([own], [' ', ' et '], say(unit))) : [];
      if (value < 20) return both(['dix'], [' '], say(unit));
      if (value >= 80)
        return value === 80
          ? [...ways, 'quatre vingts', 'quatre vingt']
          : [...ways, ...both(['quatre vingt'], [' '], say(value - 80))];
      const base = value >= 60 ? 60 : value - unit;
      return [...ways, ...both(say(base), [' ', ' et '], say(value - base))];
    },
    max: 99,
    hundred: [/^cents?$/, 9],
    thousand: /^mille$/,
    times: { double: 2, triple: 3 },
  },
  es: {
    small: list(
      'cero uno|un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno|veintiun veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
    ),
    tens: list('_ _ veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
    spell: (value, say) => {
      if (value < 100) return both(say(value - (value % 10)), [' y ', ' '], say(value % 10));
      const hundreds = list(
        '_ ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
      );
      const head = hundreds[Math.floor(value / 100)]!;
      if (value % 100 === 0) return value === 100 ? ['cien', head] : [head];
      return both([head], [' '], say(value % 100));
    },
    max: 999,
    thousand: /^mil$/,
    times: { doble: 2, triple: 3 },
  },
  it: {
    small: list(
      'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    ),
    tens: list('_ _ venti trenta quaranta cinquanta sessanta settanta ottanta novanta'),
    spell: (value, say) => {
      if (value < 100) {
        const ten = say(value - (value % 10))[0]!;
        const unit = value % 10;
        return both([unit === 1 || unit === 8 ? ten.slice(0, -1) : ten], ['', ' '], say(unit));
      }
      const heads = value < 200 ? ['cento'] : both(say(Math.floor(value / 100)), [''], ['cento']);
      if (value % 100 === 0) return heads;
      const short = value % 100 === 8 || Math.floor((value % 100) / 10) === 8;
      return both(
        short ? [...heads, ...heads.map((head) => head.slice(0, -1))] : heads,
        ['', ' '],
        say(value % 100),
      );
    },
    max: 999,
    thousand: /^mille$/,
    times: { doppio: 2, doppia: 2, triplo: 3, tripla: 3 },
  },
};

/** What is said, with single blanks between its words, to its value. */
export interface NumberTable {
  values: ReadonlyMap<string, number>;
  /** The most words that a phrase of the table has. */
  maxWords: number;
  hundred: readonly [RegExp, number] | undefined;
  thousand: RegExp;
  times: Readonly<Record<string, number>>;
}

const tables = new Map<SpokenLanguage, NumberTable>();

/** The table of a language; it is made when it is first asked for. */
export function numberTable(language: SpokenLanguage): NumberTable {
  const known = tables.get(language);
  if (known) return known;
  const { small, tens, spell, max, hundred, thousand, times } = tongues[language];
  const said = new Map<number, string[]>();
  const say = (value: number): string[] => {
    const ways = said.get(value) ?? spellOne(value);
    said.set(value, ways);
    return ways;
  };
  const spellOne = (value: number): string[] => {
    if (value < small.length) return small[value]!.split('|');
    return (value % 10 === 0 ? tens[value / 10]?.split('|') : undefined) ?? spell(value, say);
  };
  const values = new Map<string, number>();
  for (let value = 0; value <= max; value++) for (const way of say(value)) values.set(way, value);
  const maxWords = Math.max(...Array.from(values.keys(), (way) => way.split(' ').length));
  const table = { values, maxWords, hundred, thousand, times };
  tables.set(language, table);
  return table;
}

/** The plain words by which a language is known, and a text that may be dictated. */
export const plainNumberWords: Record<SpokenLanguage, string> = {
  en: 'zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|double|triple',
  de: 'null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|doppel',
  fr: 'zéro|zero|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|vingts|trente|quarante|cinquante|soixante|cent|mille',
  it: 'zero|uno|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|venti|trenta|quaranta|cinquanta',
  es: 'cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa',
  nl: 'nul|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien|vijftien|zestien|zeventien|achttien|negentien|twintig',
};
