/**
 * How many bytes of request bodies this process may hold in memory at once. JSON is held whole before anybody can read it, and may bring a
 * file in base64: what counts is what has come, not what was announced. Owns that bound; bodies that stream to the disk hold nothing
 * (upload-room.ts).
 */
import { Transform } from 'node:stream';
import { AppError } from '@platen/contracts/app-error';
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import { createHeldCounts } from './held-counts.ts';
import { endAfterAnswer } from './rest-upload.ts';

const mib = 1024 * 1024;

/** Up to here a body is small: nobody counts it, and nobody who isn't known may send more. */
export const smallBodyBytes = 64 * 1024;
/** Two files of 12 MB in base64 at once. */
const maxPerAccount = 32 * mib;
const maxInAll = 128 * mib;
const retryAfterSeconds = 2;

const everybody = 'everybody';

/** True for a body that is not small, or doesn't say how long it is. */
export const isLargeBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBodyBytes;

/** A hook that counts what comes of large JSON bodies of those who are known; beyond the bound it answers rate_limited. */
export function createBodyMemory(): preParsingHookHandler {
  const held = createHeldCounts();
  return (request, reply, payload, done) => {
    const accountId = request.caller?.accountId;
    if (accountId === undefined || !isLargeBody(request) || !isJson(request)) return done(null, payload);
    let bytes = 0;
    let release = () => {};
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        const isTooMuch =
          held.of(accountId) + chunk.length > maxPerAccount || held.of(everybody) + chunk.length > maxInAll;
        if (isTooMuch) return next(tooMuch(request, reply));
        bytes += chunk.length;
        release();
        release = held.take([accountId, everybody], bytes);
        if (reply.raw.closed) release();
        next(null, chunk);
      },
    });
    reply.raw.once('close', () => release());
    payload.on('error', (error) => counted.destroy(error));
    payload.pipe(counted);
    done(null, counted);
  };
}

/** A file may come inside JSON too. */
export const isJson = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

function tooMuch(request: FastifyRequest, reply: FastifyReply): AppError {
  endAfterAnswer(request, reply);
  return new AppError('rate_limited', 'Too many large requests at once. Send this one again.', {
    retryAfterSeconds,
  });
}
