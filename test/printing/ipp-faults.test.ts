/**
 * A line that fails at every kind of byte of an exchange, in every way that lines fail, and printers that answer anything:
 * every call settles, once, and never claims that less may have reached the printer than what did.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { createIppClient, type IppClient, type IppReply, IppTransportError } from '@platen/ipp/ipp-client';
import { encodeMessage } from '@platen/ipp/ipp-codec';
import {
  attributeNumber,
  attributesOf,
  boolean,
  charset,
  groupsOf,
  groupTags,
  integer,
  mimeMediaType,
  name,
  naturalLanguage,
} from '@platen/ipp/ipp-message';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ArmedFault,
  type FaultProxy,
  type LineFault,
  startFaultProxy,
} from '../fixtures/proxies/fault-proxy.ts';

let dir = '';
let printer: VirtualPrinter;
let photo: Buffer;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'platen-faults-'));
  // Job numbers of one length, and jobs that stay as they are: every reply is as long as the recorded one.
  mkdirSync(join(dir, '001000-before'));
  printer = await startVirtualPrinter({ port: 0, dir, name: 'Faulty line' });
  printer.control.stop();
  photo = await makeJpeg({ widthPx: 300, heightPx: 400, seed: 7 });
  // The first job waits in front of the paper; all others wait behind it.
  await runUpTo('Get-Job-Attributes', 'sized', async () => {});
});
afterAll(async () => {
  await printer.close();
  rmSync(dir, { recursive: true, force: true });
});

const exchanges = ['Create-Job', 'Send-Document', 'Get-Job-Attributes'] as const;
type Exchange = (typeof exchanges)[number];
type Framing = 'sized' | 'chunked';

/** For everything that ends by itself. */
const deadlineMs = 20_000;
/** For what waits on a line that has gone silent. */
const stallDeadlineMs = 700;

interface Run {
  proxy: FaultProxy;
  client: IppClient;
  framing: Framing;
  jobId: number;
  handedOver: number;
  deadlineMs: number;
}

/** One exchange as the agent makes it. */
function perform(run: Run, exchange: Exchange): Promise<IppReply> {
  const { deadlineMs } = run;
  const onHandedOver = (): void => {
    run.handedOver += 1;
  };
  if (exchange === 'Create-Job')
    return run.client.request({
      operation: exchange,
      attributes: { 'job-name': name('faults') },
      onHandedOver,
      deadlineMs,
    });
  const jobId = { 'job-id': integer(run.jobId) };
  if (exchange === 'Get-Job-Attributes')
    return run.client.request({ operation: exchange, attributes: jobId, onHandedOver, deadlineMs });
  return run.client.request({
    operation: exchange,
    attributes: { ...jobId, 'document-format': mimeMediaType('image/jpeg'), 'last-document': boolean(true) },
    document: {
      stream: () => Readable.from([photo]),
      ...(run.framing === 'sized' && { bytes: photo.length }),
    },
    onHandedOver,
    deadlineMs,
  });
}

/** Everything before `exchange`, over a line that holds. */
async function runUpTo(
  exchange: Exchange,
  framing: Framing,
  use: (run: Run) => Promise<void>,
): Promise<void> {
  const proxy = await startFaultProxy(printer.port);
  const client = createIppClient({ uri: `ipp://127.0.0.1:${proxy.port}/ipp/print`, deadlineMs });
  const run: Run = { proxy, client, framing, jobId: 0, handedOver: 0, deadlineMs };
  try {
    for (const earlier of exchanges.slice(0, exchanges.indexOf(exchange))) {
      const { message } = await perform(run, earlier);
      run.jobId ||= attributeNumber(groupsOf(message, groupTags.job)[0], 'job-id') ?? 0;
    }
    run.handedOver = 0;
    await use(run);
  } finally {
    client.close();
    await proxy.close();
  }
}

interface Place {
  name: string;
  direction: 'request' | 'reply';
  atByte: number;
}

