/**
 * The cloud's HTTP server, built but not listening. Owns what is mounted where; tests start here.
 */
import { agentEnrolPath, agentFilesPath } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import Fastify, { type FastifyInstance } from 'fastify';
import { createAuthenticate } from './auth.ts';
import type { Deps } from './context.ts';
import { addFileRoutes } from './files/file-routes.ts';
import { startFileSweep } from './files/file-sweep.ts';
import { enrolAgent } from './hub/hub-enrol.ts';
import { sendAgentFile } from './hub/hub-files.ts';
import { createHub } from './hub/hub-link.ts';
import { newId } from './ids.ts';
import { addMcpRoute } from './mcp.ts';
import { operations } from './operations.ts';
import { addRestRoutes, asAppError, sendError } from './rest.ts';
import { addRestorationRoutes } from './restorations/restoration-routes.ts';
import { startRestorationWorker } from './restorations/restoration-worker.ts';

const jsonBodyBytes = 1024 * 1024;

export interface App {
  http: FastifyInstance;
  /** From now on new requests get 503 while those under way are finished. */
  close(): Promise<void>;
}

/** Builds the server on these parts; the caller listens. */
export async function createApp(deps: Deps): Promise<App> {
  const http = Fastify({
    logger: false,
    genReqId: () => newId(),
    bodyLimit: jsonBodyBytes,
    // An upload may take long, so a whole request has no limit; a connection on which nothing moves has.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
  });
  const authenticate = createAuthenticate(deps);
  addParsers(http);
  addErrors(http, deps);
  addRestRoutes(http, { deps, authenticate, operations });
  addMcpRoute(http, { deps, authenticate, operations });
  http.post(agentEnrolPath, async (request) => await enrolAgent(deps, request.body));
  http.get<{ Params: { sha256: string } }>(`${agentFilesPath}/:sha256`, (request, reply) =>
    sendAgentFile(deps, request, reply),
  );
  addFileRoutes(http, deps);
  addRestorationRoutes(http, deps);
  const restorations = startRestorationWorker(deps);
  const sweep = startFileSweep(deps);
  const hub = createHub(deps);
  hub.attach(http.server);
  return {
    http,
    async close() {
      await hub.close();
      await Promise.all([restorations.stop(), sweep.stop()]);
      // A connection whose answer ends only now was not idle when the server began to close, and would be kept alive.
      const closeIdle = setInterval(() => http.server.closeIdleConnections(), 50);
      await http.close().finally(() => clearInterval(closeIdle));
    },
  };
}

/** JSON that says what is wrong with it; multipart left to whoever wants it. */
function addParsers(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, {});
    try {
      done(null, JSON.parse(text as string));
    } catch (error) {
      done(new AppError('malformed', `The body is not JSON: ${(error as Error).message}.`));
    }
  });
  http.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null, undefined));
}

function addErrors(http: FastifyInstance, { log }: Deps): void {
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
    reply.header('Cache-Control', 'no-store');
    done();
  });
  http.setErrorHandler((error, request, reply) => {
    const refusal = asAppError(error);
    if (refusal.code === 'internal') {
      log('error', 'request.failed', {
        request_id: request.id,
        method: request.method,
        url: request.url,
        error,
      });
    }
    return sendError(reply, refusal);
  });
  http.setNotFoundHandler((request, reply) => {
    const sentence = `There is no ${request.method} ${request.url.split('?')[0]} here.`;
    return sendError(reply, new AppError('no_such_route', sentence));
  });
}
