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
const idleSocketMs = 4_000;
/** After so much silence the kernel asks whether the other end is still there. */
const keepAliveMs = 30_000;

/**
 * Which certificate is the printer's own; fingerprints are SHA-256 of the certificate's DER in hexadecimal. Every call comes
 * while a connection is made, before a byte of a request; a call that throws ends that connection.
 */
export interface CertificateTrust {
  /** The one that is trusted, colons and case ignored; undefined when none was seen yet. Asked at every connection. */
  known(): string | undefined;
  /** The first one that the printer shows: trust on first use. */
  trust(fingerprint: string): void;
  /** Another one was shown, and refused. */
  refuse(fingerprint: string): void;
}

/** Where and how to connect. */
export interface ConnectionOptions {
  host: string;
  port: number;
  isTls: boolean;
  /** For connecting and for the TLS handshake together, each connection. */
  deadlineMs: number;
  certificates: CertificateTrust;
}

/** A pool of connections to one printer. */
export interface ConnectionPool {
  agent: http.Agent;
  close(): void;
}

const normalised = (fingerprint: string): string => fingerprint.replaceAll(/[^0-9a-f]/gi, '').toLowerCase();

/** Trusts the first certificate that it sees, as long as it lives. */
export function createMemoryTrust(): CertificateTrust {
  let known: string | undefined;
  return {
    known: () => known,
    trust(fingerprint) {
      known = fingerprint;
    },
    refuse() {},
  };
}

/** Accepts the trusted certificate alone. Gives the error that ends the connection. */
function refusalOf(socket: tls.TLSSocket, trust: CertificateTrust): Error | undefined {
  try {
    const { raw } = socket.getPeerCertificate();
    if (!raw) return new IppTransportError('tls', 'the printer shows no certificate', { sent: 'nothing' });
    const shown = createHash('sha256').update(raw).digest('hex');
    const pinned = trust.known();
    if (pinned === undefined) {
      trust.trust(shown);
      return undefined;
    }
    const known = normalised(pinned);
    if (shown === known) return undefined;
    trust.refuse(shown);
    const message = `the printer shows the certificate ${shown}, and the one that is trusted is ${known}`;
    return new IppTransportError('certificate', message, { sent: 'nothing', certificates: { known, shown } });
  } catch (error) {
    const { message } = error as Error;
    return new IppTransportError('tls', `the certificate can't be checked: ${message}`, {
      sent: 'nothing',
      cause: error,
    });
  }
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
  const agentOptions = { keepAlive: true, maxSockets: 8, maxFreeSockets: 2, timeout: idleSocketMs };
  // A plain agent for TLS as well: the sockets it gets are made below, already encrypted.
  const agent = new http.Agent(agentOptions);
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
        // A printer that is switched off while it thinks about a document must not be waited for for ever.
        socket.setKeepAlive(true, keepAliveMs);
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
      finish((options.isTls && refusalOf(socket as tls.TLSSocket, options.certificates)) || null),
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
