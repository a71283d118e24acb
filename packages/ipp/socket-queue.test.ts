/** What the kernel says of a connection, read as text and measured; and a printer that takes a document slowly. */
import http from 'node:http';
import net from 'node:net';
import { networkInterfaces } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createIppClient, type DocumentProgress } from './ipp-client.ts';
import { encodeMessage } from './ipp-codec.ts';
import { attributesOf, charset, groupTags, naturalLanguage } from './ipp-message.ts';
import { findSendQueue, kernelAddress, readSendQueue } from './socket-queue.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

describe('the text of the kernel', () => {
  it.each([
    ['127.0.0.1', 631, '0100007F:0277'],
    ['192.168.10.20', 49_152, '140AA8C0:C000'],
    ['::1', 80, '00000000000000000000000001000000:0050'],
    ['fe80::1%eth0', 1, '000080FE000000000000000001000000:0001'],
    ['::ffff:127.0.0.1', 80, '0000000000000000FFFF00000100007F:0050'],
    ['2001:db8:1:2:3:4:5:6', 80, 'B80D0120020001000400030006000500:0050'],
  ])('writes %s and %i as %s', (address, port, wanted) => {
    expect(kernelAddress(address, port)).toBe(wanted);
  });

  const line = (state: string, queues: string, timer: string, unanswered: number) =>
    `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   7: 0100007F:A1B2 0200007F:0277 01 00000010:00000000 00:00000000 00000000     0        0 1 1 0
  12: 0100007F:A1B2 0100007F:0277 ${state} ${queues} ${timer} 00000000     0        ${unanswered} 88371 2 0`;
  const find = (text: string) => findSendQueue(text, '0100007F:A1B2', '0100007F:0277');

  it('is read for this connection alone', () => {
    expect(find(line('01', '0001E240:00000000', '01:00000014', 0))).toEqual({
      unacknowledgedBytes: 123_456,
      isPeerFull: false,
    });
    expect(findSendQueue(line('01', '0:0', '00:0', 0), '0100007F:A1B2', '0300007F:0277')).toBeUndefined();
  });
  it('tells a printer that takes nothing more from one that is gone', () => {
    expect(find(line('01', '00000100:00000000', '04:00000014', 0))?.isPeerFull).toBe(true);
    expect(find(line('01', '00000100:00000000', '04:00000014', 5))?.isPeerFull).toBe(false);
  });
});

/** Some machines have no IPv6 at all. */
const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

describe.runIf(process.platform === 'linux')('on this machine', () => {
  // Addresses of each kind stand in a table of their own.
  it.for(['127.0.0.1', '::1'])(
    'bytes to %s are acknowledged as the other end reads them, not as they are handed over',
    async (host, { skip }) => {
      skip(host === '::1' && !hasIPv6, 'this machine has no ::1');
      const accepted: net.Socket[] = [];
      const server = net.createServer((socket) => void accepted.push(socket.pause()));
      server.listen(0, host);
      open.push(server);
      await new Promise((ready) => server.once('listening', ready));
      const socket = net.connect((server.address() as net.AddressInfo).port, host);
      open.push({ close: () => socket.destroy() });
      await new Promise((ready) => socket.once('connect', ready));
      expect(readSendQueue(socket)?.unacknowledgedBytes).toBe(0);
      for (let written = 0; written < 64; written += 1) socket.write(Buffer.alloc(512 * 1024));
      await expect.poll(() => readSendQueue(socket)?.unacknowledgedBytes).toBeGreaterThan(0);
      await expect.poll(() => readSendQueue(socket)?.isPeerFull, { timeout: 10_000 }).toBe(true);
      for (const one of accepted) one.resume();
      await expect.poll(() => readSendQueue(socket)?.unacknowledgedBytes, { timeout: 20_000 }).toBe(0);
    },
  );
});

/** Reads a document a little at a time, and thinks about it before it answers. */
async function startSlowPrinter({ pauses, thinkMs }: { pauses: number; thinkMs: number }): Promise<string> {
  const ok = encodeMessage({
    version: [2, 0],
    code: 0,
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
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    let untilPause = documentBytes / pauses;
    for await (const chunk of request) {
      untilPause -= chunk.length;
      if (untilPause > 0) continue;
      untilPause = documentBytes / pauses;
      await sleep(400);
    }
    await sleep(thinkMs);
    response.writeHead(200, { 'content-type': 'application/ipp', 'content-length': ok.length }).end(ok);
  };
  // A client that has had enough is nobody's error.
  const server = http.createServer((request, response) => void answer(request, response).catch(() => {}));
  server.listen(0, '127.0.0.1');
  open.push({ close: () => void server.close().closeAllConnections() });
  await new Promise((ready) => server.once('listening', ready));
  return `ipp://127.0.0.1:${(server.address() as net.AddressInfo).port}/ipp/print`;
}

const documentBytes = 16 * 1024 * 1024;
const documentOf = () => ({
  stream: () => Readable.from(Array.from({ length: 256 }, () => Buffer.alloc(documentBytes / 256))),
  bytes: documentBytes,
});

describe('a slow, healthy printer', () => {
  it('has no deadline but the caller’s, who hears how far it is', { timeout: 60_000 }, async () => {
    const client = createIppClient({
      uri: await startSlowPrinter({ pauses: 8, thinkMs: 1500 }),
      deadlineMs: 1000,
    });
    open.push(client);
    const told: DocumentProgress[] = [];
    const reply = await client.request({
      operation: 'Send-Document',
      document: documentOf(),
      onProgress: (progress) => void told.push(progress),
    });
    expect(reply.status).toBe(0);
    expect(told.at(-1)?.isWhole).toBe(true);
    if (process.platform === 'linux') {
      const acknowledged = told.map(({ acknowledgedBytes }) => acknowledgedBytes ?? -1);
      expect(acknowledged).toEqual(acknowledged.toSorted((one, other) => one - other));
      expect(acknowledged.at(-1)).toBeGreaterThanOrEqual(documentBytes);
    }
  });

  it('ends when the caller has had enough', { timeout: 60_000 }, async () => {
    const client = createIppClient({
      uri: await startSlowPrinter({ pauses: 8, thinkMs: 60_000 }),
      deadlineMs: 1000,
    });
    open.push(client);
    const enough = new AbortController();
    const request = client.request({
      operation: 'Send-Document',
      document: documentOf(),
      onProgress: ({ isWhole }) => isWhole && enough.abort(),
      signal: enough.signal,
    });
    await expect(request).rejects.toMatchObject({ kind: 'aborted', sent: 'all', hasDocumentLeft: true });
  });
});
