/** The shape of a shop's word on which paper may stand in for which. */
import { z } from 'zod';

/** A shop's word that one paper may be printed on where another was ordered and isn't loaded. */
export const mediaSubstitute = z.strictObject({
  ordered: z.string().min(1).max(255).describe('media-type keyword of the paper that was ordered'),
  loaded: z.string().min(1).max(255).describe('media-type keyword of the paper that may stand in for it'),
});
export type MediaSubstitute = z.infer<typeof mediaSubstitute>;

export const maxMediaSubstitutes = 100;
