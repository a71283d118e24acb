/**
 * What a guest's page reads of the cloud. Owns that a question which got no answer is asked again, how often it is asked while the page is
 * looked at, and what was asked before the page was there. A tenth of the size of the cache that the other entries have: here nothing is
 * shown twice.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, api, isUndecided } from '../kit/api.ts';
import type { ApiInput, ApiOutput, ApiRoute, ReadRoute } from '../kit/api-types.ts';
import { noteRefusal } from './guest.ts';
import { type Look, nextPauseMs } from './look-again-rules.ts';

export interface Answer<T> {
  data: T | undefined;
  /** Of the last try; `data` may be there all the same, from before. */
  error: ApiError | undefined;
  /** When `data` came; 0 before. */
  answeredAtMs: number;
  readAgain(): void;
}

/** `api` where the route is not known to the letter. */
const callRoute = api as <R extends ApiRoute>(
  route: R,
  input: ApiInput<R>,
  options: { signal?: AbortSignal },
) => Promise<ApiOutput<R>>;

const keyOf = (route: string, input: object): string => `${route} ${JSON.stringify(input)}`;

/** Asked before the page was there; `answer` once it has come. */
interface Ahead {
  asked: Promise<unknown>;
  answer?: { data: unknown; atMs: number };
}

const ahead = new Map<string, Ahead>();

/** Asks now; whoever wants the answer first gets this one. */
export function startReading<R extends ReadRoute>(route: R, input: ApiInput<R>): Promise<ApiOutput<R>> {
  const asked = readPatiently(route, input);
  const early: Ahead = { asked };
  asked.then(
    (data) => {
      early.answer = { data, atMs: Date.now() };
    },
    () => undefined,
  );
  ahead.set(keyOf(route, input as object), early);
  return asked;
}

const pausesMs = [700, 2500];

async function readPatiently<R extends ReadRoute>(
  route: R,
  input: ApiInput<R>,
  signal?: AbortSignal,
): Promise<ApiOutput<R>> {
  for (const pauseMs of pausesMs) {
    try {
      return await callRoute(route, input, signal ? { signal } : {});
    } catch (error) {
      if (signal?.aborted || !isUndecided(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.75 + Math.random() / 2)));
  }
  return await callRoute(route, input, signal ? { signal } : {});
}

interface Known<T> {
  key: string;
  data?: T;
  error?: ApiError;
  answeredAtMs: number;
  /** Counts the tries that have ended. */
  looks: number;
  isChanged: boolean;
}

export interface AnswerOptions<T> {
  /** False: it is not asked yet. */
  isWanted?: boolean;
  /** Asks again for as long as the page is looked at; less often the longer nothing changes. A function: while it says so of the answer. */
  looksAgain?: boolean | ((data: T | undefined) => boolean);
}

/** What the route answers to this input. */
export function useAnswer<R extends ReadRoute>(
  route: R,
  input: ApiInput<R>,
  { isWanted = true, looksAgain = false }: AnswerOptions<ApiOutput<R>> = {},
): Answer<ApiOutput<R>> {
  const key = isWanted ? keyOf(route, input as object) : '';
  const [known, setKnown] = useState(() => findKnown<ApiOutput<R>>(key));
  const [turn, setTurn] = useState(0);
  const question = useRef(input);
  question.current = input;
  // `turn` asks the same again; the input is told by the key.
  useEffect(() => {
    if (key === '') return;
    const gone = new AbortController();
    const asked =
      (ahead.get(key)?.asked as Promise<ApiOutput<R>> | undefined) ??
      readPatiently(route, question.current, gone.signal);
    ahead.delete(key);
    const tell = (ended: { data: ApiOutput<R> } | { error: ApiError }) => {
      if (gone.signal.aborted) return;
      setKnown((before) => withEnded(before?.key === key ? before : undefined, { key, ...ended }));
    };
    asked.then(
      (data) => tell({ data }),
      (error: unknown) => {
        if (!gone.signal.aborted) noteRefusal(error);
        tell({ error: asApiError(error) });
      },
    );
    return () => gone.abort();
  }, [route, key, turn]);
  const readAgain = useCallback(() => setTurn((before) => before + 1), []);
  const shown = known?.key === key ? known : undefined;
  const goesOn = typeof looksAgain === 'function' ? looksAgain(shown?.data) : looksAgain;
  useLookingAgain(goesOn ? shown : undefined, readAgain);
  return { data: shown?.data, error: shown?.error, answeredAtMs: shown?.answeredAtMs ?? 0, readAgain };
}

/** What came before this was drawn for the first time. */
function findKnown<T>(key: string): Known<T> | undefined {
  const answer = ahead.get(key)?.answer;
  if (!answer) return undefined;
  return { key, data: answer.data as T, answeredAtMs: answer.atMs, looks: 0, isChanged: true };
}

function withEnded<T>(
  before: Known<T> | undefined,
  ended: { key: string; data?: T; error?: ApiError },
): Known<T> {
  const looks = (before?.looks ?? 0) + 1;
  // What was shown stays: an old answer that says how old it is is better than none.
  if (ended.error)
    return { ...before, ...ended, answeredAtMs: before?.answeredAtMs ?? 0, looks, isChanged: false };
  // The first answer is news, also where it was there before the page was drawn.
  const isChanged = looks === 1 || JSON.stringify(before?.data) !== JSON.stringify(ended.data);
  return { key: ended.key, data: ended.data as T, answeredAtMs: Date.now(), looks, isChanged };
}

const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(String(error), { status: 0, code: 'unreadable' });

/** After each answer the next question, while the page is seen; who comes back to it sees the present. */
function useLookingAgain(known: Known<unknown> | undefined, readAgain: () => void): void {
  const look = useRef<Look>(undefined);
  const looks = known?.looks;
  // Every look, whatever it showed, leads to one more.
  useEffect(() => {
    if (!known) return;
    const { isChanged, error } = known;
    const pauseMs = nextPauseMs(look.current, { isChanged, retryAfterSeconds: error?.retryAfterSeconds });
    look.current = { pauseMs };
    const startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(readAgain, Math.max(0, startedAt + pauseMs - Date.now()));
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [looks, known === undefined]);
}
