/**
 * Texts whose parts were put together without anything between them: `Brooke Houston2290 Lane AveColumbusOH43221`. Owns where such a
 * text is cut apart; a text that has its separators is left as it is. Pure.
 */

/** A small letter before a large one or before a number, a number before a word: two of them and a text is glued. */
const seams =
  /(?<=\p{Ll})(?<!(?:^|[^\p{L}])(?:Mc|Mac|De|Di|Du|La|Le|Van|Von))(?=\p{Lu}\p{Ll}|C\/)|(?<=\p{Ll}{2}|\p{Ll}\.)(?=\d{1,5}(?:\D|\d{4}))|(?<=\d)(?=\p{Lu}\p{Ll}{2})/gu;

const cuts: ReadonlyArray<readonly [RegExp, string]> = [
  // Codes of states and numbers that follow: OH43221, QCG7H1A1, QLD4031, and the phone behind them.
  [/(?<=\p{Ll})([A-Z]{2})(\d{5})(?=\d{10}|\D|$)/gu, ', $1 $2 '],
  [/(?<=\p{Ll})([A-Z]{2})([A-Z]\d[A-Z] ?\d[A-Z]\d)/gu, ', $1 $2 '],
  [/(?<=\p{Ll})(NSW|VIC|QLD|TAS|ACT|SA|WA|NT)(\d{4})/gu, ', $1 $2 '],
  [/(?<=\p{Ll})([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})(?![A-Z])/gu, ', $1 '],
  [/(\d{4} ?[A-Z]{2})(?=\p{Lu}\p{Ll})/gu, ', $1 '],
  [/(?<=\d)S(\d{6})(?=\d{8}(?!\d))/gu, ' S$1 '],
  // Singapore: a phone between a name and a block.
  [/(?<=\p{L})([3689]\d{7})(?=Blk|BLK|blk|Block|#)/gu, ' $1 '],
  // Five digits before a town are its postcode, what is before them the house.
  [/(?<=[^\d])(\d{1,3})(\d{5})(?=\p{Lu}\p{Ll})/gu, ' $1, $2 '],
  [/(?<=\p{L}|\s)(\d{5})(?=\p{Lu}\p{Ll})/gu, ', $1 '],
  [/(?<=\p{Ll})(\d{4})(?=0[2-9]\d{7,9}(?!\d))/gu, ' $1, '],
  [/(?<=[A-Z]{2} ?\d{5} ?|[A-Z]\d[A-Z] ?\d[A-Z]\d ?)(?=1?\d{10}(?!\d))/gu, ', '],
  [/(?<=\p{Ll}{2}|[A-Z]{2} |\d[A-Z]{2} )(?=0\d{9,11}(?!\d)|[36-9]\d{8,9}(?!\d))/gu, ', '],
];

/** Codes of states of the United States, of Canada and of Australia, each a pattern in large letters. */
export const stateCodes =
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]';
export const provinceCodes = 'ON|QC|BC|AB|MB|SK|NS|NB|NL|PEI?|YT|NT';
export const territoryCodes = 'NSW|VIC|QLD|TAS|ACT|SA|WA|NT';
const canadian = '[A-Z]\\d[A-Z] ?\\d[A-Z]\\d';

/** Where two words can't be one, whatever the rest of the text is like: a blank is enough. */
const blanks: ReadonlyArray<readonly [RegExp, string]> = [
  [new RegExp(`(?<![A-Za-z\\d])(${stateCodes})(?=\\d{5}(?![\\d]))`, 'g'), '$1 '],
  [new RegExp(`(?<![A-Za-z\\d])(${territoryCodes})(?=\\d{4}(?!\\d))`, 'gi'), '$1 '],
  [new RegExp(`(?<![A-Za-z\\d])(${provinceCodes})(?=${canadian}(?![A-Z\\d]))`, 'g'), '$1 '],
  // Singapore: #12-09Singapore540305.
  [/(?<=[\p{L}\d])(?=#\d{2}-\d{2,4})/gu, ' '],
  [/(#\d{2}-\d{2,4})(?=S(?:ingapore|'?pore|\(?\d{6}(?!\d)))/gi, '$1 '],
  [/(?<![a-z])(S(?:ingapore|'?pore))(?=\d{6}(?!\d))/gi, '$1 '],
  [/(?<=ingapore ?\d{6})(?=\p{L})/giu, ' '],
  // BLK252, Bishan St11.
  [/(?<![a-z])(blk|block)(?=\d{1,4}[a-z]?(?![a-z\d]))/gi, '$1 '],
  [/(?<=\p{L} )(St|Ave|Rd|Lor|Cres|Dr|Street|Avenue|Road|Lorong)(?=\d{1,2}(?![\p{L}\d]))/giu, '$1 '],
  // 10961berlin, 28039Madrid, but no code of letters and digits.
  [/(?<![\p{L}\d#-])(\d{5})(?=\p{Lu}?\p{Ll}{4}|\p{Lu}{4,}(?![\p{L}\d]))/gu, '$1 '],
  // Auckland1051.
  [/(?<=(?<!\p{L})\p{Lu}\p{Ll}{3,20})(?=\d{4}(?:[,;\n]|$))/gu, ' '],
  [/(?<!\p{L})(cell?|tel|mob|ph|hp|phone|mobile|handy|tlf|tfno)(?=\+?\d{3})/giu, '$1 '],
];
/** A town or its state begins behind a street or a town: a line of its own. */
const lines: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /(?<=[\p{L}\d] )(Ave|Rd|Ln|Dr|Ct|Tce|Cres|Blvd|Pde|Hwy|Street|Avenue|Road|Lane|Drive|Court|Terrace|Close|Crescent|Parade)(?=\p{Lu}\p{Ll})/gu,
    '$1\n',
  ],
  [new RegExp(`(?<=\\p{Ll}{2})(${stateCodes})(?= ?\\d{5}(?!\\d))`, 'gu'), ' $1 '],
  [new RegExp(`(?<=\\p{Ll}{2})(${territoryCodes})(?= ?\\d{4}(?!\\d))`, 'gu'), ' $1 '],
  [new RegExp(`(?<=\\p{Ll}{2})(${provinceCodes})(?=,? ?${canadian}(?![A-Z\\d]))`, 'gu'), ' $1 '],
  [/(?<=\p{Ll}{2})([A-Z]{2})(?=(?:tel|cell?)[.,]{0,2} ?\d)/gu, ' $1 '],
];

/** The name of a field behind the value of the one before: `ChelliahHP:90550186Add:Blk 12`. */
const gluedLabels =
  /(?<=[\p{L}\d.)])(?<!(?:First|Last|Full|Middle|Given|Family|Sur|User|Home|Cell|Mobile|Mob|Tele|E-?[Mm]ail|Street|Post|Postal|Zip|Delivery|Shipping|Billing|Company|Contact|Recipient|Receiver|Customer|Client|Alt|Mac|Mc|Web|IP))(?=(?:Name|Nom|Nome|Nombre|Naam|T[ée]l(?:[ée]phone|[ée]fono|efon|efoon|f|no)?|Tfno|Tlf|Phone|Ph|Mob(?:ile)?|Cell?|Cellulare|Port(?:able)?|M[óo]vil|Mobil|Mobiel|Handy|HP|Hp|Contact|Add(?:r|ress)?|Adr(?:esse)?|Anschrift|Indirizzo|Direcci[óo]n|Dir|Adres|Endereço|Morada|Ville|Stadt|Ort|Citt[àa]|Ciudad|Plaats|City|Zip|PLZ|CAP|CP|Postcode|Postal ?[Cc]ode) ?:)/gu;

const cutAt = (text: string, seamsOf: ReadonlyArray<readonly [RegExp, string]>): string =>
  seamsOf.reduce((left, [pattern, cut]) => left.replace(pattern, cut), text);

/** No seam where no letter meets a digit, a mark or a large letter. */
const mayBeGlued = /\p{Ll}\p{Lu}|[\p{L}][\d#]|\d\p{L}/u;

/** `Bonjour,je commande pour ma mère:Odette Prigent,17 rue du Puits`: no blank behind any comma. */
const tightComma = /(?<!\d)[,;](?=[\p{L}\d])|(?<=\d)[,;](?=\p{L})|(?<=\d{2,5})[,;](?=\d{3,5}(?!\d))/gu;
const tightStop =
  /(?<=\p{L}{3}|\d{2}|\))(?<!@[\p{L}\d.-]{1,40}|www)\.(?=\p{Lu}\p{Ll}|\p{Ll}{3,}[ ,])(?!\p{L}{1,20}[,;])(?![\p{L}\d.-]{1,40}@)/gu;
const tightMark = /(?<=\p{L})[!?](?=\p{L})/gu;
const tightColon = /(?<=\p{L}{2}):(?=[\p{L}\d+(])(?!\/\/)/gu;
const tightBracket = /(?<=\p{L}{2})\((?=\p{L})/gu;

/** So many commas without a blank and none with one: nobody has typed any. */
const fewestTight = 2;

const isTight = (text: string): boolean =>
  !/[,;] /.test(text) && (text.match(tightComma)?.length ?? 0) >= fewestTight && /\p{L} \p{L}/u.test(text);

const withBlanks = (text: string): string =>
  text
    .replace(tightComma, '$& ')
    .replace(tightStop, '. ')
    .replace(tightMark, '$& ')
    .replace(tightColon, ': ')
    .replace(tightBracket, ' (');

/** The text with breaks where its parts meet. Latin letters only. */
export function unglue(text: string): string {
  if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(text)) return text;
  const apart = mayBeGlued.test(text) ? unglueParts(text) : text;
  return isTight(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? withBlanks(apart) : apart;
}

const unglueParts = (text: string): string =>
  cutAt(unglueAll(cutAt(text.replace(gluedLabels, '\n'), blanks)), lines).replace(/ {2,}/g, ' ');

/** A text whose parts have nothing between them anywhere. */
function unglueAll(text: string): string {
  if (text.includes('\n') || text.length > 200) return text;
  const found = text.match(seams)?.length ?? 0;
  const runs =
    text.match(/(?<!\d)\d{5}(?=\p{Lu}\p{Ll}{2})|\d[A-Z]\d{6}|\p{Ll}[A-Z]{2,3}\d{4}|\p{Ll}\d{9,}|\d{15,}/gu)
      ?.length ?? 0;
  if (found === 0 || found + runs < 2 || (text.match(/[,;|] /g)?.length ?? 0) > 1) return text;
  let left = text;
  for (const [pattern, cut] of cuts) left = left.replace(pattern, cut);
  return left
    .replace(seams, ' ')
    .replace(
      /(?<=\b(?:St|Street|Ave|Avenue|Rd|Road|Ln|Lane|Dr|Drive|Ct|Blvd|Way)) (?=\p{Lu}\p{Ll}+, ?[A-Z]{2,3} )/gu,
      ', ',
    )
    .replace(/ {2,}/g, ' ')
    .replace(/ ,/g, ',')
    .trim();
}
