/**
 * Which grid a contact sheet of so many pictures gets, where nobody chose one: pictures as large as possible, on as few sheets as
 * they can be recognised on. Pure numbers, in hundredths of millimetres.
 */

/** The line for a caption under each picture. */
export const captionLineHmm = 400;
/** Letters and the air above them, in dots, of which each has a pixel at least. */
const captionDots = 18;

/** What print labs work with; larger paper gets fewer. */
const sheetDpi = 300;
/** 20 inches at 300 dpi. */
const maxSidePx = 6000;
const hmmPerInch = 2540;

/** Pixels per inch of a sheet that is made as a photo, whose longer side is so long. */
export const sheetDpiOf = (longestHmm: number): number =>
  Math.min(sheetDpi, Math.floor((maxSidePx * hmmPerInch) / longestHmm));

const captionLineOf = (longestHmm: number): number =>
  Math.max(captionLineHmm, Math.ceil((captionDots * hmmPerInch) / sheetDpiOf(longestHmm)));

/** Of one sheet. More would be too small to see on any paper that is printed here. */
export const maxColumns = 10;
export const maxRows = 15;

/** Pictures keep so far from the paper's edge: borderless printers cut off up to three millimetres. */
const minEdgeHmm = 500;
/** No cell is smaller than this, whoever asks for it. */
const minCellHmm = 500;
/** Chosen grids show pictures of this size at least, as the side of a square of their mean area: more pictures get another sheet. */
const minPictureHmm = 1200;

/** `aspects`: width by height of each upright picture. `columns`, `rows`, `orientation`: what somebody chose. */
export interface GridQuestion {
  aspects: readonly number[];
  paper: { widthHmm: number; heightHmm: number };
  gapHmm: number;
  hasCaptions: boolean;
  orientation?: 'portrait' | 'landscape' | undefined;
  columns?: number | undefined;
  rows?: number | undefined;
}

/** The paper as it lies, and what stands on each of the sheets. */
export interface ContactGrid {
  widthHmm: number;
  heightHmm: number;
  columns: number;
  rows: number;
  sheets: number;
  gapHmm: number;
  edgeHmm: number;
  captionHmm: number;
}

/** What a picture of this shape covers of a cell when all of it is to be seen. */
const fittedArea = (aspect: number, width: number, height: number): number =>
  Math.min(width, height * aspect) * Math.min(height, width / aspect);

interface Candidate {
  grid: ContactGrid;
  pictureHmm: number;
}

/** Areas that differ by less than this look the same. */
const sameHmm = 1;

/** The better first: fewer sheets, larger pictures, fewer empty cells. */
function compare(a: Candidate, b: Candidate): number {
  const bySheets = a.grid.sheets - b.grid.sheets;
  if (bySheets !== 0) return bySheets;
  if (Math.abs(a.pictureHmm - b.pictureHmm) >= sameHmm) return b.pictureHmm - a.pictureHmm;
  return a.grid.columns * a.grid.rows - b.grid.columns * b.grid.rows;
}

const range = (chosen: number | undefined, max: number): number[] =>
  chosen === undefined ? Array.from({ length: max }, (_, index) => index + 1) : [chosen];

function papersAsTheyLie({ paper, orientation }: GridQuestion): GridQuestion['paper'][] {
  const [short, long] = [paper.widthHmm, paper.heightHmm].sort((a, b) => a - b) as [number, number];
  const portrait = { widthHmm: short, heightHmm: long };
  const landscape = { widthHmm: long, heightHmm: short };
  if (orientation !== undefined) return [orientation === 'portrait' ? portrait : landscape];
  return [portrait, landscape];
}

/** Undefined where cells would be too small to be anything. */
function candidateOf(
  question: GridQuestion,
  paper: GridQuestion['paper'],
  { columns, rows }: { columns: number; rows: number },
): Candidate | undefined {
  const { aspects, gapHmm, hasCaptions } = question;
  const edgeHmm = Math.max(minEdgeHmm, gapHmm);
  const captionHmm = hasCaptions ? captionLineOf(Math.max(paper.widthHmm, paper.heightHmm)) : 0;
  const width = (paper.widthHmm - 2 * edgeHmm + gapHmm) / columns - gapHmm;
  const height = (paper.heightHmm - 2 * edgeHmm + gapHmm) / rows - gapHmm - captionHmm;
  if (Math.min(width, height) < minCellHmm) return undefined;
  const area = aspects.reduce((sum, aspect) => sum + fittedArea(aspect, width, height), 0);
  const sheets = Math.ceil(aspects.length / (columns * rows));
  return {
    grid: { ...paper, columns, rows, sheets, gapHmm, edgeHmm, captionHmm },
    pictureHmm: Math.sqrt(area / aspects.length),
  };
}

/**
 * The grid for these pictures; undefined when the paper has no room for the one that was asked for. With `columns` and `rows`
 * both given only the paper's orientation is left to choose.
 */
export function chooseGrid(question: GridQuestion): ContactGrid | undefined {
  const candidates = papersAsTheyLie(question).flatMap((paper) =>
    range(question.columns, maxColumns).flatMap((columns) =>
      range(question.rows, maxRows).flatMap((rows) => candidateOf(question, paper, { columns, rows }) ?? []),
    ),
  );
  const isChosen = question.columns !== undefined && question.rows !== undefined;
  const large = isChosen ? [] : candidates.filter(({ pictureHmm }) => pictureHmm >= minPictureHmm);
  // Sorting is stable: where all else is the same, portrait and fewer columns come first.
  return (large.length > 0 ? large : candidates).sort(compare)[0]?.grid;
}
