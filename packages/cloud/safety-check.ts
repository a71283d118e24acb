/**
 * Which settings put an installation at risk. Pure: settings in, sentences out; must never change a setting by itself. What is
 * unsafe about a setting stands in its row (cloud-settings.ts).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type CloudSetting, cloudSettings } from './cloud-settings.ts';
import { isExposed, isLoopback, type SafetyFacts } from './exposure.ts';
import { paymentProviders } from './payments/payment-providers.ts';

/** One setting that is at risk, and why. */
export interface UnsafeSetting {
  /** The environment variable, or the thing that is set otherwise. */
  setting: string;
  sentence: string;
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
  return `${payments}: must be chosen before others than this machine are served: ${choices}.`;
}

/** Why the cloud must not start so; undefined when it may. */
export function refuseUnsafeStart(facts: SafetyFacts): string | undefined {
  if (!isExposed(facts) || facts.isPaymentsChosen) return undefined;
  return (
    `${payments}: must be chosen, for others than this machine can reach ${facts.baseUrl ?? facts.host}: ` +
    `${choices}.`
  );
}

const payments = cloudSettings.paymentProviders.variable;
const choices = `none (orders are paid from balances that an admin fills) or ${paymentProviders
  .map(({ name, choice }) => `${name} (${choice})`)
  .join(' or ')}`;

/** What puts an installation at risk and is no setting. */
const otherRisks: readonly { name: string; holds: (facts: SafetyFacts) => boolean; sentence: string }[] = [
  {
    name: 'text messages',
    holds: ({ isSmsDevelopment }) => isSmsDevelopment,
    sentence:
      'none is sent: login codes are written to the folder outbox, and only who can read it can log in.',
  },
  {
    name: 'user',
    holds: ({ isRoot }) => isRoot,
    sentence: 'the process runs as root; give it a user without rights.',
  },
];

/** Everything that is unsafe in a cloud that may start all the same, of the settings the gravest first. Empty on loopback. */
export function listUnsafeSettings(facts: SafetyFacts): UnsafeSetting[] {
  if (!isExposed(facts)) return [];
  const ofSettings = Object.values<CloudSetting>(cloudSettings).flatMap(({ variable, knownAs, unsafe }) =>
    (unsafe?.(facts) ?? []).map((sentence) => ({ setting: knownAs ?? variable, sentence })),
  );
  const others = otherRisks.filter(({ holds }) => holds(facts));
  return ofSettings.concat(others.map(({ name, sentence }) => ({ setting: name, sentence })));
}
