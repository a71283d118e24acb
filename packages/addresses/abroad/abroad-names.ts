/** Who an address outside China is for. Owns how a person is told from a street, a building or a company. Pure. */
import type { Segment } from './abroad-segments.ts';

const placeWord =
  /-(?:dong|gu|si|do|ro|gil|ku|shi|cho|machi|ken|gun)\b|\b(?:street|st|road|rd|avenue|ave|av|lane|ln|drive|blvd|boulevard|way|court|ct|place|pl|house|building|bldg|tower|towers|hotel|centre|center|mall|plaza|park|square|sq|hall|school|university|college|hospital|church|library|museum|theatre|theater|gallery|club|shop|store|market|station|airport|apartments?|apt|flat|floor|suite|ste|unit|room|rm|level|lot|block|blk|estate|gardens?|mansion|terrace|industrial|limited|ltd|inc|llc|plc|gmbh|corp|company|bank|restaurant|cafe|café|bar|pub|inn|farm|cottage|villa|castle|palace|opera|office|department|dept|county|city|town|district|village|box|highway|hwy|route|parade|crescent|close|quay|wharf|pier|bridge|mews|grove|rise|avenida|rua|estrada|travessa|largo|rue|allée|chemin|impasse|jalan|jln|lorong|strasse|straße|str|platz|weg|gasse|building|heights|court|international|services?|solutions|group|bros|sons|studios?|the|of|north|south|east|west|warehouse|factory|no|tour|hôtel|château|église|musée|résidence|residence|bâtiment|immeuble|appartement|appt|étage|mairie|gare|cité|domaine|palais|pont|théâtre|opéra|sarl|haus|schloss|rathaus|kirche|bahnhof|wohnung|hof|turm|klinik|edificio|piazza|plaza|via|calle|palazzo|dom|postfach|care)\b|(?:straße|strasse|platz|weg|allee|gasse|ring|damm|ufer)$/i;
