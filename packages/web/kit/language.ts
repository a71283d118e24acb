/**
 * In which language the pages speak, and the dictionaries they speak from. Owns the choice: `?lang=`, then what was chosen on this
 * device, then what the browser prefers. Sentences stand in dictionaries alone, never in components.
 */
import { useSyncExternalStore } from 'react';

export type Language = 'en' | 'zh';

const storedAs = 'platen-language';
const listeners = new Set<() => void>();

function firstLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang');
  const stored = asked ?? readStored() ?? navigator.language;
  return /^zh/i.test(stored) ? 'zh' : 'en';
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storedAs);
  } catch {
    return null;
  }
}

let language: Language = firstLanguage();
applyToDocument();

function applyToDocument(): void {
  document.documentElement.lang = localeOf(language);
}

/** What Intl and `lang` are given. English dates are written the way the browser's own English writes them. */
export function localeOf(wanted: Language): string {
  if (wanted === 'zh') return 'zh-CN';
  return /^en\b/i.test(navigator.language) ? navigator.language : 'en-GB';
}

/** The language for code that is no component. */
export const getLanguage = (): Language => language;

/** Chooses the language, here, on later visits, and in the other tabs of this browser. */
export function chooseLanguage(wanted: Language): void {
  try {
    localStorage.setItem(storedAs, wanted === 'zh' ? 'zh-CN' : 'en');
  } catch {
    // A browser that keeps nothing shows it until it is closed.
  }
  showIn(wanted);
}

function showIn(wanted: Language): void {
  language = wanted;
  const address = new URL(location.href);
  if (address.searchParams.has('lang')) {
    address.searchParams.delete('lang');
    history.replaceState(history.state, '', address);
  }
  applyToDocument();
  for (const listener of listeners) listener();
}

/** Chosen in another tab. */
function hearStorage({ key, newValue }: StorageEvent): void {
  if (key === storedAs && newValue !== null) showIn(/^zh/i.test(newValue) ? 'zh' : 'en');
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', hearStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', hearStorage);
  };
}

/** The language; whoever uses it is drawn anew when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, getLanguage);

/** A text, a sentence made of values, or a group of them. */
interface WordTable {
  [key: string]: string | ((...values: never[]) => string) | WordTable;
}

/** The same keys with texts of another language. */
type SameKeys<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer V) => string
      ? (...values: V) => string
      : SameKeys<T[K]>;
};

export interface Words<T> {
  en: T;
  zh: SameKeys<T>;
}

/** A dictionary: Chinese has exactly the keys of English, or the types say what is missing. */
export const defineWords = <T extends WordTable>(words: { en: T; zh: SameKeys<NoInfer<T>> }): Words<T> =>
  words;

/** The dictionary's texts in the language that is shown. */
export function useWords<T>(words: Words<T>): SameKeys<T> {
  return wordsIn(words, useLanguage());
}

/** The same for code that is no component. */
export const wordsIn = <T>(words: Words<T>, wanted: Language): SameKeys<T> =>
  wanted === 'zh' ? words.zh : (words.en as SameKeys<T>);