/** Every kind of byte in a recorded exchange, with a place in its middle or at its edge. */
function placesIn(request: Buffer, reply: Buffer, framing: Framing): Place[] {
  const headersEnd = request.indexOf('\r\n\r\n') + 4;
  const message =
    framing === 'chunked' && request.includes('chunked')
      ? request.indexOf('\r\n', headersEnd) + 2
      : headersEnd;
  const at = (name: string, atByte: number, direction: Place['direction'] = 'request'): Place => ({
    name,
    direction,
    atByte,
  });
  // A tag, two bytes of length, attributes-charset (18 letters), two bytes of length, utf-8.
  const attribute = message + 9;
  const places = [
    at('nothing at all', 0),
    at('the request line', 9),
    at('the headers', request.indexOf('\r\n') + 10),
    at('the end of the headers', headersEnd - 1),
    at('before the message', headersEnd),
    ...(message > headersEnd ? [at('the chunk header', headersEnd + 1)] : []),
    at('the IPP header', message + 3),
    at('before the group tag', message + 8),
    at('after the group tag', message + 9),
    at('the length of a name', attribute + 2),
    at('a name', attribute + 12),
    at('a value', attribute + 3 + 18 + 2 + 2),
    at('the last byte', request.length - 1),
    at('after the last byte', request.length),
  ];
  const document = request.indexOf(photo);
  if (document >= 0)
    places.push(
      at('before the document', document),
      at('the first byte of the document', document + 1),
      at('the middle of the document', document + Math.floor(photo.length / 2)),
      at('all of the document but a byte', document + photo.length - 1),
      at('all of the document', document + photo.length),
    );
  const replyHeaders = reply.indexOf('\r\n\r\n') + 4;
  return [
    ...places,
    at('no reply', 0, 'reply'),
    at('the status of the reply', 10, 'reply'),
    at('the headers of the reply', reply.indexOf('\r\n') + 5, 'reply'),
    at('before the body of the reply', replyHeaders, 'reply'),
    at('the body of the reply', replyHeaders + 12, 'reply'),
    at('all of the reply but a byte', reply.length - 1, 'reply'),
  ];
}

/** The places of an exchange, found in one that went well, and how many bytes it took. */
async function record(
  exchange: Exchange,
  framing: Framing,
): Promise<{ places: Place[]; bytes: number; whole: number }> {
  let recorded: { places: Place[]; bytes: number; whole: number } | undefined;
  await runUpTo(exchange, framing, async (run) => {
    run.proxy.arm(undefined);
    const reply = await perform(run, exchange);
    expect(reply.status).toBe(0);
    expect(run.handedOver).toBe(1);
    const request = Buffer.concat(run.proxy.recorded.request);
    const places = placesIn(request, Buffer.concat(run.proxy.recorded.reply), framing);
    const document = request.indexOf(photo);
    // A printer that counts has all of a sized document with its last byte.
    const whole = document >= 0 && framing === 'sized' ? document + photo.length : request.length;
    recorded = { places, bytes: request.length, whole };
  });
  if (!recorded) throw new Error('nothing was recorded');
  return recorded;
}

/** What the call said, against what the line knows: sentences about every claim that is too small. */
function falseClaims(error: unknown, run: Run, whole: number): string[] {
  if (!(error instanceof IppTransportError)) return [`it failed with ${String(error)}`];
  const passed = run.proxy.passed.request;
  const claims: string[] = [];
  if (error.sent === 'nothing' && passed > 0) claims.push(`nothing sent, and ${passed} bytes are there`);
  if (error.sent !== 'all' && passed >= whole) claims.push(`${error.sent} sent, and all of it is there`);
  if (run.handedOver > 1) claims.push(`handed over ${run.handedOver} times`);
  if (run.handedOver === 1 && error.sent !== 'all') claims.push(`handed over, and ${error.sent} sent`);
  return claims;
}

