import { describe, expect, it } from 'vitest';
import { startTestCloud } from '../../test/fixtures/cloud.ts';
import { createApp } from './app.ts';
import { readCloudConfig } from './config.ts';

const trusted = (text: string) => readCloudConfig({ PLATEN_TRUST_PROXY: text }).trustProxy;

describe('PLATEN_TRUST_PROXY', () => {
  it('is none, or addresses and networks', () => {
    expect(readCloudConfig({}).trustProxy).toBeUndefined();
    expect(trusted(' ')).toBeUndefined();
    expect(trusted('10.0.0.1, 10.1.0.0/16 ,fd00::/8,loopback')).toEqual([
      '10.0.0.1',
      '10.1.0.0/16',
      'fd00::/8',
      'loopback',
    ]);
  });

  it.each(['true', '1', '10.0.0', '10.0.0.1/33', '0.0.0.0/0', 'proxy.example', '10.0.0.1,,'])(
    'refuses %s in a sentence',
    (text) => expect(() => trusted(text)).toThrow(/^PLATEN_TRUST_PROXY: must be addresses of proxies/),
  );

  it('decides whose X-Forwarded-For is believed', async () => {
    const cloud = await startTestCloud();
    const addressSeen = async (trustProxy: string[] | undefined) => {
      const app = await createApp(cloud.deps, { trustProxy });
      app.http.get('/test/address', async (request) => ({ address: request.ip }));
      const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
      const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
      const reply = await fetch(`${url}/test/address`, { headers });
      const { address } = (await reply.json()) as { address: string };
      await app.close();
      return address;
    };
    expect(await addressSeen(undefined)).toBe('127.0.0.1');
    expect(await addressSeen(['10.0.0.0/8'])).toBe('127.0.0.1');
    // What stands before the proxy's own entry was written by the client.
    expect(await addressSeen(['loopback'])).toBe('203.0.113.9');
    await cloud.close();
  });
});

it('PLATEN_UNPAID_ORDER_DAYS is a week, or whole days of a year', () => {
  const daysOf = (text?: string) =>
    readCloudConfig({ PLATEN_UNPAID_ORDER_DAYS: text }).unpaidOrderMs / 86_400_000;
  expect([daysOf(), daysOf(''), daysOf('1'), daysOf('365')]).toEqual([7, 7, 1, 365]);
  for (const text of ['0', '366', '1.5', 'never'])
    expect(() => daysOf(text)).toThrow(/^PLATEN_UNPAID_ORDER_DAYS: must be a whole number from 1 to 365/);
});

it('API answers tell browsers to keep their hands off', async () => {
  const cloud = await startTestCloud();
  for (const path of ['/api/health', '/api/user/balance', '/api/none']) {
    const { headers } = await fetch(cloud.url + path);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
  await cloud.close();
});
