/** Files for agents: only those their unfinished jobs print, restorations need or people gave for their papers, whole or from a byte on (RFC 9110 section 14). */
import { AppError } from '@platen/contracts/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import { sendBytes } from '../files/byte-sending.ts';
import { agentMayRead } from '../jobs/job-store.ts';
import { agentMayHaveProfile } from '../printers/paper-store.ts';
import { agentMayRestore } from '../restorations/restoration-store.ts';
import { authenticateAgent } from './hub-auth.ts';

/** Answers GET /api/agent/files/{sha256}. Throws unauthenticated or not_found. */
export async function sendAgentFile(
  deps: Deps,
  request: FastifyRequest<{ Params: { sha256: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const agent = await authenticateAgent(deps, {
    method: 'GET',
    path: request.url,
    authorization: request.headers.authorization,
  });
  const { sha256 } = request.params;
  const wanted = { agentId: agent.id, sha256 };
  const { query } = deps.database;
  const mayHave =
    /^[0-9a-f]{64}$/.test(sha256) &&
    ((await agentMayRead(query, wanted)) ||
      (await agentMayRestore(query, wanted)) ||
      (await agentMayHaveProfile(query, wanted)));
  if (!mayHave) {
    throw new AppError('not_found', 'Nothing that is asked of this agent needs this file.');
  }
  const bytes = await deps.files.size(sha256);
  const start = startOf(request.headers.range, bytes);
  reply.header('Accept-Ranges', 'bytes').type('application/octet-stream');
  if (start !== undefined) reply.code(206).header('Content-Range', `bytes ${start}-${bytes - 1}/${bytes}`);
  return await sendBytes(deps.files, reply, { sha256, bytes, start: start ?? 0 });
}

/** The first byte of `bytes=N-`. Any other range is ignored, which RFC 9110 allows: the whole file is sent. */
function startOf(range: string | undefined, bytes: number): number | undefined {
  const from = /^bytes=(\d{1,15})-$/.exec(range ?? '')?.[1];
  const start = Number(from);
  return from !== undefined && start > 0 && start < bytes ? start : undefined;
}
