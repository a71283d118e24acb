/**
 * Who this agent is: an Ed25519 key pair made here (RFC 8032), and what the cloud called it. Owns identity.json.
 * The private key never leaves this machine and is never logged.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeWholeFile } from '../machine/agent-folder.ts';
import { AgentStartError } from '../machine/agent-start-error.ts';

export interface Identity {
  /** SPKI DER in base64url. */
  publicKey: string;
  privateKey: KeyObject;
  /** Undefined until the cloud has enrolled the agent. */
  readonly agentId: string | undefined;
  /** The public key of the cloud that did, and the address at which it was last found. */
  readonly cloud: EnrolledCloud | undefined;
  /** Stores what the cloud called it. */
  enrolled(agentId: string, cloud: EnrolledCloud): void;
  /** The same cloud was found at another address. */
  moved(url: string): void;
}

export interface EnrolledCloud {
  key: string;
  url: string;
}

const identityFile = z.object({
  private_key: z.string().describe('PKCS #8 PEM'),
  agent: z
    .object({
      id: z.uuid(),
      cloud_key: z.string().describe("The cloud's Ed25519 public key, SPKI DER in base64url"),
      cloud_url: z.string(),
    })
    .optional(),
});

/** Reads the identity, or makes and stores a new one. Throws AgentStartError when the file can't be read. */
export function ensureIdentity(path: string): Identity {
  const stored = existsSync(path) ? readIdentity(path) : undefined;
  const content = stored ?? { private_key: newPrivateKey() };
  const privateKey = createPrivateKey(content.private_key);
  let { agent } = content;
  const store = (next: typeof agent) => {
    writeWholeFile(path, JSON.stringify({ private_key: content.private_key, agent: next }));
    agent = next;
  };
  if (!stored) store(undefined);
  return {
    privateKey,
    publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64url'),
    get agentId() {
      return agent?.id;
    },
    get cloud() {
      return agent && { key: agent.cloud_key, url: agent.cloud_url };
    },
    enrolled: (id, { key, url }) => store({ id, cloud_key: key, cloud_url: url }),
    moved(url) {
      if (agent && agent.cloud_url !== url) store({ ...agent, cloud_url: url });
    },
  };
}

/** The cloud that the agent with this identity is enrolled at, or undefined. Throws AgentStartError for a damaged file. */
export function findEnrolledCloud(path: string): string | undefined {
  const stored = existsSync(path) ? readIdentity(path) : undefined;
  return stored?.agent?.cloud_url;
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
