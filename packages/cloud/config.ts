/** The cloud's settings from the environment. Owns their names, defaults and refusals; reads nothing else. */
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { AppError } from '@platen/contracts/app-error';
import { type Currency, defaultCurrency, isCurrency } from '@platen/contracts/money';
import ipaddr from 'ipaddr.js';
import { isSupportedCountry } from 'libphonenumber-js/mobile';
import type { PhoneCountries } from './accounts/account-phone.ts';

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
  accountQuotaBytes: number;
  /** Free bytes of the disk below which no upload is taken. */
  minFreeBytes: number;
  currency: Currency;
  /** How long a new order waits to be paid before it is cancelled. */
  unpaidOrderMs: number;
  /** Files may be given by an address that the cloud fetches (file_url). */
  fetchesUrls: boolean;
  /** Folder of `.onnx` models that restorations may run; it need not be there. */
  modelsDir: string;
  /** Where the development adapter for text messages writes. */
  outboxDir: string;
  /** Addresses and networks of the proxies whose X-Forwarded-For is believed. */
  trustProxy: string[] | undefined;
  /** Names that the MCP endpoint answers to beside its public one and loopback: `name` or `name:port`, lower case. */
  allowedHosts: readonly string[];
  /** Names of the payment providers that are set up, the default one first. */
  paymentProviders: readonly 'sandbox'[];
  /** PLATEN_PAYMENTS was given, and is not merely the default. */
  isPaymentsChosen: boolean;
  /** Whose numbers may log in. */
  phoneCountries: PhoneCountries;
  /** Set by `platen up`: make the demo account, and let the agent with this code enrol. */
  demoEnrolCode: string | undefined;
}

const mib = 1024 * 1024;

/**
 * Reads PLATEN_HOST, PLATEN_PORT, PLATEN_BASE_URL, PLATEN_DATA_DIR, DATABASE_URL, PLATEN_MAX_UPLOAD_MB, PLATEN_ACCOUNT_QUOTA_MB,
 * PLATEN_LEAST_FREE_MB, PLATEN_CURRENCY,
 * PLATEN_UNPAID_ORDER_DAYS, PLATEN_TRUST_PROXY, PLATEN_ALLOWED_HOSTS, PLATEN_FILE_URL, PLATEN_MODELS_DIR,
 * PLATEN_PHONE_COUNTRIES,
 * PLATEN_PAYMENTS (`sandbox` moves play money and is the default on loopback; `none` leaves the balance alone).
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
    maxUploadBytes: wholeNumber(env, 'PLATEN_MAX_UPLOAD_MB', 200, [1, 100_000]) * mib,
    accountQuotaBytes: wholeNumber(env, 'PLATEN_ACCOUNT_QUOTA_MB', 10_240, [1, 100_000_000]) * mib,
    minFreeBytes: wholeNumber(env, 'PLATEN_LEAST_FREE_MB', 512, [64, 100_000_000]) * mib,
    currency,
    unpaidOrderMs: wholeNumber(env, 'PLATEN_UNPAID_ORDER_DAYS', 7, [1, 365]) * 24 * 3_600_000,
    fetchesUrls: isOn(env, 'PLATEN_FILE_URL'),
    modelsDir: resolve(env.PLATEN_MODELS_DIR?.trim() || join(dataDir, 'models')),
    outboxDir: join(dataDir, 'outbox'),
    trustProxy: readTrustProxy(env.PLATEN_TRUST_PROXY?.trim()),
    allowedHosts: readAllowedHosts(env.PLATEN_ALLOWED_HOSTS?.trim()),
    paymentProviders: providersOf(env.PLATEN_PAYMENTS || 'sandbox'),
    isPaymentsChosen: Boolean(env.PLATEN_PAYMENTS),
    phoneCountries: readPhoneCountries(env.PLATEN_PHONE_COUNTRIES?.trim()),
    demoEnrolCode: env.PLATEN_DEMO_ENROL_CODE,
  };
}

/** By address alone: a client that reaches the cloud past the proxy would else choose its own address, and escape limits. */
function readTrustProxy(text: string | undefined): string[] | undefined {
  if (!text) return undefined;
  const proxies = text.split(',').map((part) => part.trim());
  if (proxies.every((proxy) => namedNetworks.has(proxy) || isNetwork(proxy))) return proxies;
  throw new AppError(
    'malformed',
    `PLATEN_TRUST_PROXY: must be addresses of proxies such as 10.0.0.1,10.1.0.0/16,loopback, not "${text}".`,
  );
}

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** An address, or a network of 1 bit and more: one of none would be everybody. */
function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  if (isIP(address) === 0) return false;
  return bits === undefined || (/^[1-9]\d*$/.test(bits) && ipaddr.isValidCIDR(text));
}

function readAllowedHosts(text: string | undefined): string[] {
  if (!text) return [];
  return text.split(',').map((part) => {
    const name = part.trim().toLowerCase();
    // A URL keeps what it was given exactly when that is a host alone.
    if (/^[\w.:[\]-]+$/.test(name) && URL.parse(`http://${name}`)?.href === `http://${name}/`) return name;
    throw new AppError(
      'malformed',
      `PLATEN_ALLOWED_HOSTS: must be names such as print.example,10.0.0.5:8080, not "${text}".`,
    );
  });
}

/** Those whose addresses are understood: a message to anywhere else is more likely somebody's toll fraud than a customer. */
const defaultPhoneCountries = ['CN', 'HK', 'MO', 'TW', 'JP', 'KR', 'SG', 'US', 'CA', 'GB', 'DE', 'FR', 'AU'];

function readPhoneCountries(text: string | undefined): PhoneCountries {
  if (!text) return new Set(defaultPhoneCountries);
  if (text === 'all') return 'all';
  const countries = text.split(',').map((part) => part.trim().toUpperCase());
  const unknown = countries.find((country) => !isSupportedCountry(country));
  if (unknown === undefined) return new Set(countries);
  throw new AppError(
    'malformed',
    `PLATEN_PHONE_COUNTRIES: must be ISO 3166 codes such as CN,HK, or all; ${unknown || 'an empty one'} is none.`,
  );
}

function isOn(env: Record<string, string | undefined>, name: string): boolean {
  const text = env[name] || 'on';
  if (text === 'on' || text === 'off') return text === 'on';
  throw new AppError('malformed', `${name}: must be on or off, not "${text}".`);
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
