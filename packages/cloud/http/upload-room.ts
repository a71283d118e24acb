/**
 * Room for requests with large bodies, in this process: how many at once, and how slow they may be. Owns those bounds; what an
 * account may keep is accounts/storage-store.ts.
 *
 * INVARIANTS
 * 1. A place is taken before a byte of the body is read, and given back when the answer or the connection has ended.
 * 2. Whoever holds a place moves: a body that stands still, or trickles, is cut off.
 */
import { AppError } from '@platen/contracts/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import { diskNearlyFull } from '../ports/files.ts';
import { networkOf } from './client-network.ts';
import { letBodyTakeTime } from './client-patience.ts';
import { createHeldCounts } from './held-counts.ts';
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

export interface UploadRoom {
  /**
   * Takes a place for this request's body. Throws rate_limited when the account, its network or the process has too many, and
   * internal while the disk is nearly full.
   */
  enter(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<void>;
}

/** The room of this process. */
export function createUploadRoom({ files }: Pick<Deps, 'files'>): UploadRoom {
  const held = createHeldCounts();

  const refusal = (account: string, network: string): string | undefined => {
    if (held.of(account) >= maxPerAccount) return `at most ${maxPerAccount} of one account`;
    if (held.of(network) >= maxPerNetwork) return `at most ${maxPerNetwork} from one network`;
    return held.of(everybody) >= maxInAll ? 'the service has no room for more' : undefined;
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
      // While it was asked who that is, the client may have gone: nothing would give its place back.
      if (reply.raw.closed) throw new AppError('malformed', 'The client has gone.');
      // Taken before anything is waited for: a thousand that come together must see each other.
      const leave = held.take([...keys, everybody]);
      letBodyTakeTime(request);
      const watch = watchPace(request);
      reply.raw.once('close', () => {
        clearInterval(watch);
        leave();
      });
      if (await files.hasRoom()) return;
      endAfterAnswer(request, reply);
      throw diskNearlyFull();
    },
  };
}

const everybody = 'everybody';

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
