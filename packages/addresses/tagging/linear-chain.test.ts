import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type ChainWeights,
  chainLabels,
  encodeChain,
  hashPair,
  kindProbability,
  listSpans,
  readChain,
  scoreStates,
  spanProbability,
  type TokenFeatures,
  tagChain,
} from './linear-chain.ts';

const labels = chainLabels(['name']);
const size = labels.length;

/** Weights that are all over the table. */
function scatteredWeights(): ChainWeights {
  const states = Int8Array.from({ length: 2 ** 6 * size }, (_, at) => (hashPair(at, 3) % 100) | 0);
  const transitions = Float32Array.from({ length: (size + 1) ** 2 }, (_, at) => (hashPair(at, 5) % 100) / 60);
  return { labels, bits: 6, scale: 0.02, states, transitions };
}

const features: TokenFeatures = { starts: [0, 2, 3, 6, 7], ids: [5, -77, 1234567, 8, 9, 10, 11] };

/** Every path with e^score, one by one. */
function listPaths(weights: ChainWeights): Array<{ path: number[]; weight: number }> {
  const scores = scoreStates(weights, features);
  const side = size + 1;
  let paths: Array<{ path: number[]; score: number }> = [{ path: [], score: 0 }];
  for (let token = 0; token < 4; token++)
    paths = paths.flatMap(({ path, score }) =>
      labels.map((_, label) => ({
        path: [...path, label],
        score:
          score + scores[token * size + label]! + weights.transitions[(path.at(-1) ?? size) * side + label]!,
      })),
    );
  return paths.map(({ path, score }) => ({
    path,
    weight: Math.exp(score + weights.transitions[path.at(-1)! * side + size]!),
  }));
}

describe('a linear chain', () => {
  const weights = scatteredWeights();
  const tagging = tagChain(weights, features);
  const paths = listPaths(weights);
  const all = paths.reduce((sum, { weight }) => sum + weight, 0);
  const share = (wanted: (path: number[]) => boolean): number =>
    paths.filter(({ path }) => wanted(path)).reduce((sum, { weight }) => sum + weight, 0) / all;

  it('finds the path that weighs most of all paths', () => {
    const best = paths.reduce((one, other) => (other.weight > one.weight ? other : one));
    expect([...tagging.path]).toEqual(best.path);
    expect(tagging.lattice.logSum).toBeCloseTo(Math.log(all), 6);
  });

  it('says how likely a label, and a whole span, is over all paths', () => {
    const [, begin, inside] = [0, 1, 2];
    for (let token = 0; token < 4; token++)
      expect(kindProbability(tagging, 'name', token)).toBeCloseTo(
        share((path) => path[token] === begin || path[token] === inside),
        6,
      );
    for (const [from, to] of [
      [0, 1],
      [1, 3],
      [0, 4],
      [2, 4],
    ] as const)
      expect(spanProbability(tagging, 'name', from, to)).toBeCloseTo(
        share(
          (path) =>
            path[from] === begin &&
            path.slice(from + 1, to).every((label) => label === inside) &&
            path[to] !== inside,
        ),
        6,
      );
  });

  it('lists the spans of the best path', () => {
    const path = Uint8Array.from([1, 2, 1, 0]);
    expect(listSpans({ ...tagging, path }).map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['name', 0, 2],
      ['name', 2, 3],
    ]);
  });

  it('comes out of its file as it went in', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chain-'));
    const file = join(folder, 'weights.bin');
    writeFileSync(file, encodeChain(weights));
    expect(readChain(pathToFileURL(file))).toEqual(weights);
    rmSync(folder, { recursive: true });
  });
});
