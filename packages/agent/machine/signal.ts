/**
 * What a lower part says to whoever stands above it, without knowing who that is: made first, listened to later. Owns the order: at
 * once, in the order in which the listeners came; what one throws goes to whoever spoke.
 */

export interface Signal<Told extends readonly unknown[] = []> {
  (...told: Told): void;
  listen(listener: (...told: Told) => void): void;
}

export function createSignal<Told extends readonly unknown[] = []>(): Signal<Told> {
  const listeners: ((...told: Told) => void)[] = [];
  const speak = (...told: Told) => {
    for (const listener of listeners) listener(...told);
  };
  return Object.assign(speak, {
    listen(listener: (...told: Told) => void) {
      listeners.push(listener);
    },
  });
}
