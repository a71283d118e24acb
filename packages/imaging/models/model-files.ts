/**
 * Owns what stands in the folder of models: `name.onnx`, and beside it, where the operator wrote one, `name.json`, which says what the
 * model is for. Must never load a model or the runtime: the doctor asks here too.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const stages = ['denoise', 'enlarge', 'colour'] as const;

/** When a model runs: after noise was taken away, to enlarge, or where somebody asked for colours. */
export type ModelStage = (typeof stages)[number];

/** What is known of a model before it is loaded; what nobody said is undefined and found out by running it. */
export interface ModelFile {
  path: string;
  /** The file's name without its ending, or what the JSON says. */
  name: string;
  stage: ModelStage | undefined;
  /** 1 keeps the size; 2 to 4 enlarge. */
  scale: number | undefined;
  licence: string | undefined;
  /** Pixels a side of what the model gets at once, and how much of it neighbours share; of models that take any size. */
  tilePx: number | undefined;
  overlapPx: number | undefined;
}

/** A model that can't be used, and why, in a sentence for people. */
export interface UnusableModel {
  name: string;
  because: string;
}

const maxModels = 20;
const maxModelBytes = 512 * 1024 * 1024;
const maxJsonBytes = 64 * 1024;
const maxText = 200;

class BadDescription extends Error {}

function wholeIn(told: Record<string, unknown>, name: string, [min, max]: [number, number]) {
  const value = told[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new BadDescription(`${name} must be a whole number from ${min} to ${max}`);
}

function textIn(told: Record<string, unknown>, name: string): string | undefined {
  const value = told[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, maxText);
  throw new BadDescription(`${name} must be a text`);
}

function stageIn(told: Record<string, unknown>): ModelStage | undefined {
  const { stage } = told;
  if (stage === undefined) return undefined;
  const known = stages.find((it) => it === stage);
  if (known) return known;
  throw new BadDescription('stage must be "denoise", "enlarge" or "colour"');
}

function readTold(path: string): Record<string, unknown> {
  let text: string;
  try {
    if (statSync(path).size > maxJsonBytes) throw new BadDescription('it is too long');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    throw new BadDescription('it is no JSON');
  }
  if (typeof told !== 'object' || told === null || Array.isArray(told))
    throw new BadDescription('it must be an object');
  return told as Record<string, unknown>;
}

function readModel(folder: string, file: string): ModelFile | UnusableModel {
  const path = join(folder, file);
  const base = file.slice(0, -'.onnx'.length);
  try {
    if (statSync(path).size > maxModelBytes)
      return { name: base, because: 'The file is larger than 512 MiB.' };
    const told = readTold(join(folder, `${base}.json`));
    const scale = wholeIn(told, 'scale', [1, 4]);
    const stage = stageIn(told) ?? (scale === undefined ? undefined : scale > 1 ? 'enlarge' : 'denoise');
    const tilePx = wholeIn(told, 'tile', [32, 1024]);
    const overlapPx = wholeIn(told, 'overlap', [0, 256]);
    if (overlapPx !== undefined && overlapPx * 2 >= (tilePx ?? defaultTilePx))
      throw new BadDescription('overlap must be less than half of tile');
    const [name, licence] = [textIn(told, 'name') ?? base, textIn(told, 'licence')];
    return { path, name, stage, scale, licence, tilePx, overlapPx };
  } catch (error) {
    const { message } = error as Error;
    const what = error instanceof BadDescription ? `${base}.json can't be used: ${message}.` : message;
    return { name: base, because: what };
  }
}

/** Used where neither the model nor its JSON says. */
export const defaultTilePx = 256;
export const defaultOverlapPx = 16;

/**
 * The models of a folder, by file name, at most 20. A folder that isn't there has none. Never throws: what can't be read is
 * unusable, with the reason.
 */
export function readModels(folder: string): { models: ModelFile[]; unusable: UnusableModel[] } {
  let files: string[];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith('.onnx') && name.length > 5);
  } catch {
    return { models: [], unusable: [] };
  }
  const read = files
    .toSorted()
    .slice(0, maxModels)
    .map((file) => readModel(folder, file));
  return {
    models: read.filter((model): model is ModelFile => 'path' in model),
    unusable: read.filter((model): model is UnusableModel => 'because' in model),
  };
}
