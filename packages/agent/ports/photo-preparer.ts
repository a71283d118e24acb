/** What the agent asks of image processing. Owns the words; the pixels are worked on outside this process. */

export interface PhotoOrder {
  sourcePath: string;
  /** Written whole; a `.jpg`. */
  targetPath: string;
  /** The sheet as the ticket has it: short edge, then long edge. */
  widthPx: number;
  heightPx: number;
  fit: 'fill' | 'fit';
  colour: 'color' | 'monochrome';
  dpi: number;
}

export interface PhotoPreparer {
  /** Makes a print-ready JPEG. Throws PreparationRefused when this picture can't be one. */
  preparePhoto(order: PhotoOrder, options: { signal: AbortSignal }): Promise<void>;
  close(): Promise<void>;
}

/** This picture can't be printed; the message says why in a sentence. Trying again is of no use. */
export class PreparationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PreparationRefused';
  }
}
