/**
 * /api/openapi.json and everything below /docs. Owns where they are and their headers; each is made once, at the first request, from the
 * list of operations, and answered from memory.
 */

import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { mcpClients } from '@platen/contracts/mcp-clients';
import { readsBrotli } from '@platen/web-host/web-files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import { tagAnswer, tagOf } from '../http/entity-tag.ts';
import { createOpenApi } from '../http/openapi.ts';
import type { Operation } from '../operation/operation.ts';
import { createSearchEntries } from './docs-search.ts';
import { markSvg } from './docs-shell.ts';
import { docsCss, docsScript, firstPaintScript } from './docs-style.ts';
import { renderMcpSetup } from './mcp-setup-page.ts';
import { createReference, renderReference, renderStaffReference } from './reference-page.ts';

const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';
const script = 'text/javascript; charset=utf-8';

/** Only what these pages bring themselves may run or load; of calls, those to this service. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Made {
  plain: Buffer;
  plainTag: string;
  packed: Buffer;
  packedTag: string;
}

/** Adds the documentation. It needs no key. */
export function addDocsRoutes(
  http: FastifyInstance,
  { deps, operations }: { deps: Pick<Deps, 'publicUrl'>; operations: readonly Operation[] },
): void {
  const origin = () => deps.publicUrl();
  const openApi = () => createOpenApi(operations, origin());
  const reference = () => createReference(openApi(), operations);
  const tools = operations.filter((operation) => operation.tool);
  const search = () => {
    const clients = mcpClients(`${origin()}/api/mcp`, 'key');
    return createSearchEntries(reference(), { origin: origin(), clients });
  };
  const pages: Array<[path: string, type: string, make: () => string]> = [
    ['/api/openapi.json', json, () => JSON.stringify(openApi())],
    ['/docs', html, () => renderReference(reference(), origin())],
    ['/docs/staff', html, () => renderStaffReference(reference())],
    ['/docs/mcp', html, () => renderMcpSetup(origin(), tools)],
    ['/docs/search.json', json, () => JSON.stringify(search())],
    ['/docs/docs.css', 'text/css; charset=utf-8', () => docsCss],
    ['/docs/docs.js', script, () => docsScript],
    ['/docs/first-paint.js', script, () => firstPaintScript],
    ['/docs/mark.svg', 'image/svg+xml', () => markSvg],
  ];
  for (const [path, type, make] of pages) {
    let made: Promise<Made> | undefined;
    http.get(path, async (request, reply) => {
      made ??= pack(make());
      return await send(request, reply.type(type), await made);
    });
  }
}

const compress = promisify(brotliCompress);

/** Nine is a third smaller than what a proxy would make of it on the way, and takes a thread some tenths of a second, once. */
const brotliQuality = 9;

async function pack(text: string): Promise<Made> {
  const plain = Buffer.from(text);
  const packed = await compress(plain, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  return { plain, plainTag: tagOf(text), packed, packedTag: tagOf(`br ${text}`) };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, plainTag, packed, packedTag }: Made,
): Promise<FastifyReply> {
  const isPacked = readsBrotli(request.headers['accept-encoding']);
  reply.headers({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policy,
    Vary: 'Accept-Encoding',
  });
  if (tagAnswer(request, reply, isPacked ? packedTag : plainTag)) return await reply.send();
  if (isPacked) reply.header('Content-Encoding', 'br');
  return await reply.send(isPacked ? packed : plain);
}