const particles = new Set(
  'de da do dos du di del della la le van von der den bin binti al el ibn y e ten ter zu a/l a/p s/o d/o'.split(
    ' ',
  ),
);
const begins =
  /^(?:[a-z]\/f|c\/o|bât\.?|appt\.?|no\.?|flat|unit|apt|apartment|suite|ste|level|lot|shop|room|rm|block|blk|floor|p\.?o\.? box|bldg|building|ground|house|postfach|#)\b|^\d/i;

/** One to five words with capitals, none of them a word of places. */
export function isPerson(text: string): boolean {
  if (/[\d@#&/]/.test(text.replace(/\b[asd]\/[lpo]\b/g, '')) || text.length > 45) return false;
  const bare = text.replace(/^(?:mr|mrs|ms|miss|dr|prof|herr|frau|mme|mlle|m)\.? /i, '');
  const words = bare.split(' ');
  if (words.length > 5 || placeWord.test(bare)) return false;
  return words.every(
    (word, at) => /^\p{Lu}[\p{L}.'’-]*$/u.test(word) || (at > 0 && particles.has(word.toLowerCase())),
  );
}

/** Without titles: `Mr. John Smith` is delivered to John Smith. */
export const withoutTitle = (name: string): string =>
  name.replace(/^(?:mr|mrs|ms|miss)\.? (?=\S)/i, '').replace(/ ?(?:様|さま|殿|님|귀하)$/u, '');

export interface NamedSegments {
  name: string;
  rest: Segment[];
}

/**
 * Takes the person out: labelled, first, next to the phone, or behind everything else. `isOther` says that a segment is known
 * to be something else (a state, the line with the postcode).
 */
export function takePerson(
  segments: readonly Segment[],
  isOther: (segment: Segment) => boolean,
): NamedSegments {
  const labelled = segments.find(({ label }) => label === 'name');
  if (labelled) return splitLabelled(segments, labelled);
  const first = segments[0];
  if (first) {
    if (!isOther(first) && isPerson(first.text) && startsAddress(segments, isOther))
      return without(segments, first);
    // A whole address in one segment has a house number besides the postcode.
    const mayHoldName = !isOther(first) || /\d\D+\d/.test(first.text);
    const split = mayHoldName ? splitGlued(first, segments) : undefined;
    if (split) return { name: split.name, rest: [split.rest, ...segments.slice(1)] };
  }
  const hasStreet = segments.some(({ text }) => /\d/.test(text));
  const near = segments.find(
    (segment, at) =>
      segment.byPhone &&
      at > 0 &&
      hasStreet &&
      !isOther(segment) &&
      isPerson(segment.text) &&
      endsAddress(segments, at),
  );
  if (near) return without(segments, near);
  const last = segments.at(-1);
  if (
    last &&
    segments.length > 2 &&
    (last.line > segments.at(-2)!.line || (last.text.includes(' ') && endsTown(segments.at(-2)!, isOther))) &&
    !isOther(last) &&
    isPerson(last.text) &&
    segments.slice(0, -1).some(isOther)
  ) {
    return without(segments, last);
  }
  return { name: '', rest: [...segments] };
}

const without = (segments: readonly Segment[], taken: Segment): NamedSegments => ({
  name: withoutTitle(taken.text),
  rest: segments.filter((segment) => segment !== taken),
});

/** `Name: Ann Lee 12 High St` has both. */
function splitLabelled(segments: readonly Segment[], labelled: Segment): NamedSegments {
  const split = /\d/.test(labelled.text) ? splitGlued({ ...labelled, byPhone: true }, segments) : undefined;
  if (!split) return without(segments, labelled);
  return {
    name: split.name,
    rest: segments.map((segment) => (segment === labelled ? { ...split.rest, label: undefined } : segment)),
  };
}

/** Postcode and town have been said. */
const endsTown = (segment: Segment, isOther: (segment: Segment) => boolean): boolean =>
  isOther(segment) && /\d/.test(segment.text);

/** What comes after the first segment looks like an address: it begins with a number, or a line of its own has one. */
function startsAddress(segments: readonly Segment[], isOther: (segment: Segment) => boolean): boolean {
  const [first, second] = segments;
  if (!second) return first!.byPhone;
  // A line that has the town too is an address when it has a house number besides the postcode.
  const hasPhone = segments.some(({ byPhone }) => byPhone);
  if (hasPhone && placeWord.test(second.text) && !isOther(second)) return true;
  if (begins.test(second.text) && (!isOther(second) || /\d\D+\d/.test(second.text))) return true;
  if (first!.byPhone || first!.text.includes(' ')) return /\d/.test(second.text) && !isOther(second);
  return false;
}

/** Everything that a place needs stands before it. */
const endsAddress = (segments: readonly Segment[], at: number): boolean =>
  at === segments.length - 1 && at > 1;

/** `John Smith 12 High Street`: a name of two to four words in front of the first number. */
function splitGlued(
  first: Segment,
  segments: readonly Segment[],
): { name: string; rest: Segment } | undefined {
  const match = /^(\D{4,40}?) (?=(?:no\.? ?|flat |unit |apt |level |#|blk |block |p\.?o\.? box )?\d)/i.exec(
    first.text,
  );
  const name = match?.[1]?.trim() ?? '';
  const words = name.split(' ');
  if (words.length < 2 || !segments.some(({ byPhone }) => byPhone)) return undefined;
  // `Lisa Müller Hauptstraße 5`: a street without a number before its name.
  const two = words.slice(0, 2).join(' ');
  if (words.length > 2 && placeWord.test(words.slice(2).join(' ')) && isPerson(two)) {
    return { name: withoutTitle(two), rest: { ...first, text: first.text.slice(two.length).trim() } };
  }
  if (words.length > 4 || !isPerson(name)) return undefined;
  return { name: withoutTitle(name), rest: { ...first, text: first.text.slice(match![0].length).trim() } };
}
