/**
 * The cloud's HTTP server, built but not listening. Owns what is mounted where; tests start here.
 */
import cookies from '@fastify/cookie';
import { agentCloudPath, agentEnrolPath, agentFilesPath } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import type { WebFiles } from '@platen/web-host/web-files';
import Fastify, { type FastifyInstance } from 'fastify';
import { createAuthenticate } from './accounts/authentication.ts';
import { addAfterSalesRoutes } from './aftersales/after-sales-routes.ts';
import type { Deps } from './context.ts';
import { addDocsRoutes } from './docs/docs-routes.ts';
import { addDocumentPictureRoutes } from './documents/document-picture-routes.ts';
import { addResumableUploadRoutes } from './documents/resumable-upload-routes.ts';
import { startResumableUploadSweep } from './documents/resumable-upload-sweep.ts';
import { getSequence } from './events/event-store.ts';
import { startEventSweep } from './events/event-sweep.ts';
import { endFollowing } from './events/event-tail.ts';
import { addFloorRoutes } from './floor/floor-routes.ts';
import { createFloorReader } from './floor/floor-state.ts';
import { startOrderSweep } from './fulfilment/order-sweep.ts';
import { createBodyMemory, smallBodyBytes } from './http/body-memory.ts';
import { createNetworkMatcher } from './http/client-network.ts';
import { addBodyDeadline, connectionsCheckingIntervalMs, limitConnections } from './http/client-patience.ts';
import { addRefusals, earlyRefusals } from './http/http-refusals.ts';
import { addRestRoutes } from './http/rest.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { createUploadRoom } from './http/upload-room.ts';
import { addWebPages } from './http/web-pages.ts';
import { enrolAgent } from './hub/hub-enrol.ts';
import { sendAgentFile } from './hub/hub-files.ts';
import { proveCloud } from './hub/hub-identity.ts';
import { createHub, type HubTimes } from './hub/hub-link.ts';
import { addRestorationRoutes } from './hub/restoration-routes.ts';
import { newId } from './ids.ts';
import { addEventStream } from './live/event-stream-route.ts';
import { createLiveStreams, type StreamParts } from './live/live-streams.ts';
import { addMcpRoute, type McpParts } from './mcp/mcp.ts';
import { startIdempotencySweep } from './operation/idempotency-sweep.ts';
import { operations } from './operations.ts';
import { trackPage, trackPath } from './ordering/track-preview.ts';
import { isInOrderOf } from './orders/order-store.ts';
import { addSheetPreviewRoute } from './orders/sheet-preview-routes.ts';
import { startPaymentSweep } from './payments/payment-sweep.ts';
import { addPaymentRoutes } from './payments/payment-webhooks.ts';
import { preOrderSharePage } from './preorders/pre-order-preview.ts';
import { addPreOrderRoutes } from './preorders/pre-order-routes.ts';
import { preOrderSharePath } from './preorders/pre-order-rules.ts';
import { startPrinterRequestSweep } from './printers/printer-request-sweep.ts';
import { startRestorationWorker } from './restorations/restoration-worker.ts';
import { restoreSharePage } from './restorations/restore-share-preview.ts';
import { restoreSharePath } from './restorations/restore-share-rules.ts';
import { startClosedAccountSweep } from './retention/closed-account-sweep.ts';
import { addFileRoutes } from './retention/file-routes.ts';
import { startFileSweep } from './retention/file-sweep.ts';
import { refuseProxied } from './safety-check.ts';

/** How long requests under way may take to finish when the cloud stops. */
const closeWithinMs = 3000;
const headersTimeoutMs = 20_000;

export interface App {
  http: FastifyInstance;
  /** From now on new requests get 503 while those under way are finished. */
  close(): Promise<void>;
}

export interface AppSettings {
  /** Addresses and networks of the proxies whose X-Forwarded-For is believed. Undefined: none. */
  trustProxy?: string[] | undefined;
  /** Names that the MCP endpoint answers to beside its public one and loopback. */
  allowedHosts?: readonly string[];
  /** For the body of a request that is no upload of somebody who is known. */
  bodyTimeoutMs?: number;
  maxConnectionsPerNetwork?: number;
  /** How soon the end of a link, or of another process of this cloud, is noticed; hub-link.ts unless told. */
  hubTimes?: HubTimes;
  /** Its settings are for this machine alone: what comes through a proxy is refused. */
  servesOwnMachineAlone?: boolean;
  /** The built web. Undefined: nothing is built, and its pages say so. */
  web?: WebFiles | undefined;
  /** Other pauses and bounds of live streams. */
  live?: StreamParts['settings'];
  /** What /api/mcp serves instead of the operations: a suite that tests the protocol brings tools of its own. */
  mcp?: Pick<McpParts, 'operations' | 'callTool'>;
}

