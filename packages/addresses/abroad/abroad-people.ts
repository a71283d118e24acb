/**
 * Who an address in Latin letters is for. Owns what words weigh as a person, what their place in the text weighs, and the list of
 * everybody whom the text may mean; which of them it is is decided with the place that is left (parse-abroad.ts). Pure.
 */
import { isLargeTown } from '../town-names.ts';
import { replaceAt } from './abroad-place.ts';
import { type Segment, trimSegment } from './abroad-segments.ts';
import { isGivenName } from './given-names.ts';

/** Somebody whom the text may mean, and the segments without them. */
export interface PersonFound {
  name: string;
  /** What speaks for it, words and position together. */
  weight: number;
  /** A label says who it is. */
  isSure?: boolean;
  rest: Segment[];
}

const words = (list: string): Set<string> => new Set(list.trim().split(/\s+/));

/** Kinds of streets and houses that are families as well: behind a given name they may be one. */
const placesAndFamilies = words(
  'street lane park house church court place hall hill field fields banks bridge bridges woods wood ford wells castle market mill mills green north south east west close way drive square temple chapel tower towers bell cross grove heath marsh moor dale glen lake beach rivers forest garden gardener gardens lodge manor abbey priory college row rise shore villa plaza berg bach hof platz weg ring damm busch stein kirch pont place château fontaine moulin tour turm rivière bois cour port king queen london york day summer banks view parade wharf walk crescent terrace mount bay point',
);
/** Kinds of streets, houses and units that are nobody's name. */
const placesOnly = words(
  'road rd st ave av avenue blvd boulevard dr ln ct pl hwy highway route rte pkwy parkway cir circle trl trail building bldg apartments apartment apt flat floor fl level suite ste unit room rm block blk lot box cottage cottages mansion mansions estate centre center mall shop store city county town district village suburb rue allée allee chemin impasse quai boulevard bd cours étage etage appt bât bat bâtiment batiment résidence residence immeuble strasse straße str gasse allee ufer haus wohnung stock og eg hinterhaus avenida rua estrada travessa largo jalan jln lorong daero ro gil dong gu ku cho machi chome shi sec no mews esplanade embankment industrial rectory vicarage bakery barn rear apo fpo dpo psc heights junction central upper lower near opposite behind corner gate postfach packstation',
);
const firmWords = words(
  'inc inc. ltd ltd. llc llp plc corp corp. corporation company co. gmbh ag kg ohg ug e.v. sarl sas sasu sa eurl pty pte bv nv ab oy limited incorporated group holdings partners associates services solutions systems studio studios media trading supplies logistics industries international enterprises bank school university college institute academy polytechnic hospital clinic infirmary surgery pharmacy hotel inn pub cafe café restaurant bar bakery church parish library museum theatre theater gallery club centre office department dept store shop salon agency foundation association society council ministry embassy station airport bäckerei apotheke autohaus klinik klinikum universität hochschule schule gymnasium verlag praxis kanzlei büro firma boulangerie lycée collège école université hôpital clinique mairie éditions société pharmacie banque ministère gasthof bros sons & und et',
);
/** What no name has in it. */
const neverNames = words(
  'the of your our this that please thanks thank you is are was at in on for with and or if not here my me we it hi hello hey dear address phone mobile tel email mail order shipping delivery deliver ship send leave call door neighbour neighbor reception http https www com html name attn usa uk hk kln nsw vic qld kg sg country city state zip postcode postal code invoice item size photo photos print prints parcel package regards cheers bitte danke an nach ist sind und oder merci bonjour votre notre pour dans avec',
);
const particles = words(
  'de da do dos du di del della la le les van von der den dem bin binti bint al el ibn y e ten ter zu zum a/l a/p s/o d/o of-the mac st. san santa delle',
);
const titles =
  /^(?:mdm|madam|mr|mrs|ms|miss|mx|dr|prof|sir|dame|rev|herrn?|frau|fräulein|mme|mlle|m|monsieur|madame|mademoiselle|sr|sra|señor|señora|sig|mister|sgt|ssgt|msgt|cpl|spc|pfc|pvt|capt|cpt|lt|maj|col|gen|cmdr|cdr|petty officer|lance corporal|sergeant|captain|major|colonel|lieutenant|corporal|private)\.?(?= )/i;
/** Those that are no part of the name on a label. */
const droppedTitles =
  /^(?:mdm|madam|mr|mrs|ms|miss|mx|herrn?|frau|fräulein|mme|mlle|monsieur|madame|mademoiselle|mister|m\.)\.? (?=\S)/i;
const degrees = /,? (?:jr|sr|ii|iii|iv|phd|md|esq)\.?$/i;

