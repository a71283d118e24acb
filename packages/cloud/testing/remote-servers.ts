/**
 * A stand-in for the internet: names with the addresses that a test gives them, and one HTTP server on loopback where every
 * connection ends, whatever its address. No socket is opened to anywhere else.
 */
import { createServer, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import type { RemoteEndpoint, RemoteNetwork } from '../ports/remote-network.ts';

export interface RemoteServers {
  network: RemoteNetwork;
  /** Names to their addresses; may be changed at any time. */
  names: Record<string, readonly string[]>;
  /** Addresses that the machine says are its own; may be changed at any time. */
  own: string[];
  /** Names that were looked up, in order. */
  looked: string[];
  /** Where connections went to, in order. */
  connected: RemoteEndpoint[];
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
}

/** Answers every connection by this handler. */
export const serveHttp = (handler: RequestListener): Promise<RemoteServers> =>
  serve(createServer({ keepAliveTimeout: 1 }, handler));

/** Hands every connection to the test, for servers that speak no good HTTP. */
export const serveRaw = (handler: (socket: Socket) => void): Promise<RemoteServers> =>
  serve(createTcpServer((socket) => handler(socket.resume())));

/** The address that every name has unless the test says otherwise. */
export const publicIp = '93.184.215.14';

async function serve(server: Server): Promise<RemoteServers> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const servers: RemoteServers = {
    names: {},
    own: [],
    looked: [],
    connected: [],
    open: () => sockets.size,
    network: {
      async resolve(hostname) {
        servers.looked.push(hostname);
        const addresses = servers.names[hostname] ?? [publicIp];
        if (addresses.length === 0) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
        return addresses;
      },
      ownAddresses: () => servers.own,
      async connect(endpoint) {
        servers.connected.push(endpoint);
        const socket = connect(port, '127.0.0.1');
        await new Promise((resolve, reject) => {
          socket.once('connect', resolve);
          socket.once('error', reject);
        });
        return socket;
      },
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return servers;
}
