/**
 * A street that stands in a message twice, in two spellings or once without its number: `4 Bannister Ct, 4 Bannister Court`, `122 London Rd, 122 London Rd,
 * flat 1`, `Pea Ridge Rd. 1204 Pea Ridge Rd`. Owns when two pieces of a detail are the same street; the fuller one stays where it stands. Pure.
 */
import { type Segment, trimSegment } from './abroad-segments.ts';

/** Kinds of streets as they are shortened. */
const kinds: Readonly<Record<string, string>> = {
  st: 'street',
  str: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  ln: 'lane',
  dr: 'drive',
  ct: 'court',
  crt: 'court',
  pl: 'place',
  blvd: 'boulevard',
  boul: 'boulevard',
  bd: 'boulevard',
  hwy: 'highway',
  tce: 'terrace',
  ter: 'terrace',
  cres: 'crescent',
  cr: 'crescent',
  pde: 'parade',
  sq: 'square',
  cl: 'close',
  gdns: 'gardens',
  pkwy: 'parkway',
  strasse: 'straße',
  avda: 'avenida',
  pza: 'plaza',
  c: 'calle',
  v: 'via',
  ch: 'chemin',
};
/** A word that says that the piece is a street, in its language. */
const street =
  /^(?:street|road|avenue|lane|drive|court|place|boulevard|highway|terrace|crescent|parade|square|close|gardens|parkway|way|row|hill|rue|chemin|impasse|quai|allée|via|viale|corso|piazza|vicolo|calle|avenida|plaza|paseo|carrer)$|(?:straße|weg|gasse|platz|allee|straat|laan|plein|gracht|kade)$/u;

const wordsOf = (piece: string): string[] =>
  (piece.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []).map((word) => kinds[word] ?? word);

/** A full stop behind which another piece of the same part begins. */
const pieceStop = /(?<=\p{L}{2}|\d)\. (?=\d|\p{Lu})/u;

/** The detail without a street that another piece of it has as well, with its number or in more words. */
export function withoutEcho(rest: Segment[]): Segment[] {
  const pieces = rest.flatMap((segment) =>
    segment.text
      .split(/, /)
      .flatMap((part) => part.split(pieceStop))
      .map((text) => ({ ...segment, text: trimSegment(text) })),
  );
  const kept = pieces.filter(
    (piece, at) => !pieces.some((other, next) => next !== at && isEcho(piece, other, next > at)),
  );
  return kept.length === pieces.length ? rest : kept;
}

/** Whether `other` says all that the piece says of a street; of two equal ones the later counts. */
function isEcho(piece: Segment, other: Segment, isLater: boolean): boolean {
  const [own, more] = [wordsOf(piece.text), wordsOf(other.text)];
  if (own.length < 2 || !own.some((word) => street.test(word)) || own.length > more.length) return false;
  if (own.length === more.length && !isLater) return false;
  // It ends as the other one does in English, and begins so where the number stands behind.
  const isTail = own.every((word, at) => word === more[more.length - own.length + at]);
  const isHead = own.every((word, at) => word === more[at]);
  const added = isTail ? more.slice(0, more.length - own.length) : more.slice(own.length);
  return (isTail || isHead) && added.length < 3 && added.every((word) => /^\d{1,5}[a-z]?$/.test(word));
}
