/** Who can reach this cloud by how it was set up. Pure; owns what counts as exposed. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What the start-up check looks at. */
export interface SafetyFacts {
  host: string;
  baseUrl: string | undefined;
  databaseUrl: string;
  /** Those that are set up; `unsafe`: why one must not be where others are served. */
  paymentProviders: readonly { unsafe?: string }[];
  /** PLATEN_PAYMENTS was given, and is not merely the default. */
  isPaymentsChosen: boolean;
  trustProxy: readonly string[] | undefined;
  demoEnrolCode: string | undefined;
  /** The process may do everything on its machine. */
  isRoot: boolean;
  /** Text messages are written to a folder instead of being sent. */
  isSmsDevelopment: boolean;
}

/** True for 127.0.0.0/8, ::1 and localhost: nobody else can reach what listens there. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name) !== 0 && ipaddr.process(name).range() === 'loopback';
}

/** True when others than this machine are served, directly or through a proxy. */
export function isExposed({
  host,
  baseUrl,
  trustProxy,
}: Pick<SafetyFacts, 'host' | 'baseUrl' | 'trustProxy'>): boolean {
  const named = baseUrl === undefined ? undefined : URL.parse(baseUrl)?.hostname;
  return !isLoopback(host) || (named !== undefined && !isLoopback(named)) || trustProxy !== undefined;
}
