import { createHash, X509Certificate } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createIppClient, type IppClient, type IppClientOptions, IppTransportError } from './ipp-client.ts';
import { decodeMessage, encodeMessage } from './ipp-codec.ts';
import {
  attributesOf,
  charset,
  GROUP,
  type IppMessage,
  integer,
  name,
  naturalLanguage,
} from './ipp-message.ts';

/** A key pair for tests alone; valid for a hundred years, trusted by nobody. */
const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdBJHDRnBkih30egl
ziwBfYzUFWct+PLLRZpb/8Ld0iGhRANCAAT9L35yIlvSW6iO2mfhsHhgRRO1UNhT
p9v98vCKo+++pBd1z2DId2W2m6EswuMC/iSNt99JUHeOFTiTpLHj9pxU
-----END PRIVATE KEY-----`;
const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBkzCCATmgAwIBAgIURwxl9dMqQHbEY0ZM80m6C50XflkwCgYIKoZIzj0EAwIw
HjEcMBoGA1UEAwwTcGxhdGVuLXRlc3QtcHJpbnRlcjAgFw0yNjExMjEwMjU2NDVa
GA8yMTI2MTAyODAyNTY0NVowHjEcMBoGA1UEAwwTcGxhdGVuLXRlc3QtcHJpbnRl
cjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABP0vfnIiW9JbqI7aZ+GweGBFE7VQ
2FOn2/3y8Iqj776kF3XPYMh3ZbaboSzC4wL+JI2330lQd44VOJOkseP2nFSjUzBR
MB0GA1UdDgQWBBSoOW5yzqmwJFHMsREpIcIHgIJSfzAfBgNVHSMEGDAWgBSoOW5y
zqmwJFHMsREpIcIHgIJSfzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gA
MEUCIF53Ht0aNOQ4fdquHbGipOibcuLJ5lHPgZ7hAf9hEL+mAiEAoC3zCSz+Yuow
J8EXJb5nGoBp/K3G8H0KkhpNmKDsbhQ=
-----END CERTIFICATE-----`;
const testFingerprint = createHash('sha256').update(new X509Certificate(testCertificate).raw).digest('hex');

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

const replyBytes = (code = 0): Buffer =>
  encodeMessage({
    version: [2, 0],
    code,
    requestId: 1,
    groups: [
      {
        tag: GROUP.operation,
        attributes: attributesOf({
          'attributes-charset': charset('utf-8'),
          'attributes-natural-language': naturalLanguage('en'),
        }),
      },
      { tag: GROUP.job, attributes: attributesOf({ 'job-id': integer(7) }) },
    ],
  });

async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as net.AddressInfo).port;
}

function clientOf(port: number, options: Partial<IppClientOptions> = {}): IppClient {
  const client = createIppClient({
    uri: `ipp://127.0.0.1:${port}/ipp/print`,
    deadlineMs: 20_000,
    ...options,
  });
  cleanUps.push(() => client.close());
  return client;
}

const withReply: http.RequestListener = (request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/ipp' }).end(replyBytes());
  });
};

async function failure(promise: Promise<unknown>): Promise<IppTransportError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(IppTransportError);
  return error as IppTransportError;
}

const bytesOf = (size: number) => ({ stream: () => Readable.from([Buffer.alloc(size, 1)]), bytes: size });

/** A document that never ends by itself, made as it is read. */
function endlessDocument(): { stream: () => Readable; bytes: number; read: () => number } {
  let read = 0;
  const stream = (): Readable =>
    new Readable({
      read(size) {
        read += size;
        this.push(Buffer.alloc(size, 1));
      },
    });
  return { stream, bytes: 10 ** 12, read: () => read };
}

