/**
 * PUT /api/agent/restorations/{id}/result: what an agent restored, as a signed request. Owns how the bytes are received:
 * streamed, compared with the SHA-256 that was signed with the path, and examined like any stranger's file.
 */
import { agentRestorationsPath, type RestoreReport, restoreReport } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import type { RestorationTable } from '../db/schema-photos.ts';
import { authenticateAgent } from '../hub/hub-auth.ts';
import type { StagedFile } from '../ports/files.ts';
import { acceptResult } from './restoration-result.ts';
import { findRestoration } from './restoration-store.ts';

type ResultRequest = FastifyRequest<{ Params: { id: string }; Querystring: { sha256?: string } }>;

/** Mounts the route. */
export function addRestorationRoutes(http: FastifyInstance, deps: Deps): void {
  // The body is left to the handler, which streams it.
  http.addContentTypeParser('image/jpeg', (_request, _body, done) => done(null, undefined));
  http.put(`${agentRestorationsPath}/:id/result`, async (request: ResultRequest) => {
    const { authorization } = request.headers;
    const agent = await authenticateAgent(deps, { method: 'PUT', path: request.url, authorization });
    const restoration = await findRestoration(deps.database.query, { id: request.params.id });
    if (!restoration || restoration.executor !== agent.id) throw gone();
    // The answer of an earlier try was lost.
    if (restoration.state === 'completed') return { status: 'completed' };
    if (restoration.state !== 'processing') throw gone();
    return await receiveResult(deps, request, restoration);
  });
}

const gone = () => new AppError('conflict', 'This restoration is not waiting for a result of this agent.');

async function receiveResult(deps: Deps, request: ResultRequest, restoration: RestorationTable) {
  const report = readReport(request.headers['platen-report']);
  const staged = await receiveBody(deps, request);
  try {
    if (staged.sha256 !== request.query.sha256) {
      throw new AppError('malformed', 'sha256: is not that of the bytes that came.');
    }
    if (!(await acceptResult(deps, restoration, { staged, report }))) throw gone();
    return { status: 'completed' };
  } finally {
    await staged.discard();
  }
}

async function receiveBody(deps: Deps, request: ResultRequest): Promise<StagedFile> {
  const staging = await deps.files.stage(deps.maxUploadBytes);
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
