/** Which starts are refused and which are called unsafe. */
import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startTestCloud } from '../../test/fixtures/cloud.ts';
import { readCloudConfig } from './config.ts';
import { isLoopback } from './exposure.ts';
import { listUnsafeSettings, refuseUnsafeStart } from './safety-check.ts';

const factsOf = (env: Record<string, string>, more: object = {}) => ({
  ...readCloudConfig(env),
  isRoot: false,
  isSmsDevelopment: true,
  ...more,
});
const refusal = (env: Record<string, string>) => refuseUnsafeStart(factsOf(env));
const unsafe = (env: Record<string, string>, more: object = {}) =>
  listUnsafeSettings(factsOf(env, more)).map(({ setting }) => setting);

describe('loopback', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '[::1]', 'localhost', 'a.localhost', '::ffff:127.0.0.1'])(
    '%s is',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );
  it.each(['0.0.0.0', '::', '10.0.0.1', '192.168.1.5', 'localhost.example', '127.0.0.1.example', 'print'])(
    '%s is not',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('play money', () => {
  it('is the default on this machine alone', () => {
    expect(refusal({})).toBeUndefined();
    expect(refusal({ PLATEN_HOST: '::1' })).toBeUndefined();
    expect(refusal({ PLATEN_BASE_URL: 'http://localhost:9000' })).toBeUndefined();
    expect(readCloudConfig({}).paymentProviders.map(({ name }) => name)).toEqual(['sandbox']);
  });

  it.each<Record<string, string>>([
    { PLATEN_HOST: '0.0.0.0' },
    { PLATEN_HOST: '192.168.1.5' },
    { PLATEN_HOST: 'print.example' },
    // Behind a proxy, on loopback.
    { PLATEN_BASE_URL: 'https://print.example' },
    { PLATEN_TRUST_PROXY: 'loopback' },
  ])('must be chosen with %o', (env) => {
    expect(refusal(env)).toMatch(/^PLATEN_PAYMENTS: must be chosen.*none.*sandbox/);
    expect(refusal({ ...env, PLATEN_PAYMENTS: '' })).toBeDefined();
    expect(refusal({ ...env, PLATEN_PAYMENTS: 'none' })).toBeUndefined();
    expect(refusal({ ...env, PLATEN_PAYMENTS: 'sandbox' })).toBeUndefined();
  });
});

describe('a cloud for this machine alone', () => {
  it('answers this machine, and nobody whom a proxy brings', async () => {
    const cloud = await startTestCloud(undefined, {}, { servesOwnMachineAlone: true });
    const { port } = new URL(cloud.url);
    const ask = (headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path: '/api/health', headers }, async (response) => {
          let text = '';
          for await (const chunk of response) text += chunk;
          resolve({ status: response.statusCode, text });
        }).on('error', reject);
      });
    try {
      expect((await ask({})).status).toBe(200);
      expect((await ask({ host: `localhost:${port}` })).status).toBe(200);
      for (const headers of [
        { host: 'print.example' },
        { 'x-forwarded-for': '203.0.113.7' },
        { forwarded: 'for=203.0.113.7' },
        { via: '1.1 proxy' },
      ] as Record<string, string>[]) {
        const { status, text } = await ask(headers);
        expect([status, text]).toEqual([403, expect.stringMatching(/PLATEN_PAYMENTS: must be chosen/)]);
      }
    } finally {
      await cloud.close();
    }
  });
});

describe('unsafe settings', () => {
  const safe = {
    PLATEN_BASE_URL: 'https://print.example',
    PLATEN_PAYMENTS: 'none',
    PLATEN_TRUST_PROXY: 'loopback',
  };

  it('are none on this machine, nor where everything is right', () => {
    expect(unsafe({}, { isRoot: true })).toEqual([]);
    expect(unsafe(safe, { isSmsDevelopment: false })).toEqual([]);
    expect(
      unsafe(
        { ...safe, DATABASE_URL: 'postgres://u:p@db.example/platen?sslmode=verify-full' },
        { isSmsDevelopment: false },
      ),
    ).toEqual([]);
  });

  it.each<[Record<string, string>, string]>([
    [{ PLATEN_PAYMENTS: 'sandbox' }, 'PLATEN_PAYMENTS'],
    [{ PLATEN_BASE_URL: 'http://print.example' }, 'PLATEN_BASE_URL'],
    [{ PLATEN_TRUST_PROXY: '' }, 'PLATEN_TRUST_PROXY'],
    [{ DATABASE_URL: 'postgres://u:p@db.example/platen' }, 'DATABASE_URL'],
    [{ PLATEN_DEMO_ENROL_CODE: 'x' }, 'platen up'],
  ])('name what is wrong with %o', (env, setting) => {
    expect(unsafe({ ...safe, ...env }, { isSmsDevelopment: false })).toEqual([setting]);
  });

  it('take a socket of this machine for no other machine', () => {
    const env = { ...safe, DATABASE_URL: 'postgres://u@/platen?host=/run/postgresql' };
    expect(unsafe(env, { isSmsDevelopment: false })).toEqual([]);
  });

  it('name the user root, and messages that are not sent', () => {
    expect(unsafe(safe, { isRoot: true })).toEqual(['text messages', 'user']);
  });

  it('name everything at once for a bare start on all addresses', () => {
    expect(unsafe({ PLATEN_HOST: '0.0.0.0', PLATEN_PAYMENTS: 'sandbox' })).toEqual([
      'PLATEN_PAYMENTS',
      'PLATEN_BASE_URL',
      'PLATEN_BASE_URL',
      'text messages',
    ]);
  });
});
