/** What a line looks like, what never stands in one, and that the last one is there however its process ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openEventLog } from './event-log.ts';

function open() {
  const lines: string[] = [];
  const log = openEventLog<string>({ write: (line) => void lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1)!) };
}

describe('a line', () => {
  it('says when, how grave and what, then its fields, and ends', () => {
    const { log, lines, last } = open();
    log('info', 'job.printed', { jobId: 'a', copies: 2 });
    expect(lines[0]).toMatch(
      /^\{"level":"info","time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","event":"job\.printed","jobId":"a","copies":2\}\n$/,
    );
    log('warn', 'link.down');
    expect(Object.keys(last())).toEqual(['level', 'time', 'event']);
    log('error', 'disk.low', { text: 'a\nb', none: undefined, circle: lines });
    expect(lines[2]!.split('\n')).toHaveLength(2);
  });

  it('survives what is no JSON', () => {
    const { log, last } = open();
    const circle: Record<string, unknown> = { name: 'x' };
    circle.itself = circle;
    log('info', 'job.held', { circle, big: 1n });
    expect(last()).toMatchObject({ event: 'job.held' });
  });

  it('has of an error message and stack, whatever else hangs on it', () => {
    const { log, last } = open();
    const detail = 'Key (phone)=(13812345678) already exists';
    log('error', 'request.failed', {
      because: Object.assign(new Error('no room'), { detail, parameters: ['Ann'] }),
    });
    expect(last().because).toEqual({
      message: 'no room',
      stack: expect.stringMatching(/^at .*event-log\.test\.ts/),
    });
  });
});

const key = `platen_live_${'a1B2c3D4'.repeat(4)}abcdef`;
const secrets = [key, '+8613812345678', 'K7QM-2XWP-9DTA', 'hunter22hunter22', 'Nanjing Road 1', '482913'];

describe('what is secret', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a field', { phone: '+8613812345678', code: '482913', token: 'hunter22hunter22', api_key: key }],
    [
      'a field of a field',
      {
        order: {
          recipient: 'Ann',
          address: { name: 'Ann Li', detail: 'Nanjing Road 1' },
          phone: '13812345678',
        },
      },
    ],
    ['an address', { address: { name: 'Ann Li', detail: 'Nanjing Road 1', city: 'x' } }],
    [
      'a number as it is written at home',
      { error: new Error('no text message to 13812345678 (13812345678)') },
    ],
    ['a sentence', { message: `No account has +8613812345678 or ${key}.` }],
    [
      'the message of an error, and its stack',
      { error: new Error(`code K7QM-2XWP-9DTA is used, key ${key}`) },
    ],
    [
      'a header',
      {
        headers: [
          `authorization: Bearer ${key}`,
          'Basic aHVudGVyMjI=',
          'a=1; platen_session=hunter22hunter22',
        ],
      },
    ],
    ['an address that was called', { url: `/api/x?key=${key}&phone=+8613812345678` }],
    ['a frame', { frame: `{"code":"K7QM-2XWP-9DTA","deep":{"deeper":{"key":"${key}"}}}` }],
  ])('is left out of %s, and the rest is there', (_where, fields) => {
    const { log, lines, last } = open();
    log('error', 'request.failed', { ...fields, requestId: '0190-1' });
    for (const secret of secrets) expect(lines[0]).not.toContain(secret);
    expect(lines[0]).not.toMatch(/hunter|aHVudGVy|Nanjing|Ann|13812345678/);
    expect(last()).toMatchObject({ event: 'request.failed', requestId: '0190-1' });
  });

  it('is no id, no moment, no number and no word of ours', () => {
    const { log, last } = open();
    const fields = {
      jobId: '01912c3e-7c1a-7cc3-9d1b-2f4e5a6b7c8d',
      orderNo: 'PL-7KQM2XWP9DTA41RZ',
      at: '2026-01-02T03:04:05+08:00',
      free_bytes: 13_958_643_712,
      uri: 'ipps://printer.local:631/ipp/print',
      address: 'printer.local:631',
      many: [13_958_643_712, 13_958_643_713],
      message: 'Basic needs TLS; nothing was sent to +1 printer.',
    };
    log('info', 'job.found', fields);
    expect(last()).toMatchObject(fields);
  });
});

const logPath = join(import.meta.dirname, 'event-log.ts');

/** A process that opens the log and runs this. */
const start = (code: string, stdout: 'pipe' | number): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { openEventLog } from ${JSON.stringify(logPath)}; const log = openEventLog(); ${code}`,
    ],
    { stdio: ['ignore', stdout, 'ignore', 'ipc'] },
  );

const manyLines = "for (let n = 1; n <= 200; n += 1) log('info', 'job.printed', { n });";

describe('the last line', () => {
  it.each([
    ['ends by itself', ''],
    ['exits at once', 'process.exit(3);'],
    ['is never caught', "throw new Error('out of luck');"],
    ['is killed', "process.kill(process.pid, 'SIGKILL');"],
  ])('is there when its process %s', async (_how, end) => {
    const dir = mkdtempSync(join(tmpdir(), 'platen-log-'));
    const path = join(dir, 'out.log');
    const file = openSync(path, 'a');
    const piped = start(manyLines + end, 'pipe');
    const filed = start(manyLines + end, file);
    const [text] = await Promise.all([readText(piped.stdout!), once(piped, 'close'), once(filed, 'close')]);
    closeSync(file);
    for (const written of [text, readFileSync(path, 'utf8')]) {
      const lines = written.trimEnd().split('\n');
      expect(lines).toHaveLength(200);
      expect(JSON.parse(lines.at(-1)!)).toMatchObject({ event: 'job.printed', n: 200 });
    }
    rmSync(dir, { recursive: true, force: true });
  });

  it('is not waited for when nobody reads', async () => {
    const child = start(`for (let n = 0; n < 200; n += 1) { ${manyLines} } process.send('alive');`, 'pipe');
    const [said] = await once(child, 'message');
    expect(said).toBe('alive');
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
});
