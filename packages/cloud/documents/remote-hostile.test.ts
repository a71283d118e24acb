/** Servers that lie, and addresses that lead back to us; every connection ends on loopback. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFilesFolder } from '../adapters/files-folder.ts';
import type { FileStore } from '../ports/files.ts';
import { publicIp, type RemoteServers, serveHttp, serveRaw } from '../testing/remote-servers.ts';
import { downloadRemoteFile } from './remote-file.ts';

let dir: string;
let files: FileStore;
let servers: RemoteServers;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'platen-hostile-'));
  files = await openFilesFolder(dir);
});
afterEach(async () => {
  await servers.close();
  await rm(dir, { recursive: true, force: true });
});

const staged = () => readdir(join(dir, 'staging'));
const http = async (handler: RequestListener) => {
  servers = await serveHttp(handler);
  return servers;
};
const answering = async (text: string | Buffer) => {
  servers = await serveRaw((socket) => void socket.end(text));
  return servers;
};
const fetchFile = (url: string) =>
  downloadRemoteFile(
    {
      files,
      maxUploadBytes: 1024 * 1024,
      caller: { accountId: 'a', role: 'customer', shopId: null },
      remoteNetwork: servers.network,
    },
    url,
    { totalMs: 10_000, connectMs: 1000, silentMs: 5000 },
  );

async function bytesOf(url: string): Promise<string> {
  const { staged: file } = await fetchFile(url);
  const text = await readFile(file.path, 'utf8');
  await file.discard();
  return text;
}

describe('an address of this machine itself', () => {
  it.each([
    ['203.0.114.7', 'http://203.0.114.7/'],
    ['2a00:db8::7', 'http://[2a00:db8:0:0::7]/'],
    ['203.0.114.7', 'http://[::ffff:203.0.114.7]:8080/'],
  ])('%s is refused though it is public, as %s', async (own, url) => {
    const { connected } = await http((_request, response) => void response.end('secret'));
    expect(await bytesOf(url)).toBe('secret');
    servers.own.push('127.0.0.1', 'fe80::1%eth0', own);
    await expect(fetchFile(url)).rejects.toThrow('file_url: must be on the public internet.');
    servers.names['us.example'] = [publicIp, own];
    await expect(fetchFile('https://us.example/')).rejects.toThrow('must be on the public internet');
    expect(connected).toHaveLength(1);
    expect(await staged()).toEqual([]);
  });
});

describe('a redirect', () => {
  it('may lead from http to https and back, each look-up and connection of its own', async () => {
    const hops = ['https://b.example/', '//c.example:8443/', 'http://d.example/'];
    const hosts: unknown[] = [];
    const { connected } = await http((request, response) => {
      hosts.push(request.headers.host);
      const location = hops.shift();
      if (location) response.writeHead(307, { location, 'content-length': 1_000_000_000 }).flushHeaders();
      else response.end('file');
    });
    expect(await bytesOf('http://a.example/')).toBe('file');
    expect(connected.map(({ hostname, port, tls }) => [hostname, port, tls])).toEqual([
      ['a.example', 80, false],
      ['b.example', 443, true],
      ['c.example', 8443, true],
      ['d.example', 80, false],
    ]);
    expect(hosts).toEqual(['a.example', 'b.example', 'c.example:8443', 'd.example']);
    await expect.poll(servers.open).toBe(0);
  });

  it('in a circle ends', async () => {
    const { connected } = await http((request, response) =>
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end(),
    );
    await expect(fetchFile('http://a.example/a')).rejects.toThrow('redirects more than 3 times');
    expect(connected).toHaveLength(4);
  });
});

describe('a server that lies about its file', () => {
  it('by a length that is too short is believed, and what follows is not read', async () => {
    await answering('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfileHTTP/1.1 200 OK\r\n\r\nmore');
    expect(await bytesOf('http://a.example/')).toBe('file');
  });

  it.each([
    ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nfile'],
    ['a length below nothing', 'HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\nfile'],
    ['a length beyond numbers', 'HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nfile'],
    [
      'a length beside chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfile\r\n0\r\n\r\n',
    ],
    ['chunks of no size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nfile\r\n0\r\n\r\n'],
    ['a coding under another name', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nfile'],
    [
      'a second coding',
      'HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\nContent-Encoding: gzip\r\n\r\nfile',
    ],
    ['a header that ends early', 'HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 4\r\n\r\nfile'],
    ['five thousand headers', `HTTP/1.1 200 OK\r\n${'name: value\r\n'.repeat(5000)}\r\nfile`],
    ['answers before the answer', `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(500)}HTTP/1.1 500 No\r\n\r\n`],
  ])('by %s is refused', async (_what, text) => {
    await answering(text);
    await expect(fetchFile('http://a.example/')).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(/^file_url: its server|^The file is larger/),
    });
    expect(await staged()).toEqual([]);
    await expect.poll(servers.open).toBe(0);
  });

  it('packed is stored as it came when the packing is not declared: nothing is ever unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    await http((_request, response) => void response.end(packed));
    const { staged: file } = await fetchFile('http://a.example/bomb.pdf');
    expect(file.bytes).toBe(packed.length);
    await file.discard();
  });
});
