/**
 * Who this agent is: an Ed25519 key pair made here (RFC 8032), and what the cloud called it. Owns identity.json.
 * The private key never leaves this machine and is never logged.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeWholeFile } from './agent-folder.ts';
import { AgentStartError } from './agent-start-error.ts';

export interface Identity {
  /** SPKI DER in base64url. */
  publicKey: string;
  privateKey: KeyObject;
  /** Undefined until the cloud has enrolled the agent. */
  readonly agentId: string | undefined;
  /** Stores what the cloud called it. */
  enrolled(agentId: string, cloudUrl: string): void;
}

const identityFile = z.object({
  private_key: z.string().describe('PKCS #8 PEM'),
  agent_id: z.uuid().optional(),
  cloud_url: z.string().optional(),
});

/** Reads the identity, or makes and stores a new one. Throws AgentStartError when the file can't be read. */
export function loadIdentity(path: string, cloudUrl: string): Identity {
  const stored = existsSync(path) ? readIdentity(path) : undefined;
  const content = stored ?? { private_key: newPrivateKey() };
  if (!stored) writeWholeFile(path, JSON.stringify(content));
  const privateKey = createPrivateKey(content.private_key);
  // Another cloud has never heard of this agent: enrol there, with the same key.
  let agentId = content.cloud_url === cloudUrl ? content.agent_id : undefined;
  return {
    privateKey,
    publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64url'),
    get agentId() {
      return agentId;
    },
    enrolled(id, url) {
      const next = { private_key: content.private_key, agent_id: id, cloud_url: url };
      writeWholeFile(path, JSON.stringify(next));
      agentId = id;
    },
  };
}

/** The cloud that the agent with this identity is enrolled at, or undefined. Throws AgentStartError for a damaged file. */
export function findEnrolledCloud(path: string): string | undefined {
  const stored = existsSync(path) ? readIdentity(path) : undefined;
  return stored?.agent_id && stored.cloud_url;
}

function readIdentity(path: string): z.infer<typeof identityFile> {
  try {
    const content = identityFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    createPrivateKey(content.private_key);
    return content;
  } catch (error) {
    throw new AgentStartError(
      `The agent's identity ${path} can't be read. Put back a copy, or remove it and enrol the agent again.`,
      error,
    );
  }
}

const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
