/**
 * Owns the paper in the virtual printer: trays, what is loaded in them, and whether a job's media or media-col can
 * be served. Lengths are hundredths of millimetres, as IPP has them (PWG 5100.7 section 6.3). No I/O.
 */
import {
  attributeNumber,
  attributeText,
  collection,
  collectionMembers,
  findAttribute,
  type IppAttribute,
  type IppAttributeList,
  type IppCollection,
  integer,
  keyword,
} from '@platen/ipp/ipp-message';

/** One tray and the paper in it. */
export interface Tray {
  /** The media-source keyword, for instance `tray-1`. */
  source: string;
  /** PWG 5101.1 self-describing name, for instance `iso_a4_210x297mm`. */
  sizeName: string;
  /** Width and height in 1/100 mm, short edge first. */
  widthHmm: number;
  heightHmm: number;
  /** The media-type keyword, for instance `photographic-glossy`. */
  type: string;
  /** Unprintable edge on all four sides in 1/100 mm; 0 is borderless. */
  marginHmm: number;
}

const plainMarginHmm = 423;

const plain = (source: string, sizeName: string, size: [number, number]): Tray => ({
  source,
  sizeName,
  widthHmm: size[0],
  heightHmm: size[1],
  type: 'stationery',
  marginHmm: plainMarginHmm,
});

const photo = (source: string, sizeName: string, size: [number, number]): Tray => ({
  ...plain(source, sizeName, size),
  type: 'photographic-glossy',
  marginHmm: 0,
});

const onOther = (type: string, trays: Tray[]): Tray[] => trays.map((tray) => ({ ...tray, type }));

/** What is loaded unless told: office sizes on plain paper, photo sizes on borderless glossy paper, some on others. */
export const defaultTrays: readonly Tray[] = [
  plain('tray-1', 'iso_a4_210x297mm', [21000, 29700]),
  plain('tray-2', 'iso_a5_148x210mm', [14800, 21000]),
  plain('tray-3', 'iso_a3_297x420mm', [29700, 42000]),
  plain('tray-4', 'na_letter_8.5x11in', [21590, 27940]),
  photo('tray-5', 'na_index-4x6_4x6in', [10160, 15240]),
  photo('tray-6', 'na_5x7_5x7in', [12700, 17780]),
  photo('tray-7', 'na_index-4x6-ext_6x8in', [15240, 20320]),
  photo('tray-8', 'na_govt-letter_8x10in', [20320, 25400]),
  photo('tray-9', 'oe_photo-l_3.5x5in', [8890, 12700]),
  photo('tray-10', 'oe_square-photo_4x4in', [10160, 10160]),
  photo('tray-11', 'oe_square-photo_5x5in', [12700, 12700]),
  photo('tray-12', 'iso_a6_105x148mm', [10500, 14800]),
  photo('tray-13', 'om_wide-photo_100x200mm', [10000, 20000]),
  photo('tray-14', 'iso_a4_210x297mm', [21000, 29700]),
  plain('tray-15', 'jis_b5_182x257mm', [18200, 25700]),
  plain('tray-16', 'na_legal_8.5x14in', [21590, 35560]),
  ...onOther('photographic-satin', [
    photo('tray-17', 'na_index-4x6_4x6in', [10160, 15240]),
    photo('tray-18', 'na_5x7_5x7in', [12700, 17780]),
    photo('tray-19', 'na_govt-letter_8x10in', [20320, 25400]),
    photo('tray-20', 'iso_a4_210x297mm', [21000, 29700]),
  ]),
  ...onOther('photographic-matte', [
    photo('tray-21', 'na_index-4x6_4x6in', [10160, 15240]),
    photo('tray-22', 'na_5x7_5x7in', [12700, 17780]),
    photo('tray-23', 'na_govt-letter_8x10in', [20320, 25400]),
    photo('tray-24', 'iso_a4_210x297mm', [21000, 29700]),
  ]),
  ...onOther('stationery-recycled', [
    plain('tray-25', 'iso_a4_210x297mm', [21000, 29700]),
    plain('tray-26', 'iso_a3_297x420mm', [29700, 42000]),
  ]),
  ...onOther('cardstock', [
    plain('tray-27', 'iso_a4_210x297mm', [21000, 29700]),
    plain('tray-28', 'iso_a5_148x210mm', [14800, 21000]),
  ]),
];

/** The media-size collection of a tray. */
export const mediaSizeOf = (tray: Tray): IppCollection =>
  collection({ 'x-dimension': integer(tray.widthHmm), 'y-dimension': integer(tray.heightHmm) });

/** The media-key of a tray: size and paper, and the tray itself where that matters. */
export const mediaKeyOf = (tray: Tray, options: { hasSource: boolean }): string =>
  `${tray.sizeName}_${tray.type}${options.hasSource ? `_${tray.source}` : ''}`;

/** The media-col of a tray; `source` is left out in media-col-database, where it would fix the tray. */
export function mediaColOf(tray: Tray, options: { hasSource: boolean }): IppCollection {
  return collection({
    'media-key': keyword(mediaKeyOf(tray, options)),
    'media-size': mediaSizeOf(tray),
    'media-size-name': keyword(tray.sizeName),
    'media-bottom-margin': integer(tray.marginHmm),
    'media-left-margin': integer(tray.marginHmm),
    'media-right-margin': integer(tray.marginHmm),
    'media-top-margin': integer(tray.marginHmm),
    ...(options.hasSource ? { 'media-source': keyword(tray.source) } : {}),
    'media-type': keyword(tray.type),
  });
}

/** The media-col members this printer reads; media-col-supported lists them. */
export const mediaColMembers = [
  'media-bottom-margin',
  'media-key',
  'media-left-margin',
  'media-right-margin',
  'media-size',
  'media-size-name',
  'media-source',
  'media-top-margin',
  'media-type',
] as const;

