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
  // Five digits before a town are its postcode, what is before them the house.
  [/(?<=[^\d])(\d{1,3})(\d{5})(?=\p{Lu}\p{Ll})/gu, ' $1, $2 '],
  [/(?<=\p{L}|\s)(\d{5})(?=\p{Lu}\p{Ll})/gu, ', $1 '],
  [/(?<=\p{Ll})(\d{4})(?=0[2-9]\d{7,9}(?!\d))/gu, ' $1, '],
  [/(?<=[A-Z]{2} ?\d{5} ?|[A-Z]\d[A-Z] ?\d[A-Z]\d ?)(?=1?\d{10}(?!\d))/gu, ', '],
  [/(?<=\p{Ll}{2}|[A-Z]{2} |\d[A-Z]{2} )(?=0\d{9,11}(?!\d)|[36-9]\d{8,9}(?!\d))/gu, ', '],
];

/** The text with breaks where its parts meet. Latin letters only. */
export function unglue(text: string): string {
  if (text.includes('\n') || text.length > 200 || /[\p{Script=Han}\p{Script=Hangul}]/u.test(text))
    return text;
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
