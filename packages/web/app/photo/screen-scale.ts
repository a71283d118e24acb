/**
 * How many CSS pixels a millimetre has on this screen. A browser only guesses (96 an inch); whoever holds a bank card to the screen knows.
 * Owns that figure, kept on this device.
 */
import { useSyncExternalStore } from 'react';

const storedAs = 'platen-px-per-mm';
const guessedPxPerMm = 96 / 25.4;
/** Screens that anybody looks at lie within. */
const range = { min: guessedPxPerMm / 3, max: guessedPxPerMm * 3 };

const listeners = new Set<() => void>();
let known: number | undefined = readStored();

function readStored(): number | undefined {
  try {
    const value = Number(localStorage.getItem(storedAs));
    return value >= range.min && value <= range.max ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined forgets it. */
export function setScreenScale(pxPerMm: number | undefined): void {
  known = pxPerMm === undefined ? undefined : Math.min(range.max, Math.max(range.min, pxPerMm));
  try {
    if (known === undefined) localStorage.removeItem(storedAs);
    else localStorage.setItem(storedAs, String(known));
  } catch {
    // A browser that keeps nothing has it until it is closed.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `isMeasured`: somebody held a card to it. */
export function useScreenScale(): { pxPerMm: number; isMeasured: boolean } {
  const measured = useSyncExternalStore(subscribe, () => known);
  return { pxPerMm: measured ?? guessedPxPerMm, isMeasured: measured !== undefined };
}
