/**
 * Port: names and connections of the internet, for files that a client gives by address. Adapters: remote-network-node.
 * It decides nothing: which addresses may be connected to is checked before (documents/remote-file.ts), and `connect` goes
 * to the address that was checked and never looks a name up again.
 */
import type { Socket } from 'node:net';

export interface RemoteEndpoint {
  /** IPv4 or IPv6 in digits. */
  address: string;
  port: number;
  /** With TLS; the certificate must be good for `hostname`. */
  tls: boolean;
  hostname: string;
}

export interface RemoteNetwork {
  /** Every IPv4 and IPv6 address of a name. Rejects when it has none or `signal` ends the wait. */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Addresses of this machine itself, as they are now. */
  ownAddresses(): readonly string[];
  /** Resolves with an open connection. Rejects with Node.js' own error codes, or when `signal` ends the wait. */
  connect(endpoint: RemoteEndpoint, signal: AbortSignal): Promise<Socket>;
}
