/** What a sheet costs and whether size and paper go together. Pure: the catalogue is handed in. */
import type { PaperTypeTable, SizeTable } from '../db/database-schema.ts';
import type { Catalogue } from './price-store.ts';

/** The size a customer means: any case, and `6x4` for `4x6`. Undefined when there is none. */
export function findSize({ sizes }: Catalogue, code: string): SizeTable | undefined {
  const wanted = code.trim().toLowerCase();
  const turned = wanted.split('x').reverse().join('x');
  return (
    sizes.find((size) => size.code.toLowerCase() === wanted) ??
    sizes.find((size) => size.code.toLowerCase() === turned)
  );
}

export function findPaper({ papers }: Catalogue, code: string): PaperTypeTable | undefined {
  const wanted = code.trim().toLowerCase();
  return papers.find((paper) => paper.code.toLowerCase() === wanted);
}

/** Codes of the papers that a size exists on. */
export function papersOfSize({ papers, prices }: Catalogue, sizeCode: string): string[] {
  return papers
    .map((paper) => paper.code)
    .filter((code) => prices.some((price) => price.size_code === sizeCode && price.paper_code === code));
}

/** Price of one printed page in minor units at this many sheets; undefined when size and paper don't go together. */
export function unitPriceMinor(
  { prices }: Catalogue,
  wanted: { sizeCode: string; paperCode: string; sheets: number },
): number | undefined {
  return prices
    .filter((price) => price.size_code === wanted.sizeCode && price.paper_code === wanted.paperCode)
    .filter((price) => price.min_sheets <= wanted.sheets)
    .toSorted((a, b) => b.min_sheets - a.min_sheets)[0]?.unit_minor;
}
