import { describe, expect, it } from 'vitest';
import { readChallenges } from './http-challenge.ts';
import { digestRank, digestResponse } from './http-digest.ts';
import { type AuthenticatorOptions, createAuthenticator } from './ipp-authentication.ts';

const authenticatorOf = (options: Partial<AuthenticatorOptions> = {}) =>
  createAuthenticator({
    credentials: () => ({ username: 'ann', password: 'hush' }),
    mayBeReadable: () => false,
    path: '/ipp/print',
    ...options,
  });

const parametersOf = (authorization: string | undefined): ReadonlyMap<string, string> =>
  readChallenges(authorization ?? '')[0]?.parameters ?? new Map();

describe('readChallenges', () => {
  it('tells parameters from challenges', () => {
    const header =
      'Negotiate abc/d==, Digest realm="a, \\"b\\" = c", qop="auth,auth-int" , nonce=x,, Basic realm=Printer, Bearer';
    const read = readChallenges(header).map(({ scheme, parameters }) => [
      scheme,
      Object.fromEntries(parameters),
    ]);
    expect(read).toEqual([
      ['negotiate', {}],
      ['digest', { realm: 'a, "b" = c', qop: 'auth,auth-int', nonce: 'x' }],
      ['basic', { realm: 'Printer' }],
      ['bearer', {}],
    ]);
  });

  it.each([
    '',
    ',,,',
    '=',
    '"',
    'Digest realm="',
    'Digest realm',
    '\u0001\u0002',
    'Basic realm=\\',
    `${','.repeat(20_000)}a`,
  ])('ends on %j', (header) => {
    expect(Array.isArray(readChallenges(header))).toBe(true);
  });
});

describe('digestResponse', () => {
  /** The example of RFC 7616 section 3.9.1. */
  const example = {
    username: 'Mufasa',
    password: 'Circle of Life',
    realm: 'http-auth@example.org',
    nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    method: 'GET',
    uri: '/dir/index.html',
    protection: { nc: '00000001', cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ' },
  };

  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('gives the response of the RFC for %s', (algorithm, response) => {
    expect(digestResponse({ ...example, algorithm })).toBe(response);
  });

  it('gives the response of RFC 2069 where there is no qop', () => {
    const old = {
      algorithm: 'MD5',
      username: 'Mufasa',
      password: 'CircleOfLife',
      realm: 'testrealm@host.com',
      nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
      method: 'GET',
      uri: '/dir/index.html',
      protection: undefined,
    };
    expect(digestResponse(old)).toBe('1949323746fe6a43ef61f9606e7febea');
  });

  it('ranks algorithms', () => {
    const known = ['MD5', 'md5-sess', 'SHA-256', 'SHA-256-sess', 'SHA-512-256'];
    const ranks = known.map((algorithm) => digestRank(algorithm) ?? -1);
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
    expect(ranks).not.toContain(-1);
    expect(digestRank('SHA-1')).toBeUndefined();
  });
});

describe('authenticator', () => {
  const digest = 'Digest realm="p", nonce="n1", qop="auth", algorithm=SHA-256';
  const fresh = { answered: false };
  const spent = { answered: true };

  it('says nothing before it is asked', () => {
    expect(authenticatorOf({ mayBeReadable: () => true }).authorization()).toBeUndefined();
  });

  it('counts nonces, keeps its cnonce with the nonce, begins anew with a new one', () => {
    const authenticator = authenticatorOf();
    expect(authenticator.challenged(digest, fresh)).toEqual({ isAnswerable: true });
    const [first, second] = [authenticator.authorization(), authenticator.authorization()].map(parametersOf);
    expect([first?.get('nc'), second?.get('nc')]).toEqual(['00000001', '00000002']);
    expect(second?.get('cnonce')).toBe(first?.get('cnonce'));
    expect(second?.get('response')).not.toBe(first?.get('response'));
    expect(authenticator.challenged(digest.replace('n1', 'n2').concat(', stale=TRUE'), spent)).toEqual({
      isAnswerable: true,
    });
    const third = parametersOf(authenticator.authorization());
    expect([third.get('nc'), third.get('nonce')]).toEqual(['00000001', 'n2']);
    expect(third.get('cnonce')).not.toBe(first?.get('cnonce'));
  });

  it('takes the strongest Digest, and Digest before Basic', () => {
    const authenticator = authenticatorOf({ mayBeReadable: () => true });
    authenticator.challenged(
      `Basic realm="p", Digest realm="p", nonce="n0", qop="auth", algorithm=MD5, ${digest}`,
      fresh,
    );
    expect(parametersOf(authenticator.authorization()).get('algorithm')).toBe('SHA-256');
  });

  it('never shows the password where it must not be readable', () => {
    const authenticator = authenticatorOf();
    expect(authenticator.challenged('Basic realm="p"', fresh)).toMatchObject({
      isAnswerable: false,
      problem: expect.stringContaining('not encrypted'),
    });
    expect(authenticator.authorization()).toBeUndefined();
  });

  it.each([
    ['Negotiate', 'negotiate'],
    ['Digest realm="p", nonce="n", qop="auth-int"', 'digest'],
    ['Digest realm="p", nonce="n", algorithm=SHA-1, qop="auth"', 'digest'],
    ['', 'nothing'],
  ])('has no answer to %j', (header, named) => {
    expect(authenticatorOf().challenged(header, fresh)).toMatchObject({
      isAnswerable: false,
      problem: expect.stringContaining(named),
    });
  });

  it('tells missing credentials from wrong ones', () => {
    const without = authenticatorOf({ credentials: () => undefined });
    expect(without.challenged(digest, fresh)).toMatchObject({
      problem: expect.stringMatching(/asks for a user name/),
    });
    const refused = authenticatorOf().challenged(digest, spent);
    expect(refused).toMatchObject({ problem: expect.stringMatching(/refuses/) });
    expect(JSON.stringify(refused)).not.toContain('hush');
  });

  it('writes any name: hashed where the printer wants it, else percent-encoded', () => {
    const named = (header: string) => {
      const authenticator = authenticatorOf({ credentials: () => ({ username: '安"妮', password: 'x' }) });
      authenticator.challenged(header, fresh);
      return parametersOf(authenticator.authorization());
    };
    expect(named(digest).get('username*')).toBe(`UTF-8''${encodeURIComponent('安"妮')}`);
    const hashed = named(`${digest}, userhash=true`);
    expect(hashed.get('username')).toMatch(/^[0-9a-f]{64}$/);
    expect(hashed.get('userhash')).toBe('true');
  });
});
