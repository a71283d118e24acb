/**
 * Signed HTTP towards the cloud: the signature header, kept-alive connections, deadlines. Owns how a request is made;
 * must never repeat one by itself. node:http and not fetch: undici alone would cost the agent ten megabytes.
 */
import { sign } from 'node:crypto';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { agentSigningText } from '@platen/contracts/agent-protocol';
import type { CloudClock } from './cloud-clock.ts';
import type { Identity } from './identity.ts';

export interface CloudRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers?: Record<string, string>;
  /** JSON. */
  body?: unknown;
  /** Bytes to send instead; the headers must tell their type and length. */
  stream?: Readable;
  signal?: AbortSignal;
  /** True: anybody may ask that; it isn't signed. */
  isPublic?: boolean;
}

export interface CloudHttp {
  /**
   * True once the cloud at this address has proved to be the agent's own (cloud-proof.ts). Nothing is signed before: what a
   * foreign cloud was sent it could show to ours.
   */
  isProven: boolean;
  /** `Authorization` of a request; undefined until the agent is enrolled and the cloud proven. */
  authorization(method: string, path: string): string | undefined;
  /** The response with its body unread. Rejects when there is none in time, and when it must be signed and can't be. */
  request(request: CloudRequest): Promise<IncomingMessage>;
  close(): void;
}

export interface CloudHttpDeps {
  cloudUrl: string;
  identity: Identity;
  clock: CloudClock;
}

/** Longest silence: until the headers, and between two pieces of a body. */
const silenceMs = 20_000;

export function createCloudHttp({ cloudUrl, identity, clock }: CloudHttpDeps): CloudHttp {
  const isTls = cloudUrl.startsWith('https:');
  const agent = new (isTls ? https : http).Agent({ keepAlive: true, maxSockets: 8 });

  const authorization = (method: string, path: string): string | undefined => {
    if (!identity.agentId || !cloud.isProven) return undefined;
    const unixSeconds = clock.unixSeconds();
    const text = Buffer.from(agentSigningText({ method, path, unixSeconds }));
    const signature = sign(null, text, identity.privateKey).toString('base64url');
    return `Platen-Agent ${identity.agentId}:${unixSeconds}:${signature}`;
  };

  const request = ({
    method,
    path,
    headers,
    body,
    stream,
    signal,
    isPublic = false,
  }: CloudRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const signature = isPublic ? undefined : authorization(method, path);
      if (!isPublic && !signature) throw new Error('the cloud has not proved that it is ours');
      const sending = (isTls ? https : http).request(`${cloudUrl}${path}`, {
        agent,
        method,
        signal,
        headers: {
          'user-agent': 'Platen-Agent',
          ...(content && { 'content-type': 'application/json', 'content-length': content.length }),
          ...(signature && { authorization: signature }),
          ...headers,
        },
      });
      sending.setTimeout(silenceMs, () => sending.destroy(new Error('the cloud fell silent')));
      sending.on('error', reject);
      sending.on('response', (response) => {
        if (response.statusCode === 401) clock.learn(response.headers.date);
        resolve(response);
      });
      if (!stream) return void sending.end(content);
      stream.on('error', (error) => sending.destroy(error));
      stream.pipe(sending);
    });

  const cloud: CloudHttp = { isProven: false, authorization, request, close: () => agent.destroy() };
  return cloud;
}

/** A small JSON body, read whole. Throws when it is longer than 64 KiB or no JSON. */
export async function readJson(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > 65_536) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
