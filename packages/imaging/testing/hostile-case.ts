/** Owns the shape of a hostile file in the lists of `hostile-*-cases.ts`. Types alone. */
import type { ImagingRefusalReason } from '../imaging-refusal.ts';

/** A refusal, or what the file honestly is. */
export type HostileAnswer = ImagingRefusalReason | 'image' | 'document';

/** `answers`: what examining the file may end in. Each is small to make; nobody changes the bytes that were made. */
export interface HostileCase {
  name: string;
  make: () => Buffer | Promise<Buffer>;
  answers: readonly HostileAnswer[];
}
