import { expect, it } from 'vitest';
import { isLoopbackHost, readIppTarget, withoutCredentials } from './ipp-target.ts';

it.each([
  ['ipp://printer.local/ipp/print', 'ipp://printer.local/ipp/print', 'printer.local:631'],
  ['ipp://printer.local:631/ipp/print', 'ipp://printer.local/ipp/print', 'printer.local:631'],
  ['ipps://Printer.local:443/ipp', 'ipps://printer.local:443/ipp', 'printer.local:443'],
  ['http://printer.local:631/ipp/print', 'ipp://printer.local/ipp/print', 'printer.local:631'],
  ['https://printer.local/ipp/print', 'ipps://printer.local:443/ipp/print', 'printer.local:443'],
  ['ipp://printer.local:80/ipp?a=b', 'ipp://printer.local:80/ipp?a=b', 'printer.local:80'],
  ['ipp://[::1]:8631/ipp/print', 'ipp://[::1]:8631/ipp/print', '[::1]:8631'],
  ['ipp://ann:123@printer.local/ipp', 'ipp://printer.local/ipp', 'printer.local:631'],
  ['ipp://ann:x%2F%40%E5%AF%86@printer.local:8631/', 'ipp://printer.local:8631/', 'printer.local:8631'],
])('reads %s', (uri, printerUri, address) => {
  expect(readIppTarget(uri)).toMatchObject({ printerUri, address });
});

it('takes name and password out of the URI', () => {
  expect(readIppTarget('ipps://ann:x%2F%40%E5%AF%86@printer.local/ipp').credentials).toEqual({
    username: 'ann',
    password: 'x/@密',
  });
  expect(readIppTarget('ipp://printer.local/ipp').credentials).toBeUndefined();
  expect(withoutCredentials('ipp://ann:pa:ss@host/a@b')).toBe('ipp://host/a@b');
  expect(withoutCredentials('ipp://host/a@b')).toBe('ipp://host/a@b');
});

it.each(['usb://ann:hush@printer', 'ipp://ann:hush@', 'ipp://ann:hush%zz@printer/', 'ipp://ann:hush@a b/'])(
  'refuses %s without repeating its password',
  (uri) => {
    let caught: unknown;
    try {
      readIppTarget(uri);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(TypeError);
    expect(`${(caught as Error).stack}${(caught as Error).cause}`).not.toContain('hush');
  },
);

it('knows what stays within this machine', () => {
  expect(['127.0.0.1', '127.8.9.1', '::1', 'localhost', 'LOCALHOST.'].map(isLoopbackHost)).not.toContain(
    false,
  );
  expect(['10.0.0.1', 'localhost.example', '127.0.0.1.example', '::2'].map(isLoopbackHost)).not.toContain(
    true,
  );
});
