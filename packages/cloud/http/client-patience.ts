/**
 * How long clients may take, and how many connections one network may hold. Owns those bounds for everything but bodies of which it is
 * known who sends them and that they are long: those take as long as they move (upload-room.ts).
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from './client-network.ts';
import { createHeldCounts } from './held-counts.ts';

/** For the whole body of a request that was not given more. */
const bodyTimeoutMs = 20_000;
/** For what a client still sends when it has been answered. */
const afterAnswerMs = 1000;
/** How often Node.js looks for connections whose headers are late; its default is longer than the deadline itself. */
export const connectionsCheckingIntervalMs = 5000;
/** A browser holds six, an assistant a few; a company behind one address has many of both. */
const maxConnectionsPerNetwork = 500;

const unhurried = new WeakSet<IncomingMessage>();

/** From now on the body of this request has no deadline. Only for who is known, and whose pace is watched or who is trusted. */
export const letBodyTakeTime = ({ raw }: Pick<FastifyRequest, 'raw'>): void => void unhurried.add(raw);

/** Ends connections whose body is late, or goes on after the answer. */
export function addBodyDeadline(http: FastifyInstance, timeoutMs = bodyTimeoutMs): void {
  http.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (raw.method !== 'GET' && raw.method !== 'HEAD') {
      const late = setTimeout(() => {
        if (!raw.complete && !unhurried.has(raw)) raw.socket.destroy();
      }, timeoutMs).unref();
      raw.once('end', () => clearTimeout(late));
      raw.once('close', () => clearTimeout(late));
    }
    done();
  });
  http.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete) setTimeout(() => raw.complete || raw.socket.destroy(), afterAnswerMs).unref();
    done();
  });
}

const ownAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Lets one network have so many connections and no more. This machine's own address is where proxies and the shop's own agent come
 * from, and those of trusted proxies stand for many clients: neither is counted.
 */
export function limitConnections(
  server: Server,
  {
    isProxy,
    maxPerNetwork = maxConnectionsPerNetwork,
  }: { isProxy: (address: string) => boolean; maxPerNetwork?: number | undefined },
): void {
  const held = createHeldCounts();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || ownAddresses.has(address) || isProxy(address)) return;
    const network = networkOf(address);
    if (held.of(network) >= maxPerNetwork) return void socket.destroy();
    socket.once('close', held.take([network]));
  });
}
