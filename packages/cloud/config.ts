/** The cloud's settings from the environment. Owns their names, defaults and refusals; reads nothing else. */
import { join, resolve } from 'node:path';
import { AppError } from '@platen/contracts/app-error';
import { type Currency, defaultCurrency, isCurrency } from '@platen/contracts/money';

export interface CloudConfig {
  host: string;
  port: number;
  /** Public origin, no slash at the end. Undefined: made from host and the port that was bound. */
  baseUrl: string | undefined;
  dataDir: string;
  /** An SQLite file's path or postgres://… */
  databaseUrl: string;
  filesDir: string;
  maxUploadBytes: number;
  currency: Currency;
  /** Names of the payment providers that are set up, the default one first. */
  paymentProviders: readonly 'sandbox'[];
  /** Set by `platen up`: make the demo account, and let the agent with this code enrol. */
  demoEnrolCode: string | undefined;
}

/**
 * Reads PLATEN_HOST, PLATEN_PORT, PLATEN_BASE_URL, PLATEN_DATA_DIR, DATABASE_URL, PLATEN_MAX_UPLOAD_MB, PLATEN_CURRENCY,
 * PLATEN_PAYMENTS (`sandbox`, the default, moves play money; `none` leaves the balance alone).
 */
export function readCloudConfig(env: Record<string, string | undefined>): CloudConfig {
  const dataDir = resolve(env.PLATEN_DATA_DIR || 'data');
  const currency = env.PLATEN_CURRENCY || defaultCurrency;
  if (!isCurrency(currency))
    throw new AppError('malformed', `PLATEN_CURRENCY: ${currency} is not a known currency.`);
  return {
    host: env.PLATEN_HOST || '127.0.0.1',
    port: wholeNumber(env, 'PLATEN_PORT', 8080, [0, 65535]),
    baseUrl: env.PLATEN_BASE_URL?.replace(/\/+$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL || join(dataDir, 'cloud', 'platen.db'),
    filesDir: join(dataDir, 'cloud', 'files'),
    maxUploadBytes: wholeNumber(env, 'PLATEN_MAX_UPLOAD_MB', 200, [1, 100_000]) * 1024 * 1024,
    currency,
    paymentProviders: providersOf(env.PLATEN_PAYMENTS || 'sandbox'),
    demoEnrolCode: env.PLATEN_DEMO_ENROL_CODE,
  };
}

function providersOf(text: string): readonly 'sandbox'[] {
  if (text === 'none') return [];
  if (text === 'sandbox') return ['sandbox'];
  throw new AppError('malformed', `PLATEN_PAYMENTS: must be sandbox or none, not "${text}".`);
}

function wholeNumber(
  env: Record<string, string | undefined>,
  name: string,
  fallback: number,
  [least, most]: [number, number],
): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new AppError(
      'malformed',
      `${name}: must be a whole number from ${least} to ${most}, not "${text}".`,
    );
  }
  return value;
}
