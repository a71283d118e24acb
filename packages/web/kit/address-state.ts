/**
 * What of a page stands in its address: the page of a list, a filter, a tab, a sort. Owns how it is read and written; a value that is the
 * default is left out, so that addresses stay short.
 */
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';

type Plain = Record<string, string | number | boolean>;

/** Literal types of defaults are widened: `1` stands for any number. */
type Widened<T extends Plain> = {
  [K in keyof T]: T[K] extends string ? string : T[K] extends number ? number : boolean;
};

/**
 * `const [{ page, q }, setAddress] = useAddress({ page: 1, q: '' })`. What can't be read as the default's type is the default.
 * `setAddress` changes the fields that it is given; `{ push: true }` makes a step that the back button takes back.
 */
export function useAddress<const T extends Plain>(
  defaults: T,
): [Widened<T>, (changes: Partial<Widened<T>>, options?: { push?: boolean }) => void] {
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const navigate = useNavigate();
  const state = readState(defaults, search);
  const set = (changes: Partial<Widened<T>>, { push = false } = {}) => {
    void navigate({
      to: '.',
      replace: !push,
      resetScroll: false,
      search: ((previous: Record<string, unknown>) => writeState(defaults, previous, changes)) as never,
    });
  };
  return [state, set];
}

function readState<T extends Plain>(defaults: T, search: Record<string, unknown>): Widened<T> {
  const entries = Object.entries(defaults).map(([name, fallback]) => [
    name,
    readValue(search[name], fallback),
  ]);
  return Object.fromEntries(entries) as Widened<T>;
}

function readValue(written: unknown, fallback: string | number | boolean): string | number | boolean {
  if (written === undefined) return fallback;
  const text = String(written);
  if (typeof fallback === 'string') return text;
  if (typeof fallback === 'boolean') return text === 'true' ? true : text === 'false' ? false : fallback;
  const number = Number(text);
  return text !== '' && Number.isFinite(number) ? number : fallback;
}

function writeState<T extends Plain>(
  defaults: T,
  previous: Record<string, unknown>,
  changes: Partial<Widened<T>>,
): Record<string, unknown> {
  const next: Record<string, unknown> = { ...previous };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === defaults[name]) delete next[name];
    else next[name] = value;
  }
  return next;
}

/** A part of the path: `$id` in `/orders/$id`. Throws where the page's path has none of that name. */
export function usePathPart(name: string): string {
  const params = useParams({ strict: false }) as Record<string, string | undefined>;
  const part = params[name];
  if (part === undefined) throw new Error(`The path of this page has no $${name}.`);
  return part;
}
