/**
 * Who may print and on whose machine: Basic and Digest, nonces that run out, certificates that change, as the agent's printer
 * port meets them at a printer.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createIppPrinter } from '@platen/agent/adapters/printer-ipp';
import { PrinterFault, type PrinterPort } from '@platen/agent/ports/printer';
import { createCredentialSeal } from '@platen/agent/printer-trust/credential-seal';
import { createPrinterTrust, type PrinterTrust } from '@platen/agent/printer-trust/printer-trust';
import { openSpool, type Spool } from '@platen/agent/spool/spool-db';
import { unchosen } from '@platen/contracts/print-choices';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { createIppClient, IppTransportError } from '@platen/ipp/ipp-client';
import { attributeNumber, boolean, groupsOf, groupTags, integer } from '@platen/ipp/ipp-message';
import { otherCertificate, testCertificate } from '@platen/ipp/testing/test-certificates';
import type { PrinterLogin } from '@platen/virtual-printer/printer-authentication';
import {
  startVirtualPrinter,
  type VirtualPrinter,
  type VirtualPrinterOptions,
} from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFaultProxy } from '../fixtures/proxies/fault-proxy.ts';

const login = { username: '安 "ann"', password: 'p@ss:/密' };
const given = { username: 'ann', password: 'p@ss:/密' };

let dir: string;
let spool: Spool;
let trust: PrinterTrust;
let logged = '';
const open: { close(): unknown }[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'platen-access-'));
  spool = openSpool(join(dir, 'spool.sqlite'));
  logged = '';
  trust = createPrinterTrust({
    spool,
    seal: createCredentialSeal(generateKeyPairSync('ed25519').privateKey),
    now: Date.now,
    log: (...line) => {
      logged += JSON.stringify(line);
    },
  });
});
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
  spool.close();
  rmSync(dir, { recursive: true, force: true });
});

let printers = 0;
async function startPrinter(options: Partial<VirtualPrinterOptions>): Promise<VirtualPrinter> {
  printers += 1;
  const folder = join(dir, `printer-${printers}`);
  mkdirSync(folder);
  const printer = await startVirtualPrinter({ port: 0, dir: folder, name: 'Locked', ...options });
  open.push(printer);
  return printer;
}

function portTo(uri: string): PrinterPort {
  const port = createIppPrinter({ uri, deadlineMs: 10_000, access: trust.accessTo(uri) });
  open.push(port);
  return port;
}

const faultOf = async (attempt: Promise<unknown>): Promise<PrinterFault> => {
  const fault = await attempt.catch((error) => error);
  expect(fault).toBeInstanceOf(PrinterFault);
  return fault as PrinterFault;
};

/** Create-Job, Send-Document and two looks. */
async function printOne(port: PrinterPort): Promise<void> {
  const path = join(dir, 'photo.jpg');
  const photo = await makeJpeg({ widthPx: 600, heightPx: 800, seed: 3 });
  writeFileSync(path, photo);
  const description = await port.describe();
  const medium = {
    xDimension: 10_160,
    yDimension: 15_240,
    mediaType: 'photographic-glossy',
    borderless: true,
  };
  const job = await port.createJob(
    {
      jobName: 'P-1',
      format: 'image/jpeg',
      copies: 1,
      pages: 1,
      choices: unchosen,
      scaling: 'fill',
      medium,
    },
    description,
  );
  let handedOver = 0;
  await port.sendDocument(
    job.jobId,
    { path, bytes: photo.length, format: 'image/jpeg' },
    {
      onHandedOver() {
        handedOver += 1;
      },
      onProgress() {},
      signal: new AbortController().signal,
    },
  );
  expect(handedOver).toBe(1);
  expect((await port.getJob(job.jobId)).jobName).toBe('P-1');
}

function closeLater(server: http.Server): void {
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}

