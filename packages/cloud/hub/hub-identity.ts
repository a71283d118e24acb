/**
 * Who this cloud is to its agents: an Ed25519 key (RFC 8032) that follows from the secret in its database, and so goes where the
 * database goes: to another address, another machine, and back from a backup. Owns the proof of it.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type CloudProof, cloudChallenge, cloudProofText } from '@platen/contracts/agent-protocol';
import { z } from 'zod';
import { deriveKey } from '../cloud-secret.ts';
import type { Deps } from '../context.ts';
import { readInput } from '../operation/operation-input.ts';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410 section 7). */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

const proofQuery = z.strictObject({ challenge: cloudChallenge });

function privateKeyOf(secret: Buffer): KeyObject {
  const key = Buffer.concat([keyPrefix, deriveKey(secret, 'agent identity')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

/** The public key that agents keep: SPKI DER in base64url. */
export const cloudKeyOf = (secret: Buffer): string =>
  createPublicKey(privateKeyOf(secret)).export({ format: 'der', type: 'spki' }).toString('base64url');

/** Answers GET /api/agent/cloud. Needs no key: it tells nothing but who is here. Throws malformed. */
export function proveCloud({ secret }: Pick<Deps, 'secret'>, query: unknown): CloudProof {
  const { challenge } = readInput(proofQuery, query);
  const signature = sign(null, Buffer.from(cloudProofText(challenge)), privateKeyOf(secret));
  return { cloud_key: cloudKeyOf(secret), signature: signature.toString('base64url') };
}
