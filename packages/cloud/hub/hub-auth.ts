/**
 * Who an agent is: signed requests (contracts/agent-protocol.ts). Owns that check.
 * A signature is good for its method, path and some minutes; over TLS a replay inside that time reads the agent's own files.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { agentSigningText, signatureWindowSeconds } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import type { Deps } from '../context.ts';
import { findAgent } from '../shops/shop-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';

/** An Ed25519 public key from SPKI DER in base64url. Throws malformed when it is none. */
export function readPublicKey(text: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Falls through: whatever is wrong with it, the answer is the same.
  }
  throw new AppError('malformed', 'public_key: must be an Ed25519 key, SPKI DER in base64url');
}

export interface SignedRequest {
  method: string;
  path: string;
  authorization: string | undefined;
}

/** The agent that signed this request. Throws unauthenticated with the reason. */
export async function authenticateAgent(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  { method, path, authorization }: SignedRequest,
): Promise<AgentTable> {
  const parts = /^Platen-Agent ([0-9a-f-]{36}):(\d{1,12}):([\w-]{80,100})$/.exec(authorization ?? '');
  if (!parts) throw new AppError('unauthenticated', 'A signature of an enrolled agent is needed.');
  const [agentId, unixSeconds, signature] = [parts[1]!, Number(parts[2]), parts[3]!];
  const agent = await findAgent(database.query, agentId);
  if (!agent) throw new AppError('unauthenticated', 'This agent is not known here. Enrol it again.');
  if (agent.revoked_at !== null) throw new AppError('unauthenticated', 'This agent was revoked.');
  const text = Buffer.from(agentSigningText({ method, path, unixSeconds }));
  if (!verify(null, text, readPublicKey(agent.public_key), Buffer.from(signature, 'base64url'))) {
    throw new AppError('unauthenticated', "The agent's signature is wrong.");
  }
  if (Math.abs(now() / 1000 - unixSeconds) > signatureWindowSeconds) {
    throw new AppError('unauthenticated', "The agent's clock is wrong: see the Date header.");
  }
  return agent;
}
