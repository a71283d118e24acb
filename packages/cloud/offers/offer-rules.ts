/**
 * Which of the catalogue the printers of a shop can make: what can't be made isn't sold, with a sentence that says what can. Pure. The
 * agent chooses its printers by the same rules (contracts/printer-ability-rules.ts).
 */
import type { MediaSubstitute } from '@platen/contracts/media-substitute';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import {
  findInabilityOfAll,
  type Inability,
  inabilities,
  type PrinterAbilities,
} from '@platen/contracts/printer-ability-rules';
import {
  type Catalogue,
  mediaOf,
  offeredSizes,
  papersBothSides,
  papersOfSize,
} from '../prices/price-rules.ts';
import type { PaperTypeTable, SizeTable } from '../prices/price-tables.ts';

/** What the printers of one shop can make. Without printers everything is sold, as before the first agent has come. */
export interface ShopOffer {
  printers: readonly PrinterAbilities[];
  substitutes: readonly MediaSubstitute[];
}

export interface OfferedSheet {
  size: SizeTable;
  paper: PaperTypeTable;
  color: PrintTicket['color_mode'];
  sides: PrintTicket['sides'];
}

/** What keeps every one of these shops from making it; undefined when one can, or none is known. */
function findOfferInability(
  shops: readonly ShopOffer[],
  { size, paper, color, sides }: OfferedSheet,
): Inability | undefined {
  const asked = {
    media: mediaOf(size, paper),
    color_mode: color,
    sides,
  };
  const found = shops.map(({ printers, substitutes }) => findInabilityOfAll(printers, asked, substitutes));
  if (found.includes(undefined)) return undefined;
  return inabilities.findLast((one) => found.includes(one));
}

export type OrderField = 'size' | 'paper_type' | 'color_mode' | 'sides';

/** The field of an order item that asks for it. */
const fieldOfInability: Record<Inability, OrderField> = {
  size: 'size',
  borderless: 'size',
  'media-type': 'paper_type',
  color: 'color_mode',
  sides: 'sides',
};

const bothEdges = ['two-sided-long-edge', 'two-sided-short-edge'] as const;

/** Why it isn't sold, naming what is; undefined when it is. */
export function refuseOffer(
  catalogue: Catalogue,
  shops: readonly ShopOffer[],
  sheet: OfferedSheet,
): { field: OrderField; sentence: string } | undefined {
  const what = findOfferInability(shops, sheet);
  if (what === undefined) return undefined;
  return { field: fieldOfInability[what], sentence: sentenceOf(what, { catalogue, shops, sheet }) };
}

interface Refused {
  catalogue: Catalogue;
  shops: readonly ShopOffer[];
  sheet: OfferedSheet;
}

function sentenceOf(what: Inability, refused: Refused): string {
  const { size, paper, color, sides } = refused.sheet;
  const on = `${size.code} on ${paper.code}`;
  switch (what) {
    case 'size':
      return `no printer of the shop takes ${size.code}; ${possibleSizes(refused)}.`;
    case 'borderless':
      return `no printer of the shop prints ${size.code} to its edge; ${possibleSizes(refused)}.`;
    case 'media-type':
      return `no printer of the shop takes ${paper.code}; ${possiblePapers(refused)}.`;
    case 'color':
      return `no printer of the shop prints ${on} in colour; ${possibleColour(refused)}.`;
    case 'sides': {
      const others = bothEdges.filter((edge) => edge !== sides && isMade(refused, { sides: edge }));
      const possible = ['one-sided', ...others].join(' or ');
      return `no printer of the shop prints ${on} ${sides} in ${color === 'color' ? 'colour' : color}; it can be ordered ${possible}.`;
    }
  }
}

const isMade = ({ shops, sheet }: Refused, other: Partial<OfferedSheet>): boolean =>
  findOfferInability(shops, { ...sheet, ...other }) === undefined;

const simplest = { color: 'monochrome', sides: 'one-sided' } as const;

function possibleSizes(refused: Refused): string {
  const { catalogue } = refused;
  const codes = offeredSizes(catalogue)
    .filter((size) =>
      papersToSell(catalogue, size).some((paper) => isMade(refused, { ...simplest, size, paper })),
    )
    .map(({ code }) => code);
  return codes.length > 0
    ? `sizes that can be made are ${codes.join(', ')}`
    : 'none of the sizes can be made now';
}

function possiblePapers(refused: Refused): string {
  const { catalogue, sheet } = refused;
  const codes = papersToSell(catalogue, sheet.size)
    .filter((paper) => isMade(refused, { ...simplest, paper }))
    .map(({ code }) => code);
  const { code } = sheet.size;
  return codes.length > 0
    ? `${code} can be made on ${codes.join(', ')}`
    : `${code} can be made on no paper now`;
}

const possibleColour = (refused: Refused): string =>
  isMade(refused, { color: 'monochrome' })
    ? 'it can be ordered in monochrome'
    : 'nor can it be made in monochrome as it was asked for';

const papersToSell = (catalogue: Catalogue, { code }: SizeTable): PaperTypeTable[] => {
  const codes = papersOfSize(catalogue, code);
  return catalogue.papers.filter((paper) => codes.includes(paper.code));
};

export interface UnavailableOption {
  option: OrderField;
  value: string;
  because: string;
}

/** Of sizes, papers, colours and sides those that can be had in no way, each with why. */
export function listUnavailable(catalogue: Catalogue, shops: readonly ShopOffer[]): UnavailableOption[] {
  const sheets = offeredSizes(catalogue).flatMap((size) =>
    papersToSell(catalogue, size).map((paper) => ({ size, paper })),
  );
  const refusalOf = (sheet: Pick<OfferedSheet, 'size' | 'paper'> & Partial<OfferedSheet>) =>
    refuseOffer(catalogue, shops, { ...simplest, ...sheet });
  /** Why none of these can be had; undefined when one can, or there is none. */
  const noneOf = (asked: (Pick<OfferedSheet, 'size' | 'paper'> & Partial<OfferedSheet>)[]) => {
    const refusals = asked.map(refusalOf);
    return refusals.includes(undefined) ? undefined : refusals[0]?.sentence;
  };
  const entry = (option: OrderField, value: string, because: string | undefined): UnavailableOption[] =>
    because === undefined ? [] : [{ option, value, because }];
  const sizes = offeredSizes(catalogue).flatMap((size) =>
    entry('size', size.code, noneOf(sheets.filter((one) => one.size === size))),
  );
  const papers = catalogue.papers.flatMap((paper) =>
    entry('paper_type', paper.code, noneOf(sheets.filter((one) => one.paper === paper))),
  );
  const colour = entry(
    'color_mode',
    'color',
    noneOf(sheets.map((one) => ({ ...one, color: 'color' as const }))),
  );
  const twoSided = sheets.filter(({ size, paper }) =>
    papersBothSides(catalogue, size.code).includes(paper.code),
  );
  const sides = bothEdges.flatMap((edge) =>
    entry('sides', edge, noneOf(twoSided.map((one) => ({ ...one, sides: edge })))),
  );
  return [...sizes, ...papers, ...colour, ...sides];
}
