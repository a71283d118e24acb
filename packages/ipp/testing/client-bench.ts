/** Servers and clients on loopback for tests of the client. Owns that both are gone after each test. */
import type http from 'node:http';
import type net from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect } from 'vitest';
import { createIppClient, type IppClient, type IppClientOptions, IppTransportError } from '../ipp-client.ts';
import { encodeMessage } from '../ipp-codec.ts';
import { attributesOf, charset, groupTags, integer, naturalLanguage } from '../ipp-message.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** A whole reply that names job 7. */
export const replyBytes = (code = 0): Buffer =>
  encodeMessage({
    version: [2, 0],
    code,
    requestId: 1,
    groups: [
      {
        tag: groupTags.operation,
        attributes: attributesOf({
          'attributes-charset': charset('utf-8'),
          'attributes-natural-language': naturalLanguage('en'),
        }),
      },
      { tag: groupTags.job, attributes: attributesOf({ 'job-id': integer(7) }) },
    ],
  });

/** The port of a server that listens until the test is over. */
export async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as net.AddressInfo).port;
}

/** A client of that port, closed when the test is over. */
export function clientOf(port: number, options: Partial<IppClientOptions> = {}): IppClient {
  const client = createIppClient({
    uri: `ipp://127.0.0.1:${port}/ipp/print`,
    deadlineMs: 20_000,
    ...options,
  });
  cleanUps.push(() => client.close());
  return client;
}

/** Takes everything and answers successful-ok. */
export const withReply: http.RequestListener = (request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/ipp' }).end(replyBytes());
  });
};

/** The error that it fails with. */
export async function failure(promise: Promise<unknown>): Promise<IppTransportError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(IppTransportError);
  return error as IppTransportError;
}

/** A document of that many bytes. */
export const bytesOf = (size: number) => ({
  stream: () => Readable.from([Buffer.alloc(size, 1)]),
  bytes: size,
});
