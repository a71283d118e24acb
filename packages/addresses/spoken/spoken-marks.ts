/**
 * Commas, full stops and new lines that were said, what one says to think, and short words that a parcel has a sign for. Owns their words in
 * each language. Pure.
 */
import { plainNumberWords, type SpokenLanguage } from './number-words.ts';
import { type Edit, editsOf } from './text-edits.ts';

interface Marks {
  comma: string;
  line: string;
  stop: string;
  /** Said to think, or to be sure of the other one. */
  filler: string;
}

const marks: Record<SpokenLanguage, Marks> = {
  en: {
    comma: 'comma',
    line: 'new ?line|next line|line break|new paragraph',
    stop: 'full stop|period',
    filler: 'um+|uh+|erm+|er|hmm+|ay|lah',
  },
  de: {
    comma: 'komma',
    line: 'neue zeile|nächste zeile|zeilenumbruch|neuer absatz',
    stop: 'punkt(?=$| \\p{Lu})',
    filler: '[äö]h?m?(?: ja| also)?|hm+|ne|gell',
  },
  fr: {
    comma: 'virgule',
    line: 'à la ligne|nouvelle ligne|retour à la ligne',
    stop: 'point final',
    filler: 'euh+|hein|ben|hm+',
  },
  it: {
    comma: 'virgola',
    line: 'a capo|nuova riga',
    stop: 'punto e a capo|punto(?=$)',
    filler: 'ehm?|mm+|eh',
  },
  es: {
    comma: 'coma',
    line: 'punto y aparte|nueva línea|salto de línea',
    stop: 'punto final',
    filler: 'ehm?|em+|este|pues',
  },
  nl: { comma: 'komma', line: 'nieuwe regel|volgende regel', stop: 'punt(?=$)', filler: 'ehm?|uhm?|hè|hoor' },
};

/** The marks that somebody said, in place of their words. */
export function spokenMarkEdits(text: string, language: SpokenLanguage): Edit[] {
  const { comma, line, stop } = marks[language];
  const pattern = new RegExp(`[ ,]*(?<!\\p{L})(?:(${comma})|(${line})|${stop})(?!\\p{L})[,.]? ?`, 'giu');
  return editsOf(text, pattern, (match) => (match[1] ? ', ' : match[2] ? '\n' : '. '));
}

