/** The network of Node.js against servers on loopback: a DNS server of our own, TCP and TLS. */
import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createRemoteNetwork } from './remote-network-node.ts';

/** A key pair of photos.test for tests alone; valid for a hundred years, trusted by nobody. */
const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgV2kIn4a9XFxnFgtk
qkbXRcnHUhY1PXRoV1gErgfBf2ShRANCAARudBC9nWEHka4BZfCXf7A9wCwi/2tQ
gvG6QjVyD2W4L59f9tDUXUD0Qb1uIc5RiNBeVfxzsyLtVH3N+o9s15T0
-----END PRIVATE KEY-----`;
const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUFKZbzSY5TaojRaxBQZvTZM7rdLEwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLcGhvdG9zLnRlc3QwIBcNMjYxMTIxMDc0ODI2WhgPMjEyNjEw
MjgwNzQ4MjZaMBYxFDASBgNVBAMMC3Bob3Rvcy50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEbnQQvZ1hB5GuAWXwl3+wPcAsIv9rUILxukI1cg9luC+fX/bQ
1F1A9EG9biHOUYjQXlX8c7Mi7VR9zfqPbNeU9KNrMGkwHQYDVR0OBBYEFCxyTDVv
e+tl7p9CJXa3UOuU9QOSMB8GA1UdIwQYMBaAFCxyTDVve+tl7p9CJXa3UOuU9QOS
MA8GA1UdEwEB/wQFMAMBAf8wFgYDVR0RBA8wDYILcGhvdG9zLnRlc3QwCgYIKoZI
zj0EAwIDRwAwRAIgLURAtC0BJyzD1gaiwuxsC+Pq2u8mxLuVypY+XlpwP00CIG7w
IIj6pPV+vx66UA1qiTb7jtjN7FMTxP1TusLN0JAg
-----END CERTIFICATE-----`;

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

const never = new AbortController().signal;

/** Answers questions for addresses (RFC 1035, RFC 3596): the names and their addresses, as bytes; NXDOMAIN otherwise. */
async function startDns(names: Record<string, number[][]>): Promise<{ server: string; asked: string[] }> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const width = type === 1 ? 4 : 16;
    const found = (names[name] ?? []).filter((address) => address.length === width);
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(names[name] ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt32BE(0, 8);
    const records = found.map((address) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, width, ...address]),
    );
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  cleanUps.push(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    at += 1 + query[at]!;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

async function listen(server: Server): Promise<number> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('a name', () => {
  it('has all its addresses, of both kinds, and nothing is added to it', async () => {
    const v6 = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    const { server, asked } = await startDns({ 'photos.test': [[93, 184, 215, 14], [10, 0, 0, 1], v6] });
    const network = createRemoteNetwork({ dnsServers: [server] });
    expect(await network.resolve('photos.test', never)).toEqual([
      '93.184.215.14',
      '10.0.0.1',
      '2606:4700::1',
    ]);
    expect(new Set(asked)).toEqual(new Set(['photos.test']));
  });

  it('of one kind is enough, none is refused, and the hosts file is not read', async () => {
    const { server, asked } = await startDns({ 'old.test': [[93, 184, 215, 14]], 'empty.test': [] });
    const network = createRemoteNetwork({ dnsServers: [server] });
    expect(await network.resolve('old.test', never)).toEqual(['93.184.215.14']);
    await expect(network.resolve('empty.test', never)).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(network.resolve('none.test', never)).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(asked).not.toContain('localhost');
    await expect(network.resolve('printer', never)).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(asked.at(-1)).toBe('printer');
  });

  it('is given up when the wait ends', async () => {
    const silent = createSocket('udp4');
    await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
    cleanUps.push(() => silent.close());
    const network = createRemoteNetwork({ dnsServers: [`127.0.0.1:${silent.address().port}`] });
    const stop = new AbortController();
    silent.once('message', () => stop.abort());
    await expect(network.resolve('photos.test', stop.signal)).rejects.toMatchObject({ code: 'ECANCELLED' });
    await expect(network.resolve('photos.test', stop.signal)).rejects.toThrow(/aborted/);
  });
});

describe('a connection', () => {
  const plain = { address: '127.0.0.1', tls: false, hostname: 'photos.test' };

  it('goes to the address and to no name', async () => {
    const port = await listen(createTcpServer((socket) => void socket.end('hello')));
    const network = createRemoteNetwork();
    const socket = await network.connect({ ...plain, port }, never);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    expect(String(await socket.toArray())).toBe('hello');
    await expect(async () =>
      network.connect({ ...plain, address: 'localhost', port }, never),
    ).rejects.toThrow(/no address in digits/);
  });

  it('that is refused says why, and one that hangs is given up', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    const network = createRemoteNetwork();
    await expect(network.connect({ ...plain, port }, never)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const silent = await listen(createTcpServer((socket) => void socket.resume()));
    const stop = new AbortController();
    const connecting = network.connect({ ...plain, port: silent, tls: true }, stop.signal);
    stop.abort(new Error('enough'));
    await expect(connecting).rejects.toThrow('enough');
  });

  it('over TLS is made with the server that the name belongs to', async () => {
    const names: unknown[] = [];
    const server = createTlsServer({ key: testKey, cert: testCertificate }, (socket) => {
      names.push(socket.servername);
      socket.end('hello');
    });
    server.on('tlsClientError', () => {});
    const port = await listen(server);
    const network = createRemoteNetwork({ ca: testCertificate });
    const socket = await network.connect({ ...plain, tls: true, port }, never);
    expect([String(await socket.toArray()), names]).toEqual(['hello', ['photos.test']]);
    for (const hostname of ['other.test', '127.0.0.1']) {
      await expect(network.connect({ ...plain, tls: true, port, hostname }, never)).rejects.toMatchObject({
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      });
    }
    const doubting = createRemoteNetwork();
    await expect(doubting.connect({ ...plain, tls: true, port }, never)).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
  });
});
