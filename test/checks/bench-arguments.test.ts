/** What `npm run bench` and `npm run chaos` do with words that name nothing to run: they say what there is, and measure and break nothing. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBenchArguments } from '../bench/bench-arguments.ts';
import { compileCache } from '../fixtures/processes.ts';

const known = {
  names: ['start', 'orders', 'fuzz'],
  groups: { both: ['start', 'orders'] },
  onDemand: ['fuzz'],
};

describe('the words of bench', () => {
  it('name benches and groups; without any, all but those on demand', () => {
    expect(readBenchArguments([], known)).toEqual({ benches: ['start', 'orders'] });
    expect(readBenchArguments(['fuzz', '--photos', 'orders'], known)).toEqual({ benches: ['fuzz'] });
    expect(readBenchArguments(['both'], known)).toEqual({ benches: ['start', 'orders'] });
  });

  it('that are no benches are answered with the names', () => {
    expect(readBenchArguments(['--help'], known)).toEqual({
      say: expect.stringMatching(/^npm run bench.*\nNAME: start, orders, fuzz, both\n/),
      exitCode: 0,
    });
    for (const words of [['--nonsense'], ['nonsense'], ['--photos']])
      expect(readBenchArguments(words, known), words[0]).toEqual({
        say: expect.stringMatching(/^bench: .+\n\nnpm run bench/),
        exitCode: 2,
      });
  });
});

it.each([
  // Its other words are read above.
  { script: 'bench/bench.ts', word: '--nonsense', status: 2, name: 'growth' },
  { script: 'chaos/chaos.ts', word: '--nonsense', status: 2, name: '--database sqlite' },
  { script: 'chaos/chaos.ts', word: '--help', status: 0, name: '--database sqlite' },
])(
  '$script says with $word what there is, and ends',
  ({ script, word, status, name }) => {
    const path = join(import.meta.dirname, '..', script);
    const env = { ...compileCache, ...process.env };
    const run = spawnSync(process.execPath, [path, word], { encoding: 'utf8', timeout: 60_000, env });
    expect(`${run.stdout}${run.stderr}`).toContain(name);
    expect(`${run.stdout}${run.stderr}`).not.toMatch(/measuring|seed \d|\bat \S+:\d/);
    expect(run.status).toBe(status);
  },
  90_000,
);
