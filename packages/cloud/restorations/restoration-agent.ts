/** What an agent says of a restoration it was given. Owns how that becomes moves; what comes too late changes nothing. */
import type { AgentFrame } from '@platen/contracts/agent-protocol';
import type { Tx } from '../db/database.ts';
import { beginRestoration, failRestoration, renewRestoration } from './restoration-moves.ts';
import { findRestoration } from './restoration-store.ts';

type RestorationFrame = Extract<AgentFrame, { kind: 'restoration' }>;

/** Applies it. False when the restoration isn't this agent's, or no longer. */
export async function applyRestorationFrame(
  tx: Tx,
  { agentId, frame, now }: { agentId: string; frame: RestorationFrame; now: number },
): Promise<boolean> {
  let restoration = await findRestoration(tx, { id: frame.restoration_id });
  if (!restoration || restoration.executor !== agentId) return false;
  if (restoration.state === 'queued') {
    restoration = await beginRestoration(tx, { restoration, executor: agentId, now });
  }
  if (restoration?.state !== 'processing') return false;
  if (frame.state === 'failed') {
    await failRestoration(tx, { restoration, message: frame.message, now });
    return true;
  }
  const progress = Math.max(restoration.progress, Math.min(95, frame.progress));
  return await renewRestoration(tx, { id: restoration.id, executor: agentId, progress, now });
}
