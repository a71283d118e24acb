/**
 * The internet by Node.js: names by DNS alone (no hosts file, no search domains), connections to addresses in digits.
 * Keeps no connection and sends nothing by itself.
 */
import { Resolver } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectTls } from 'node:tls';
import type { RemoteEndpoint, RemoteNetwork } from '../ports/remote-network.ts';

const dnsTryMs = 2000;
const dnsTries = 2;

export interface RemoteNetworkSettings {
  /** `address:port` of DNS servers; the system's unless given. */
  dnsServers?: readonly string[];
  /** PEM of further certificate authorities that are trusted. */
  ca?: string;
}

export function createRemoteNetwork({ dnsServers, ca }: RemoteNetworkSettings = {}): RemoteNetwork {
  return {
    async resolve(hostname, signal) {
      const resolver = new Resolver({ timeout: dnsTryMs, tries: dnsTries });
      if (dnsServers) resolver.setServers(dnsServers);
      const stop = () => resolver.cancel();
      signal.addEventListener('abort', stop, { once: true });
      try {
        signal.throwIfAborted();
        const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
        const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
        if (found.length > 0) return found;
        throw v4.status === 'rejected' ? v4.reason : new Error(`${hostname} has no address`);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    ownAddresses: () =>
      Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
    connect: (endpoint, signal) => open(endpoint, signal, ca),
  };
}

function open(
  { address, port, tls, hostname }: RemoteEndpoint,
  signal: AbortSignal,
  ca: string | undefined,
): Promise<Socket> {
  // A name in here would be looked up again, and might then be another machine.
  if (isIP(address) === 0) throw new Error(`${address} is no address in digits`);
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const named = isIP(hostname) === 0 ? { servername: hostname } : {};
    const socket = tls
      ? connectTls({
          host: address,
          port,
          ...named,
          ALPNProtocols: ['http/1.1'],
          ...(ca !== undefined && { ca }),
        })
      : connectTcp({ host: address, port });
    const stop = () => socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    // It stays: an error that meets no listener would end the process.
    socket.on('error', reject);
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      signal.removeEventListener('abort', stop);
      resolve(socket);
    });
    socket.once('close', () => signal.removeEventListener('abort', stop));
  });
}