/** Builds the server on these parts; the caller listens. */
export async function createApp(deps: Deps, settings: AppSettings = {}): Promise<App> {
  const { trustProxy, allowedHosts = [], hubTimes, mcp } = settings;
  const http = Fastify({
    logger: false,
    trustProxy: trustProxy ?? false,
    genReqId: () => newId(),
    bodyLimit: smallBodyBytes,
    // An upload may take long, so a whole request has no limit; a connection on which nothing moves has.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    http: { connectionsCheckingInterval: connectionsCheckingIntervalMs },
    ...earlyRefusals,
  });
  // A client that is slow to say what it wants is let go sooner than one that is slow to send it.
  http.server.headersTimeout = headersTimeoutMs;
  limitConnections(http.server, {
    isProxy: createNetworkMatcher(trustProxy ?? []),
    maxPerNetwork: settings.maxConnectionsPerNetwork,
  });
  const authenticate = createAuthenticate(deps);
  const room = createUploadRoom(deps);
  http.register(cookies);
  addParsers(http);
  addBodyDeadline(http, settings.bodyTimeoutMs);
  http.addHook('preParsing', createBodyMemory());
  addSecurityHeaders(http, deps);
  addZeroByteRefusal(http);
  if (settings.servesOwnMachineAlone) addProxyRefusal(http);
  addRefusals(http, deps);
  addRestRoutes(http, { deps, authenticate, operations, room });
  addMcpRoute(http, { deps, authenticate, operations, room, allowedHosts, ...mcp });
  addDocsRoutes(http, { deps, operations });
  addPreOrderRoutes(http, { deps, authenticate });
  addAfterSalesRoutes(http, { deps, authenticate });
  addDocumentPictureRoutes(http, {
    deps,
    authenticate,
    isOrderedBy: (wanted) => isInOrderOf(deps.database.query, wanted),
  });
  addSheetPreviewRoute(http, { deps, authenticate });
  addPaymentRoutes(http, deps);
  http.post(agentEnrolPath, async (request) => await enrolAgent(deps, request.body));
  http.get(agentCloudPath, async (request) => proveCloud(deps, request.query));
  http.get<{ Params: { sha256: string } }>(`${agentFilesPath}/:sha256`, (request, reply) =>
    sendAgentFile(deps, request, reply),
  );
  const streams = createLiveStreams(deps, { ...createFloorReader(deps), settings: settings.live });
  addFloorRoutes(http, { deps, authenticate, room, streams });
  addEventStream(http, { deps, authenticate, streams });
  addFileRoutes(http, deps);
  addResumableUploadRoutes(http, { deps, authenticate, room });
  addRestorationRoutes(http, deps);
  addWebPages(http, settings.web, {
    publicUrl: deps.publicUrl,
    shared: {
      [preOrderSharePath('')]: preOrderSharePage(deps),
      [restoreSharePath('')]: restoreSharePage(deps),
      [trackPath]: trackPage,
    },
    newestEvent: async () => (await getSequence(deps.database.query)).last,
  });
  const hub = createHub(deps, hubTimes);
  hub.attach(http.server);
  const background = [
    startOrderSweep,
    startPaymentSweep,
    startRestorationWorker,
    startClosedAccountSweep,
    startFileSweep,
    startResumableUploadSweep,
    startIdempotencySweep,
    startEventSweep,
    startPrinterRequestSweep,
  ].map((start) => start(deps));
  return {
    http,
    async close() {
      // Who waits for an event gets an answer before connections end.
      endFollowing(deps.database);
      streams.close();
      await Promise.all(background.map((work) => work.close()));
      await hub.close();
      await closeServer(http);
    },
  };
}

/** Ends the server when what is under way has ended, in `closeWithinMs` at most. */
async function closeServer(http: FastifyInstance): Promise<void> {
  // A connection whose answer ends only now was not idle when the server began to close, and would be kept alive.
  const idle = setInterval(() => http.server.closeIdleConnections(), 50);
  // One on which nothing was ever asked counts as busy, and a slow client must not keep the process.
  const late = setTimeout(() => http.server.closeAllConnections(), closeWithinMs);
  await http.close().finally(() => {
    clearInterval(idle);
    clearTimeout(late);
  });
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

/** PostgreSQL keeps none and throws; no name, id or number has one. */
function addZeroByteRefusal(http: FastifyInstance): void {
  http.addHook('onRequest', ({ url }, _reply, done) => {
    done(url.includes('%00') ? new AppError('malformed', 'The address must not contain %00.') : undefined);
  });
}

function addProxyRefusal(http: FastifyInstance): void {
  http.addHook('onRequest', ({ headers }, _reply, done) => {
    const refusal = refuseProxied(headers);
    done(refusal === undefined ? undefined : new AppError('forbidden', refusal));
  });
}
