/**
 * Owns where faces are in a picture: frontal and somewhat turned ones, in colour or grey. Everything is arithmetic that is the
 * same on every machine: the same pixels give the same boxes. It tells that there is a face, never whose.
 */
import { viewUpright } from '../pixels/pixel-view.ts';
import { type SmallPicture, shrinkPicture } from '../pixels/small-picture.ts';
import { type FaceBox, mergeBoxes, overlapOf, readBoxes, type SizedBox } from './face-boxes.ts';
import { askFaceNetwork, faceSquarePx } from './face-network.ts';
import { fitPicture, mirrorSquare, padPicture } from './fit-picture.ts';
import { stretchLight } from './stretch-light.ts';

/** A face from forehead to chin, in shares (0 to 1) of the upright picture; the surer, the higher its score, at most 1. */
export interface Face {
  left: number;
  top: number;
  width: number;
  height: number;
  score: number;
}

/** Interleaved 8-bit sRGB, upright. */
export interface FacePixels {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/**
 * Longer sides of the copies that the network sees: it knows faces of 50 to 350 pixels best. Each tells of a face by itself,
 * so that one which several see needs less of each.
 */
const copySizesPx = [768, 448, 256, 160] as const;
/** The largest copy of a long picture has as many pixels as that of others, and sides up to this. */
const maxPixels = 768 * 512;
const longestPx = 1152;
/** A small picture is enlarged this much at most: there is nothing more to see in it. */
const maxEnlarged = 2.5;
/** Boxes of less aren't counted at all. */
const minSureness = 0.2;
/**
 * What is less sure than this is looked at again, so many times the face wide and so large, in the mirror: what only looks
 * like a face from afar doesn't from there. The number of second looks is bounded; what comes after them is taken as it is.
 */
const sure = 0.97;
const secondLook = { zoom: 2, sizePx: 160, minSureness: 0.45, max: 16 } as const;
const sameFace = 0.35;
const maxFaces = 64;

/** Boxes in shares of the picture, and how long its longer side is. */
function boxesIn(picture: SmallPicture): SizedBox[] {
  const { widthPx, heightPx } = picture;
  const sizePx = Math.max(widthPx, heightPx);
  const [across, along] = [faceSquarePx / widthPx, faceSquarePx / heightPx];
  const answers = askFaceNetwork(padPicture(picture, faceSquarePx));
  return readBoxes(answers, minSureness).map(({ left, top, width, height, sureness }) => ({
    left: left * across,
    top: top * along,
    width: width * across,
    height: height * along,
    sureness,
    sizePx,
  }));
}

/** Copies of a picture, each made of the one before, whose longer sides are so long. */
function copiesOf(picture: SmallPicture, sizesPx: readonly number[]): SmallPicture[] {
  const shape = picture;
  let last = picture;
  return sizesPx.map((sizePx) => {
    const scale = sizePx / Math.max(shape.widthPx, shape.heightPx);
    const widthPx = Math.max(1, Math.round(shape.widthPx * scale));
    last = fitPicture(last, { widthPx, heightPx: Math.max(1, Math.round(shape.heightPx * scale)) });
    return last;
  });
}

/** How sure the network is of a face in the middle of a square around it, seen in the mirror. */
function lookAgain(picture: SmallPicture, { left, top, width, height }: FaceBox): number {
  const [widthPx, heightPx] = [width * picture.widthPx, height * picture.heightPx];
  const sidePx = Math.max(1, Math.round(secondLook.zoom * Math.max(widthPx, heightPx)));
  const leftPx = Math.round((left + width / 2) * picture.widthPx - sidePx / 2);
  const topPx = Math.round((top + height / 2) * picture.heightPx - sidePx / 2);
  const square = mirrorSquare(picture, { leftPx, topPx, sidePx });
  const found = boxesIn(fitPicture(square, { widthPx: secondLook.sizePx, heightPx: secondLook.sizePx }));
  const [wide, high] = [widthPx / sidePx, heightPx / sidePx];
  const expected = { left: (1 - wide) / 2, top: (1 - high) / 2, width: wide, height: high };
  return Math.max(
    0,
    ...found.filter((box) => overlapOf(box, expected) >= sameFace).map(({ sureness }) => sureness),
  );
}

/** The boxes that are sure, or are after a second look. */
function sureBoxes(picture: SmallPicture, boxes: readonly FaceBox[]): FaceBox[] {
  let looks = 0;
  return boxes.flatMap((box) => {
    if (box.sureness >= sure || looks++ >= secondLook.max) return [box];
    const again = lookAgain(picture, box);
    if (again < secondLook.minSureness) return [];
    return [{ ...box, sureness: 1 - (1 - box.sureness) * (1 - again) }];
  });
}

const rounded = (share: number) => Math.round(share * 10_000) / 10_000;

/** The part of the box that lies in the picture. */
function faceOf(box: Omit<Face, 'score'> & { sureness: number }): Face {
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
  return {
    left: rounded(left),
    top: rounded(top),
    width: rounded(Math.min(1, box.left + box.width) - left),
    height: rounded(Math.min(1, box.top + box.height) - top),
    score: Math.round(box.sureness * 1000) / 1000,
  };
}

/** The longer side in which a picture of this shape is looked at; what it has beyond that makes no difference. */
export function faceSizePx({ widthPx, heightPx }: Omit<FacePixels, 'rgb'>): number {
  const [short, long] = [Math.min(widthPx, heightPx), Math.max(widthPx, heightPx)];
  const sizePx = Math.round(Math.sqrt((maxPixels * long) / short));
  return Math.min(longestPx, Math.max(copySizesPx[0], sizePx));
}

/** The faces of a picture, the surest first; at most 64. */
export function detectFaces({ rgb, widthPx, heightPx }: FacePixels): Face[] {
  const view = viewUpright({ bytes: rgb, channels: 3, widthPx, heightPx });
  const sizePx = faceSizePx({ widthPx, heightPx });
  const picture = stretchLight(shrinkPicture(view, sizePx));
  const largestPx = Math.min(sizePx, Math.round(maxEnlarged * Math.max(widthPx, heightPx)));
  const sizes = copySizesPx.map((size) => Math.round((largestPx * size) / copySizesPx[0]));
  const boxes = mergeBoxes(copiesOf(picture, sizes).flatMap(boxesIn));
  return sureBoxes(picture, boxes)
    .map(faceOf)
    .filter(({ width, height }) => width > 0 && height > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxFaces);
}
