/** What an agent says of a restoration it was given. Owns how that becomes moves; what comes too late changes nothing. */
import type { AgentFrame } from '@platen/contracts/agent-protocol';
import type { Database, Tx } from '../db/database.ts';
import {
  beginRestoration,
  failRestoration,
  renewRestoration,
  withdrawFromAgent,
} from './restoration-moves.ts';
import { findRestoration } from './restoration-store.ts';

type RestorationFrame = Extract<AgentFrame, { kind: 'restoration' }>;

/** Applies it. False when the restoration isn't this agent's, or no longer: it is told so. */
export async function applyRestorationFrame(
  database: Pick<Database, 'signal'>,
  tx: Tx,
  { agentId, frame, now }: { agentId: string; frame: RestorationFrame; now: number },
): Promise<boolean> {
  const id = frame.restoration_id;
  let restoration = await findRestoration(tx, { id, isLocked: true });
  if (!restoration) return false;
  if (restoration.executor === agentId && restoration.state === 'queued') {
    restoration = await beginRestoration(database, tx, { restoration, executor: agentId, now });
  }
  if (restoration?.executor !== agentId || restoration.state !== 'processing') {
    // What has failed or is completed is no work any more: there is nothing to stop.
    if (frame.state === 'processing') await withdrawFromAgent(database, tx, { id, agentId, now });
    return false;
  }
  if (frame.state === 'failed') {
    await failRestoration(database, tx, { restoration, message: frame.message, now });
    return true;
  }
  const stage = frame.stage || restoration.stage;
  const { count } = frame;
  const progress = Math.max(restoration.progress, Math.min(95, frame.progress));
  return await renewRestoration(database, tx, { id, executor: agentId, progress, stage, count, now });
}