/** What is no word, in the middle of what is said: `send it to ann um lee`. Before small words it parts what was said. */
const thinking: Partial<Record<SpokenLanguage, RegExp>> = {
  en: /(?<=\p{L} )(?:um+|uh+|erm+) (?!(?:the|it|it's|its|that|that's|and|at|my|to|address|phone|number|so|i)(?!\p{L}))/giu,
  de: /(?<=\p{L} )(?:äh+m?|öh+m?) (?!(?:die|der|das|und|in|an|am|also|ich|telefon)(?!\p{L}))/giu,
  fr: /(?<=\p{L} )euh+ (?!(?:le|la|les|et|à|au|c'est|mon|non)(?!\p{L}))/giu,
};

/** What says behind a number that a nought stands before it. */
const noughtBefore: Partial<Record<SpokenLanguage, readonly [RegExp, string]>> = {
  en: [/with an? (?:zero|nought|oh) (?:in front|before(?: it)?)/, 'zero'],
  de: [/mit (?:der |einer |'?ner )?null (?:davor|vorne?|voran|vorweg)/, 'null'],
  fr: [/avec (?:le|un) z[ée]ro devant/, 'zéro'],
  it: [/con (?:lo|uno) zero davanti/, 'zero'],
  es: [/con (?:el|un) cero delante/, 'cero'],
  nl: [/met (?:de|een) nul ervoor/, 'nul'],
};

/** `Fünf eins zwo mit der Null davor, dann sechs` is null fünf eins zwo, sechs. */
export function noughtEdits(text: string, language: SpokenLanguage): Edit[] {
  const [said, nought] = noughtBefore[language] ?? [];
  if (!said) return [];
  const numbers = `(?:(?:${plainNumberWords[language]}|\\d)[ ,-]{1,2}){2,12}`;
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])(${numbers})${said.source}(?!\\p{L})(?:, (?:dann|then|puis|poi|luego|dan)(?= ))?`,
    'giu',
  );
  return editsOf(text, pattern, (match) => `${nought} ${match[1]!.trim().replace(/,$/, '').toLowerCase()}`);
}

/** `Lille hein, 59000`: what was only said goes. */
export function fillerEdits(text: string, language: SpokenLanguage): Edit[] {
  const filler = new RegExp(
    `(?:(?<=^|[.\\n] ?)(?:${marks[language].filler})[,.]* |,? (?:${marks[language].filler})(?=[,.]|$))`,
    'giu',
  );
  const sounds = thinking[language];
  const within = sounds ? editsOf(text, sounds, () => '') : [];
  const ends = editsOf(text, filler, () => '');
  const alone = within.filter((each) =>
    ends.every(({ start, end }) => each.end <= start || each.start >= end),
  );
  return [...ends, ...alone].map((edit) => ({ ...edit, isTalk: true }));
}

/** Straße ist der Postweg. */
const labels: Partial<Record<SpokenLanguage, RegExp>> = {
  de: /(?<!\p{L})(straße|strasse|ort|stadt|name|adresse|anschrift|plz|postleitzahl|telefon|nummer|hausnummer)(?: ist| lautet| wäre| heißt)(?: die| der| das)? /giu,
  nl: /(?<!\p{L})(straat|plaats|naam|adres|postcode|telefoon|nummer|huisnummer)(?: is)(?: de| het)? /giu,
};

const openLabels =
  /(?<=^|[,.\n] ?)(name|street|city|town|straße|ort|stadt|empfänger|nom|ville|destinataire|nome|indirizzo|città|destinatario|nombre|dirección|ciudad|naam|straat|plaats) (?=\p{Lu})/giu;

/** A label that was said in a sentence, as forms have it. */
export function labelEdits(text: string, language: SpokenLanguage): Edit[] {
  const label = labels[language];
  const said = label ? editsOf(text, label, (match) => `${match[1]}: `) : [];
  const open = editsOf(text, openLabels, (match) =>
    /\p{Lu}/u.test(text[match.index + match[0].length]!) ? `${match[1]}: ` : undefined,
  );
  return [...said, ...open.filter(({ start }) => said.every((edit) => edit.start !== start))];
}

const floors: Readonly<Record<string, number>> = {
  primero: 1,
  segundo: 2,
  tercero: 3,
  cuarto: 4,
  quinto: 5,
  sexto: 6,
  séptimo: 7,
  octavo: 8,
  noveno: 9,
  décimo: 10,
};
const doors: Readonly<Record<string, string>> = {
  be: 'B',
  ce: 'C',
  de: 'D',
  ge: 'G',
  efe: 'F',
  hache: 'H',
  jota: 'J',
  ele: 'L',
};
const floor = new RegExp(
  `(?<=[\\da-z], |\\d )(?:el |piso )?(${Object.keys(floors).join('|')})(?: (?:letra )?(${Object.keys(doors).join('|')}|[a-h]))?(?!\\p{L})`,
  'giu',
);
const door = new RegExp(
  `(?<!\\p{L})(portal|puerta|escalera|letra|bajo|entresuelo|ático) (${Object.keys(doors).join('|')}|[a-h])(?!\\p{L})`,
  'giu',
);

/** Segundo be: a floor and its door in Spain, as they are written. */
export const floorEdits = (text: string, language: SpokenLanguage): Edit[] =>
  language === 'es'
    ? [
        ...editsOf(
          text,
          door,
          // Puerta de Hierro is a place.
          (match) =>
            /^ \p{Lu}/u.test(text.slice(match.index + match[0].length))
              ? undefined
              : `${match[1]} ${doors[match[2]!.toLowerCase()] ?? match[2]!.toUpperCase()}`,
        ),
        ...editsOf(text, floor, (match) => {
          const letter = match[2]?.toLowerCase();
          const shown = `${floors[match[1]!.toLowerCase()]}.o`;
          return letter === undefined ? shown : `${shown} ${doors[letter] ?? letter.toUpperCase()}`;
        }),
      ]
    : [];

/** Who is told to write begins with what is written. */
const opening =
  /^[^,.:\n]{0,30}(?<!\p{L})(?:write (?:this|it)?|take (?:this|it)|notez|marquez|schreiben sie|notieren sie|schreib|notier|apunta|apunte|apúntelo|anote|scriva|scrivi|segni|schrijf|noteer)(?!\p{L})([^,.:\n]{0,14})[:,.] */iu;

const inStreet: Partial<Record<SpokenLanguage, RegExp>> = {
  es: /,? (?:vive )?en (?:la|el) (?=(?:calle|avenida|plaza|carretera|avda|glorieta|travesía|ronda|camino|paseo)(?!\p{L}))/giu,
  it: /,? (?:in|alla|al) (?=(?:via|viale|corso|piazza|vicolo|largo|piazzale)(?!\p{L}))/giu,
  fr: /,? c'est (?:au )?(?=\d{1,4},? (?:rue|avenue|boulevard|place|chemin|impasse|quai|cours|allée))/giu,
};

/** What begins a dictation, and what leads to a street: a comma does as well. */
export function leadEdits(text: string, language: SpokenLanguage): Edit[] {
  const opened = opening.exec(text);
  // `Vous marquez Fabien Neuf,` has what is written already.
  const isOpening = opened !== null && !/\p{Lu}/u.test(opened[1]!);
  const street = inStreet[language];
  const leads = street ? editsOf(text, street, () => ', ') : [];
  return isOpening ? [{ start: 0, end: opened[0].length, text: '', isTalk: true }, ...leads] : leads;
}