const marginMembers = mediaColMembers.filter((member) => member.endsWith('-margin'));

/** 0.5 mm: clients that compute a size from inches or millimetres land beside the other's number. */
const sizeToleranceHmm = 50;

function matchesMediaCol(tray: Tray, wanted: IppAttributeList): boolean {
  const key = attributeText(wanted, 'media-key');
  const sizeName = attributeText(wanted, 'media-size-name');
  const source = attributeText(wanted, 'media-source');
  const type = attributeText(wanted, 'media-type');
  const size = collectionMembers(findAttribute(wanted, 'media-size')?.values[0]);
  const near = (length: number | undefined, own: number): boolean =>
    length === undefined || Math.abs(length - own) <= sizeToleranceHmm;
  return (
    (key === undefined ||
      key === mediaKeyOf(tray, { hasSource: true }) ||
      key === mediaKeyOf(tray, { hasSource: false })) &&
    (sizeName === undefined || sizeName === tray.sizeName) &&
    (source === undefined || source === 'auto' || source === tray.source) &&
    (type === undefined || type === 'auto' || type === tray.type) &&
    near(attributeNumber(size, 'x-dimension'), tray.widthHmm) &&
    near(attributeNumber(size, 'y-dimension'), tray.heightHmm) &&
    // A wider margin than needed can be had; a narrower one can't.
    marginMembers.every((member) => (attributeNumber(wanted, member) ?? tray.marginHmm) >= tray.marginHmm)
  );
}

/** Millimetres and inches in the names of PWG 5101.1. */
const hmmOfUnit: Record<string, number> = { mm: 100, in: 2540 };

/** The medium of a size name, for instance `na_index-4x6_4x6in`; photo papers are borderless. Throws TypeError. */
export function mediumOf(sizeName: string, type: string): Omit<Tray, 'source'> {
  const size = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/.exec(sizeName);
  const unit = hmmOfUnit[size?.[3] ?? ''];
  if (!size || unit === undefined) throw new TypeError(`${sizeName} is no size name of PWG 5101.1`);
  return {
    sizeName,
    widthHmm: Math.round(Number(size[1]) * unit),
    heightHmm: Math.round(Number(size[2]) * unit),
    type,
    marginHmm: type.startsWith('photographic') ? 0 : plainMarginHmm,
  };
}

/** The paper that is in the trays now, and the paper that the printer can be given. */
export interface PaperTrays {
  /** The sources, whether there is paper in them or not. */
  readonly sources: readonly string[];
  /** media-col-database: everything that was ever in a tray. */
  possible(): readonly Tray[];
  /** media-col-ready: a tray that was emptied by its last sheet is still set to its paper. */
  loaded(): readonly Tray[];
  isEmpty(tray: Tray): boolean;
  hasEmpty(): boolean;
  /** `source` or `all`. Throws TypeError on an unknown tray. */
  fill(source: string, isFull: boolean): void;
  /** Other paper, or none at all. Throws TypeError on an unknown tray. */
  load(source: string, medium: Omit<Tray, 'source'> | undefined): void;
  /**
   * The loaded trays that can serve a job; those with the paper of the first tray, as the printer came with it, when the
   * job asks for nothing.
   */
  servingTrays(attributes: IppAttribute[]): Tray[];
}

/** Trays that hold what they came with. */
export function createPaperTrays(initial: readonly Tray[]): PaperTrays {
  const loaded = new Map<string, Tray>(initial.map((tray) => [tray.source, tray]));
  const possible = [...initial];
  const empty = new Set<string>();
  const sources = initial.map(({ source }) => source);
  const check = (source: string): void => {
    if (!sources.includes(source)) throw new TypeError(`there is no tray ${source}`);
  };
  // In the order of the trays, whatever was loaded last.
  const inOrder = (): Tray[] => sources.flatMap((source) => loaded.get(source) ?? []);
  return {
    sources,
    possible: () => possible,
    loaded: inOrder,
    isEmpty: (tray) => empty.has(tray.source),
    hasEmpty: () => empty.size > 0,
    fill(source, isFull) {
      if (source !== 'all') check(source);
      for (const each of source === 'all' ? sources : [source]) isFull ? empty.delete(each) : empty.add(each);
    },
    load(source, medium) {
      check(source);
      empty.delete(source);
      loaded.delete(source);
      if (!medium) return;
      const tray: Tray = { ...medium, source };
      loaded.set(source, tray);
      if (!possible.some((each) => isSamePaper(each, tray) && each.source === source)) possible.push(tray);
    },
    servingTrays(attributes) {
      const [byDefault] = possible;
      if (asksForMedia(attributes)) return traysFor(inOrder(), attributes);
      return inOrder().filter((tray) => byDefault !== undefined && isSamePaper(tray, byDefault));
    },
  };
}

const isSamePaper = (one: Tray, other: Tray): boolean =>
  one.sizeName === other.sizeName && one.type === other.type && one.marginHmm === other.marginHmm;

const asksForMedia = (attributes: IppAttribute[]): boolean =>
  attributes.some(({ name }) => name === 'media' || name === 'media-col');

/** The trays that can serve a job's `media` or `media-col`, in order; all of them when it asks for nothing. */
export function traysFor(trays: readonly Tray[], attributes: IppAttribute[]): Tray[] {
  const list: IppAttributeList = { attributes };
  const wanted = collectionMembers(findAttribute(list, 'media-col')?.values[0]);
  const media = attributeText(list, 'media');
  return trays.filter((tray) =>
    wanted ? matchesMediaCol(tray, wanted) : media === undefined || tray.sizeName === media,
  );
}
