/** Files by address, over an injected resolver and connector: every connection ends on loopback. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFilesFolder } from '../adapters/files-folder.ts';
import type { FileStore } from '../ports/files.ts';
import { publicIp, type RemoteServers, serveHttp, serveRaw } from '../testing/remote-servers.ts';
import { downloadRemoteFile } from './remote-file.ts';

const mib = 1024 * 1024;
let dir: string;
let files: FileStore;
let servers: RemoteServers | undefined;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'platen-remote-'));
  files = await openFilesFolder(dir);
});
afterEach(async () => {
  await servers?.close();
  servers = undefined;
  await rm(dir, { recursive: true, force: true });
});

const staged = () => readdir(join(dir, 'staging'));
const limits = { totalMs: 10_000, connectMs: 1000, silentMs: 5000 };
const caller = { accountId: 'a', role: 'customer', shopId: null } as const;

const fetchFile = (url: string, more: Partial<typeof limits & { maxUploadBytes: number }> = {}) => {
  const { maxUploadBytes = 2 * mib, ...changed } = more;
  const parts = { files, maxUploadBytes, caller, remoteNetwork: servers?.network };
  return downloadRemoteFile(parts, url, { ...limits, ...changed });
};

async function http(handler: RequestListener): Promise<RemoteServers> {
  servers = await serveHttp(handler);
  return servers;
}

async function raw(handler: (socket: Socket) => void): Promise<RemoteServers> {
  servers = await serveRaw(handler);
  return servers;
}

/** The refusal, after which nothing must be left. */
async function refusalOf(url: string, more: Parameters<typeof fetchFile>[1] = {}) {
  const error = await fetchFile(url, more).then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ name: 'AppError', message: expect.any(String) });
  expect(await staged()).toEqual([]);
  return { code: error.code as string, message: error.message as string };
}

