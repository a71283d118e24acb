/**
 * The agent's first word to a cloud: a one-time code for an identity. Owns the retries; a lost reply is harmless, because the
 * key pair is stored before and the cloud repeats its answer for the same code and key.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agentEnrolPath, enrolReply } from '@platen/contracts/agent-protocol';
import { nextPauseMs } from '@platen/contracts/retry-pauses';
import { type CloudClock, createCloudClock } from '../cloud-access/cloud-clock.ts';
import { type CloudHttp, createCloudHttp, readJson } from '../cloud-access/cloud-http.ts';
import { ensureIdentity, type Identity } from '../cloud-access/identity.ts';
import { openAgentFolder } from '../machine/agent-folder.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { AgentStartError } from '../machine/agent-start-error.ts';
import { createBackoff, pause } from '../machine/backoff.ts';
import type { AgentConfig } from '../machine/config.ts';

export interface EnrolmentDeps {
  config: Pick<AgentConfig, 'cloudUrl' | 'name' | 'enrolCode'>;
  identity: Identity;
  http: CloudHttp;
  clock: CloudClock;
  log: AgentLog;
  signal: AbortSignal;
}

/** Somebody waits at the command line. */
const onceWithinMs = 15_000;

/** Resolves when the agent is enrolled (true) or was stopped before (false). Never rejects. */
export async function enrol(deps: EnrolmentDeps): Promise<boolean> {
  const { identity, log, signal } = deps;
  const backoff = createBackoff('enrolment');
  let isSilenceLogged = false;
  while (!signal.aborted) {
    if (identity.agentId) return true;
    try {
      const refusal = await ask(deps);
      if (refusal === undefined) return true;
      log('error', 'enrolment.refused', { because: refusal });
      await pause(nextPauseMs('enrolmentRefused', 0), signal);
    } catch (error) {
      if (!isSilenceLogged && !signal.aborted) log('warn', 'enrolment.waits', { error });
      isSilenceLogged = true;
      await pause(backoff.nextMs(), signal);
    }
  }
  return false;
}

export interface EnrolmentWanted {
  cloudUrl: string;
  /** The agent's folder; nothing may run in it. */
  dir: string;
  code: string;
  name: string;
}

/**
 * Enrols once, for the command line. Returns the agent's id. Throws AgentStartError with a sentence when it can't. What was refused, or
 * asked of nobody, leaves nothing behind; where the answer may have been lost the key pair stays, for the cloud may know it.
 */
export async function enrolOnce({ cloudUrl, dir, code, name }: EnrolmentWanted): Promise<string> {
  const traces = watchFolder(dir);
  const folder = openAgentFolder(dir);
  let isRefused = false;
  const identity = ensureIdentity(folder.identityPath);
  const clock = createCloudClock({ now: Date.now, log: () => {} });
  const http = createCloudHttp({ cloudUrl, identity, clock });
  try {
    if (identity.cloud) throw new AgentStartError(enrolledBefore(dir, identity.cloud.url, cloudUrl));
    const config = { cloudUrl, name, enrolCode: code };
    const signal = AbortSignal.timeout(onceWithinMs);
    const refusal = await ask({ config, identity, http, clock, log: () => {}, signal }).catch((error) => {
      isRefused = unasked.has((error as NodeJS.ErrnoException).code ?? '');
      throw new AgentStartError(`${cloudUrl} can't be reached: ${(error as Error).message}.`, error);
    });
    isRefused = refusal !== undefined;
    if (refusal !== undefined) throw new AgentStartError(refusal);
    return identity.agentId!;
  } finally {
    http.close();
    folder.release();
    if (isRefused) traces.remove();
  }
}

/** Nobody was there to be asked. */
const unasked: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Remembers what a folder has, to take away what comes later, the folder and those above it included. */
function watchFolder(dir: string): { remove(): void } {
  const known = new Set(existsSync(dir) ? readdirSync(dir) : []);
  let first = dir;
  while (!existsSync(first) && !existsSync(dirname(first))) first = dirname(first);
  const isNew = !existsSync(dir);
  return {
    remove() {
      if (isNew) return rmSync(first, { recursive: true, force: true });
      for (const name of readdirSync(dir).filter((entry) => !known.has(entry)))
        rmSync(join(dir, name), { recursive: true, force: true });
    },
  };
}

const enrolledBefore = (dir: string, url: string, wanted: string): string =>
  url === wanted
    ? `The agent of ${dir} is enrolled at ${url} already.`
    : `The agent of ${dir} is enrolled at ${url}. When ${wanted} is another address of the same cloud, "platen agent move --cloud ${wanted}" is all it takes; an agent for another cloud needs a folder of its own (PLATEN_AGENT_DIR).`;

/** Undefined when it is done, else the cloud's sentence. Rejects when the cloud can't be reached or can't answer now. */
async function ask({
  config,
  identity,
  http,
  clock,
  log,
  signal,
}: EnrolmentDeps): Promise<string | undefined> {
  const body = { code: config.enrolCode, public_key: identity.publicKey, name: config.name };
  const response = await http.request({ method: 'POST', path: agentEnrolPath, body, isPublic: true, signal });
  const answer = await readJson(response);
  const status = response.statusCode ?? 0;
  if (status >= 500 || status === 429) throw new Error(`the cloud answered HTTP ${status}`);
  if (status >= 300) return (answer as { error?: string }).error ?? `HTTP ${status}`;
  const { agent_id, shop_name, now, cloud_key } = enrolReply.parse(answer);
  identity.enrolled(agent_id, { key: cloud_key, url: config.cloudUrl });
  clock.learn(now);
  log('info', 'enrolment.done', { agentId: agent_id, shop: shop_name });
  return undefined;
}