/** Runs tasks, some at a time. */
async function inParallel(tasks: (() => Promise<void>)[]): Promise<void> {
  const left = [...tasks];
  const work = async (): Promise<void> => {
    for (let task = left.shift(); task; task = left.shift()) await task();
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

describe.each<[Exchange, Framing]>([
  ['Create-Job', 'sized'],
  ['Send-Document', 'sized'],
  ['Send-Document', 'chunked'],
  ['Get-Job-Attributes', 'sized'],
])('%s, %s', (exchange, framing) => {
  it.each<LineFault>([{ kind: 'cut' }, { kind: 'reset' }, { kind: 'stall' }])(
    '$kind at every kind of byte',
    async (fault) => {
      const { places, whole } = await record(exchange, framing);
      expect(places.length).toBeGreaterThan(18);
      const wrong: string[] = [];
      const tasks = places.map(({ name: place, ...at }) => async () => {
        await runUpTo(exchange, framing, async (run) => {
          run.proxy.arm({ ...at, fault });
          if (fault.kind === 'stall') run.deadlineMs = stallDeadlineMs;
          let settled = 0;
          const outcome = await perform(run, exchange)
            .then(
              (reply): unknown => reply,
              (error): unknown => error,
            )
            .finally(() => {
              settled += 1;
            });
          const note = (problem: string): unknown => wrong.push(`${fault.kind} at ${place}: ${problem}`);
          if (!run.proxy.hasStruck) note('the fault did not strike');
          if (settled !== 1) note(`settled ${settled} times`);
          // Whoever has heard nothing, or half of it, can't know that it went well.
          if (!(outcome instanceof Error)) note('it succeeded');
          else for (const claim of falseClaims(outcome, run, whole)) note(claim);
          if (fault.kind === 'stall' && (outcome as IppTransportError).kind !== 'timeout')
            note(`failed with kind ${(outcome as IppTransportError).kind}`);
        });
      });
      await inParallel(tasks);
      expect(wrong).toEqual([]);
    },
  );

  it('delays are none of its business, at every kind of byte', async () => {
    const { places } = await record(exchange, framing);
    const fault: LineFault = { kind: 'delay', delayMs: 20 };
    await inParallel(
      places.map(({ name: _place, ...at }) => async () => {
        await runUpTo(exchange, framing, async (run) => {
          run.proxy.arm({ ...at, fault });
          expect((await perform(run, exchange)).status).toBe(0);
          expect(run.handedOver).toBe(1);
        });
      }),
    );
  });
});

describe('wrong answers', () => {
  const http = (status: string, headers: string[], body: Uint8Array = Buffer.alloc(0)): Buffer =>
    Buffer.concat([
      Buffer.from([`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${body.length}`, '', ''].join('\r\n')),
      body,
    ]);
  const ippBody = (code: number): Buffer =>
    encodeMessage({
      version: [2, 0],
      code,
      requestId: 1,
      groups: [
        {
          tag: groupTags.operation,
          attributes: attributesOf({
            'attributes-charset': charset('utf-8'),
            'attributes-natural-language': naturalLanguage('en'),
          }),
        },
      ],
    });
  const ippType = 'Content-Type: application/ipp';
  const page = Buffer.from('<!doctype html><title>Log in</title>');
  const interim = Buffer.from(
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n',
  );
  const endlessHeaders = Buffer.from(`HTTP/1.1 200 OK\r\n${'X-More: and more\r\n'.repeat(3000)}`);

  /** What the client hears instead of the printer, and how the call must end. */
  const answers: [string, Uint8Array, Partial<IppTransportError>][] = [
    ['garbage', Buffer.from([0, 255, 13, 10, 13, 10, 7]), { kind: 'protocol' }],
    ['another protocol', Buffer.from('220 printer FTP server ready\r\n'), { kind: 'protocol' }],
    ['a web page', http('200 OK', ['Content-Type: text/html'], page), { kind: 'protocol' }],
    ['HTTP 500', http('500 Oops', [], page), { kind: 'http', httpStatus: 500 }],
    ['HTTP 426', http('426 Upgrade Required', ['Upgrade: TLS/1.2'], page), { kind: 'http', httpStatus: 426 }],
    ['HTTP 401', http('401 No', ['WWW-Authenticate: Basic realm=x']), { kind: 'http', httpStatus: 401 }],
    [
      'a redirection',
      http('302 Found', ['Location: http://127.0.0.1:1/']),
      { kind: 'http', httpStatus: 302 },
    ],
    [
      'a switch of protocols',
      Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      {},
    ],
    ['interim answers alone', interim, {}],
    ['headers without end', endlessHeaders, { kind: 'protocol' }],
    ['no body', http('200 OK', [ippType]), { kind: 'protocol' }],
    ['half a message', http('200 OK', [ippType], ippBody(0).subarray(0, 30)), { kind: 'protocol' }],
    [
      'two lengths',
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      { kind: 'protocol' },
    ],
    ['a body that is cut off', http('200 OK', [ippType], ippBody(0)).subarray(0, -3), {}],
  ];

  it.each(answers)('%s, whenever it comes', async (_what, bytes, expected) => {
    const { places, whole } = await record('Send-Document', 'sized');
    const times = places.filter(({ direction, atByte }) => direction === 'request' || atByte === 0);
    const wrong: string[] = [];
    const tasks = times.flatMap(({ name: place, ...at }) =>
      [true, false].map((passesOn) => async () => {
        await runUpTo('Send-Document', 'sized', async (run) => {
          const armed: ArmedFault = { ...at, fault: { kind: 'answer', bytes, passesOn, ends: true } };
          run.proxy.arm(armed);
          const error = await perform(run, 'Send-Document').catch((reason) => reason);
          for (const claim of falseClaims(error, run, whole)) wrong.push(`${place}: ${claim}`);
          // A line that ends early may be noticed before what came over it is read.
          for (const [key, value] of Object.entries(expected))
            if (error[key] !== value && error.kind !== 'reset')
              wrong.push(`${place}: ${key} is ${error[key]}`);
        });
      }),
    );
    await inParallel(tasks);
    expect(wrong).toEqual([]);
  });

  it('a success that comes before the document is none until the document is through', async () => {
    await runUpTo('Send-Document', 'sized', async (run) => {
      const bytes = http('200 OK', [ippType], ippBody(0));
      // The headers are out, the document is not: and the line goes silent for it.
      run.proxy.arm({
        direction: 'request',
        atByte: 200,
        fault: { kind: 'answer', bytes, passesOn: false, ends: true },
      });
      const error = await perform(run, 'Send-Document').catch((reason) => reason);
      // Small enough to be swallowed by the kernel it may count as handed over; it must not count as less.
      if (error instanceof IppTransportError) expect(error.sent).not.toBe('nothing');
      else expect(run.handedOver).toBe(1);
    });
  });

  it('a refusal that comes before the document is the answer', async () => {
    await runUpTo('Send-Document', 'sized', async (run) => {
      const bytes = http('200 OK', [ippType], ippBody(0x0507));
      run.proxy.arm({
        direction: 'request',
        atByte: 500,
        fault: { kind: 'answer', bytes, passesOn: true, ends: false },
      });
      expect((await perform(run, 'Send-Document')).statusName).toBe('server-error-busy');
    });
  });

  it('interim answers before the true one change nothing', async () => {
    for (const exchange of exchanges) {
      await runUpTo(exchange, 'sized', async (run) => {
        const bytes = Buffer.concat([interim, http('200 OK', [ippType], ippBody(0))]);
        run.proxy.arm({
          direction: 'reply',
          atByte: 0,
          fault: { kind: 'answer', bytes, passesOn: true, ends: false },
        });
        expect((await perform(run, exchange)).status).toBe(0);
        expect(run.handedOver).toBe(1);
      });
    }
  });
});
