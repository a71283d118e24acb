import { describe, expect, it } from 'vitest';
import { hostOf, publicAddress, readRedirect, readRemoteUrl } from './remote-address.ts';

describe('a public address', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['2606:4700:4700::1111', '2606:4700:4700::1111'],
    ['2606:4700:4700:0:0:0:0:1111', '2606:4700:4700::1111'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
  ])('is %s, connected to as %s', (given, plain) => expect(publicAddress(given)).toBe(plain));

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2606:4700::1111%eth0',
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
  ])('is not %o', (given) => expect(publicAddress(given)).toBeUndefined());
});

describe('a host', () => {
  it.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://127.0.0.1./', '127.0.0.1'],
    ['http://１２７．０．０．１/', '127.0.0.1'],
    ['http://①②⑦。0。0。1/', '127.0.0.1'],
    ['http://[::ffff:7f00:1]/', '::ffff:7f00:1'],
    ['http://[::FFFF:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://EXAMPLE.com./', 'example.com'],
    ['http://bücher.example/', 'xn--bcher-kva.example'],
    ['http:\\\\example.com\\x', 'example.com'],
    ['https:example.com/x', 'example.com'],
  ])('%s is %s before it is judged', (text, host) => expect(hostOf(readRemoteUrl(text))).toBe(host));
});

describe('an address to fetch from', () => {
  it.each([
    ['', /must be an address such as/],
    ['photo.jpg', /must be an address such as/],
    ['/etc/passwd', /must be an address such as/],
    ['http://', /must be an address such as/],
    ['http://256.1.1.1/', /must be an address such as/],
    ['http://exa mple.com/', /must be an address such as/],
    ['http://[fe80::1%25eth0]/', /must be an address such as/],
    ['file:///etc/passwd', /must begin with https/],
    ['ftp://example.com/a', /must begin with https/],
    ['gopher://example.com/', /must begin with https/],
    ['data:image/png;base64,AAAA', /must begin with https/],
    ['blob:https://example.com/1', /must begin with https/],
    ['unix:/var/run/docker.sock', /must begin with https/],
    ['https://user:secret@example.com/', /no user name and no password/],
    ['https://user@example.com/', /no user name and no password/],
    ['https://:secret@example.com/', /no user name and no password/],
    ['https://example.com:22/', /must have port 80, 443, 8080 or 8443/],
    ['http://example.com:6379/', /must have port/],
    [`https://${'a'.repeat(256)}.example/`, /must name a server|must be an address/],
  ])('is not %o', (text, sentence) => {
    expect(() => readRemoteUrl(text)).toThrow(sentence);
    expect(() => readRemoteUrl(text)).toThrow(/^file_url: /);
  });

  it('keeps no secret in its refusal', () => {
    expect(() => readRemoteUrl('https://user:secret@example.com/')).not.toThrow(/secret/);
  });

  it('of a redirect may be relative, and is judged like the first', () => {
    const from = new URL('https://example.com/a/b?c');
    expect(readRedirect('../d', from).href).toBe('https://example.com/d');
    expect(readRedirect('//other.example/d', from).href).toBe('https://other.example/d');
    for (const to of [
      'file:///etc/passwd',
      'https://u:p@example.com/',
      'http://example.com:25/',
      'http://[x',
    ]) {
      expect(() => readRedirect(to, from)).toThrow(/^file_url: it redirects, and where to must/);
    }
  });
});
