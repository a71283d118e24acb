/** Light, dark, or as the device has it. Owns what is remembered; first-paint.js reads it before anything is painted. */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

const storedAs = 'platen-scheme';

const isScheme = (text: string | null): text is MantineColorScheme =>
  text === 'light' || text === 'dark' || text === 'auto';

/** Remembers the choice on this device, and hears of it from the other tabs. */
export function createSchemeManager(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | undefined;
  return {
    get(fallback) {
      try {
        const stored = localStorage.getItem(storedAs);
        return isScheme(stored) ? stored : fallback;
      } catch {
        return fallback;
      }
    },
    set(scheme) {
      try {
        localStorage.setItem(storedAs, scheme);
      } catch {
        // A browser that keeps nothing shows it until it is closed.
      }
    },
    subscribe(onUpdate) {
      onStorage = (event) => {
        if (event.key === storedAs && isScheme(event.newValue)) onUpdate(event.newValue);
      };
      addEventListener('storage', onStorage);
    },
    unsubscribe() {
      if (onStorage) removeEventListener('storage', onStorage);
    },
    clear() {
      localStorage.removeItem(storedAs);
    },
  };
}
