/** The sizes of ID photos as imaging takes them, and in words why a photo can't be one. Pure. */
import { type IdPhotoSize, idPhotoRuleOf } from '@platen/contracts/print-layout';
import type { IdPhotoProblem, IdPhotoRule } from '@platen/imaging/layout/id-photo-crop-rules';

const mmOf = (lengthHmm: number): number => lengthHmm / 100;

/** How large the photo and its head are. */
export function idPhotoRule(size: IdPhotoSize): IdPhotoRule {
  const { width_hmm, height_hmm, head } = idPhotoRuleOf(size);
  return {
    widthMm: mmOf(width_hmm),
    heightMm: mmOf(height_hmm),
    headMm: { min: mmOf(head.head_min_hmm), max: mmOf(head.head_max_hmm) },
    crownMm: { min: mmOf(head.crown_min_hmm), max: mmOf(head.crown_max_hmm) },
  };
}

const problems: Record<IdPhotoProblem, string> = {
  no_face: 'no face was found in the photo',
  several_faces: 'there are several faces in the photo, and an ID photo shows one',
  head_cut: 'the head is cut by the edge of the photo',
  no_room: 'there is too little around the head for this size',
};

/** One sentence that says what to do. */
export const idPhotoSentence = (problem: IdPhotoProblem, size: IdPhotoSize): string =>
  `can't be cut to ${size} by the head: ${problems[problem]}. Choose the part with crop, or use another photo.`;
