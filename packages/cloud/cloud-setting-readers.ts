/** How texts of the environment become values of the cloud's settings. Owns what is accepted; which setting is read how stands in cloud-settings.ts. */
import { isIP } from 'node:net';
import { type Currency, isCurrency } from '@platen/contracts/money';
import { listReader, type SettingReader, textReader } from '@platen/contracts/settings';
import ipaddr from 'ipaddr.js';
import { isSupportedCountry } from 'libphonenumber-js/mobile';
import type { PhoneCountries } from './accounts/account-phone.ts';
import { isLoopback } from './exposure.ts';
import type { ProviderEntry } from './ports/payments.ts';

/** Names of providers, the usual one first; `none` is an empty list. */
export function paymentsReader(providers: readonly ProviderEntry[]): SettingReader<readonly ProviderEntry[]> {
  const known = providers.map(({ name }) => name);
  const list = listReader('', '', (word) => providers.find(({ name }) => name === word));
  return {
    shape: `${known.join(', ')} or none`,
    read(text) {
      if (text === 'none') return [];
      const chosen = list.read(text);
      return new Set(chosen).size === chosen?.length ? chosen : undefined;
    },
  };
}

export const currencyReader: SettingReader<Currency> = {
  shape: 'a currency that is known here (ISO 4217)',
  read: (text) => (isCurrency(text) ? text : undefined),
};

/** An origin: nothing is checked, for a wrong one shows at once; the slash at the end is dropped. */
export const originReader: SettingReader<string> = {
  ...textReader('an address', 'https://print.example'),
  read: (text) => text.replace(/\/+$/, ''),
};

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** By address alone: a client that reaches the cloud past the proxy would else choose its own address, and escape limits. */
export const proxiesReader = listReader('addresses of proxies', '10.0.0.1,10.1.0.0/16,loopback', (word) =>
  namedNetworks.has(word) || isNetwork(word) ? word : undefined,
);

/** An address, or a network of 1 bit and more: one of none would be everybody. */
function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  if (isIP(address) === 0) return false;
  return bits === undefined || (/^[1-9]\d*$/.test(bits) && ipaddr.isValidCIDR(text));
}

/** A name or `name:port`, lower case. */
export function readHostName(word: string): string | undefined {
  const name = word.toLowerCase();
  // A URL keeps what it was given exactly when that is a host alone.
  const isHost = /^[\w.:[\]-]+$/.test(name) && URL.parse(`http://${name}`)?.href === `http://${name}/`;
  return isHost ? name : undefined;
}

/** Those that libphonenumber knows. */
const countries = listReader('', '', (word) => {
  const country = word.toUpperCase();
  return isSupportedCountry(country) ? country : undefined;
});

export const phoneCountriesReader: SettingReader<PhoneCountries> = {
  shape: 'ISO 3166 codes of countries, or all',
  example: 'CN,HK',
  read(text) {
    if (text === 'all') return 'all';
    const codes = countries.read(text);
    return codes && new Set(codes);
  },
};

/** True for PostgreSQL on another machine without encryption. Without a name it is a socket of this machine. */
export function isReadOnTheWay(databaseUrl: string): boolean {
  const url = /^postgres(ql)?:/.test(databaseUrl) ? URL.parse(databaseUrl) : undefined;
  if (!url?.hostname || isLoopback(url.hostname)) return false;
  return !/^(require|verify-ca|verify-full)$/.test(url.searchParams.get('sslmode') ?? '');
}
