/**
 * Owns where faces are in a picture: frontal and somewhat turned ones, in colour or grey. Everything is arithmetic that is the
 * same on every machine: the same pixels give the same boxes. It tells that there is a face, never whose.
 */
import { readFileSync } from 'node:fs';
import { shrinkPicture } from '../small-picture.ts';
import { type FaceModel, type FaceWindow, findWindows } from './face-windows.ts';
import { greyOf } from './grey-levels.ts';

/** A face from forehead to chin, in shares (0 to 1) of the upright picture; the surer, the higher its score. */
export type Face = { left: number; top: number; width: number; height: number; score: number };

/** Interleaved 8-bit sRGB, upright. */
export type FacePixels = { rgb: Uint8Array; widthPx: number; heightPx: number };

/** The longer side in which faces are looked for; one under 27 pixels wide is not found. */
const LONGEST_PX = 480;
/** Windows that share so much of what both cover together are of one face. */
const SAME_FACE = 0.3;
const WITHIN = 0.5;
/** The sum of the scores of a face's windows at least. The smaller the windows, the more of them there are to err in. */
const LEAST_SCORE = 2500;
/** Windows of this share of the longer side and more need no higher score. */
const LARGE_WINDOW = 0.25;
const LEAST_WINDOWS = 2;
/** The face within its window, in shares of it. */
const FACE = { left: 0.14, top: 0.05, width: 0.72, height: 0.86 } as const;
/** Green or blue this much stronger than red, compared with the whole picture, is no skin. */
const NOT_SKIN = 1.1;
const MOST_FACES = 64;

let model: FaceModel | undefined;

function getModel(): FaceModel {
  if (!model) {
    const text = readFileSync(new URL('face-model.json', import.meta.url), 'utf8');
    const { questions, answers, floors } = JSON.parse(text) as Record<keyof FaceModel, number[]>;
    model = {
      questions: Int16Array.from(questions),
      answers: Int32Array.from(answers),
      floors: Int32Array.from(floors),
    };
  }
  return model;
}

function areaOfBoth(a: FaceWindow, b: FaceWindow): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

function overlapOf(a: FaceWindow, b: FaceWindow): number {
  const both = areaOfBoth(a, b);
  return both / (a.width * a.height + b.width * b.height - both);
}

/** The strongest of those that lie in each other: no face is within another one. */
function keepApart(windows: readonly FaceWindow[]): FaceWindow[] {
  const kept: FaceWindow[] = [];
  for (const window of windows.toSorted((a, b) => b.score - a.score)) {
    const isWithin = (other: FaceWindow) => {
      const smaller = Math.min(window.width * window.height, other.width * other.height);
      return areaOfBoth(window, other) >= WITHIN * smaller;
    };
    if (!kept.some(isWithin)) kept.push(window);
  }
  return kept;
}

/** The windows around each strongest one. */
function groupWindows(windows: readonly FaceWindow[]): FaceWindow[][] {
  const groups: FaceWindow[][] = [];
  for (const window of windows.toSorted((a, b) => b.score - a.score)) {
    const group = groups.find(([strongest]) => overlapOf(strongest!, window) >= SAME_FACE);
    if (group) group.push(window);
    else groups.push([window]);
  }
  return groups;
}

/** The mean of the windows by their scores. */
function windowOf(group: readonly FaceWindow[]): FaceWindow {
  const sum = { left: 0, top: 0, width: 0, height: 0, score: 0 };
  for (const { left, top, width, height, score } of group) {
    sum.left += left * score;
    sum.top += top * score;
    sum.width += width * score;
    sum.height += height * score;
    sum.score += score;
  }
  const { left, top, width, height, score } = sum;
  return { left: left / score, top: top / score, width: width / score, height: height / score, score };
}

type Colour = { red: number; green: number; blue: number };

/** The sums of a part of the picture, given in shares. */
function coloursIn({ rgb, widthPx, heightPx }: FacePixels, part: Omit<Face, 'score'>): Colour {
  const sums = { red: 1, green: 1, blue: 1 };
  const [right, bottom] = [Math.min(1, part.left + part.width), Math.min(1, part.top + part.height)];
  for (let y = Math.floor(Math.max(0, part.top) * heightPx); y < Math.floor(bottom * heightPx); y++) {
    for (let x = Math.floor(Math.max(0, part.left) * widthPx); x < Math.floor(right * widthPx); x++) {
      const at = 3 * (y * widthPx + x);
      sums.red += rgb[at]!;
      sums.green += rgb[at + 1]!;
      sums.blue += rgb[at + 2]!;
    }
  }
  return sums;
}

/** Skin of any shade is more red than green and blue, but in a picture that is all green or blue. */
function isSkinPossible(picture: FacePixels, { left, top, width, height }: FaceWindow): boolean {
  const middle = {
    left: left + 0.3 * width,
    top: top + 0.3 * height,
    width: 0.4 * width,
    height: 0.4 * height,
  };
  const [face, all] = [
    coloursIn(picture, middle),
    coloursIn(picture, { left: 0, top: 0, width: 1, height: 1 }),
  ];
  const most = (other: 'green' | 'blue') => NOT_SKIN * Math.max(1, all[other] / all.red);
  return face.green <= most('green') * face.red && face.blue <= most('blue') * face.red;
}

const rounded = (share: number) => Math.round(share * 10_000) / 10_000;

function faceOf({ left, top, width, height, score }: FaceWindow): Face {
  const [fromX, toX] = [left + FACE.left * width, left + (FACE.left + FACE.width) * width];
  const [fromY, toY] = [top + FACE.top * height, top + (FACE.top + FACE.height) * height];
  const [startX, startY] = [Math.max(0, fromX), Math.max(0, fromY)];
  return {
    left: rounded(startX),
    top: rounded(startY),
    width: rounded(Math.min(1, toX) - startX),
    height: rounded(Math.min(1, toY) - startY),
    score: Math.round(score / 100) / 10,
  };
}

/** The faces of a picture, the surest first; at most 64. */
export function findFaces({ rgb, widthPx, heightPx }: FacePixels): Face[] {
  const view = {
    bytes: rgb,
    channels: 3 as const,
    widthPx,
    heightPx,
    origin: 0,
    stepX: 3,
    stepY: 3 * widthPx,
  };
  const small = shrinkPicture(view, LONGEST_PX);
  const windows = findWindows(getModel(), greyOf(small)).filter(({ score }) => score > 0);
  const longestPx = Math.max(small.widthPx, small.heightPx);
  const sure: FaceWindow[] = [];
  for (const group of groupWindows(windows)) {
    const window = windowOf(group);
    const size = (window.width * small.widthPx) / longestPx;
    const smaller = Math.max(1, LARGE_WINDOW / size);
    const isSure =
      group.length >= LEAST_WINDOWS && window.score >= LEAST_SCORE * smaller * smaller * Math.sqrt(smaller);
    if (isSure && isSkinPossible(small, window)) sure.push(window);
  }
  return keepApart(sure).slice(0, MOST_FACES).map(faceOf);
}
