/**
 * Which names this endpoint answers to, and which pages may call it. Owns the protection from DNS rebinding: a page whose
 * name was pointed at this machine sends that name as Host, and its own address as Origin (MCP, Streamable HTTP, security).
 */
import { isIPv4 } from 'node:net';
import { AppError } from '@platen/contracts/app-error';
import type { FastifyRequest } from 'fastify';

export interface McpHosts {
  /** The origin that clients see. */
  publicUrl: () => string;
  /** Further names, `name` for any port or `name:port`; in lower case. */
  allowed: readonly string[];
}

/** Throws forbidden when Host is none of our names, or a page of another site calls. */
export function checkHost({ headers }: FastifyRequest, { publicUrl, allowed }: McpHosts): void {
  const ours = URL.parse(publicUrl());
  const host = hostOf(headers.host);
  if (!host || !(host.hostname === ours?.hostname || isLoopback(host) || isAllowed(host, allowed))) {
    throw new AppError('forbidden', `Host: this service does not answer to ${nameOf(headers.host)}.`, {
      hint: 'Its operator can add a name with PLATEN_BASE_URL or PLATEN_ALLOWED_HOSTS.',
    });
  }
  if (headers.origin === undefined) return;
  const origin = URL.parse(headers.origin);
  const isWeb = origin?.protocol === 'http:' || origin?.protocol === 'https:';
  if (isWeb && (origin.origin === ours?.origin || isLoopback(origin) || isAllowed(origin, allowed))) return;
  throw new AppError('forbidden', 'Origin: pages of another site may not call this.');
}

/** Undefined for what is no host: a name and a password, or a path, would else be passed over. */
const hostOf = (text = ''): URL | null => (/^[\w.:[\]-]+$/.test(text) ? URL.parse(`http://${text}`) : null);

/** URLs write every form of an address in one way: 127.1 is 127.0.0.1 here. */
const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));

const isAllowed = ({ host, hostname }: URL, allowed: readonly string[]): boolean =>
  allowed.includes(hostname) || allowed.includes(host);

const nameOf = (host: string | undefined): string =>
  host ? `"${host.slice(0, 100)}"` : 'a call without one';
