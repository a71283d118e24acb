/** Papers of a shop as a person looks for them: by kind, then by size, then by printer. Pure. */
import type { FloorPaper } from '@platen/contracts/floor/shop-floor';

export interface PaperGroup {
  key: string;
  mediaType: string | null;
  borderless: boolean;
  papers: FloorPaper[];
  /** How many of them are calibrated, and have a profile. */
  calibrated: number;
  profiled: number;
}

/** The kinds of which most is known first, then the largest; what lies in a printer stands before what once did. */
export function groupPapers(papers: readonly FloorPaper[]): PaperGroup[] {
  const groups = Map.groupBy(papers, ({ media }) => keyOf(media));
  return [...groups]
    .map(([key, all]) => ({
      key,
      mediaType: all[0]!.media.media_type,
      borderless: all[0]!.media.borderless,
      papers: all.toSorted(bySizeAndPrinter),
      calibrated: all.filter(({ calibration }) => calibration !== null).length,
      profiled: all.filter(({ profile }) => profile !== null).length,
    }))
    .toSorted(
      (a, b) =>
        b.calibrated + b.profiled - (a.calibrated + a.profiled) ||
        b.papers.length - a.papers.length ||
        (a.key < b.key ? -1 : 1),
    );
}

/** Names a kind in the address and among the ids of a page, which hold neither spaces nor commas. */
const keyOf = ({ media_type: type, borderless }: FloorPaper['media']): string =>
  `${(type ?? 'unknown').replaceAll(/[\s,]/g, '_')}.${borderless ? 'borderless' : 'bordered'}`;

function bySizeAndPrinter(a: FloorPaper, b: FloorPaper): number {
  const { x_dimension: x, y_dimension: y } = a.media;
  return (
    Number(b.loaded) - Number(a.loaded) ||
    x - b.media.x_dimension ||
    y - b.media.y_dimension ||
    (a.printer.name < b.printer.name ? -1 : a.printer.name > b.printer.name ? 1 : a.id < b.id ? -1 : 1)
  );
}
