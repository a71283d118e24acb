/** Where an ID photo is cut out of a portrait, and findings on its head. Pure. */
import { chooseIdPhotoCrop, type IdPhotoProblem, type IdPhotoRule } from '../layout/id-photo-crop-rules.ts';
import type { PhotoMeasures } from './measures-version.ts';
import { type Finding, over, under } from './quality-finding-rules.ts';
import type { PixelRect, Placed } from './quality-paper-rules.ts';

const mmPerInch = 25.4;
const tenth = (value: number) => Math.round(value * 10) / 10;

export interface IdPhotoPlaced {
  /** Undefined where no such part was found. */
  crop: PixelRect | undefined;
  findings: Finding[];
}

const problemFindings: Record<IdPhotoProblem, (measures: PhotoMeasures, rule: IdPhotoRule) => Finding[]> = {
  no_face: () => under({ name: 'id_no_face', value: 0, unit: 'faces' }, [[1, 'fatal']]),
  several_faces: ({ faces = [] }) =>
    over({ name: 'id_several_faces', value: faces.length, unit: 'faces' }, [[2, 'fatal']]),
  head_cut: () => over({ name: 'id_head_cut', value: 1, unit: 'heads' }, [[1, 'fatal']]),
  no_room: (_, { headMm }) =>
    over({ name: 'id_no_room', value: tenth(headMm.max), unit: 'mm' }, [[0, 'fatal']]),
};

const whole = (start: number, length: number, sizePx: number) => {
  const startPx = Math.min(sizePx - 1, Math.max(0, Math.round(start * sizePx)));
  return { startPx, lengthPx: Math.max(1, Math.min(sizePx - startPx, Math.round(length * sizePx))) };
};

/** The part by the head's height, and what is wrong with the head. */
export function placeIdPhoto(measures: PhotoMeasures, rule: IdPhotoRule): IdPhotoPlaced {
  const found = chooseIdPhotoCrop(measures, rule);
  if (typeof found === 'string') return { crop: undefined, findings: problemFindings[found](measures, rule) };
  const x = whole(found.crop.left, found.crop.width, measures.widthPx);
  const y = whole(found.crop.top, found.crop.height, measures.heightPx);
  const crop = { leftPx: x.startPx, topPx: y.startPx, widthPx: x.lengthPx, heightPx: y.lengthPx };
  return {
    crop,
    findings: over({ name: 'id_head_height', value: tenth(found.headMm), unit: 'mm' }, [[0, 'info']]),
  };
}

/** The ID photo where this part is chosen: nothing of it is trimmed, it is cut out along its marks. */
export function placedIdPhoto(measures: PhotoMeasures, rule: IdPhotoRule, crop: PixelRect): Placed {
  return {
    ppi: Math.min(crop.widthPx / rule.widthMm, crop.heightPx / rule.heightMm) * mmPerInch,
    crop,
    kept: crop,
    safe: crop,
    trimMm: 0,
    safeMm: 0,
    bleedMm: 0,
    lostShare: 1 - (crop.widthPx * crop.heightPx) / (measures.widthPx * measures.heightPx),
    whiteShare: 0,
    isTurned: false,
  };
}
