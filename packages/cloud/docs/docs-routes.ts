/**
 * /api/openapi.json, /docs and /docs/mcp. Owns where they are and their headers; everything is made once, at the first
 * request, from the list of operations, and answered from memory.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import { tagAnswer, tagOf } from '../http/entity-tag.ts';
import { createOpenApi } from '../http/openapi.ts';
import type { Operation } from '../operation/operation.ts';
import { docsCss, docsScript } from './docs-assets.ts';
import { renderMcpSetup } from './mcp-setup-page.ts';
import { renderReference } from './reference-page.ts';

interface Made {
  body: string;
  etag: string;
}

const html = 'text/html; charset=utf-8';
/** Only what these pages bring themselves may run or load. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Adds the documentation. It needs no key. */
export function addDocsRoutes(
  http: FastifyInstance,
  { deps, operations }: { deps: Pick<Deps, 'publicUrl'>; operations: readonly Operation[] },
): void {
  const openApi = () => createOpenApi(operations, deps.publicUrl());
  const tools = operations.filter((operation) => operation.tool);
  const pages: Array<[path: string, type: string, make: () => string]> = [
    ['/api/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(openApi())],
    ['/docs', html, () => renderReference(openApi())],
    ['/docs/mcp', html, () => renderMcpSetup(deps.publicUrl(), tools)],
    ['/docs/docs.css', 'text/css; charset=utf-8', () => docsCss],
    ['/docs/docs.js', 'text/javascript; charset=utf-8', () => docsScript],
  ];
  for (const [path, type, make] of pages) {
    let made: Made | undefined;
    http.get(path, async (request, reply) => {
      made ??= withTag(make());
      return await send(request, reply.type(type), made);
    });
  }
}

const withTag = (body: string): Made => ({ body, etag: tagOf(body) });

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: Made,
): Promise<FastifyReply> {
  reply.header('Cache-Control', 'no-cache').header('Content-Security-Policy', policy);
  return await reply.send(tagAnswer(request, reply, etag) ? undefined : body);
}