/** `Mr. John Smith` is delivered to John Smith. */
export const withoutTitle = (name: string): string =>
  trimSegment(name)
    .replace(droppedTitles, '')
    .replace(/ ?(?:様|さま|殿|님|귀하)$/u, '')
    .replace(/^["'“]+|["'”]+$/g, '');

const bare = (word: string): string => word.toLowerCase().replace(/^["'(]+|[.,"')]+$/g, '');

/** How capitals are used around a name: where all letters are small or large they say nothing. */
export interface Casing {
  mixed: boolean;
}

export const casingOf = (text: string): Casing => {
  const capitalised = text.match(/(?<!\p{L})\p{Lu}\p{Ll}+/gu)?.length ?? 0;
  return { mixed: capitalised > 1 };
};

/** Whether the words name a firm, a school, a hospital. */
export function isFirm(text: string): boolean {
  if (/^\d|\d{3}/.test(text)) return false;
  const all = text.split(' ');
  if (all.length > 7 || !/\p{L}{2}/u.test(text)) return false;
  const isPerson = isGivenName(bare(all[0]!));
  return all.some((raw, at) => {
    const word = bare(raw);
    if (!firmWords.has(word) || (all.length === 1 && word.length < 7)) return false;
    // Church Lane is a street, Hannah Church somebody.
    return !placesAndFamilies.has(word) || (at === all.length - 1 && !isPerson);
  });
}

/** What words weigh as a person, wherever they stand: about 3 is a clear one, undefined certainly none. */
export function weighPerson(text: string, { mixed }: Casing): number | undefined {
  const shown = text.replace(degrees, '');
  const title = titles.exec(shown)?.[0] ?? '';
  const rest = shown.slice(title.length).trim();
  if (rest === '' || rest.length > 45 || /[\d@#&/\\|_<>=*%]/.test(rest.replace(/\b[asd]\/[lpo]\b/gi, '')))
    return undefined;
  const all = rest.split(' ');
  if (all.length > 6 || !/\p{L}{2}/u.test(rest)) return undefined;
  let weight = title ? 2 : 0;
  const given = isGivenName(bare(all[0]!)) || (all.length > 1 && /^(?:\p{Lu}\.?)$/u.test(all[0]!));
  // A name doesn't begin small where others begin large.
  if (mixed && /^\p{Ll}/u.test(all[0]!) && !given) return undefined;
  let own = 0;
  for (const [at, word] of all.entries()) {
    const plain = bare(word);
    if (plain === '' || /[^\p{L}\p{M}.'’-]/u.test(word.replace(/\b[asd]\/[lpo]\b|["“”]/gi, '')))
      return undefined;
    if (at > 0 && particles.has(plain)) continue;
    if (neverNames.has(plain)) return undefined;
    if (/^\p{L}\.?$/u.test(word)) {
      weight += at > 0 && at < all.length - 1 ? 0.2 : at === 0 ? -0.2 : -0.7;
      continue;
    }
    own++;
    if (
      placesOnly.has(plain) ||
      (/(?:straße|strasse|allee|gasse|platz$|weg$|ufer$|-(?:dong|gu|ro|gil|ku|shi|cho|si|do))$/u.test(
        plain,
      ) &&
        !given)
    )
      weight -= 4;
    else if (firmWords.has(plain) && !(at === all.length - 1 && given && placesAndFamilies.has(plain)))
      weight -= 3;
    else if (placesAndFamilies.has(plain) && !isGivenName(plain))
      weight -= at === all.length - 1 && given ? 0.5 : at === 0 && all.length === 2 ? 1.2 : 2;
    else if (at > 0 && isGivenName(plain)) weight += 0.5;
    if (mixed && !/^[\p{Lu}"“]/u.test(word)) weight -= given ? 0.9 : 1.5;
  }
  if (own === 0) return undefined;
  if (given) weight += 1.5;
  if (all.length === 1) return weight + (given || title ? 0.6 : -0.2);
  weight += 0.12 * all.length;
  if (all.length === 2 || all.length === 3) weight += 1.5;
  else if (all.length > 3) weight += 0.9;
  for (const country of ['US', 'GB', 'DE', 'FR', 'AU', 'CA'])
    if (isLargeTown(rest, country)) return weight - 2.5;
  return weight;
}

/** What an address begins with: a number, a unit, a street that has its number behind it. */
const begins =
  /^(?:#|(?:no|nr|flat|unit|apt|apartment|suite|ste|level|lvl|lot|shop|room|rm|u(?= \d)|block|blk|floor|fl|p\.?o\.? ?box|postfach|bldg|building|ground|g\/f|psc|appt|b[âa]t|r[ée]sidence|hinterhaus|(?:first|second|third|fourth|top|upper|lower) floor|penthouse|studio|basement|the)\b|\d|c\/o\b)/i;
const streetAhead =
  /^(?:(?:[\p{L}.'-]+ ){0,3}?[\p{L}.'-]*(?:straße|strasse|str\.|allee|gasse|platz|weg|damm|ufer|ring|chaussee)(?![\p{L}])|(?:am|an der|an den|im|in der|zum|zur|auf dem|auf der|unter den|bei der|alte|große|kleine|lange|breite|neue) [\p{L}-]+(?: [\p{L}-]+)?|(?:rue|avenue|boulevard|bd|av\.|place|allée|chemin|impasse|quai|cours|route|square|passage) |(?:avenida|rua|estrada|travessa|largo|jalan|jln|lorong|via|calle) |[\p{L}-]+(?:-ro|-gil|-daero)\b)/iu;

interface Around {
  segments: readonly Segment[];
  casing: Casing;
  /** Whether a segment is known to be something else: the town's line, a state. */
  isTownLine: (segment: Segment) => boolean;
  /** Where the postcode ends: what follows it in a segment is something else. */
  postcodeLast: RegExp | undefined;
  country: string;
}

/** Everybody whom the text may mean, the likeliest first, nobody last. Bounded. */
export function listPeople(around: Around): PersonFound[] {
  const { segments } = around;
  const labelled = segments.findIndex(({ label }) => label === 'name');
  if (labelled >= 0) {
    const found = fromLabel(around, labelled);
    if (found) return [found];
  }
  const found: PersonFound[] = [];
  for (const at of segments.keys()) {
    if (at > 5 && at < segments.length - 3 && !segments[at]!.byPhone) continue;
    addWhole(around, at, found);
    addHead(around, at, found);
    addTail(around, at, found);
  }
  addReversed(around, found);
  return [
    ...found
      .filter(({ weight }) => weight > 0.8)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, maxPeople),
    { name: '', weight: nobody, rest: [...segments] },
  ];
}

const maxPeople = 5;
/** Somebody must weigh more than this to be better than nobody. */
const nobody = 2.1;

/** `Name: Ann Lee 12 High St` has both; `Ship to: 12 High St` has no name. */
function fromLabel(around: Around, at: number): PersonFound | undefined {
  const { segments } = around;
  const labelled = segments[at]!;
  const head = headsOf(labelled.text, around.country).find((each) =>
    /\d/.test(labelled.text.slice(each.length)),
  );
  const name = head ? labelled.text.slice(0, head.length) : labelled.text;
  if (head && (weighPerson(name, around.casing) ?? -1) >= 0) {
    const left = { ...labelled, text: trimSegment(labelled.text.slice(head.length)), label: undefined };
    return {
      name: withoutTitle(name),
      weight: 8,
      isSure: true,
      rest: segments.map((other) => (other === labelled ? left : other)),
    };
  }
  if (begins.test(labelled.text) || isFirm(labelled.text)) return undefined;
  return {
    name: withoutTitle(labelled.text),
    weight: 9,
    isSure: true,
    rest: segments.filter((other) => other !== labelled),
  };
}

/** What a segment's place says for a person in it. */
function weighPosition({ segments, isTownLine }: Around, at: number): number {
  const segment = segments[at]!;
  const isFirst = segments.slice(0, at).every(({ text }) => isFirm(text) || /^c\/o\b/i.test(text));
  const isLast = at === segments.length - 1;
  const townBefore = segments.slice(0, at).some(isTownLine);
  let weight = 0;
  if (isFirst) weight += 1.5;
  else if (isLast && townBefore) weight += 1.1;
  else if (!segment.byPhone) weight -= townBefore ? 1 : 2.2;
  if (segment.byPhone) weight += isFirst || isLast || townBefore ? 1 : 0.6;
  const isOwnLine = !segments.some((other, index) => index !== at && other.line === segment.line);
  if (isOwnLine && segments.at(-1)!.line > 0) weight += isFirst || isLast || segment.byPhone ? 0.5 : 0;
  return weight;
}

/** A segment that is a person as a whole. */
function addWhole(around: Around, at: number, found: PersonFound[]): void {
  const { segments, casing, isTownLine } = around;
  const segment = segments[at]!;
  if (segments.length === 1 && !segment.byPhone) return;
  const said = weighPerson(segment.text, casing);
  if (said === undefined) return;
  const against = !isTownLine(segment) ? 0 : around.country === 'CN' && at === 0 ? 0.6 : 2.5;
  found.push({
    name: withoutTitle(segment.text),
    weight: said + weighPosition(around, at) - against,
    rest: segments.filter((other) => other !== segment),
  });
}

/** Where the number stands behind the street. */
const numberBehind = new Set('DE AT CH NL IT ES PT PL DK SE NO FI CZ MO BR'.split(' '));

/** Beginnings of a segment behind which an address begins. */
function headsOf(text: string, country: string): string[] {
  const all = text.split(' ');
  const heads: string[] = [];
  for (let count = 1; count <= 5 && count < all.length; count++) {
    const rest = all.slice(count).join(' ');
    const isBegun = numberBehind.has(country)
      ? /^(?:c\/o|postfach|packstation)\b/i.test(rest)
      : begins.test(rest);
    if (isBegun || (streetAhead.test(rest) && (/\d/.test(rest) || country === 'FR')))
      heads.push(all.slice(0, count).join(' '));
  }
  return heads;
}

/** `John Smith 12 High Street`. */
function addHead(around: Around, at: number, found: PersonFound[]): void {
  const { segments, casing } = around;
  const segment = segments[at]!;
  for (const head of headsOf(segment.text, around.country)) {
    const said = weighPerson(head, casing);
    if (said === undefined) continue;
    const left = trimSegment(segment.text.slice(head.length));
    const one = head.includes(' ') ? 0 : segments.some(({ byPhone }) => byPhone) ? 0.8 : 1.4;
    const position = at === 0 ? 1.2 : weighPosition(around, at) - 0.4;
    found.push({
      name: withoutTitle(head),
      weight: said + position - one - 0.2,
      rest: replaceAt(segments, at, left).map((other, index) =>
        index === at ? { ...other, byPhone: false } : other,
      ),
    });
  }
}

/** `… Bozeman MT 59715 Ann Smith`, `80331 München Lena Vogel`: behind everything that a place needs. */
function addTail(around: Around, at: number, found: PersonFound[]): void {
  const { segments, casing, postcodeLast } = around;
  const segment = segments[at]!;
  const all = segment.text.split(' ');
  const match = postcodeLast
    ? [
        ...segment.text.matchAll(new RegExp(postcodeLast.source, `${postcodeLast.flags.replace('g', '')}g`)),
      ].at(-1)
    : undefined;
  const end = match ? match.index + match[0].length : 0;
  for (let count = 1; count <= 5 && count < all.length; count++) {
    const tail = all.slice(-count).join(' ');
    const head = segment.text.slice(0, segment.text.length - tail.length).trimEnd();
    if (match && head.length < end) break;
    const isExact = match !== undefined && head.replace(/[\s,.;)]+$/, '').length <= end;
    if (!isExact && !mayEndThere(around, at, head)) continue;
    const said = weighPerson(tail, casing);
    if (said === undefined) continue;
    const position = segment.byPhone || at === segments.length - 1 ? 1.2 : -0.5;
    const one = count === 1 ? 1.2 : 0;
    found.push({
      name: withoutTitle(tail),
      weight: said + position + (isExact ? 0.6 : 0) - one,
      rest: replaceAt(segments, at, trimSegment(head)),
    });
  }
}

/** Behind a state, a country, or a town whose postcode stands before it. */
function mayEndThere(
  { country, isTownLine, segments, postcodeLast }: Around,
  at: number,
  head: string,
): boolean {
  const shown = trimSegment(head);
  if (shown === '') return false;
  if (
    /\b(?:usa|uk|canada|australia|germany|deutschland|france|singapore|japan|korea|taiwan|hong kong|macau|macao|china|united states|united kingdom)$/i.test(
      shown,
    ) ||
    / [A-Z]{2}$/.test(shown)
  )
    return shown.includes(' ') || country === 'HK' || country === 'SG';
  if (country === 'CN') return isTownLine({ ...segments[at]!, text: shown });
  if (country === 'HK' || country === 'MO')
    return /(?:hong kong|hk|h\.k\.|kowloon|kln|territories|n\.t\.|macau|macao)$/i.test(shown);
  const isPair = /(?:^|[\s-])\d{5} \p{L}{2}/u.test(shown) && postcodeLast === undefined;
  return isPair || (isTownLine({ ...segments[at]!, text: shown }) && /\d/.test(shown));
}

/** `Park, Hannah` on a line of its own. */
function addReversed({ segments, casing }: Around, found: PersonFound[]): void {
  const [first, second] = segments;
  if (!first || !second || segments.length < 3 || first.line !== second.line) return;
  if (segments.some((other, at) => at > 1 && other.line === first.line)) return;
  const pair = `${second.text} ${first.text}`;
  const said =
    / /.test(first.text) || !isGivenName(bare(second.text.split(' ')[0]!))
      ? undefined
      : weighPerson(pair, casing);
  if (said === undefined) return;
  found.push({ name: `${first.text}, ${second.text}`, weight: said + 2.2, rest: segments.slice(2) });
}
