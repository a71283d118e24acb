/**
 * Who an address in Latin letters is for. Owns what words weigh as a person, what their place in the text weighs, and the list of
 * everybody whom the text may mean; which of them it is is decided with the place that is left (parse-abroad.ts). Pure.
 */

import { inAnyCase } from '../plain-words.ts';
import { countriesOfTown, isLargeTown } from '../town-names.ts';
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
  'road rd st ave av avenue blvd boulevard dr ln ct pl hwy highway route rte pkwy parkway cir circle trl trail building bldg apartments apartment apt flat floor fl level suite ste unit room rm block blk lot box cottage cottages mansion mansions estate centre center mall shop store city county town district village suburb rue allée allee chemin impasse quai boulevard bd cours étage etage appt bât bat bâtiment batiment résidence residence immeuble strasse straße str gasse allee ufer haus wohnung stock og eg hinterhaus avenida rua estrada travessa alameda largo jalan jln lorong daero ro gil dong gu ku cho machi chome shi sec no mews esplanade embankment industrial rectory vicarage bakery barn rear apo fpo dpo psc heights junction central upper lower near opposite behind corner gate postfach packstation',
);
/** Nobody's name, whoever stands before it. */
const unitsOnly = words(
  'cottage cottages rectory vicarage st ave av blvd dr ln ct pl hwy highway rte pkwy apt apartment flat floor fl suite ste unit room rm block blk lot box city county town country',
);
const firmWords = words(
  'inc inc. ltd ltd. llc llp plc corp corp. corporation company co. gmbh ag kg ohg ug e.v. sarl sas sasu sa eurl pty pte bv nv ab oy limited incorporated group holdings partners associates services solutions systems studio studios media trading supplies logistics industries international traders enterprises architects architect architekten lda limitada conseil immobilier constructions realty stadtbücherei bücherei bibliothek rathaus stadtwerke entreprise ayuntamiento oficina comune gemeente kita kindergarten seniorenheim altenheim pflegeheim zorgcentrum community elementary primary baptist methodist dental consulting consultants roasters designs design steuerberatung law attorneys engineering logistik technologies technology software international press books bank school university college institute academy polytechnic hospital clinic infirmary surgery pharmacy hotel inn pub cafe café restaurant bar bakery church parish library museum theatre theater gallery club centre office department dept store shop salon agency foundation association society council ministry embassy station airport bäckerei apotheke autohaus klinik klinikum universität hochschule schule gymnasium verlag praxis kanzlei büro firma boulangerie lycée collège école université hôpital clinique mairie éditions société pharmacie banque ministère gasthof bros sons & und et',
);
/** What no name has in it. */
const neverNames = words(
  'the of your our this that please thanks thank you is are was at in on for with and or if not here my me we it hi hello hey dear address phone mobile tel email mail order shipping delivery deliver ship send leave call door neighbour neighbor reception http https www com html name attn usa uk hk kln nsw vic qld kg sg country city state zip postcode postal code invoice item size photo photos print prints parcel package regards cheers bitte danke an nach ist sind und oder merci bonjour votre notre pour dans avec',
);
const particles = words(
  'de da do dos du di del della la le les van von der den dem bin binti bint al el ibn y e ten ter zu zum a/l a/p s/o d/o of-the mac st. san santa delle',
);
const titles =
  /^(?:(?:egr|avv|arch|geom|vve|sig\.ra|sig\.na|sig|signora?|dott\.ssa|dott|dña|doña|don|mevr|mevrouw|dhr|meneer|dra|professor|pte|gnr|mdm|madam|mr|mrs|ms|miss|mx|dr|prof|sir|dame|rev|herrn?|frau|fräulein|mme|mlle|m|monsieur|madame|mademoiselle|sr|sra|señor|señora|sig|mister|hr|fr|sgt|ssgt|msgt|lcpl|tsgt|sra|a1c|pv2|cpl|spc|pfc|pvt|capt|cpt|lt|maj|col|gen|cmdr|cdr|petty officer|lance corporal|sergeant|captain|major|colonel|lieutenant|corporal|private)\.?(?: (?=\p{L}{2,}\.? \S)|(?= )))+/iu;
