/**
 * The payment providers that this cloud knows: one entry each. What each is, may be set up with, and is unsafe about stands in the file
 * of its adapter; settings, help, descriptions of operations and the start-up check are loops over this list.
 */
import { sandboxEntry } from '../adapters/payments-sandbox.ts';
import type { PaymentProvider, ProviderEntry, ProviderParts } from '../ports/payments.ts';

export const paymentProviders: readonly ProviderEntry[] = [sandboxEntry];

/** What a caller may name as payment_method, for descriptions: `sandbox: play money for trying out`. */
export const providerExamples: string = paymentProviders
  .map(({ name, says }) => `${name}: ${says}`)
  .join('; ');

/** Providers that were set up, by name and in their order, and what starts and ends them with the process. */
export function openProviders(
  chosen: readonly { open: (parts: ProviderParts) => PaymentProvider }[],
  parts: ProviderParts,
) {
  const opened = chosen.map(({ open }) => open(parts));
  return {
    payments: new Map(opened.map((provider) => [provider.name, provider])),
    /** Call it once the cloud listens. */
    start() {
      for (const provider of opened) provider.start?.();
    },
    async stop(): Promise<void> {
      await Promise.all(opened.map((provider) => provider.stop?.()));
    },
  };
}
