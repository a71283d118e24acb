/**
 * One POST to the cloud and its answer. Owns the way there and back: what goes out streams, what comes back is bounded, and
 * a failure of the way becomes a sentence. Must never follow a redirect: the key would go along.
 */
import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@platen/contracts/app-error';

export interface CloudRequest {
  endpoint: URL;
  headers: Record<string, string>;
  body: { bytes: number; chunks: AsyncIterable<Buffer> | Iterable<Buffer> };
  /** Aborted by who asked for it, or because the time is over. */
  signal: AbortSignal;
}

export interface CloudReply {
  status: number;
  text: string;
}

/** Nothing moved for this long: the other side is gone. */
const silentMs = 60_000;
/** Clients give a connection up over a message of 10 MB; the longest answer of the cloud is far below. */
const maxReplyBytes = 8 * 1024 * 1024;

/** Sends it and reads the answer. Throws AppError with a sentence for people, which never holds a header. */
export async function postToCloud({ endpoint, headers, body, signal }: CloudRequest): Promise<CloudReply> {
  let isConnected = false;
  try {
    const sending = (endpoint.protocol === 'https:' ? https : http).request(endpoint, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.bytes },
      timeout: silentMs,
      signal,
    });
    sending.on('timeout', () => sending.destroy(tooSlow(endpoint)));
    sending.on('socket', (socket) => {
      isConnected = sending.reusedSocket;
      if (isConnected) return;
      socket.once(endpoint.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    const reply = replyTo(sending);
    const sent = pipeline(body.chunks, sending).catch((error: unknown) => error);
    try {
      // A refusal may come, and the connection end, before everything was sent: then the answer counts.
      return await reply;
    } catch (error) {
      sending.destroy();
      const unsent = await sent;
      throw unsent instanceof AppError ? unsent : error;
    } finally {
      sending.destroy();
      await sent;
    }
  } catch (error) {
    throw asRefusal(error, { endpoint, signal, isConnected });
  }
}

function replyTo(sending: http.ClientRequest): Promise<CloudReply> {
  return new Promise((resolve, reject) => {
    sending.on('error', reject);
    // An answer that is none, such as 101, ends with neither.
    sending.on('close', () => reject(Object.assign(new Error(), { code: 'ECONNRESET' })));
    sending.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > maxReplyBytes)
          reject(new AppError('unavailable', 'The answer of the cloud is too long to be read.'));
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
      response.on('error', reject);
    });
  });
}

const unknownOutcome = 'What was asked may have been done all the same: look before you ask again.';

const tooSlow = ({ origin }: URL): AppError =>
  new AppError('unavailable', `The cloud at ${origin} took too long to answer.`, { hint: unknownOutcome });

/** The code of a failure says enough; its message may hold what was sent. */
function asRefusal(
  error: unknown,
  { endpoint, signal, isConnected }: { endpoint: URL; signal: AbortSignal; isConnected: boolean },
): AppError {
  if (error instanceof AppError) return error;
  if (signal.aborted) return tooSlow(endpoint);
  const { code, name } = error as NodeJS.ErrnoException;
  const why = code ?? name;
  return isConnected
    ? new AppError('unavailable', `The connection to the cloud at ${endpoint.origin} broke (${why}).`, {
        hint: unknownOutcome,
      })
    : new AppError('unavailable', `The cloud at ${endpoint.origin} can't be reached (${why}).`, {
        hint: 'Is it running, and is PLATEN_URL its address?',
      });
}
