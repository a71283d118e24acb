/**
 * Owns photos with faces, and where those are: what tests and benches look for. They are demo pictures of the package that
 * the weights come from, read where it is installed; nothing of them is kept here.
 */
import { createRequire } from 'node:module';
import sharp, { type Sharp } from 'sharp';
import type { Face, FacePixels } from '../faces/find-faces.ts';

export type FaceRect = Pick<Face, 'left' | 'top' | 'width' | 'height'>;

/** Where faces are, and where those are that need not be found: profiles, and one that looks down. */
export interface FacePhoto {
  name: string;
  path: string;
  faces: FaceRect[];
  others: FaceRect[];
}

type Corners = readonly (readonly [left: number, top: number, width: number, height: number])[];

/** From forehead to chin, in shares, as a person saw them. */
const places: Record<string, { faces: Corners; others?: Corners }> = {
  sample1: {
    faces: [
      [0.2, 0.31, 0.12, 0.18],
      [0.43, 0.35, 0.12, 0.18],
      [0.75, 0.17, 0.13, 0.19],
    ],
  },
  sample2: {
    faces: [[0.75, 0.15, 0.13, 0.17]],
    others: [
      [0.45, 0.2, 0.11, 0.15],
      [0.18, 0.12, 0.09, 0.13],
    ],
  },
  sample3: {
    faces: [
      [0.29, 0.27, 0.13, 0.19],
      [0.53, 0.18, 0.15, 0.2],
      [0.76, 0.25, 0.13, 0.19],
    ],
  },
  sample4: {
    faces: [
      [0.12, 0.17, 0.12, 0.16],
      [0.33, 0.07, 0.12, 0.16],
      [0.49, 0.15, 0.12, 0.15],
      [0.65, 0.13, 0.12, 0.16],
    ],
  },
  sample5: {
    faces: [
      [0.18, 0.65, 0.14, 0.2],
      [0.72, 0.31, 0.13, 0.17],
      [0.3, 0.33, 0.11, 0.16],
      [0.39, 0.1, 0.12, 0.15],
      [0.56, 0.17, 0.12, 0.17],
    ],
  },
  sample6: {
    faces: [
      [0.11, 0.34, 0.15, 0.17],
      [0.33, 0.25, 0.13, 0.18],
      [0.59, 0.24, 0.15, 0.16],
      [0.75, 0.2, 0.14, 0.18],
    ],
  },
};

const rectsOf = (corners: Corners): FaceRect[] =>
  corners.map(([left, top, width, height]) => ({ left, top, width, height }));

/** Six photos of one to five people. */
export const facePhotos: readonly FacePhoto[] = Object.entries(places).map(
  ([name, { faces, others = [] }]) => ({
    name,
    path: createRequire(import.meta.url).resolve(`@vladmandic/face-api/demo/${name}.jpg`),
    faces: rectsOf(faces),
    others: rectsOf(others),
  }),
);

/** Upright sRGB bytes. */
export async function pixelsOf(picture: Sharp): Promise<FacePixels> {
  const pipeline = picture.flatten({ background: '#fff' }).toColourspace('srgb').removeAlpha();
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  const rgb =
    info.channels === 3
      ? data
      : Uint8Array.from({ length: data.length * 3 }, (_, i) => data[Math.floor(i / 3)]!);
  return { rgb, widthPx: info.width, heightPx: info.height };
}

/** A photo, made so wide. */
export const openFacePhoto = ({ path }: FacePhoto, widthPx: number): Sharp =>
  sharp(path).resize({ width: widthPx });

/** A picture of one face, as a portrait is cut, and where it is in it. */
export async function cutPortrait(
  photo: FacePhoto,
  face: FaceRect,
  widthPx: number,
): Promise<{ pixels: FacePixels; face: FaceRect }> {
  const { width, height } = await sharp(photo.path).metadata();
  const [wide, high] = [3 * face.width * width, 3 * face.width * width * 1.25];
  const left = Math.max(0, Math.round((face.left + face.width / 2) * width - wide / 2));
  const top = Math.max(0, Math.round((face.top + face.height / 2) * height - high / 2));
  const cut = {
    left,
    top,
    width: Math.min(Math.round(wide), width - left),
    height: Math.min(Math.round(high), height - top),
  };
  const pixels = await pixelsOf(sharp(photo.path).extract(cut).resize({ width: widthPx }));
  return {
    pixels,
    face: {
      left: (face.left * width - left) / cut.width,
      top: (face.top * height - top) / cut.height,
      width: (face.width * width) / cut.width,
      height: (face.height * height) / cut.height,
    },
  };
}

/** What two boxes share, of what they cover together. */
function overlapOf(a: FaceRect, b: FaceRect): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  const both = Math.max(0, width) * Math.max(0, height);
  return both / (a.width * a.height + b.width * b.height - both);
}

/** One person before a plain ground, 640 x 427 pixels. */
export async function makePortrait(): Promise<{ pixels: FacePixels; face: FaceRect }> {
  const photo = facePhotos[0]!;
  const { pixels, face } = await cutPortrait(photo, photo.faces[0]!, 342);
  const side = (640 - pixels.widthPx) / 2;
  const raw = { width: pixels.widthPx, height: pixels.heightPx, channels: 3 as const };
  const extended = sharp(pixels.rgb, { raw }).extend({ left: side, right: side, extendWith: 'copy' });
  const left = (side + face.left * pixels.widthPx) / 640;
  return {
    pixels: await pixelsOf(extended),
    face: { ...face, left, width: (face.width * pixels.widthPx) / 640 },
  };
}

type Marks = Pick<FacePhoto, 'faces' | 'others'>;
type Size = Pick<FacePixels, 'widthPx' | 'heightPx'>;

/** Where marked faces are in a picture that was turned clockwise and grew from one size to the other. */
export function turnMarks(marks: Marks, degrees: number, [from, to]: readonly [Size, Size]): Marks {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const turn = (rect: FaceRect): FaceRect => {
    const x = (rect.left + rect.width / 2 - 0.5) * from.widthPx;
    const y = (rect.top + rect.height / 2 - 0.5) * from.heightPx;
    const width = (rect.width * from.widthPx) / to.widthPx;
    const height = (rect.height * from.heightPx) / to.heightPx;
    const left = (x * cos - y * sin) / to.widthPx + 0.5 - width / 2;
    return { left, top: (x * sin + y * cos) / to.heightPx + 0.5 - height / 2, width, height };
  };
  return { faces: marks.faces.map(turn), others: marks.others.map(turn) };
}

/** Boxes that share so much are of one face; of those that need not be found, so much. */
const same = 0.4;
const near = 0.15;

/** How many faces are marked, how many of those were found, and how many found ones are none. */
export function compareFaces(found: readonly FaceRect[], { faces, others }: Marks) {
  const isOneOf = (marked: readonly FaceRect[], face: FaceRect, min: number) =>
    marked.some((one) => overlapOf(one, face) >= min);
  return {
    marked: faces.length,
    hits: faces.filter((face) => isOneOf(found, face, same)).length,
    wrong: found.filter((one) => !isOneOf(faces, one, same) && !isOneOf(others, one, near)).length,
  };
}