/** Those that are no part of the name on a label. */
const droppedTitles =
  /^(?:(?:egr|avv|arch|geom|(?:ing|rag|mar|ten|serg|hptm|fw|hr|fr|sr|sra|srta)\.|spett\.le|vve|gent\.ma|gent\.mo|sig\.ra|sig\.na|sig|signora?|dott\.ssa|dott|prof\.ssa|contessa|marchesa|dña|doña|don|hna|hno|mevr|mevrouw|mw|dhr|meneer|whaea|matua|drs|aotrou|itron|frou|mejuffrouw|mej\.|an tuasal|dra|dr|prof|professor|the rev|rev|canon|capt|cpt|captain|sgt|ssgt|ssg|msgt|lcpl|lcp|tsgt|a1c|pv2|cpl ?\(ns\)|cpl|kpl ?1?|spc|pfc|pvt|pte|private(?= \p{L}+ \p{L})|lt|2lt|maj|major|col|gen|gnr|cmdr|cdr|1° mar|c(?:ap)?\.le magg|(?:ober)?(?:stabs)?gefreiter|adjt|cch|mdm|madam|mr|mrs|ms|miss|mx|herrn?|frau|fräulein|mme|mlle|monsieur|madame|mademoiselle|mister|para o sr|para a sra)\.? |m\. )+(?=\S)/iu;
/** Ranks, orders and offices in more words, or in ones that are names too where one word stands behind them. */
const droppedRanks =
  /^(?:(?:(?:(?:chief )?petty officer(?: (?:1st|2nd|3rd|first|second|third) class)?|(?:lt|lieutenant)\.? (?:col|colonel|cmdr|commander|gen)\.?|(?:sub|flight|second|first)[ -]lieutenant|sub-?lt\.?|warrant officer|wing commander|squadron leader|lance corporal|staff sergeant|fire chief|fire captain|police chief|deacon|pastor|rabbi|imam|brother|br\.|sister|cllr|councill?or|constable|skipper|caretaker|[a-z]{2}[1-3](?= \p{Lu}\p{Ll}+ )|pfarrer(?:in)?|hauptmann|oberst(?:leutnant)?|(?:ober)?leutnant|(?:haupt|stabs)?feldwebel|hausmeister(?:in)?|capitaine|sergent|caporal|adjudant(?:-chef)?|sœur|soeur|frère|abbé|fray|sor(?= \p{Lu})|capitán|sargento|capitano|maresciallo|suor|kapitein|sergeant|pastoor|zuster|broeder) )+(?=\p{L}\S)|(?:lieutenant|commander|chief|coach|father|judge|sheriff|mayor|nurse|padre|père) (?=\p{L}\S* \p{L}\S))/iu;
/** Degrees, orders and offices behind a name of two words or more: they are written as they are here, in a name that has small letters. */
const honours =
  /(?<=\p{Ll}),? (?:\(?(?:BVSc|BVMS|DVM|MRCVS|BSc|MSc|BA|MA|MBA|MPhil|DPhil|Ph\.?D\.?|Dr\.?h\.?c\.?|LL\.?[BM]\.?|MD|M\.D\.|DDS|BDS|RN|RMT|LCSW|PA-C|P\.Eng\.?|CEng|CPA|FCA|RIBA|FRCS|FRCP|OSB|OP|OFM|OCD|SJ|MBE|OBE|CBE|OAM|AM|CSC|JP|QC|KC|Esq\.?)\)?(?:,? |$))+$/u;
const degrees = /,? (?:svp|jr|sr|ii|iii|iv|phd|md|esq)\.?$/i;

/** `M. et Mme Delacroix`, `Mr & Mrs Dunmore` are called so. */
const isCouple = /^\p{L}+\.? (?:&|and|und|et|e|y|en) \p{L}+\.? /iu;

const withoutRank = (name: string): string =>
  isCouple.test(name) ? name : name.replace(droppedRanks, '').replace(droppedTitles, '');

