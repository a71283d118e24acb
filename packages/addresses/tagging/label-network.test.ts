import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readNetwork } from './label-network.ts';
import type { TokenFeatures } from './linear-chain.ts';

/** Numbers that look like chance and are the same each time. */
function startNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const folder = mkdtempSync(join(tmpdir(), 'platen-network-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A network of weights by chance: its file, and plain sums that are written down as the file says. */
function makeNetwork({
  size,
  bits,
  width,
  reaches,
}: Record<'size' | 'bits' | 'width', number> & { reaches: number[] }) {
  const next = startNumbers(size * 100 + width);
  const numbers = (count: number) => Float32Array.from({ length: count }, () => (next() - 0.5) / 4);
  const columns = Math.ceil((width + size) / 16) * 16;
  const outputs = Math.ceil(size / 16) * 16;
  const transitions = numbers((size + 1) ** 2);
  const scales = numbers(columns).map(Math.abs);
  const tokenBiases = numbers(width);
  const layers = reaches.map((reach) => ({
    reach,
    weights: numbers(3 * width * width),
    biases: numbers(width),
  }));
  const last = { weights: numbers(outputs * width), biases: numbers(outputs) };
  const table = Int8Array.from({ length: 2 ** bits * columns }, () => Math.floor(next() * 255) - 127);
  const labels = Array.from({ length: size }, (_, at) => `L${at}`);
  const head = `${JSON.stringify({ labels, bits, width, reaches })}\n`;
  const parts = [
    transitions,
    scales,
    tokenBiases,
    ...layers.flatMap(({ weights, biases }) => [weights, biases]),
    last.weights,
    last.biases,
  ];
  const bytes = Buffer.concat([
    Buffer.from(head),
    ...parts.map(({ buffer }) => Buffer.from(buffer)),
    Buffer.from(table.buffer),
  ]);
  const file = join(folder, `${size}-${width}.bin`);
  writeFileSync(file, deflateRawSync(bytes));

  /** Panels of sixteen outputs: tap, input, output. */
  const weightOf = (weights: Float32Array, taps: number, output: number, tap: number, input: number) =>
    weights[(Math.floor(output / 16) * taps * width + tap * width + input) * 16 + (output % 16)]!;
  const plainScores = ({ starts, ids }: TokenFeatures): number[] => {
    const sums = starts.slice(0, -1).map((from, token) =>
      Array.from({ length: columns }, (_, column) => {
        let sum = 0;
        for (const id of ids.slice(from, starts[token + 1]))
          sum += table[(id & (2 ** bits - 1)) * columns + column]!;
        return sum * scales[column]!;
      }),
    );
    let values = sums.map((row) =>
      Array.from({ length: width }, (_, at) => Math.max(0, row[at]! + tokenBiases[at]!)),
    );
    for (const { reach, weights, biases } of layers)
      values = values.map((before, token) =>
        before.map((value, output) => {
          let sum = biases[output]!;
          for (const tap of [0, 1, 2])
            for (const [input, given] of (values[token + (tap - 1) * reach] ?? []).entries())
              sum += given * weightOf(weights, 3, output, tap, input);
          return value + Math.max(0, sum);
        }),
      );
    return values.flatMap((row, token) =>
      labels.map((_, label) => {
        const sum = row.reduce(
          (all, given, input) => all + given * weightOf(last.weights, 1, label, 0, input),
          0,
        );
        return sum + last.biases[label]! + sums[token]![width + label]!;
      }),
    );
  };
  return { file: pathToFileURL(file), plainScores };
}

/** A text of so many tokens, some of them with hardly any feature. */
function textOf(tokens: number, seed: number): TokenFeatures {
  const next = startNumbers(seed);
  const starts = [0];
  const ids: number[] = [];
  for (let token = 0; token < tokens; token++) {
    const count = token % 5 === 4 ? 1 : 20 + Math.floor(next() * 80);
    for (let each = 0; each < count; each++) ids.push(Math.floor(next() * 2 ** 32) | 0);
    starts.push(ids.length);
  }
  return { starts, ids };
}

describe('scores of a network', () => {
  it.each([
    { size: 3, bits: 6, width: 16, reaches: [1] },
    { size: 21, bits: 8, width: 48, reaches: [1, 2, 4, 8] },
    { size: 33, bits: 7, width: 32, reaches: [3, 1] },
  ])('are what plain sums give: $size labels, $width numbers, reaches $reaches', (given) => {
    const { file, plainScores } = makeNetwork(given);
    const network = readNetwork(file, 40);
    // A longer text before a shorter one: nothing of it is left.
    for (const tokens of [40, 1, 2, 7, 19]) {
      const text = textOf(tokens, tokens);
      const got = network.score(text);
      const wanted = plainScores(text);
      expect(got).toHaveLength(wanted.length);
      const greatest = Math.max(...wanted.map(Math.abs));
      for (const [at, score] of got.entries())
        expect(Math.abs(score - wanted[at]!)).toBeLessThan(greatest * 1e-4);
    }
  });
});