describe('a file', () => {
  it('is streamed to the store, byte for byte, and called as its server says', async () => {
    const bytes = randomBytes(mib + 17);
    const seen: Parameters<RequestListener>[0][] = [];
    const { connected, looked } = await http((request, response) => {
      seen.push(request);
      response.setHeader('content-disposition', 'attachment; filename="holiday.jpg"');
      response.end(bytes);
    });
    const { staged: file, filename } = await fetchFile('http://photos.example/a/b.bin?size=full&x=%20#part');
    expect([file.bytes, filename]).toEqual([bytes.length, 'holiday.jpg']);
    expect((await readFile(file.path)).equals(bytes)).toBe(true);
    await file.discard();
    expect(looked).toEqual(['photos.example']);
    expect(connected).toEqual([{ address: publicIp, port: 80, tls: false, hostname: 'photos.example' }]);
    expect(seen.map(({ method, url }) => [method, url])).toEqual([['GET', '/a/b.bin?size=full&x=%20']]);
    expect(Object.keys(seen[0]!.headers).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(seen[0]!.headers).toMatchObject({ host: 'photos.example', 'accept-encoding': 'identity' });
  });

  it.each([
    ['https://photos.example/a', { port: 443, tls: true, hostname: 'photos.example' }],
    ['https://PHOTOS.example.:8443/a', { port: 8443, tls: true, hostname: 'photos.example' }],
    ['http://photos.example:8080/a', { port: 8080, tls: false, hostname: 'photos.example' }],
    ['http://bücher.example/a', { hostname: 'xn--bcher-kva.example' }],
    ['http://93.184.215.14/a', { address: '93.184.215.14', hostname: '93.184.215.14' }],
    ['http://1572394766/a', { address: '93.184.215.14', hostname: '93.184.215.14' }],
    ['http://[2606:4700::1]/a', { address: '2606:4700::1', hostname: '2606:4700::1' }],
    ['http://[::ffff:5db8:d70e]/a', { address: '93.184.215.14' }],
  ])('of %s comes from where it should', async (url, endpoint) => {
    const { connected } = await http((_request, response) => void response.end('file'));
    await (await fetchFile(url)).staged.discard();
    expect(connected).toEqual([expect.objectContaining(endpoint)]);
  });

  it('comes from the next address when the first takes no connection', async () => {
    const { names, network, connected } = await http((_request, response) => void response.end('file'));
    names['two.example'] = ['2606:4700::1', publicIp];
    const { connect } = network;
    network.connect = async (endpoint, signal) => {
      const socket = await connect(endpoint, signal);
      if (endpoint.address === publicIp) return socket;
      socket.destroy();
      throw Object.assign(new Error('no way'), { code: 'ENETUNREACH' });
    };
    await (await fetchFile('http://two.example/')).staged.discard();
    expect(connected.map(({ address }) => address)).toEqual(['2606:4700::1', publicIp]);
  });

  it('is fetched four at a time for one account, and the others wait', async () => {
    let [now, max] = [0, 0];
    await http((_request, response) => {
      max = Math.max(max, ++now);
      setTimeout(() => {
        now -= 1;
        response.end('file');
      }, 5);
    });
    const fetched = await Promise.all(Array.from({ length: 12 }, () => fetchFile('http://photos.example/')));
    for (const { staged: file } of fetched) await file.discard();
    expect(max).toBe(4);
  });
});

describe('what is not on the public internet', () => {
  it.each([
    'http://localhost/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://１２７．０．０．１/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://10.0.0.1/',
    'http://192.168.1.1:8080/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://224.0.0.1/',
  ])('is refused: %s', async (url) => {
    const { connected, names } = await http((_request, response) => void response.end('secret'));
    names.localhost = ['127.0.0.1'];
    expect(await refusalOf(url)).toEqual({
      code: 'unprocessable',
      message: 'file_url: must be on the public internet.',
    });
    expect(connected).toEqual([]);
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [[publicIp, '10.0.0.1']],
    [['::ffff:10.0.0.1']],
    [[publicIp, '2606:4700::1', 'fe80::1']],
    [['64:ff9b::a00:1']],
    [['not an address']],
    [[publicIp, '']],
  ])('is refused when a name has %o', async (addresses) => {
    const { connected, names } = await http((_request, response) => void response.end('secret'));
    names['rebind.example'] = addresses;
    expect((await refusalOf('https://rebind.example/')).message).toBe(
      'file_url: must be on the public internet.',
    );
    expect(connected).toEqual([]);
  });

  it('is not reached by a name that changes between check and connection: it is looked up once', async () => {
    const { looked, connected, names, network } = await http(
      (_request, response) => void response.end('file'),
    );
    const { resolve } = network;
    network.resolve = async (hostname, signal) => {
      const found = await resolve(hostname, signal);
      names[hostname] = ['127.0.0.1'];
      return found;
    };
    await (await fetchFile('http://rebind.example/')).staged.discard();
    expect([looked.length, connected.map(({ address }) => address)]).toEqual([1, [publicIp]]);
    expect((await refusalOf('http://rebind.example/')).message).toMatch(/public internet/);
  });
});

describe('redirects', () => {
  const hops = (count: number): RequestListener => {
    let left = count;
    return (_request, response) => {
      if (left-- === 0) return void response.end('file');
      response.writeHead([301, 302, 303, 307, 308][left % 5]!, {
        location: `/hop-${left}.pdf`,
        'set-cookie': 'a=1',
      });
      response.end('elsewhere');
    };
  };

  it('are followed three times, without cookies', async () => {
    const cookies: unknown[] = [];
    const answer = hops(3);
    const { connected } = await http((request, response) => {
      cookies.push(request.headers.cookie, request.headers.referer, request.headers.authorization);
      answer(request, response);
    });
    const { staged: file, filename } = await fetchFile('http://photos.example/start');
    expect([file.bytes, filename, connected.length]).toEqual([4, 'hop-0.pdf', 4]);
    expect(cookies.filter((cookie) => cookie !== undefined)).toEqual([]);
    await file.discard();
  });

  it('are not followed a fourth time', async () => {
    const { connected } = await http(hops(4));
    expect(await refusalOf('http://photos.example/')).toEqual({
      code: 'unprocessable',
      message: 'file_url: redirects more than 3 times.',
    });
    expect(connected).toHaveLength(4);
  });

  it.each([
    ['http://127.0.0.1/', 'file_url: must be on the public internet.'],
    ['http://[::ffff:169.254.169.254]/', 'file_url: must be on the public internet.'],
    ['http://inside.example/', 'file_url: must be on the public internet.'],
    ['file:///etc/passwd', 'file_url: it redirects, and where to must begin with https:// or http://.'],
    ['https://u:p@photos.example/', /no user name and no password/],
    ['http://photos.example:22/', /must have port/],
    ['http://[', /must be an address/],
  ])('to %s are refused', async (location, sentence) => {
    const { names, connected } = await http((_request, response) => {
      response.writeHead(302, { location });
      response.end();
    });
    names['inside.example'] = ['10.0.0.1'];
    const { code, message } = await refusalOf('http://photos.example/');
    expect([code, connected.length]).toEqual(['unprocessable', 1]);
    if (typeof sentence === 'string') expect(message).toBe(sentence);
    else expect(message).toMatch(sentence);
  });

  it('to nowhere are refused', async () => {
    await http((_request, response) => void response.writeHead(302).end());
    expect((await refusalOf('http://photos.example/')).message).toMatch(/answered 302 without/);
  });
});

describe('limits', () => {
  it('too many bytes by their length are refused before they come', async () => {
    const { open } = await http((_request, response) => {
      response.writeHead(200, { 'content-length': 3 * mib });
      response.flushHeaders();
    });
    expect((await refusalOf('http://photos.example/')).code).toBe('too_large');
    await expect.poll(open).toBe(0);
  });

  it('too many bytes without a length are cut off', async () => {
    const { open } = await http((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect((await refusalOf('http://photos.example/')).code).toBe('too_large');
    await expect.poll(open).toBe(0);
  });

  it('bytes that drip are cut off when the time is over', async () => {
    const { open } = await http((_request, response) => {
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect((await refusalOf('http://photos.example/', { totalMs: 200 })).message).toBe(
      'file_url: took longer than 1 seconds.',
    );
    await expect.poll(open).toBe(0);
  });

  it('headers that drip are cut off too', async () => {
    const { open } = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X-A: b\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    expect((await refusalOf('http://photos.example/', { totalMs: 200 })).message).toMatch(/took longer/);
    await expect.poll(open).toBe(0);
  });

  it('a server that falls silent is left', async () => {
    const { open } = await http((_request, response) => void response.write('beginning'));
    const { message } = await refusalOf('http://photos.example/', { silentMs: 50 });
    expect(message).toBe('file_url: its server broke off (ETIMEDOUT).');
    await expect.poll(open).toBe(0);
  });

  it('a server that never answers is left', async () => {
    const { open } = await raw(() => {});
    const { message } = await refusalOf('http://photos.example/', { silentMs: 50 });
    expect(message).toBe("file_url: its server can't be reached (ETIMEDOUT).");
    await expect.poll(open).toBe(0);
  });

  it('a resolver and a connection that hang are given up', async () => {
    const { network } = await raw(() => {});
    const hang = (_what: unknown, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const { resolve } = network;
    network.resolve = hang;
    expect((await refusalOf('http://photos.example/', { totalMs: 50 })).message).toMatch(/took longer/);
    network.resolve = resolve;
    network.connect = hang;
    const { message } = await refusalOf('http://photos.example/', { connectMs: 20 });
    expect(message).toBe("file_url: its server can't be reached (ETIMEDOUT).");
  });
});

describe('a server', () => {
  it.each([204, 206, 304, 401, 404, 500])('that answers %i has no file', async (status) => {
    await http((_request, response) => void response.writeHead(status).end());
    expect((await refusalOf('http://photos.example/')).message).toBe(
      `file_url: its server answered ${status}.`,
    );
  });

  it.each(['gzip', 'br', 'deflate, gzip', 'x-unknown'])(
    'that compresses by %s is refused',
    async (coding) => {
      await http(
        (_request, response) => void response.writeHead(200, { 'content-encoding': coding }).end('x'),
      );
      expect((await refusalOf('http://photos.example/')).message).toMatch(/sends the file compressed/);
    },
  );

  it('that is none is refused', async () => {
    const { names } = await http(() => {});
    names['none.example'] = [];
    expect((await refusalOf('http://none.example/')).message).toBe(
      'file_url: there is no server none.example.',
    );
  });

  it.each([
    ['that speaks no HTTP', 'SSH-2.0-OpenSSH\r\n'],
    ['that upgrades', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nhello'],
    ['whose headers have no end', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(100_000)}`],
    ['that gives two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    ['that hangs up', ''],
  ])('%s is refused', async (_what, text) => {
    const { open } = await raw((socket) => void socket.end(text));
    expect((await refusalOf('http://photos.example/')).message).toMatch(/can't be reached/);
    await expect.poll(open).toBe(0);
  });

  it('that breaks off in the middle is refused', async () => {
    await raw((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'));
    expect((await refusalOf('http://photos.example/')).message).toMatch(/broke off/);
    await servers!.close();
    await raw(
      (socket) => void socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
    );
    expect((await refusalOf('http://photos.example/')).message).toMatch(/broke off/);
  });
});

it('a failure of our own disk is not told as theirs', async () => {
  await http((_request, response) => void response.end('file'));
  const stage = files.stage;
  files.stage = async (max) => ({
    ...(await stage(max)),
    write: () => {
      throw new Error('disk full');
    },
  });
  await expect(fetchFile('http://photos.example/')).rejects.toThrow('disk full');
  expect(await staged()).toEqual([]);
});

it('nothing is fetched where the operator says so', async () => {
  expect(await refusalOf('http://photos.example/')).toEqual({
    code: 'unprocessable',
    message: 'file_url: this service fetches no files.',
  });
});