describe('request', () => {
  it('sends charset, language, target, job and user first, then the rest, then the document', async () => {
    let message: IppMessage | undefined;
    let body = Buffer.alloc(0);
    const server = http.createServer(async (request, response) => {
      const whole = Buffer.concat(await request.toArray());
      const decoded = decodeMessage(whole);
      message = decoded.message;
      body = whole.subarray(decoded.bodyOffset);
      expect(request.headers['content-length']).toBe(String(whole.length));
      response.writeHead(200, { 'content-type': 'application/ipp' }).end(replyBytes());
    });
    const port = await listen(server);
    const reply = await clientOf(port).request({
      operation: 'Send-Document',
      attributes: { 'document-name': name('x'), 'requesting-user-name': name('ann'), 'job-id': integer(7) },
      jobAttributes: { copies: integer(2) },
      document: bytesOf(300_000),
    });
    expect(reply).toMatchObject({ status: 0, statusName: 'successful-ok' });
    expect(message?.code).toBe(6);
    expect(message?.groups[0]?.attributes.map((attribute) => attribute.name)).toEqual([
      'attributes-charset',
      'attributes-natural-language',
      'printer-uri',
      'job-id',
      'requesting-user-name',
      'document-name',
    ]);
    expect(message?.groups[1]).toMatchObject({ tag: GROUP.job });
    expect(body).toEqual(Buffer.alloc(300_000, 1));
  });

  it('sends a document of unknown size chunked', async () => {
    let received = 0;
    const server = http.createServer(async (request, response) => {
      expect(request.headers['transfer-encoding']).toBe('chunked');
      for await (const chunk of request) received += chunk.length;
      response.writeHead(200, { 'content-type': 'application/ipp' }).end(replyBytes());
    });
    const { stream } = bytesOf(100_000);
    await clientOf(await listen(server)).request({ operation: 'Print-Job', document: { stream } });
    expect(received).toBeGreaterThan(100_000);
  });

  it('reads a chunked reply, and uses one connection for two requests', async () => {
    let connections = 0;
    const server = http.createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-type': 'application/ipp; charset=utf-8' });
        for (const byte of replyBytes()) response.write(Buffer.of(byte));
        response.end();
      });
    });
    server.on('connection', () => {
      connections += 1;
    });
    const client = clientOf(await listen(server));
    for (let turn = 0; turn < 2; turn += 1)
      expect((await client.request({ operation: 'Get-Printer-Attributes' })).status).toBe(0);
    expect(connections).toBe(1);
  });

  it('does not throw on an IPP status', async () => {
    const server = http.createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/ipp' }).end(replyBytes(0x0507));
    });
    const reply = await clientOf(await listen(server)).request({ operation: 'Create-Job' });
    expect(reply).toMatchObject({ status: 0x0507, statusName: 'server-error-busy' });
  });

  it('takes a refusal that comes before the document is read', async () => {
    const server = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/ipp' }).end(replyBytes(0x040a));
    });
    const document = endlessDocument();
    const reply = await clientOf(await listen(server)).request({ operation: 'Print-Job', document });
    expect(reply.statusName).toBe('client-error-document-format-not-supported');
    expect(document.read()).toBeLessThan(64 * 1024 * 1024);
  });

  it('rejects an unknown operation', async () => {
    await expect(clientOf(1).request({ operation: 'Fold-Paper' })).rejects.toThrow(TypeError);
  });
});

describe('failures', () => {
  it('a closed port: unreachable, nothing sent', async () => {
    const server = net.createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const error = await failure(clientOf(port).request({ operation: 'Create-Job' }));
    expect(error).toMatchObject({ kind: 'unreachable', sent: 'nothing' });
  });

  it('a printer that never answers: timeout, all sent', async () => {
    const port = await listen(net.createServer());
    const client = clientOf(port, { deadlineMs: 100 });
    const error = await failure(client.request({ operation: 'Create-Job' }));
    expect(error).toMatchObject({ kind: 'timeout', sent: 'all' });
  });

  it('a printer that stops reading: timeout, part sent, little of the document in memory', async () => {
    const port = await listen(net.createServer((socket) => socket.pause()));
    const document = endlessDocument();
    const client = clientOf(port, { deadlineMs: 300 });
    const error = await failure(client.request({ operation: 'Print-Job', document }));
    expect(error).toMatchObject({ kind: 'timeout', sent: 'part' });
    expect(document.read()).toBeLessThan(64 * 1024 * 1024);
  });

  it('a reset in the middle of the document: reset, part sent', async () => {
    const server = net.createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const document = endlessDocument();
    const error = await failure(clientOf(await listen(server)).request({ operation: 'Print-Job', document }));
    expect(error).toMatchObject({ kind: 'reset', sent: 'part' });
  });

  it('a connection closed without a reply: reset, all sent', async () => {
    const server = net.createServer((socket) => socket.once('data', () => socket.end()));
    const error = await failure(clientOf(await listen(server)).request({ operation: 'Create-Job' }));
    expect(error).toMatchObject({ kind: 'reset', sent: 'all' });
  });

  it.each([
    ['another content type', 'text/html', Buffer.from('<p>hello')],
    ['a truncated message', 'application/ipp', replyBytes().subarray(0, -5)],
    ['an empty body', 'application/ipp', Buffer.alloc(0)],
  ])('%s: protocol', async (_what, type, body) => {
    const server = http.createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const error = await failure(clientOf(await listen(server)).request({ operation: 'Create-Job' }));
    expect(error).toMatchObject({ kind: 'protocol', sent: 'all' });
  });

  it('an HTTP error: http, with its status', async () => {
    const server = http.createServer((request, response) => {
      request.resume();
      response.writeHead(401).end();
    });
    const error = await failure(clientOf(await listen(server)).request({ operation: 'Create-Job' }));
    expect(error).toMatchObject({ kind: 'http', httpStatus: 401 });
  });

  it('bytes that are no HTTP: protocol', async () => {
    const server = net.createServer((socket) => socket.once('data', () => socket.end('hello\r\n\r\n')));
    const error = await failure(clientOf(await listen(server)).request({ operation: 'Create-Job' }));
    expect(error.kind).toBe('protocol');
  });

  it.each([
    ['shorter', 10],
    ['longer', 30],
  ])('a document %s than announced: protocol, never all sent', async (_what, size) => {
    const server = http.createServer(withReply);
    const document = { ...bytesOf(size), bytes: 20 };
    const error = await failure(clientOf(await listen(server)).request({ operation: 'Print-Job', document }));
    expect(error.kind).toBe('protocol');
    expect(error.sent).not.toBe('all');
  });

  it('a document that can not be read: protocol', async () => {
    const server = http.createServer(withReply);
    const stream = (): Readable =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(5);
          throw new Error('the disk is gone');
        })(),
      );
    const error = await failure(
      clientOf(await listen(server)).request({ operation: 'Print-Job', document: { stream, bytes: 20 } }),
    );
    expect(error).toMatchObject({ kind: 'protocol', message: expect.stringContaining('the disk is gone') });
  });

  it('the caller aborts, or the client is closed: aborted', async () => {
    const server = net.createServer();
    const reached = new Promise((resolve) =>
      server.once('connection', (socket) => socket.once('data', resolve)),
    );
    const client = clientOf(await listen(server));
    const controller = new AbortController();
    const first = failure(client.request({ operation: 'Create-Job', signal: controller.signal }));
    await reached;
    controller.abort();
    expect(await first).toMatchObject({ kind: 'aborted', sent: 'all' });
    client.close();
    const second = await failure(client.request({ operation: 'Create-Job' }));
    expect(second).toMatchObject({ kind: 'aborted', sent: 'nothing' });
  });
});