/** Park, Hannah; PARK,HANNAH; DE LA CRUZ,ANA: the family behind the given name; as it is where a comma parts something else. */
export const givenFirst = (name: string): string =>
  name.replace(familyFirst, (_, family: string, given: string) => `${given} ${family}`);

const suffix = inAnyCase('jr|sr|ii|iii|phd|md');
const familyFirst = new RegExp(
  String.raw`^([^\s,]+|\p{Lu}[\p{Lu} '’-]*(?=,\S)), ?(?!(?:${suffix})\b)([\p{L}.'’ -]+)$`,
  'u',
);

/** `Mr. John Smith` is delivered to John Smith. */
export const withoutTitle = (name: string): string =>
  withoutRank(
    trimSegment(name)
      .replace(/(?<=[.\p{L}]\.|prof|dr),/giu, '')
      .replace(/ (?:svp|s\.v\.p\.|pls|please)$/iu, ''),
  )
    .replace(/^\S+ \S.*$/u, (whole) => withoutHonours(whole))
    .replace(/(?<=\p{L} \p{L}[\p{L} .'-]*) \(?(?:Mr|Mrs|Ms|Miss|Mdm)\.?\)?$/u, '')
    .replace(/(?<=^\p{Script=Han}{2,4})(?:先生|女士|小姐)$/u, '')
    .replace(/ ?(?:様|さま|殿|님|귀하)$/u, '')
    // Basque puts them behind, in small letters.
    .replace(/(?<=^\p{Lu}\p{Ll}+ \p{Lu}[\p{L} -]+) (?:andrea|jauna)$/u, '')
    .replace(/^["'“]+|["'”]+$/g, '')
    .replace(/(?<= \p{Lu}\p{L}+)['’]s$/u, '');

const withoutHonours = (name: string): string => {
  const left = name.replace(honours, '');
  return left.includes(' ') ? left : name;
};

/** `M. et Mme`, `Familie`, `Tom & Sue`. */
const couples =
  /^\p{L}{2,} (?:&|and|und|et|y|e) (?=\p{L}{2,} \p{L}{2,}$)|^(?:(?:mr|mrs|ms|dr|m|mme|monsieur|madame|herr|frau|sig|sr|sra|dhr|mevr)\.? (?:&|and|und|et|e|y|en) (?:mr|mrs|ms|dr|mme|madame|frau|herr|sig\.ra|sig|sra|mevr)\.?|famil(?:ie|y|ia|le)|famille|famiglia|fam\.?|hnos\.?) (?=\p{L}[\p{L}'-]+(?: \p{L}[\p{L}'-]+)?$)|^the (?=\p{L}[\p{L}'-]+ (?:family|wh[aā]nau)$)/iu;

/** Two given names with `and` between them, a family behind. */
const isCoupleOf = (couple: string): boolean =>
  /^(?:famil|fam|hnos|the)/iu.test(couple) || isGivenName(bare(couple.split(' ')[0]!));

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
  if (/^\d|\d{3}|^(?:shop|unit|suite|office|room|store) \d/i.test(text)) return false;
  const all = text.split(' ');
  if (all.length > 7 || !/\p{L}{2}/u.test(text)) return false;
  const isPerson = isGivenName(bare(all[0]!));
  if (isPerson && all.length < 5 && /^(?:&|and|und|et|y|e)$/i.test(all[1] ?? '')) return false;
  return all.some((raw, at) => {
    const word = bare(raw);
    if (!firmWords.has(word) || (all.length === 1 && word.length < 7)) return false;
    // Church Lane is a street, Hannah Church somebody.
    return !placesAndFamilies.has(word) || (at === all.length - 1 && !isPerson);
  });
}

/** A large town of these is nobody. */
const townsAgainst = new Set(['US', 'GB', 'DE', 'FR', 'AU', 'CA']);

/** What words weigh as a person, wherever they stand: about 3 is a clear one, undefined certainly none. */
export function weighPerson(text: string, { mixed }: Casing): number | undefined {
  const couple = couples.exec(text)?.[0] ?? '';
  if (couple && !(/^\p{L}{2,} \S+ $/u.test(couple) && !isCoupleOf(couple))) {
    const said = weighPerson(text.slice(couple.length), { mixed });
    return said === undefined ? undefined : said + 3;
  }
  const han = /^\p{Script=Han}{2,4}(?:先生|女士|小姐)?$/u.test(text);
  if (han) return 3;
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
  const isParticle = all.length > 2 && particles.has(bare(all[0]!)) && /^\p{Lu}/u.test(all[1]!);
  if (mixed && /^\p{Ll}/u.test(all[0]!) && !given && !isParticle) return undefined;
  let own = 0;
  for (const [at, word] of all.entries()) {
    const plain = bare(word);
    if (plain === '' || /[^\p{L}\p{M}.'’-]/u.test(word.replace(/\b[asd]\/[lpo]\b|["“”]/gi, '')))
      return undefined;
    const isSaint = plain === 'st' && given && at < all.length - 1;
    if ((at > 0 || isParticle) && (particles.has(plain) || isSaint)) continue;
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
      // Günter Gasse may be somebody; what is left without him decides.
      weight -= given && at > 0 && at === all.length - 1 && all.length < 4 && !unitsOnly.has(plain) ? 1.4 : 4;
    else if (firmWords.has(plain) && !(at === all.length - 1 && given && placesAndFamilies.has(plain)))
      weight -= 3;
    else if (plain === 'park' && at === 0 && all.length === 3 && !given) weight += 0.3;
    else if (placesAndFamilies.has(plain) && !isGivenName(plain))
      weight -= at === all.length - 1 && given ? 0.5 : at === 0 && all.length === 2 ? 1.2 : 2;
    else if (at > 0 && isGivenName(plain)) weight += 0.5;
    if (mixed && !/^[\p{Lu}"“]/u.test(word)) weight -= given ? 0.9 : 1.5;
  }
  if (own === 0) return undefined;
  if (all.length > 3 && /(?:house|cottage|lodge|farm|barn|manor|flat)$/i.test(rest)) weight -= 2.5;
  if (given) weight += 1.5;
  if (all.length === 1) return weight + (given || title ? 0.6 : -0.2);
  weight += 0.12 * all.length;
  if (all.length === 2 || all.length === 3) weight += 1.5;
  else if (all.length > 3) weight += 0.9;
  return countriesOfTown(rest).some((country) => townsAgainst.has(country)) ? weight - 2.5 : weight;
}

/** What an address begins with: a number, a unit, a street that has its number behind it. */
const begins =
  /^(?:#|(?:no|nr|flat|unit|apt|apartment|suite|ste|level|lvl|lot|shop|room|rm|u(?= \d)|block|blk|floor|fl|p\.?o\.? ?box|postfach|bldg|building|ground|g\/f|psc|appt|b[âa]t|r[ée]sidence|hinterhaus|(?:first|second|third|fourth|top|upper|lower) floor|penthouse|studio|basement|escalier|esc\.|lieu-dit|chambre|bloc|immeuble|za|zi|zac|the)\b|\d|u\d+\b|c\/[o-]|p\/a\b|chez\b|presso\b|bei\b)/i;
const streetAhead =
  /^(?:(?:[\p{L}.'-]+ ){0,3}?[\p{L}.'-]*(?:straße|strasse|str\.|allee|gasse|platz|weg|damm|ufer|ring|chaussee)(?![\p{L}])|(?:am|an der|an den|im|in der|zum|zur|auf dem|auf der|unter den|bei der|alte|große|kleine|lange|breite|neue) [\p{L}-]+(?: [\p{L}-]+)?|(?:rue|avenue|boulevard|bd|av\.|place|allée|chemin|impasse|quai|cours|route|square|passage) |(?:via|viale|piazza|piazzale|corso|vicolo|lungarno|contrada|strada|calle|c\/|c\.|avda\.?|av\.|paseo|plaza|ctra\.?|camino|ronda|rúa|carrer|cuesta|urb\.|pol\.) ?[\p{L}'\d]|[\p{L}'-]+(?:straat|laan|plein|gracht|kade|dijk|singel|steeg|dreef|markt|hof|haven|pad|baan)(?![\p{L}])|(?:avenida|rua|estrada|travessa|largo|alameda|calçada|jalan|jln|lorong|via|calle) |[\p{L}-]+(?:-ro|-gil|-daero)\b)/iu;

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
    addHost(around, at, found);
    addHead(around, at, found);
    addTail(around, at, found);
  }
  addReversed(around, found);
  if (!found.some(({ weight }) => weight > nobody)) addFirst(around, found);
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
  // `c'est pour l'anniv de papy` says for what, not for whom.
  if (/^(?:l['’]|le |la |der |die |das |un |une |my |our |a )/u.test(labelled.text)) return undefined;
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

const namedHouse =
  /^(?:the )?(?:\p{L}[\p{L}'’]+ ){1,3}?(?:cottage|house|lodge|farm|barn|manor|rectory|vicarage|grange|towers?|mansions?)(?=$|,)/iu;
/** Wellington Park, 6 Park Road, Grafton: what stands before the house and is no house, where nobody else is. */
function addFirst({ segments, country }: Around, found: PersonFound[]): void {
  const [first, second] = segments;
  if (!first || !second || segments.length < 3 || isFirm(first.text)) return;
  // One word is somebody only where the number stands behind the street: Müller, Am Kirchberg 3a.
  if (!first.text.includes(' ') && (!numberBehind.has(country) || isLargeTown(first.text, country))) return;
  if (
    !/^(?:\p{Lu}[\p{L}'’.-]+ ){0,3}\p{Lu}[\p{L}'’.-]+$/u.test(first.text) ||
    !(
      /^\d+\p{L}? \p{L}/u.test(second.text) ||
      (numberBehind.has(country) && /^\p{Lu}.* \d+ ?\p{L}?$/u.test(second.text))
    )
  )
    return;
  if (
    /^(?:the|tour|hôtel|hotel|château|palais|palazzo|torre|castle|museum|musée|résidence|residence|villa|lieu-dit|escalier|bât|bâtiment|st\.?|saint)\b|\b(?:flat|floor|house|cottage|lodge|hall|court|farm|barn|forge|mill|manor|tower|towers|building|centre|center|mansions?|plaza|estate|apartments?|residence|suites?)$/i.test(
      first.text,
    )
  )
    return;
  found.push({
    name: withoutTitle(first.text),
    weight: nobody + 0.3,
    rest: segments.filter((other) => other !== first),
  });
}

/** `c/o Gladys Muir`, where nobody else is named. */
function addHost({ segments, casing }: Around, at: number, found: PersonFound[]): void {
  const segment = segments[at]!;
  const host = /^(?:c\/[o-]|p\/a|care of|presso|chez|bei) ?:? ?(?=\p{L})/iu.exec(segment.text)?.[0];
  if (!host || segments.length < 2) return;
  const name = segment.text.slice(host.length);
  const said = weighPerson(name, casing);
  if (said === undefined || isFirm(name)) return;
  found.push({
    name: withoutTitle(name),
    // Whoever else is named lives there.
    weight: segments.some((other, index) => index < at && (weighPerson(other.text, casing) ?? 0) > 0.5)
      ? 1
      : Math.min(2.6, said + 0.6),
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
      ? /^(?:c\/o|c\/-|p\/a|presso|chez|bei|postfach|packstation|casella postale|apartado|postbus)(?![\p{L}])/iu.test(
          rest,
        )
      : begins.test(rest);
    // Isaac Dixon Ivy Cottage: a house has its name where others have a number.
    const isHouse = count > 1 && namedHouse.test(rest);
    // `str. 61` has its name before it.
    if (
      /^(?:str\.|stra(?:ß|ss)e|weg|platz|allee|straat|rd|st|street|road|ave|avenue|lane|ln)(?![\p{L}])/iu.test(
        rest,
      )
    )
      continue;
    if (isBegun || isHouse || (streetAhead.test(rest) && (/\d/.test(rest) || country === 'FR')))
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
