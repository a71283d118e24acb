/**
 * Whether the cloud at an address is the one that this agent is enrolled at: it proves the key that the agent kept. Owns the
 * question, and that the spool of one cloud never meets another. The same cloud may be at any address.
 */
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import {
  agentCloudPath,
  type CloudProof,
  cloudProof,
  cloudProofText,
} from '@platen/contracts/agent-protocol';
import { createCloudClock } from '../cloud-access/cloud-clock.ts';
import { type CloudHttp, createCloudHttp, readJson } from '../cloud-access/cloud-http.ts';
import { ensureIdentity, type Identity } from '../cloud-access/identity.ts';
import { openAgentFolder } from '../machine/agent-folder.ts';
import { AgentStartError } from '../machine/agent-start-error.ts';

/** Undefined: it is our cloud. Else a sentence. */
export type ProofRefusal = string | undefined;

/**
 * Lets the cloud prove itself; what it says is true of `http` from then on. Rejects when it can't be reached or can't answer now.
 */
export async function askForProof(
  { http, identity, cloudUrl }: { http: CloudHttp; identity: Identity; cloudUrl: string },
  signal: AbortSignal,
): Promise<ProofRefusal> {
  const challenge = randomBytes(32).toString('base64url');
  const path = `${agentCloudPath}?challenge=${challenge}`;
  const response = await http.request({ method: 'GET', path, isPublic: true, signal });
  const status = response.statusCode ?? 0;
  if (status >= 500 || status === 429) {
    response.resume();
    throw new Error(`HTTP ${status}`);
  }
  const said = cloudProof.safeParse(await readJson(response).catch(() => undefined)).data;
  const known = identity.cloud;
  http.isProven = said !== undefined && said.cloud_key === known?.key && isSignedBy(said, challenge);
  if (!http.isProven)
    return said && known
      ? anotherCloud(cloudUrl, known.url)
      : `What answers at ${cloudUrl} does not prove to be a cloud that this agent knows.`;
  identity.moved(cloudUrl);
  return undefined;
}

const anotherCloud = (cloudUrl: string, knownUrl: string): string =>
  `At ${cloudUrl} is another cloud than the one that this agent is enrolled at (last found at ${knownUrl}). Nothing was told to it. Correct the address; to work for the other cloud too, give it an agent with a folder of its own (PLATEN_AGENT_DIR).`;

function isSignedBy({ cloud_key, signature }: CloudProof, challenge: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(cloud_key, 'base64url'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(cloudProofText(challenge)), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

const onceWithinMs = 15_000;

/**
 * Notes that the cloud of a folder's agent is at another address now, for the command line; nothing may run in the folder.
 * Returns the old address. Throws AgentStartError with a sentence when it isn't, or the agent isn't enrolled.
 */
export async function changeCloudAddress({
  dir,
  cloudUrl,
}: {
  dir: string;
  cloudUrl: string;
}): Promise<string> {
  const folder = openAgentFolder(dir);
  try {
    const identity = ensureIdentity(folder.identityPath);
    if (!identity.cloud)
      throw new AgentStartError(`The agent of ${dir} is enrolled nowhere: "platen agent enroll" does that.`);
    const { url } = identity.cloud;
    const clock = createCloudClock({ now: Date.now, log: () => {} });
    const http = createCloudHttp({ cloudUrl, identity, clock });
    try {
      const signal = AbortSignal.timeout(onceWithinMs);
      const refusal = await askForProof({ http, identity, cloudUrl }, signal).catch((error: Error) => {
        throw new AgentStartError(`${cloudUrl} can't be reached: ${error.message}.`, error);
      });
      if (refusal !== undefined) throw new AgentStartError(refusal);
      return url;
    } finally {
      http.close();
    }
  } finally {
    folder.release();
  }
}
