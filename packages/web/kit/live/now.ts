/** The present moment for what shows an age: one timer for all of them, and none while the page isn't seen. */
import { useSyncExternalStore } from 'react';

const tickMs = 1000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  if (document.hidden) return;
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

function current(): number {
  // The first to ask after a pause is told the present, not the last tick.
  if (listeners.size === 0) now = Date.now();
  return now;
}

/** Milliseconds since 1970, anew each second. */
export const useNow = (): number => useSyncExternalStore(subscribe, current);

/** What follows from the present moment: a text, a number, a yes or no. Who uses it is drawn anew when that changes, not each second. */
export const useOfNow = <T extends string | number | boolean>(read: (nowMs: number) => T): T =>
  useSyncExternalStore(subscribe, () => read(current()));
