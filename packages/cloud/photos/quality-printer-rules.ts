/** What one printer, by its last report, does to a photo of a size. Pure; the report's lengths are hundredths of a millimetre. */
import type { PrinterReport } from '@platen/contracts/agent-protocol';
import type { QualityPrinter } from '@platen/imaging/quality/quality-paper-rules';

interface Size {
  xHmm: number;
  yHmm: number;
}
type ReportedSize = NonNullable<PrinterReport['sizes']>[number];

/** Printers name and round the same sheet differently. */
const toleranceHmm = 100;
/** What photos are prepared in where the printer has more. */
const photoDpi = 300;

const isWithin = ({ lower, upper }: { lower: number; upper: number }, hmm: number): boolean =>
  hmm >= lower - toleranceHmm && hmm <= upper + toleranceHmm;

const isUpright = ({ x, y }: ReportedSize, { xHmm, yHmm }: Size): boolean =>
  isWithin(x, xHmm) && isWithin(y, yHmm);
const isTurned = ({ x, y }: ReportedSize, { xHmm, yHmm }: Size): boolean =>
  isWithin(x, yHmm) && isWithin(y, xHmm);

/** The margins of the sheet held upright, in millimetres; a sheet that is fed sideways is turned back. */
function marginsOf(found: ReportedSize, size: Size): QualityPrinter['marginsMm'] {
  if (!found.margins) return undefined;
  const { top, right, bottom, left } = found.margins;
  const [t, r, b, l] = isUpright(found, size) ? [top, right, bottom, left] : [right, bottom, left, top];
  return { top: t / 100, right: r / 100, bottom: b / 100, left: l / 100 };
}

/** The least that is enough for photos, else the best that there is. */
function dpiOf(resolutions: PrinterReport['resolutions'] = []): number | undefined {
  const told = resolutions.map(({ x, y }) => Math.min(x, y)).toSorted((a, b) => a - b);
  return told.find((dpi) => dpi >= photoDpi) ?? told.at(-1);
}

/** The printer as far as a photo of this size cares. One that tells no sizes is believed to take it, to the edge. */
export function qualityPrinterOf(report: PrinterReport, size: Size): QualityPrinter {
  const { sizes = [] } = report;
  const fitting = sizes.filter((one) => isUpright(one, size) || isTurned(one, size));
  const margins = fitting.map((one) => marginsOf(one, size)).find((found) => found !== undefined);
  return {
    name: report.name,
    takesSize: sizes.length === 0 || fitting.length > 0,
    isBorderless: sizes.length === 0 || fitting.some(({ borderless }) => borderless),
    marginsMm: margins,
    dpi: dpiOf(report.resolutions),
    isColour: report.color ?? true,
  };
}
