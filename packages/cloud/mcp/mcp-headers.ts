/**
 * The HTTP headers that revision 2026-07-28 wants beside a request, so that gateways can route without reading bodies.
 * Owns what is refused when they are missing or say something else than the body. Older revisions have none of this.
 */

import type { IncomingHttpHeaders } from 'node:http';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';

/** HeaderMismatch of revision 2026-07-28; it goes out with HTTP status 400. */
export const headerMismatchCode = -32020;

/** The one value of a header; repeated ones arrive joined by commas and then match nothing. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

/** A sentence when a required header is missing or Mcp-Name differs from the body's name; undefined when all is well. */
export function findHeaderMismatch(
  headers: IncomingHttpHeaders,
  { method, params }: JSONRPCRequest,
): string | undefined {
  for (const required of ['MCP-Protocol-Version', 'Mcp-Method']) {
    if (headerOf(headers, required.toLowerCase()) === undefined) return `The header ${required} is missing.`;
  }
  const name = method === 'tools/call' ? params?.name : undefined;
  if (typeof name !== 'string') return undefined;
  const written = headerOf(headers, 'mcp-name');
  if (written === undefined) return 'The header Mcp-Name is missing.';
  const decoded = decodeHeader(written);
  if (decoded === undefined) return 'The header Mcp-Name can not be decoded.';
  return decoded === name ? undefined : 'The header Mcp-Name differs from the name in the body.';
}

/** Names that a header can't hold come as `=?base64?…?=`, UTF-8 inside; undefined when that is broken. */
function decodeHeader(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/is.exec(value)?.[1];
  if (encoded === undefined) return value;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) || encoded.length % 4 !== 0) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
}
