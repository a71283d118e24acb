/** How often an upload is tried again, and when it is given up. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api.ts';
import { sampleStarts } from './file-mark.ts';
import { createTries } from './upload-tries.ts';

const offline = () => new ApiError('No answer came.', { status: 0, code: 'offline' });
const refused = () => new ApiError('Too large.', { status: 413, code: 'too_large' });

describe('tries of an upload', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** Runs out every pause; what came of it in the end. */
  async function settle<T>(running: Promise<T>) {
    const ended = running.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    for (let round = 0; round < 100; round += 1) await vi.advanceTimersByTimeAsync(60_000);
    return await ended;
  }

  it('end after four pauses when nothing gets through, each longer than the one before', async () => {
    const pauses: number[] = [];
    let runs = 0;
    const tries = createTries({ onPause: (ms) => pauses.push(ms) });
    const end = await settle(
      tries.run(async () => {
        runs += 1;
        throw offline();
      }),
    );
    expect(end).toMatchObject({ error: { code: 'offline' } });
    expect([runs, pauses.length]).toEqual([5, 4]);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  });

  it('begin anew after each byte that moved: a line that breaks fifty times brings the file through', async () => {
    let runs = 0;
    const tries = createTries({});
    const end = await settle(
      tries.run(async () => {
        runs += 1;
        if (runs === 50) return 'there';
        tries.noteProgress();
        throw offline();
      }),
    );
    expect([end, runs]).toEqual([{ value: 'there' }, 50]);
  });

  it('are not made of a refusal, but of what the service asks to wait for', async () => {
    let runs = 0;
    const tries = createTries({});
    const failing = async () => {
      runs += 1;
      throw refused();
    };
    expect(await settle(tries.run(failing))).toMatchObject({ error: { code: 'too_large' } });
    expect(runs).toBe(1);
    const pauses: number[] = [];
    const busy = new ApiError('Later.', { status: 429, code: 'rate_limited', retryAfterSeconds: 40 });
    let asked = 0;
    const patient = createTries({ onPause: (ms) => pauses.push(ms) });
    await settle(
      patient.run(async () => {
        asked += 1;
        if (asked === 1) throw busy;
      }),
    );
    expect([asked, pauses[0]! >= 34_000]).toEqual([2, true]);
  });

  it('wait for a network that the browser says is away, however long, and not a second longer', async () => {
    const listeners = new Set<() => void>();
    vi.stubGlobal('navigator', { onLine: false });
    vi.stubGlobal('addEventListener', (_name: string, told: () => void) => listeners.add(told));
    vi.stubGlobal('removeEventListener', (_name: string, told: () => void) => listeners.delete(told));
    let isUp = false;
    let runs = 0;
    const running = createTries({}).run(async () => {
      runs += 1;
      if (!isUp) throw offline();
      return 'there';
    });
    for (let round = 0; round < 60; round += 1) await vi.advanceTimersByTimeAsync(30_000);
    expect(runs).toBeGreaterThan(20);
    isUp = true;
    for (const told of [...listeners]) told();
    expect(await running).toBe('there');
    expect(listeners.size).toBe(0);
  });

  it('end at once when the file is given up', async () => {
    const giveUp = new AbortController();
    const running = createTries({ signal: giveUp.signal }).run(async () => {
      throw offline();
    });
    const ended = expect(running).rejects.toBe('enough');
    await vi.advanceTimersByTimeAsync(100);
    giveUp.abort('enough');
    await ended;
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('looks at a file from its first byte to its last', () => {
  for (const size of [1, 100, 16 * 1024, 20_000, 5_000_000]) {
    const starts = sampleStarts(size);
    expect([starts[0], Math.min(size, starts.at(-1)! + 16 * 1024)]).toEqual([0, size]);
    expect(new Set(starts).size).toBe(starts.length);
  }
});
