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
}

export interface CloudHttp {
  /** `Authorization` of a request; undefined until the agent is enrolled. */
  authorization(method: string, path: string): string | undefined;
  /** The response with its body unread. Rejects when there is none in time. */
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
    if (!identity.agentId) return undefined;
    const unixSeconds = clock.unixSeconds();
    const text = Buffer.from(agentSigningText({ method, path, unixSeconds }));
    const signature = sign(null, text, identity.privateKey).toString('base64url');
    return `Platen-Agent ${identity.agentId}:${unixSeconds}:${signature}`;
  };

  const request = ({ method, path, headers, body, stream, signal }: CloudRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const signature = authorization(method, path);
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

  return { authorization, request, close: () => agent.destroy() };
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
