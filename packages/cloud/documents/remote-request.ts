/** One GET for a file over a connection that is open. Owns what goes out: the address, and nothing of the caller. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { version } from '../version.ts';

interface RequestParts {
  socket: Socket;
  /** Ends the connection, also in the middle of the answer's body. */
  signal: AbortSignal;
  silentMs: number;
}

/** Resolves with the answer when its headers are there. Rejects when the connection ends or nothing moves on it. */
export function requestFile(url: URL, { socket, signal, silentMs }: RequestParts): Promise<IncomingMessage> {
  const end = (error: unknown) => socket.destroy(error as Error);
  const abort = () => end(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', abort));
  socket.setTimeout(silentMs, () => end(Object.assign(new Error('nothing came'), { code: 'ETIMEDOUT' })));
  if (signal.aborted) abort();
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      createConnection: () => socket,
      method: 'GET',
      path: url.pathname + url.search,
      setHost: false,
      headers: {
        Host: url.host,
        'User-Agent': `Platen/${version}`,
        Accept: 'application/pdf, image/*, */*;q=0.1',
        'Accept-Encoding': 'identity',
        Connection: 'close',
      },
    });
    request.once('response', resolve);
    // Also when it fails after the answer began: the answer's own stream tells of that.
    request.on('error', reject);
    // Another protocol than HTTP was not asked for; left alone, that connection would answer nothing and never end.
    request.once('upgrade', () => end(undefined));
    socket.once('close', () => reject(Object.assign(new Error('it hung up'), { code: 'ECONNRESET' })));
    request.end();
  });
}
