import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWarning, openBoundedLog } from './child-log.ts';

describe('a bounded log', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'platen-log-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('keeps the newest lines in two files of the size given, over a restart too', () => {
    const path = join(dir, 'a.log');
    for (let run = 0; run < 10; run += 1) {
      const log = openBoundedLog(path, 100);
      for (let line = 0; line < 10; line += 1) log.write(`run ${run} line ${line}`);
      log.close();
    }
    expect(readdirSync(dir).sort()).toEqual(['a.log', 'a.log.1']);
    const [older, newer] = [readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')];
    expect(older.length).toBeLessThanOrEqual(100);
    expect(newer.length).toBeLessThanOrEqual(100);
    expect(`${older}${newer}`.trimEnd().split('\n').at(-1)).toBe('run 9 line 9');
    expect(`${older}${newer}`.split('\n').length).toBeGreaterThan(7);
  });
});

describe('warnings among log lines', () => {
  it.each([
    ['{"time":"t","level":"info","event":"cloud.ready"}', undefined],
    [
      '{"time":"t","level":"warn","event":"link.down","because":"closed"}',
      'x: warning: link.down (because: closed)',
    ],
    [
      '{"level":"error","event":"call.failed","error":{"message":"no room","stack":"s"},"id":7}',
      'x: error: call.failed (error: "no room", id: 7)',
    ],
    ['{"level":"error","event":"bare"}', 'x: error: bare'],
    ['not JSON', undefined],
    ['null', undefined],
  ])('%s', (line, expected) => {
    expect(findWarning('x', line)).toBe(expected);
  });
});
