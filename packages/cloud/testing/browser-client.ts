/** A browser as far as cookies go: keeps the session's cookie and sends it with the header that changes need. For tests. */
import type { Reply } from '../../../test/fixtures/cloud.ts';

export interface Browser {
  /** `name=value` of the session's cookie; empty without one. */
  cookie: string;
  /** Set-Cookie of the last answer. */
  setCookie: string | null;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

/** Opens one that has no cookie yet. */
export function openBrowser(url: string): Browser {
  const browser: Browser = {
    cookie: '',
    setCookie: null,
    async call(method, path, body, headers = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          'x-platen-csrf': '1',
          'user-agent': 'Test browser',
          ...(browser.cookie && { cookie: `other=1; ${browser.cookie}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      browser.setCookie = response.headers.get('set-cookie');
      const pair = browser.setCookie?.split(';')[0];
      if (pair !== undefined) browser.cookie = pair.endsWith('=') ? '' : pair;
      const text = await response.text();
      const { status } = response;
      return { status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
    },
  };
  return browser;
}
