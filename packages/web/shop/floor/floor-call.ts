/**
 * Calls of a shop floor, which two hosts serve: the cloud, and an agent itself. Owns the requests and what becomes of a refusal. On an
 * agent's host there is nothing but /api/shop-floor/*, so these never go through the cloud's typed calls.
 */

import type {
  FloorHost,
  FloorLogPage,
  FloorPreview,
  floorLogQuery,
} from '@platen/contracts/floor/shop-floor';
import type { FloorAct, FloorAnswer, FloorRefusal } from '@platen/contracts/floor/shop-floor-acts';
import type { FloorSession } from '@platen/contracts/floor/shop-floor-session';
import type { ScheduleContent } from '@platen/contracts/schedule/schedule-document';
import type { z } from 'zod';
import { ApiError, type ApiErrorCode, actTimeoutMs, readTimeoutMs, refusalOf } from '../../kit/api.ts';
import { getLanguage } from '../../kit/language.ts';

/** A refusal of a floor: `refusal` is its code where the host has one. */
export class FloorError extends ApiError {
  readonly refusal: FloorRefusal | (string & {}) | undefined;
  /** Tries that are left before a pause; of a wrong PIN. */
  readonly triesLeft: number | undefined;
  /** The sentence is in the language of the page. */
  readonly isTranslated: boolean;

  constructor(
    { message, status, code, retryAfterSeconds }: ApiError,
    more: { refusal?: string | undefined; triesLeft?: number | undefined; isTranslated: boolean },
  ) {
    super(message, { status, code, retryAfterSeconds });
    this.name = 'FloorError';
    this.refusal = more.refusal;
    this.triesLeft = more.triesLeft;
    this.isTranslated = more.isTranslated;
  }
}

/** What no host names stands for its status. */
const codeOfStatus: Record<number, ApiErrorCode> = {
  400: 'malformed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  422: 'unprocessable',
  429: 'rate_limited',
};

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  json?: unknown;
  file?: Blob;
  key?: string;
  signal?: AbortSignal | undefined;
}

/** The answer, whatever it is. Throws FloorError. */
async function callFloor(
  path: string,
  { method = 'GET', json, file, key, signal }: Call = {},
): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': getLanguage() === 'zh' ? 'zh-CN' : 'en',
  };
  if (method !== 'GET') headers['X-Platen-CSRF'] = '1';
  if (json !== undefined) headers['Content-Type'] = 'application/json';
  if (file !== undefined) headers['Content-Type'] = 'application/octet-stream';
  if (key !== undefined) headers['Idempotency-Key'] = key;
  const timeoutMs = method === 'GET' ? readTimeoutMs : file ? 4 * actTimeoutMs : actTimeoutMs;
  const late = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      body: file ?? (json === undefined ? null : JSON.stringify(json)),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const offline = new ApiError('No answer came.', { status: 0, code: 'offline' });
    throw new FloorError(offline, { isTranslated: false });
  }
  if (response.ok) return response;
  const body = (await response.json().catch(() => undefined)) as object | undefined;
  const named = response.headers.get('Platen-Error');
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const told = { ...body, ...(Number.isFinite(seconds) && { retry_after_seconds: seconds }) };
  const refusal = refusalOf(response.status, told, named ?? codeOfStatus[response.status] ?? 'internal');
  const tries = response.headers.get('Platen-Tries-Left');
  throw new FloorError(refusal, {
    refusal: response.headers.get('Platen-Refusal') ?? undefined,
    triesLeft: tries === null ? undefined : Number(tries),
    // The cloud speaks English and names a code; an agent speaks as it is asked to.
    isTranslated: named === null && refusal.code !== 'unreadable',
  });
}

async function jsonOfFloor<T>(path: string, call?: Call): Promise<T> {
  return (await (await callFloor(path, call)).json()) as T;
}

const root = '/api/shop-floor';

const queryOf = (fields: Record<string, string | undefined>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value) query.set(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

/** Of an admin who looks after several shops: which of them. */
export type ShopChoice = string | undefined;

export const getFloorSession = (signal?: AbortSignal): Promise<FloorSession> =>
  jsonOfFloor(`${root}/session`, { signal });
export const openFloorSession = (pin: string): Promise<FloorSession> =>
  jsonOfFloor(`${root}/session`, { method: 'POST', json: { pin } });
export const closeFloorSession = (): Promise<FloorSession> =>
  jsonOfFloor(`${root}/session`, { method: 'DELETE' });

export const getFloorHost = (shop: ShopChoice, signal?: AbortSignal): Promise<FloorHost> =>
  jsonOfFloor(root + queryOf({ shop_id: shop }), { signal });

/** One key a try: whoever sends an act again because no answer came gives the same. */
export const sendFloorAct = (
  act: FloorAct,
  { shop, key }: { shop: ShopChoice; key: string },
): Promise<FloorAnswer> =>
  jsonOfFloor(`${root}/acts`, {
    method: 'POST',
    json: shop === undefined ? act : { ...act, shop_id: shop },
    key,
  });

export const listFloorLog = (
  query: z.input<typeof floorLogQuery>,
  signal?: AbortSignal,
): Promise<FloorLogPage> => jsonOfFloor(`${root}/log${queryOf(query)}`, { signal });

export const previewFloorWeek = (content: ScheduleContent, signal?: AbortSignal): Promise<FloorPreview> =>
  jsonOfFloor(`${root}/schedule/preview`, { method: 'POST', json: content, signal });

export const giveFloorProfile = (
  paperId: string,
  {
    file,
    version,
    intent,
    shop,
  }: { file: Blob; version: number; intent: 'perceptual' | 'relative'; shop: ShopChoice },
): Promise<FloorAnswer> => {
  const query = queryOf({ version: String(version), intent, shop_id: shop });
  return jsonOfFloor(`${root}/papers/${encodeURIComponent(paperId)}/profile${query}`, {
    method: 'PUT',
    file,
  });
};

/** A PNG of how the picture will look on that paper. */
export async function proveFloorPicture(
  paperId: string,
  file: Blob,
  white: 'paper' | 'screen',
): Promise<Blob> {
  const path = `${root}/papers/${encodeURIComponent(paperId)}/proof${queryOf({ white })}`;
  return await (await callFloor(path, { method: 'POST', file })).blob();
}

/** Where the live stream is. */
export const floorLiveUrl = (topics: readonly string[], places: string, shop: ShopChoice): string =>
  `${root}/live${queryOf({ topics: topics.join(','), after: places, shop_id: shop })}`;
