/** What PLATEN_URL may be. */
import { describe, expect, it } from 'vitest';
import { readEndpoint } from './mcp-command.ts';

describe('PLATEN_URL', () => {
  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/mcp'],
    ['https://print.example/', 'https://print.example/api/mcp'],
    ['https://example.com/print/', 'https://example.com/print/api/mcp'],
    ['https://print.example/api/mcp', 'https://print.example/api/mcp'],
    ['https://print.example/api/mcp/x/core,addresses', 'https://print.example/api/mcp/x/core,addresses'],
    ['https://print.example/api/mcp/x/all/readonly/', 'https://print.example/api/mcp/x/all/readonly'],
  ])('%s is the endpoint %s', (given, endpoint) => {
    expect(readEndpoint(given).href).toBe(endpoint);
  });

  it.each([
    'print.example',
    'platen_live_SECRET',
    'ftp://print.example',
    'https://a:SECRET@print.example',
    'https://print.example?key=SECRET',
    'https://print.example#SECRET',
  ])('%s is refused, and not repeated', (given) => {
    expect(() => readEndpoint(given)).toThrow(/^PLATEN_URL: (?!.*(SECRET|example))/);
  });
});
