/**
 * The way to a payment page and back: the provider's page belongs to somebody else, and comes back to one address for everything that is
 * paid. Owns what this browser remembers meanwhile: the path that it left from.
 */

const storedAs = 'platen-paying';

/** Opens the payment page in this tab; `backTo` is a path of this entry, shown when the customer comes back (/paid). */
export function openPaymentPage(checkoutUrl: string, backTo: string): void {
  try {
    localStorage.setItem(storedAs, backTo);
  } catch {
    // Then /paid leads to the list of orders.
  }
  location.assign(checkoutUrl);
}

/** Where the customer was, once; only a path of this origin. */
export function takePaidPath(): string | undefined {
  try {
    const path = localStorage.getItem(storedAs) ?? '';
    localStorage.removeItem(storedAs);
    return /^\/(?![/\\])/.test(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
