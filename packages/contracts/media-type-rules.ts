/**
 * Which paper is which: media-type keywords (PWG 5101.1 section 4, PWG 5100.7), and which may lie for which. Pure. Names that begin
 * alike are different papers: `stationery` is neither `stationery-recycled` nor `stationery-letterhead`.
 */
import type { MediaSubstitute } from './media-substitute.ts';

/** The types of PWG 5101.1 that sheets and rolls in a print shop have. Printers and price lists may name others. */
export const knownMediaTypes: readonly string[] = [
  ...words(
    'cardstock cardboard continuous continuous-long continuous-short disc disc-glossy disc-high-gloss disc-matte',
  ),
  ...words(
    'disc-satin disc-semi-gloss envelope envelope-archival envelope-bond envelope-coated envelope-cotton',
  ),
  ...words(
    'envelope-fine envelope-heavyweight envelope-inkjet envelope-lightweight envelope-plain envelope-preprinted',
  ),
  ...words(
    'envelope-window fabric fabric-archival fabric-glossy fabric-high-gloss fabric-matte fabric-semi-gloss',
  ),
  ...words(
    'fabric-waterproof film full-cut-tabs labels labels-colored labels-glossy labels-high-gloss labels-inkjet',
  ),
  ...words(
    'labels-matte labels-permanent labels-satin labels-security labels-semi-gloss letterhead multi-layer',
  ),
  ...words('multi-part-form paper photographic photographic-archival photographic-film photographic-glossy'),
  ...words(
    'photographic-high-gloss photographic-matte photographic-satin photographic-semi-gloss polyester pre-cut-tabs',
  ),
  ...words(
    'roll self-adhesive self-adhesive-film stationery stationery-archival stationery-bond stationery-coated',
  ),
  ...words(
    'stationery-colored stationery-cotton stationery-fine stationery-heavyweight stationery-heavyweight-coated',
  ),
  ...words(
    'stationery-inkjet stationery-letterhead stationery-lightweight stationery-preprinted stationery-prepunched',
  ),
  ...words('stationery-recycled tab-stock transfer transparency'),
];

function words(text: string): string[] {
  return text.split(' ');
}

/** What printers say where nothing is set: it names no paper. */
const namelessMediaTypes: ReadonlySet<string> = new Set(['auto', 'other', 'unknown', 'use-ready']);

/** True for a keyword that names no paper, such as `auto`. */
export const isNamelessMediaType = (type: string): boolean => namelessMediaTypes.has(type);

/** True for a keyword that leaves open which paper lies there: one that names none, or a family such as `photographic`. */
export const isOpenMediaType = (type: string): boolean =>
  namelessMediaTypes.has(type) || knownMediaTypes.some((known) => isOfFamily(known, type));

/** `stationery` is no family: it is plain paper. */
const isOfFamily = (type: string, family: string): boolean =>
  family !== 'stationery' && type.startsWith(`${family}-`);

/** Whether a printer that lists these types may be told of this one: by its name, its family, or because it leaves types open. */
export const canHoldType = (listed: readonly string[], type: string): boolean =>
  listed.length === 0 ||
  listed.some((one) => one === type || namelessMediaTypes.has(one) || isOfFamily(type, one));

/** How a printer that lists these types is told of this one; undefined: not at all. */
export const saidMediaType = (listed: readonly string[], type: string): string | undefined =>
  listed.includes(type) ? type : listed.find((one) => isOfFamily(type, one));

/** The paper that was ordered, and those that the shop lets stand in for it. */
export const typesFor = (ordered: string, substitutes: readonly MediaSubstitute[]): string[] => [
  ordered,
  ...substitutes.filter((one) => one.ordered === ordered).map(({ loaded }) => loaded),
];
