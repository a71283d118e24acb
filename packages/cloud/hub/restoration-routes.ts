/**
 * What an agent restored, as signed requests: PUT /api/agent/restorations/{id}/files/{kind} for the pictures beside a
 * result, then PUT …/result, or POST …/outcome where there is none. Owns how the bytes are received: streamed, compared with
 * the SHA-256 that was signed with the path, and examined like any untrusted file.
 */
import { agentRestorationsPath } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import {
  type RestoreFileKind,
  type RestoreReport,
  restoreFileKinds,
  restoreReport,
} from '@platen/contracts/restore-task';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import { letBodyTakeTime } from '../http/client-patience.ts';
import type { StagedFile } from '../ports/files.ts';
import { acceptFile, acceptOutcome, acceptResult, wantsResult } from '../restorations/restoration-result.ts';
import { findRestoration } from '../restorations/restoration-store.ts';
import type { RestorationTable } from '../restorations/restoration-tables.ts';
import { authenticateAgent } from './hub-auth.ts';

interface Parts {
  Params: { id: string; kind?: string };
  Querystring: { sha256?: string };
}
type ResultRequest = FastifyRequest<Parts>;

/** A mask of 40 megapixels of noise packs to 5 MB; a preview has 1600 px at most. */
const maxFileBytes = 16 * 1024 * 1024;

/** Mounts the routes. */
export function addRestorationRoutes(http: FastifyInstance, deps: Deps): void {
  // The body is left to the handler, which streams it.
  http.addContentTypeParser(['image/jpeg', 'image/png'], (_request, _body, done) => done(null, undefined));
  const base = `${agentRestorationsPath}/:id`;
  http.put<Parts>(`${base}/files/:kind`, async (request) => {
    const restoration = await findOwn(deps, request);
    const kind = kindOf(request);
    if (restoration.state !== 'processing') throw gone();
    await receive(deps, request, maxFileBytes, (staged) => acceptFile(deps, restoration, { staged, kind }));
    return { status: 'kept' };
  });
  http.put<Parts>(`${base}/result`, async (request) => {
    const restoration = await findOwn(deps, request);
    // The answer of an earlier try was lost.
    if (restoration.state === 'completed') return { status: 'completed' };
    if (restoration.state !== 'processing') throw gone();
    const report = readReport(request.headers['platen-report']);
    if (!wantsResult(restoration, report))
      throw new AppError('conflict', 'This restoration has no result: tell its outcome.');
    await receive(deps, request, deps.maxUploadBytes, (staged) =>
      acceptResult(deps, restoration, { staged, report }),
    );
    return { status: 'completed' };
  });
  http.post<Parts>(`${base}/outcome`, async (request) => {
    const restoration = await findOwn(deps, request);
    if (restoration.state === 'completed') return { status: 'completed' };
    if (restoration.state !== 'processing') throw gone();
    const report = readReport(request.headers['platen-report']);
    if (wantsResult(restoration, report))
      throw new AppError('conflict', 'This restoration has a result, which must be sent.');
    if (!(await acceptOutcome(deps, restoration, report))) throw gone();
    return { status: 'completed' };
  });
}

const gone = () => new AppError('conflict', 'This restoration is not waiting for a result of this agent.');

/** The restoration, when it is this agent's. */
async function findOwn(deps: Deps, request: ResultRequest): Promise<RestorationTable> {
  const { authorization } = request.headers;
  const agent = await authenticateAgent(deps, { method: request.method, path: request.url, authorization });
  const restoration = await findRestoration(deps.database.query, { id: request.params.id });
  if (!restoration || restoration.executor !== agent.id) throw gone();
  return restoration;
}

function kindOf({ params }: ResultRequest): RestoreFileKind {
  const kind = restoreFileKinds.find((name) => name === params.kind);
  if (!kind) throw new AppError('malformed', `kind: must be one of ${restoreFileKinds.join(', ')}.`);
  return kind;
}

async function receive(
  deps: Deps,
  request: ResultRequest,
  maxBytes: number,
  accept: (staged: StagedFile) => Promise<boolean>,
): Promise<void> {
  const staged = await receiveBody(deps, request, maxBytes);
  try {
    if (staged.sha256 !== request.query.sha256) {
      throw new AppError('malformed', 'sha256: is not that of the bytes that came.');
    }
    if (!(await accept(staged))) throw gone();
  } finally {
    await staged.discard();
  }
}

async function receiveBody(deps: Deps, request: ResultRequest, maxBytes: number): Promise<StagedFile> {
  // The agent has signed for it.
  letBodyTakeTime(request);
  const staging = await deps.files.stage(maxBytes);
  try {
    for await (const chunk of request.raw) await staging.write(chunk as Buffer);
    return await staging.finish();
  } catch (error) {
    await staging.discard();
    throw error;
  }
}

function readReport(header: string | string[] | undefined): RestoreReport {
  try {
    return restoreReport.parse(JSON.parse(Buffer.from(String(header), 'base64url').toString()));
  } catch {
    throw new AppError('malformed', 'Platen-Report: must be the report as JSON in base64url.');
  }
}
