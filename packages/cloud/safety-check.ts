/**
 * Which settings put an installation at risk. Pure: settings in, sentences out. Owns what counts as exposed; must never change a
 * setting by itself.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { CloudConfig } from './config.ts';

/** What the start-up check looks at. */
export type SafetyFacts = Pick<
  CloudConfig,
  | 'host'
  | 'baseUrl'
  | 'databaseUrl'
  | 'paymentProviders'
  | 'isPaymentsChosen'
  | 'trustProxy'
  | 'demoEnrolCode'
> & {
  /** The process may do everything on its machine. */
  isRoot: boolean;
  /** Text messages are written to a folder instead of being sent. */
  isSmsDevelopment: boolean;
};

/** One setting that is at risk, and why. */
export interface UnsafeSetting {
  /** The environment variable, or the thing that is set otherwise. */
  setting: string;
  sentence: string;
}

/** True for 127.0.0.0/8, ::1 and localhost: nobody else can reach what listens there. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name) !== 0 && ipaddr.process(name).range() === 'loopback';
}

/** True when others than this machine are served, directly or through a proxy. */
function isExposed({
  host,
  baseUrl,
  trustProxy,
}: Pick<SafetyFacts, 'host' | 'baseUrl' | 'trustProxy'>): boolean {
  const named = baseUrl === undefined ? undefined : URL.parse(baseUrl)?.hostname;
  return !isLoopback(host) || (named !== undefined && !isLoopback(named)) || trustProxy !== undefined;
}

/** What proxies add to a request. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'] as const;

/**
 * Why a cloud that was set up for this machine alone must not answer a request with these headers: it listens on loopback, and a proxy in
 * front of it serves others all the same. Undefined when nothing speaks for that.
 */
export function refuseProxied(headers: IncomingHttpHeaders): string | undefined {
  const name = URL.parse(`http://${headers.host ?? ''}`)?.hostname;
  const isForwarded = proxyHeaders.some((header) => headers[header] !== undefined);
  if (name && isLoopback(name) && !isForwarded) return undefined;
  return `PLATEN_PAYMENTS: must be chosen before others than this machine are served: ${choices}.`;
}

/** Why the cloud must not start so; undefined when it may. */
export function refuseUnsafeStart(facts: SafetyFacts): string | undefined {
  if (!isExposed(facts) || facts.isPaymentsChosen) return undefined;
  return (
    `PLATEN_PAYMENTS: must be chosen, for others than this machine can reach ${facts.baseUrl ?? facts.host}: ` +
    `${choices}.`
  );
}

const choices =
  'none (orders are paid from balances that an admin fills) or sandbox (play money, with which everybody prints for nothing)';

/** Everything that is unsafe in a cloud that may start all the same, the gravest first. Empty on loopback. */
export function listUnsafeSettings(facts: SafetyFacts): UnsafeSetting[] {
  if (!isExposed(facts)) return [];
  const { baseUrl, databaseUrl } = facts;
  const database = /^postgres(ql)?:/.test(databaseUrl) ? URL.parse(databaseUrl) : undefined;
  const risks: [boolean, UnsafeSetting][] = [
    [
      facts.paymentProviders.includes('sandbox'),
      {
        setting: 'PLATEN_PAYMENTS',
        sentence: 'sandbox moves play money: whoever reaches this cloud prints for nothing.',
      },
    ],
    [
      facts.demoEnrolCode !== undefined,
      {
        setting: 'platen up',
        sentence:
          'it makes demo accounts with a balance, one of them an admin; run `platen cloud` for others.',
      },
    ],
    [
      baseUrl === undefined,
      {
        setting: 'PLATEN_BASE_URL',
        sentence: 'it is not set: addresses in answers, cookies and /api/mcp go by the address listened on.',
      },
    ],
    [
      baseUrl?.startsWith('http://') ?? true,
      {
        setting: 'PLATEN_BASE_URL',
        sentence:
          'it is no https:// address: keys, sessions and photos cross the network in readable form. Put a proxy with TLS in front.',
      },
    ],
    [
      baseUrl !== undefined && isLoopback(facts.host) && facts.trustProxy === undefined,
      {
        setting: 'PLATEN_TRUST_PROXY',
        sentence:
          "it is not set behind a proxy: limits count all clients as one, that of the proxy's address.",
      },
    ],
    [
      facts.isSmsDevelopment,
      {
        setting: 'text messages',
        sentence:
          'none is sent: login codes are written to the folder outbox, and only who can read it can log in.',
      },
    ],
    [
      // Without a name it is a socket of this machine.
      !!database?.hostname &&
        !isLoopback(database.hostname) &&
        !/^(require|verify-ca|verify-full)$/.test(database.searchParams.get('sslmode') ?? ''),
      {
        setting: 'DATABASE_URL',
        sentence:
          'the connection to PostgreSQL on another machine is not encrypted; add sslmode=verify-full.',
      },
    ],
    [facts.isRoot, { setting: 'user', sentence: 'the process runs as root; give it a user without rights.' }],
  ];
  return risks.filter(([holds]) => holds).map(([, risk]) => risk);
}
