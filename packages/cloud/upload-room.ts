/**
 * Room for requests with large bodies, in this process: how many at once, and how slow they may be. Owns those bounds; what an
 * account may keep is documents/storage-store.ts.
 *
 * INVARIANTS
 * 1. A place is taken before a byte of the body is read, and given back when the answer or the connection has ended.
 * 2. Whoever holds a place moves: a body that stands still, or trickles, is cut off.
 */
import { AppError } from '@platen/contracts/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from './client-network.ts';
import type { Deps } from './context.ts';
import { endAfterAnswer } from './rest-upload.ts';

/** A gallery that is uploaded holds some eight places; a network may be a whole company. */
const maxPerAccount = 16;
const maxPerNetwork = 64;
/** Each costs some 130 KiB while it is slow (adapters/files-folder.ts). */
const maxInAll = 256;
const retryAfterSeconds = 2;

/** Slower than this over a whole span is no upload that anybody waits for. */
const minBytesPerSecond = 1024;
const paceSpanMs = 30_000;

/** How long the free room of the disk is believed. */
const freeBytesKeptMs = 1000;

/** Bodies beyond this are large, whatever they hold. */
export const largeBodyBytes = 1024 * 1024;

export interface UploadRoom {
  /**
   * Takes a place for this request's body. Throws rate_limited when the account, its network or the process has too many, and
   * internal while the disk is nearly full.
   */
  enter(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<void>;
}

/** The room of this process. */
export function createUploadRoom(deps: Pick<Deps, 'files' | 'minFreeBytes'>): UploadRoom {
  const held = new Map<string, number>();
  let inAll = 0;
  const freeBytes = createFreeBytes(deps);

  const refusal = (account: string, network: string): string | undefined => {
    if ((held.get(account) ?? 0) >= maxPerAccount) return `at most ${maxPerAccount} of one account`;
    if ((held.get(network) ?? 0) >= maxPerNetwork) return `at most ${maxPerNetwork} from one network`;
    return inAll >= maxInAll ? 'the service has no room for more' : undefined;
  };
  const change = (keys: readonly string[], by: 1 | -1) => {
    inAll += by;
    for (const key of keys) {
      const count = (held.get(key) ?? 0) + by;
      if (count > 0) held.set(key, count);
      else held.delete(key);
    }
  };

  return {
    async enter(request, reply, accountId) {
      const keys = [`account ${accountId}`, `network ${networkOf(request.ip)}`] as const;
      const refused = refusal(...keys);
      if (refused) {
        endAfterAnswer(request, reply);
        throw new AppError('rate_limited', `Too many uploads at once: ${refused}. Send this one again.`, {
          retryAfterSeconds,
        });
      }
      // Taken before anything is waited for: a thousand that come together must see each other.
      change(keys, 1);
      const watch = watchPace(request);
      reply.raw.once('close', () => {
        clearInterval(watch);
        change(keys, -1);
      });
      if ((await freeBytes()) >= deps.minFreeBytes) return;
      endAfterAnswer(request, reply);
      throw new AppError('internal', "Files can't be taken now: the disk of the service is nearly full.", {
        hint: 'What is uploaded already can be ordered.',
      });
    },
  };
}

/** Cuts the connection when its body trickles. */
function watchPace({ raw }: FastifyRequest): NodeJS.Timeout {
  const { socket } = raw;
  let seen = socket.bytesRead;
  return setInterval(() => {
    const now = socket.bytesRead;
    if (!raw.complete && now - seen < (minBytesPerSecond * paceSpanMs) / 1000) socket.destroy();
    seen = now;
  }, paceSpanMs).unref();
}

/** Asked once a second at most; a store without an end has room. */
function createFreeBytes({ files }: Pick<Deps, 'files'>): () => Promise<number> {
  let asked: { at: number; answer: Promise<number> } | undefined;
  return async () => {
    if (!files.freeBytes) return Number.POSITIVE_INFINITY;
    const at = performance.now();
    if (!asked || at - asked.at > freeBytesKeptMs) asked = { at, answer: files.freeBytes() };
    return await asked.answer;
  };
}
