/**
 * Owns which part of a portrait an ID photo shows: by the head, whose height each size prescribes. Pure arithmetic on the faces that were
 * measured: the cloud may load it. Must never touch pixels.
 */
import type { ShareRect } from './crop-rules.ts';

/** An ID photo and how the head stands in it, in millimetres. */
export interface IdPhotoRule {
  widthMm: number;
  heightMm: number;
  /** From chin to crown. */
  headMm: { min: number; max: number };
  /** From the crown to the upper edge. */
  crownMm: { min: number; max: number };
}

/** What is known of the upright photo. */
export interface PortraitFacts {
  widthPx: number;
  heightPx: number;
  faces?: readonly ShareRect[] | undefined;
}

/** Why there is no such part: no face, several, the head reaches beyond the photo, or too little is around it. */
export type IdPhotoProblem = 'no_face' | 'several_faces' | 'head_cut' | 'no_room';

export interface IdPhotoCrop {
  /** In shares of the upright photo, in the shape of the ID photo within a pixel. */
  crop: ShareRect;
  /** How high the head comes out. */
  headMm: number;
}

/**
 * Where crown and chin are, in heights of the detector's box: above its top, below its top. Seen on 55 portraits: crown with its hair
 * 0.53 (standard deviation 0.12), chin 0.91 (0.05).
 */
const crownAbove = 0.52;
const chinBelow = 0.91;
/** A face this much smaller than the largest one is a picture on the wall, or none. */
const otherShare = 0.15;
/** A box that is cut by the photo's edge ends there. */
const atEdge = 0.002;
/** A crown that is missing by less, in heights of the head, is within what an estimate may be off. */
const missingCrown = 0.06;
/** The face may stand this far beside the middle, in widths of the ID photo. */
const beside = 0.06;
/** Where in their ranges: what hair an estimate misses needs room above, and the head may be a little smaller for it. */
const headAim = 0.4;
const crownAim = 0.65;
const steps = 12;

/** From crown to chin, in pixels of the photo. */
interface Head {
  crownPx: number;
  chinPx: number;
  middlePx: number;
}

function headOf(face: ShareRect, { widthPx, heightPx }: PortraitFacts): Head {
  const topPx = face.top * heightPx;
  const boxPx = face.height * heightPx;
  return {
    crownPx: topPx - crownAbove * boxPx,
    chinPx: topPx + chinBelow * boxPx,
    middlePx: (face.left + face.width / 2) * widthPx,
  };
}

const isAtEdge = ({ left, top, width, height }: ShareRect): boolean =>
  left < atEdge || top < atEdge || left + width > 1 - atEdge || top + height > 1 - atEdge;

/** The one face of a portrait. */
function findPortrait({ faces = [] }: PortraitFacts): ShareRect | IdPhotoProblem {
  const sorted = faces.toSorted((a, b) => b.width * b.height - a.width * a.height);
  const [face, other] = sorted;
  if (!face) return 'no_face';
  if (other && other.width * other.height >= otherShare * face.width * face.height) return 'several_faces';
  return isAtEdge(face) ? 'head_cut' : face;
}

const between = (min: number, max: number, share: number) => min + (max - min) * share;
const isInside = (value: number, max: number) => value >= -0.5 && value <= max + 0.5;

/** A rectangle with the head so high; undefined when the photo hasn't so much around it. */
function cropWith(head: Head, headMm: number, { photo, rule }: { photo: PortraitFacts; rule: IdPhotoRule }) {
  const pixelsPerMm = (head.chinPx - head.crownPx) / headMm;
  const widthPx = rule.widthMm * pixelsPerMm;
  const heightPx = rule.heightMm * pixelsPerMm;
  if (
    !isInside(photo.widthPx - widthPx, photo.widthPx) ||
    !isInside(photo.heightPx - heightPx, photo.heightPx)
  )
    return undefined;
  const wantedLeft = head.middlePx - widthPx / 2;
  const left = Math.min(Math.max(0, wantedLeft), photo.widthPx - widthPx);
  if (Math.abs(left - wantedLeft) > beside * widthPx) return undefined;
  const { min, max } = rule.crownMm;
  const wantedTop = head.crownPx - between(min, max, crownAim) * pixelsPerMm;
  const top = Math.min(Math.max(0, wantedTop), photo.heightPx - heightPx);
  const crownMm = (head.crownPx - top) / pixelsPerMm;
  const slackMm = missingCrown * headMm;
  if (crownMm < min - slackMm || crownMm > max + slackMm) return undefined;
  return {
    left: Math.max(0, left) / photo.widthPx,
    top: Math.max(0, top) / photo.heightPx,
    width: Math.min(1, widthPx / photo.widthPx),
    height: Math.min(1, heightPx / photo.heightPx),
  };
}

/**
 * The part of the photo to print: the head about in the middle of what the size allows, or as near to that as the photo has room around it. A
 * problem where there is none.
 */
export function chooseIdPhotoCrop(photo: PortraitFacts, rule: IdPhotoRule): IdPhotoCrop | IdPhotoProblem {
  const face = findPortrait(photo);
  if (typeof face === 'string') return face;
  const head = headOf(face, photo);
  const headPx = head.chinPx - head.crownPx;
  if (head.crownPx < -missingCrown * headPx || head.chinPx > photo.heightPx) return 'head_cut';
  const { min, max } = rule.headMm;
  const aimMm = between(min, max, headAim);
  for (let step = 0; step <= steps; step++) {
    // Larger heads need less around them; a smaller one helps where the crown's distance is what doesn't fit.
    for (const headMm of [between(aimMm, max, step / steps), between(aimMm, min, step / steps)]) {
      const crop = cropWith(head, headMm, { photo, rule });
      if (crop) return { crop, headMm };
    }
  }
  return 'no_room';
}