describe('TLS', () => {
  const secureUri = (port: number): Partial<IppClientOptions> => ({
    uri: `ipps://127.0.0.1:${port}/ipp/print`,
  });

  it('takes the pinned certificate, however its fingerprint is written, and sends credentials', async () => {
    let authorization: string | undefined;
    const server = https.createServer({ key: testKey, cert: testCertificate }, (request, response) => {
      authorization = request.headers.authorization;
      withReply(request, response);
    });
    const port = await listen(server);
    const tlsFingerprint = testFingerprint.toUpperCase().replaceAll(/(..)(?!$)/g, '$1:');
    const credentials = { username: 'ann', password: 'secret' };
    const client = clientOf(port, { ...secureUri(port), tlsFingerprint, credentials });
    expect((await client.request({ operation: 'Validate-Job' })).status).toBe(0);
    expect(authorization).toBe(`Basic ${Buffer.from('ann:secret').toString('base64')}`);
    expect(client.printerUri).toBe(`ipps://127.0.0.1:${port}/ipp/print`);
  });

  it('refuses another certificate before a byte of the request leaves', async () => {
    let requests = 0;
    const server = https.createServer({ key: testKey, cert: testCertificate }, () => {
      requests += 1;
    });
    const port = await listen(server);
    const client = clientOf(port, { ...secureUri(port), tlsFingerprint: '00'.repeat(32) });
    const error = await failure(client.request({ operation: 'Create-Job' }));
    expect(error).toMatchObject({ kind: 'tls', sent: 'nothing' });
    expect(requests).toBe(0);
  });

  it('tells the fingerprint on first use', async () => {
    const port = await listen(https.createServer({ key: testKey, cert: testCertificate }, withReply));
    const seen: string[] = [];
    const client = clientOf(port, {
      ...secureUri(port),
      onFingerprint: (fingerprint) => seen.push(fingerprint),
    });
    await client.request({ operation: 'Validate-Job' });
    expect(seen).toEqual([testFingerprint]);
  });

  it('names a server without TLS as a TLS failure', async () => {
    const port = await listen(http.createServer(withReply));
    const error = await failure(clientOf(port, secureUri(port)).request({ operation: 'Create-Job' }));
    expect(error).toMatchObject({ kind: 'tls', sent: 'nothing' });
  });
});

describe('createIppClient', () => {
  it.each([
    ['ipp://printer.local/ipp/print', 'ipp://printer.local/ipp/print'],
    ['ipp://printer.local:631/ipp/print', 'ipp://printer.local/ipp/print'],
    ['ipps://printer.local:443/ipp', 'ipps://printer.local:443/ipp'],
    ['http://printer.local:631/ipp/print', 'ipp://printer.local/ipp/print'],
    ['https://printer.local/ipp/print', 'ipps://printer.local:443/ipp/print'],
    ['ipp://[::1]:8631/ipp/print', 'ipp://[::1]:8631/ipp/print'],
  ])('turns %s into printer-uri %s', (given, printerUri) => {
    const client = createIppClient({ uri: given, deadlineMs: 1000 });
    expect(client.printerUri).toBe(printerUri);
    client.close();
  });

  it('refuses other schemes', () => {
    expect(() => createIppClient({ uri: 'usb://printer', deadlineMs: 1000 })).toThrow(TypeError);
  });
});
