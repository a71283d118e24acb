/**
 * Owns the walk of a page tree (ISO 32000-1 section 7.7.3): the pages in their order, counted one by one, whatever the tree says of
 * itself. A node with kids is a branch, anything else is a page, as PDFium has it.
 */
import { getCatalog, type PdfFile } from './pdf-file.ts';
import { PdfIrregular } from './pdf-reader.ts';
import { dictOf, type PdfArray, type PdfDict } from './pdf-value.ts';

/** The walk found another number of pages than it was told. `found` is undefined where it ended the walk. */
export class PdfPagesDisagree extends Error {
  override readonly name = 'PdfPagesDisagree';
}

/** PDFium follows no deeper tree. */
const maxLevel = 1024;
/** Branches without a page may be shared, and few of them make a tree that is never walked to its end. */
const maxEmptyBranches = 100_000;

interface Branch {
  dict: PdfDict;
  kids: PdfArray;
  next: number;
}

/**
 * The pages of the tree, `expected` of them: throws PdfPagesDisagree for more, less, a kid that is no page, and a branch within
 * itself; PdfIrregular for what can't be read.
 */
export function walkPages(file: PdfFile, expected: number): PdfDict[] {
  const root = dictOf(file.resolve(getCatalog(file).get('Pages')));
  if (!root) throw new PdfIrregular('there is no page tree');
  const pages: PdfDict[] = [];
  const open = new Set<PdfDict>();
  const path: Branch[] = [];
  let branches = 0;
  const enter = (dict: PdfDict) => {
    if (!dict.has('Kids')) {
      if (pages.length === expected) throw new PdfPagesDisagree();
      pages.push(dict);
      return;
    }
    const kids = file.resolve(dict.get('Kids'));
    branches += 1;
    const isEndless = open.has(dict) || path.length === maxLevel || branches > expected + maxEmptyBranches;
    if (isEndless || !Array.isArray(kids)) throw new PdfPagesDisagree();
    open.add(dict);
    path.push({ dict, kids, next: 0 });
  };
  enter(root);
  for (let branch = path.at(-1); branch; branch = path.at(-1)) {
    if (branch.next === branch.kids.length) {
      open.delete(branch.dict);
      path.pop();
      continue;
    }
    const dict = dictOf(file.resolve(branch.kids[branch.next]));
    branch.next += 1;
    if (!dict) throw new PdfPagesDisagree();
    enter(dict);
  }
  if (pages.length !== expected) throw new PdfPagesDisagree();
  return pages;
}
