import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSpool, type Spool } from '../spool/spool-db.ts';
import { scratchDir } from '../testing/agent-bench.ts';
import { createCredentialSeal } from './credential-seal.ts';
import { createPrinterTrust, type PrinterTrust } from './printer-trust.ts';
import { accessTroubleText } from './trust-text.ts';

const [one, two, three] = ['11', '22', '33'].map((pair) => pair.repeat(32)) as [string, string, string];
const uri = 'ipps://10.0.0.7/ipp/print';
const key = generateKeyPairSync('ed25519').privateKey;
const secret = { username: 'ann', password: 'correct horse 电池' };

let dir: string;
let spool: Spool;
let trust: PrinterTrust;
let logged: string;

const open = (privateKey = key): PrinterTrust =>
  createPrinterTrust({
    spool,
    seal: createCredentialSeal(privateKey),
    now: () => 1000,
    configured: new Map([
      ['ipp://10.0.0.9/ipp/print', { username: 'env', password: 'from the environment' }],
    ]),
    log: (...line) => {
      logged += JSON.stringify(line);
    },
  });

beforeEach(() => {
  dir = scratchDir();
  spool = openSpool(join(dir, 'spool.sqlite'));
  logged = '';
  trust = open();
});
afterEach(() => {
  if (spool.isOpen) spool.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('certificates', () => {
  it('keeps the first one over a restart, whatever the path', () => {
    const access = trust.accessTo(uri);
    expect(access.trustedCertificate()).toBeUndefined();
    access.trustCertificate(one);
    expect(open().accessTo('ipps://10.0.0.7:631/another').trustedCertificate()).toBe(one);
    expect(open().accessTo('ipps://10.0.0.7:443/ipp').trustedCertificate()).toBeUndefined();
  });

  it('replaces it only by the one that a person looked at, in the version that this person saw', () => {
    const access = trust.accessTo(uri);
    access.trustCertificate(one);
    access.refuseCertificate(two);
    access.refuseCertificate(two);
    const seen = trust.find(uri)!;
    expect(seen).toMatchObject({ fingerprint: one, offered: two, changedBy: '' });
    access.refuseCertificate(three);
    expect(trust.accept(uri, two, { by: 'operator', version: seen.version })).toBe('stale');
    const { version } = trust.find(uri)!;
    expect(trust.accept(uri, two, { by: 'operator', version })).toBe('stale');
    expect(access.trustedCertificate()).toBe(one);
    expect(trust.accept(uri, three, { by: 'operator', version })).toBe('done');
    expect(access.trustedCertificate()).toBe(three);
    expect(trust.find(uri)).toMatchObject({ fingerprint: three, offered: undefined, changedBy: 'operator' });
    expect(trust.events(uri).map(({ event, by }) => [event, by])).toEqual([
      ['accepted', 'operator'],
      ['refused', ''],
      ['refused', ''],
      ['first-seen', ''],
    ]);
    expect(trust.accept('ipps://10.0.0.8/', three, { by: 'operator', version })).toBe('absent');
    expect(() => trust.accept(uri, three, { by: ' ', version })).toThrow(TypeError);
  });

  it('forgets one when it is told to', () => {
    trust.accessTo(uri).trustCertificate(one);
    expect(trust.forget(uri, { by: 'operator', version: trust.find(uri)!.version })).toBe('done');
    expect(trust.accessTo(uri).trustedCertificate()).toBeUndefined();
  });

  it('goes with a printer that moves, and never over a certificate that is known there', () => {
    const access = trust.accessTo(uri);
    access.trustCertificate(one);
    trust.setCredentials(uri, secret, 'operator');
    trust.move(uri, 'ipps://10.0.0.20/ipp/print');
    expect(trust.accessTo('ipps://10.0.0.20/').trustedCertificate()).toBe(one);
    expect(trust.accessTo('ipps://10.0.0.20/').credentials()).toEqual(secret);
    trust.accessTo('ipps://10.0.0.21/').trustCertificate(two);
    trust.move(uri, 'ipps://10.0.0.21/');
    expect(trust.accessTo('ipps://10.0.0.21/').trustedCertificate()).toBe(two);
  });

  it('trusts nobody once the spool is closed', () => {
    const access = trust.accessTo(uri);
    spool.close();
    expect(access.trustedCertificate()).toBe('');
    expect(() => access.trustCertificate(one)).toThrow();
    expect(access.credentials()).toBeUndefined();
  });
});

describe('credentials', () => {
  it('come back, and are in no list, event, log or file', () => {
    trust.setCredentials(uri, secret, 'operator');
    expect(open().accessTo(uri).credentials()).toEqual(secret);
    expect(trust.find(uri)).toMatchObject({ username: 'ann' });
    spool.prepare('select 1').get();
    const everywhere =
      JSON.stringify([trust.list(), trust.events(uri)]) +
      logged +
      ['spool.sqlite', 'spool.sqlite-wal'].map((file) => readFileSync(join(dir, file), 'latin1')).join('');
    for (const form of [
      secret.password,
      'correct horse',
      Buffer.from('ann:correct').toString('base64').slice(0, 12),
    ])
      expect(everywhere).not.toContain(form);
    trust.setCredentials(uri, undefined, 'operator');
    expect(trust.accessTo(uri).credentials()).toBeUndefined();
  });

  it('are absent for another agent, and for another printer whose row they were copied into', () => {
    trust.setCredentials(uri, secret, 'operator');
    const other = generateKeyPairSync('ed25519').privateKey;
    expect(open(other).accessTo(uri).credentials()).toBeUndefined();
    trust.setCredentials('ipps://10.0.0.8/', { username: 'x', password: 'y' }, 'operator');
    spool
      .prepare(
        'update printer_trust set credentials = (select credentials from printer_trust where address = ?) where address = ?',
      )
      .run('10.0.0.7:631', '10.0.0.8:631');
    expect(trust.accessTo('ipps://10.0.0.8/').credentials()).toBeUndefined();
  });

  it('come from the configuration until somebody sets others', () => {
    const access = trust.accessTo('ipp://10.0.0.9/ipp/print');
    expect(access.credentials()?.username).toBe('env');
    trust.setCredentials('ipp://10.0.0.9/', secret, 'operator');
    expect(access.credentials()?.username).toBe('ann');
  });

  it('cross the network in readable form only when somebody allowed it', () => {
    expect(trust.accessTo(uri).mayShowPassword()).toBe(false);
    trust.allowReadablePassword(uri, true, 'operator');
    expect(trust.accessTo(uri).mayShowPassword()).toBe(true);
    expect(trust.find(uri)).toMatchObject({ mayShowPassword: true, changedBy: 'operator' });
  });
});

describe('sentences', () => {
  it.each(['zh-CN', 'en'] as const)('name the printer and both certificates in %s', (language) => {
    const text = accessTroubleText(language, 'Photo One', {
      kind: 'certificate-changed',
      certificates: { known: one, shown: two },
    });
    for (const word of ['Photo One', '11:11:11', '22:22:22']) expect(text).toContain(word);
    for (const kind of ['password-needed', 'password-refused', 'password-readable', 'proof-unknown'] as const)
      expect(accessTroubleText(language, 'Photo One', { kind })).toContain('Photo One');
  });
});
