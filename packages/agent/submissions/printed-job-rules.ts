/** What both the fence and the counting of copies say of a job at a printer. Pure. */
import type { PrinterJobState } from '../ports/printer.ts';

/** proven: the printer counts right. claimed: nobody has seen whether it does. untold: it doesn't say, or has said wrong things. */
export interface CountedCopies {
  copies: number;
  certainty: 'proven' | 'claimed' | 'untold';
  /** Some sheets of one more copy are out, or in the printer. */
  isCut: boolean;
}

/** The printer does nothing more with it. */
export const isJobOver = (state: PrinterJobState): boolean =>
  state === 'completed' || state === 'aborted' || state === 'canceled';
