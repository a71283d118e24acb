import http from 'node:http';
import net from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createIppClient } from './ipp-client.ts';
import { decodeMessage } from './ipp-codec.ts';
import { groupTags, type IppMessage, integer, name } from './ipp-message.ts';
import { bytesOf, clientOf, failure, listen, replyBytes, withReply } from './testing/client-bench.ts';

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
    expect(message?.groups[1]).toMatchObject({ tag: groupTags.job });
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

  it('a reply that never gets whole: timeout, however busy it is', async () => {
    const server = net.createServer((socket) =>
      socket.once('data', () => {
        const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\nContent-Length: 1000000\r\n\r\n';
        socket.write(Buffer.concat([Buffer.from(head), replyBytes().subarray(0, -1)]));
        const timer = setInterval(() => socket.write(Buffer.of(0x01)), 10);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    const client = clientOf(await listen(server), { deadlineMs: 200 });
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

  it('a document whose last byte is out, and whose end is not known yet: all sent', async () => {
    const server = http.createServer((request) => {
      let received = 0;
      request.on('data', (chunk) => {
        received += chunk.length;
        if (received > 5000) request.socket.resetAndDestroy();
      });
    });
    // A file is known to be over only after one more look at the disk.
    const stream = (): Readable => {
      let isRead = false;
      return new Readable({
        read() {
          if (!isRead) this.push(Buffer.alloc(5000, 1));
          isRead = true;
        },
      });
    };
    const error = await failure(
      clientOf(await listen(server)).request({ operation: 'Print-Job', document: { stream, bytes: 5000 } }),
    );
    expect(error).toMatchObject({ kind: 'reset', sent: 'all' });
  });

  it('a document that can not be opened: protocol, part sent at most', async () => {
    const stream = (): never => {
      throw new Error('no such file');
    };
    const server = http.createServer(withReply);
    const error = await failure(
      clientOf(await listen(server)).request({ operation: 'Print-Job', document: { stream, bytes: 20 } }),
    );
    expect(error).toMatchObject({ kind: 'protocol', message: expect.stringContaining('no such file') });
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
