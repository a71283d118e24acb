/** An agent as far as the link goes: enrols, connects, says hello, keeps every frame. For tests of the cloud's side. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  type AgentFrame,
  agentEnrolPath,
  agentLinkPath,
  agentSigningText,
  type CloudFrame,
  type CloudMessage,
  linkProtocolVersion,
} from '@platen/contracts/agent-protocol';
import { WebSocket } from 'ws';
import type { TestAccount, TestCloud } from '../../../test/fixtures/cloud.ts';

type HelloFrame = Extract<AgentFrame, { kind: 'hello' }>;

export interface RawHello {
  hello?: boolean;
  says?: Partial<HelloFrame>;
  /** False: pings get no answer, as from a machine that lost its power behind an open connection. */
  autoPong?: boolean;
  /** Another process of the cloud than the one that it enrolled at. */
  url?: string;
}

export interface RawAgent {
  agentId: string;
  /**
   * Connects and says hello (unless told not to) as an agent does whose spool is what it was, with this in its place, and waits for what
   * is answered, as agents do, or for the end of the connection. Rejects with the status when it is refused.
   */
  connect(more?: RawHello): Promise<RawLink>;
  /** A signed request. */
  request(method: string, path: string, init?: Pick<RequestInit, 'headers' | 'body'>): Promise<Response>;
}

export interface RawLink {
  frames: CloudFrame[];
  /** Job ids that came, in order. */
  jobs(): string[];
  send(frame: AgentFrame): void;
  isOpen(): boolean;
  /** How the connection ended. */
  ended: Promise<{ code: number; reason: string }>;
  close(code?: number): void;
}

/** Enrols an agent for this shop. */
export async function enrolRawAgent(
  cloud: Pick<TestCloud, 'url' | 'shopId'>,
  admin: TestAccount,
  name = 'counter',
): Promise<RawAgent> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const public_key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
  const made = await admin.call('POST', '/api/admin/enrolment-codes', { shop_id: cloud.shopId });
  const enrolled = await admin.call('POST', agentEnrolPath, { code: made.body.code, public_key, name });
  const agentId: string = enrolled.body.agent_id;
  const journal = { last_seq: 0, acked_seq: 0 };
  return {
    agentId,
    connect: (more = {}) => connect(more.url ?? cloud.url, { agentId, privateKey, journal, ...more }),
    request: (method, path, { headers, body } = {}) => {
      const authorization = authorizationOf({ agentId, privateKey }, { method, path });
      const signed = { ...(headers as Record<string, string>), authorization };
      return fetch(cloud.url + path, { method, headers: signed, ...(body !== undefined && { body }) });
    },
  };
}

function authorizationOf(
  { agentId, privateKey }: { agentId: string; privateKey: KeyObject },
  request: { method: string; path: string },
): string {
  const unixSeconds = Math.floor(Date.now() / 1000);
  const text = agentSigningText({ ...request, unixSeconds });
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64url');
  return `Platen-Agent ${agentId}:${unixSeconds}:${signature}`;
}

/** What was written and what was acknowledged, over all connections. */
type Journal = Pick<HelloFrame, 'last_seq' | 'acked_seq'>;

async function connect(
  url: string,
  {
    agentId,
    privateKey,
    journal,
    hello = true,
    says,
    autoPong = true,
  }: { agentId: string; privateKey: KeyObject; journal: Journal } & RawHello,
): Promise<RawLink> {
  const authorization = authorizationOf({ agentId, privateKey }, { method: 'GET', path: agentLinkPath });
  const socket = new WebSocket(`${url.replace('http', 'ws')}${agentLinkPath}`, {
    headers: { authorization },
    autoPong,
  });
  const frames: CloudFrame[] = [];
  socket.on('message', (data) => {
    const frame: CloudFrame = JSON.parse(String(data));
    if (frame.kind === 'ack') journal.acked_seq = Math.max(journal.acked_seq, frame.seq);
    frames.push(frame);
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('unexpected-response', (_request, response) => reject(new Error(`${response.statusCode}`)));
    socket.on('error', reject);
  });
  const link: RawLink = {
    frames,
    jobs: () =>
      frames
        .filter(
          (frame): frame is Extract<CloudMessage, { type: 'job' }> => 'type' in frame && frame.type === 'job',
        )
        .map((frame) => frame.body.job_id),
    send(frame) {
      if (frame.kind === 'message') journal.last_seq = Math.max(journal.last_seq, frame.seq);
      socket.send(JSON.stringify(frame));
    },
    isOpen: () => socket.readyState === WebSocket.OPEN,
    ended: new Promise((resolve) =>
      socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
    ),
    close: (code) => socket.close(code),
  };
  if (!hello) return link;
  const answered = new Promise((resolve) => socket.once('message', resolve).once('close', resolve));
  link.send({
    kind: 'hello',
    protocol: linkProtocolVersion,
    version: 'test',
    now: new Date().toISOString(),
    spool_replaced: false,
    ...journal,
    ...says,
  });
  await answered;
  return link;
}
