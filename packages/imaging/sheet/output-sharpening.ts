/**
 * Owns how much a picture is sharpened for paper: ink spreads, the more the rougher the paper, and resampling softens. A small
 * kernel, the difference to a Gaussian added back once, so that edges get steeper without a line beside them. Pure numbers.
 */

/** How ink stands on a paper: on glossy ones sharply, on plain ones it runs. */
export type PaperFinish = 'glossy' | 'matte' | 'plain';

/** For a convolution: `weights` row by row, their sum is `scale`. */
export interface SharpeningKernel {
  sidePx: 3 | 5 | 7;
  weights: number[];
  scale: number;
}

/** What ink spreads by, as the standard deviation of a Gaussian in millimetres, and how much of the difference is added back. */
const papers: Record<PaperFinish, { spreadMm: number; amount: number }> = {
  glossy: { spreadMm: 0.05, amount: 0.55 },
  matte: { spreadMm: 0.06, amount: 0.75 },
  plain: { spreadMm: 0.075, amount: 0.95 },
};

const mmPerInch = 25.4;
/** Below it a kernel of 3 pixels has nothing to take the difference to; above it halos could be seen. */
const minSigmaPx = 0.5;
const maxSigmaPx = 1.6;
/** Whole numbers, so that the sum of the weights is exact on every machine. */
const weightSteps = 4096;

/** An enlarged photo has no detail as fine as a pixel: what would be sharpened is noise and blocks. */
function enlargementShare(effectivePpi: number, dpi: number): number {
  return Math.min(1, Math.max(0.4, (2 * effectivePpi) / dpi - 0.4));
}

const sideOf = (sigmaPx: number): 3 | 5 | 7 => (sigmaPx <= 0.75 ? 3 : sigmaPx <= 1.25 ? 5 : 7);

/** The kernel for a print at `dpi` from a photo that has `effectivePpi` pixels per inch of it. */
export function sharpeningFor({
  dpi,
  effectivePpi,
  paper,
}: {
  dpi: number;
  effectivePpi: number;
  paper: PaperFinish;
}): SharpeningKernel {
  const { spreadMm, amount } = papers[paper];
  const sigmaPx = Math.min(maxSigmaPx, Math.max(minSigmaPx, (spreadMm / mmPerInch) * dpi));
  const sidePx = sideOf(sigmaPx);
  const middle = (sidePx - 1) / 2;
  const places = Array.from({ length: sidePx * sidePx }, (_, i) => ({
    x: (i % sidePx) - middle,
    y: Math.floor(i / sidePx) - middle,
  }));
  const gaussian = places.map(({ x, y }) => Math.exp(-(x * x + y * y) / (2 * sigmaPx * sigmaPx)));
  const sum = gaussian.reduce((total, value) => total + value, 0);
  const steps = amount * enlargementShare(effectivePpi, dpi) * weightSteps;
  const weights = gaussian.map((value) => -Math.round((value / sum) * steps));
  const taken = weights.reduce((total, value) => total + value, 0);
  const centre = middle * sidePx + middle;
  weights[centre] = weights[centre]! + weightSteps - taken;
  return { sidePx, weights, scale: weightSteps };
}
