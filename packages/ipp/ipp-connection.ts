/**
 * Owns how a socket to a printer comes to be: TCP or TLS, the pinned certificate, the connect deadline, keep-alive.
 * A request gets a socket only when it is connected and its certificate accepted, which is what makes "nothing was
 * sent" a certainty. Must never know about IPP.
 */
import { createHash } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { IppTransportError } from './ipp-transport-error.ts';

/** Below the 5 s after which the most impatient servers drop an idle connection: a reused one is alive. */
const IDLE_SOCKET_MS = 4_000;

/** Where and how to connect. */
export interface ConnectionOptions {
  host: string;
  port: number;
  isTls: boolean;
  /** For connecting and for the TLS handshake, each connection. */
  deadlineMs: number;
  /** SHA-256 of the certificate's DER in hexadecimal, colons and case ignored. */
  tlsFingerprint?: string | undefined;
  /** Called with the fingerprint of the first certificate when none was pinned: trust on first use. */
  onFingerprint?: ((fingerprint: string) => void) | undefined;
}

/** A pool of connections to one printer. */
export interface ConnectionPool {
  agent: http.Agent;
  close(): void;
}

const normalised = (fingerprint: string): string => fingerprint.replaceAll(/[^0-9a-f]/gi, '').toLowerCase();

/** SHA-256 of the certificate that the peer showed, in lower-case hexadecimal. */
function fingerprintOf(socket: tls.TLSSocket): string {
  return createHash('sha256').update(socket.getPeerCertificate().raw).digest('hex');
}

/** Accepts the pinned certificate alone; without a pin the first one seen becomes the pin of this client. */
function createPin(options: ConnectionOptions): (socket: tls.TLSSocket) => IppTransportError | undefined {
  let pinned = options.tlsFingerprint === undefined ? undefined : normalised(options.tlsFingerprint);
  return (socket) => {
    const shown = fingerprintOf(socket);
    if (pinned === undefined) {
      pinned = shown;
      options.onFingerprint?.(shown);
    }
    if (shown === pinned) return undefined;
    const message = `the printer shows certificate ${shown}, not the known ${pinned}`;
    return new IppTransportError('tls', message, { sent: 'nothing' });
  };
}

function openSocket(options: ConnectionOptions): net.Socket {
  const { host, port } = options;
  if (!options.isTls) return net.connect({ host, port, noDelay: true });
  // Printers sign their own certificates: the pin is the check, not an authority. No session is ever resumed, so
  // every handshake shows the certificate.
  const servername = net.isIP(host) === 0 ? host : '';
  return tls.connect({ host, port, servername, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
}

/** Creates the keep-alive pool of one printer. Nothing is connected until a request asks. */
export function createConnectionPool(options: ConnectionOptions): ConnectionPool {
  const agentOptions = { keepAlive: true, maxSockets: 8, maxFreeSockets: 2, timeout: IDLE_SOCKET_MS };
  // A plain agent for TLS as well: the sockets it gets are made below, already encrypted.
  const agent = new http.Agent(agentOptions);
  const checkPin = createPin(options);
  const connecting = new Set<net.Socket>();

  const connect = (settle: (error: Error | null, socket?: Duplex) => void): void => {
    const socket = openSocket(options);
    connecting.add(socket);
    const timer = setTimeout(() => {
      const message = `no connection to ${options.host}:${options.port} in ${options.deadlineMs} ms`;
      socket.destroy(new IppTransportError('unreachable', message, { sent: 'nothing' }));
    }, options.deadlineMs);
    const finish = (error: Error | null): void => {
      clearTimeout(timer);
      connecting.delete(socket);
      socket.removeListener('error', finish);
      socket.removeListener('close', onClose);
      if (!error) {
        settle(null, socket);
        return;
      }
      // A late second error of a socket that nobody holds must not end the process.
      socket.on('error', () => {});
      socket.destroy();
      settle(error);
    };
    const onClose = (): void => finish(new Error(`${options.host}:${options.port} closed the connection`));
    socket.once('error', finish);
    socket.once('close', onClose);
    socket.once(options.isTls ? 'secureConnect' : 'connect', () =>
      finish(options.isTls ? (checkPin(socket as tls.TLSSocket) ?? null) : null),
    );
  };

  agent.createConnection = ((_options: unknown, settle: (error: Error | null, socket?: Duplex) => void) => {
    connect(settle);
    return undefined;
  }) as unknown as typeof agent.createConnection;

  return {
    agent,
    close() {
      for (const socket of connecting) socket.destroy();
      agent.destroy();
    },
  };
}