describe('login', () => {
  const schemes: PrinterLogin[] = [
    { scheme: 'basic', ...given },
    { scheme: 'both', ...given },
    ...['MD5', 'MD5-sess', 'SHA-256', 'SHA-256-sess', 'SHA-512-256'].map((algorithm) => ({
      scheme: 'digest' as const,
      algorithm,
      ...given,
    })),
    // Every nonce is good for one request: each of the exchange's requests meets a stale one.
    { scheme: 'digest', algorithm: 'SHA-256', nonceUses: 1, ...given },
  ];

  it.each(schemes)('prints with $scheme $algorithm $nonceUses', async (wanted) => {
    const printer = await startPrinter({ login: wanted });
    trust.setCredentials(printer.uri, given, 'operator');
    await printOne(portTo(printer.uri));
    expect(logged).not.toContain('p@ss');
  });

  it('takes credentials out of the URI, and shows them to nobody', async () => {
    const printer = await startPrinter({ login: { scheme: 'digest', ...given } });
    const uri = printer.uri.replace('ipp://', `ipp://ann:${encodeURIComponent(given.password)}@`);
    const port = createIppPrinter({ uri, deadlineMs: 10_000 });
    open.push(port);
    expect(port.uri).toBe(printer.uri);
    await printOne(port);
  });

  it('tells a missing password from a wrong one, and takes a new one at once', async () => {
    const printer = await startPrinter({ login: { scheme: 'digest', ...given } });
    const port = portTo(printer.uri);
    expect(await faultOf(port.status())).toMatchObject({
      kind: 'locked',
      access: { kind: 'password-needed' },
    });
    trust.setCredentials(printer.uri, { ...given, password: 'wrong one' }, 'operator');
    const refused = await faultOf(port.status());
    expect(refused).toMatchObject({ kind: 'locked', access: { kind: 'password-refused' } });
    expect(refused.stack).not.toContain('wrong one');
    trust.setCredentials(printer.uri, given, 'operator');
    expect((await port.status()).state).toBe('idle');
  });

  it('sends many requests at once, each with a count of its own', async () => {
    const printer = await startPrinter({ login: { scheme: 'digest', ...given } });
    trust.setCredentials(printer.uri, given, 'operator');
    const port = portTo(printer.uri);
    await port.status();
    const states = await Promise.all(Array.from({ length: 30 }, () => port.status()));
    expect(states.map(({ state }) => state)).not.toContain('stopped');
    expect(states).toHaveLength(30);
  });

  it('writes names that no header can carry', async () => {
    const printer = await startPrinter({ login: { scheme: 'basic', ...login } });
    trust.setCredentials(printer.uri, login, 'operator');
    expect((await portTo(printer.uri).status()).state).toBe('idle');
  });

  it('never sends a document before a printer that asks has let it in, and never twice', async () => {
    const seen: string[] = [];
    let bodies = 0;
    const server = http.createServer();
    // A printer that asks, and that takes the document only from who was asked.
    server.on('checkContinue', (request, response) => {
      const isIn = (request.headers.authorization ?? '').startsWith('Basic ');
      seen.push(isIn ? 'let in' : 'asked');
      if (isIn) {
        response.writeContinue();
        request.on('data', (chunk) => {
          bodies += chunk.length;
        });
        // Here the line breaks: the whole body came, the answer does not.
        request.on('end', () => request.socket.resetAndDestroy());
      } else response.writeHead(401, { 'www-authenticate': 'Basic realm=x' }).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    closeLater(server);
    const { port } = server.address() as { port: number };
    const client = createIppClient({
      uri: `ipp://127.0.0.1:${port}/`,
      deadlineMs: 5000,
      credentials: () => given,
    });
    open.push(client);
    let handedOver = 0;
    const error = await client
      .request({
        operation: 'Send-Document',
        attributes: { 'job-id': integer(1), 'last-document': boolean(true) },
        document: { stream: () => Readable.from([Buffer.alloc(50_000)]), bytes: 50_000 },
        onHandedOver: () => {
          handedOver += 1;
        },
      })
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(IppTransportError);
    expect(error).toMatchObject({ kind: 'reset', sent: 'all' });
    expect(seen).toEqual(['asked', 'let in']);
    expect(bodies).toBeGreaterThan(50_000);
    expect(bodies).toBeLessThan(51_000);
    expect(handedOver).toBe(1);
  });

  it('waits a while for a printer that knows no Expect, and does without for one that hates it', async () => {
    for (const hates of [false, true]) {
      const expectations: (string | undefined)[] = [];
      const server = http.createServer();
      const answer: http.RequestListener = (request, response) => {
        expectations.push(request.headers.expect);
        if (hates && request.headers.expect) {
          response.writeHead(417).end();
          return;
        }
        request.resume().on('end', () => response.writeHead(401).end());
      };
      server.on('request', answer);
      server.on('checkContinue', answer);
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      closeLater(server);
      const { port } = server.address() as { port: number };
      const client = createIppClient({
        uri: `ipp://127.0.0.1:${port}/`,
        deadlineMs: 5000,
        credentials: () => given,
      });
      open.push(client);
      const error = await client
        .request({
          operation: 'Print-Job',
          document: { stream: () => Readable.from([Buffer.alloc(10)]), bytes: 10 },
        })
        .catch((reason) => reason);
      expect(error).toMatchObject({ kind: 'http', httpStatus: 401, sent: 'all' });
      expect(expectations).toEqual(hates ? ['100-continue', undefined] : ['100-continue']);
    }
  });

  it('never sends Basic over the network in readable form', async () => {
    const authorizations: (string | undefined)[] = [];
    const server = http.createServer((request, response) => {
      authorizations.push(request.headers.authorization);
      request.resume();
      response.writeHead(401, { 'www-authenticate': 'Basic realm=x' }).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    closeLater(server);
    const { port } = server.address() as { port: number };
    // This machine by a name that the client does not know for it: to the client it is any other host.
    const uri = `ipp://[::ffff:127.0.0.1]:${port}/ipp/print`;
    trust.setCredentials(uri, given, 'operator');
    const fault = await faultOf(portTo(uri).status());
    expect(fault).toMatchObject({ kind: 'locked', access: { kind: 'password-readable' } });
    expect(authorizations).toEqual([undefined]);
    trust.allowReadablePassword(uri, true, 'operator');
    expect(await faultOf(portTo(uri).status())).toMatchObject({ access: { kind: 'password-refused' } });
    expect(authorizations.at(-1)).toMatch(/^Basic /);
  });
});

describe('certificates', () => {
  it('is trusted on first use, refused when it changes, and taken when a person accepts it', async () => {
    const printer = await startPrinter({ tls: testCertificate, login: { scheme: 'basic', ...given } });
    trust.setCredentials(printer.uri, given, 'operator');
    await printOne(portTo(printer.uri));
    expect(trust.find(printer.uri)).toMatchObject({ fingerprint: testCertificate.fingerprint });
    open.splice(open.indexOf(printer), 1);
    await printer.close();

    const impostor = await startPrinter({ port: printer.port, tls: otherCertificate });
    expect(impostor.uri).toBe(printer.uri);
    const fault = await faultOf(portTo(printer.uri).status());
    expect(fault).toMatchObject({
      kind: 'untrusted',
      sent: 'nothing',
      access: {
        kind: 'certificate-changed',
        certificates: { known: testCertificate.fingerprint, shown: otherCertificate.fingerprint },
      },
    });
    const { offered, version } = trust.find(printer.uri)!;
    expect(offered).toBe(otherCertificate.fingerprint);
    expect(trust.accept(printer.uri, offered!, { by: 'operator', version })).toBe('done');
    expect((await portTo(printer.uri).status()).state).toBe('idle');
  });

  it('says over TLS who it is, and over a printer without TLS nothing', async () => {
    const printer = await startPrinter({});
    const fault = await faultOf(portTo(printer.uri.replace('ipp:', 'ipps:')).status());
    expect(fault).toMatchObject({ kind: 'unreachable', sent: 'nothing' });
  });
});

it('the reply to a login names the job', async () => {
  const printer = await startPrinter({ login: { scheme: 'both', ...given } });
  const client = createIppClient({ uri: printer.uri, deadlineMs: 5000, credentials: () => given });
  open.push(client);
  const reply = await client.request({ operation: 'Create-Job' });
  expect(attributeNumber(groupsOf(reply.message, groupTags.job)[0], 'job-id')).toBe(1);
});

it('the printer port hands on what may have been sent', async () => {
  const printer = await startPrinter({});
  const proxy = await startFaultProxy(printer.port);
  open.push(proxy);
  const port = portTo(`ipp://127.0.0.1:${proxy.port}/ipp/print`);
  proxy.arm({ direction: 'request', atByte: 200, fault: { kind: 'reset' } });
  expect(await faultOf(port.getJob(1))).toMatchObject({ kind: 'unreachable', sent: 'all' });
});
