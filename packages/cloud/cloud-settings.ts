/**
 * The settings of the cloud: one row each, and nowhere else a name, a default or a bound. Configuration, help, README's table, the
 * checks of docker/ and the list of what is unsafe are loops over this table; `config.ts` hands every row on under its name.
 */
import { defaultCurrency } from '@platen/contracts/money';
import {
  days,
  listReader,
  mebibytes,
  onOrOff,
  type Setting,
  textReader,
  wholeNumber,
} from '@platen/contracts/settings';
import {
  currencyReader,
  isReadOnTheWay,
  originReader,
  paymentsReader,
  phoneCountriesReader,
  proxiesReader,
  readHostName,
} from './cloud-setting-readers.ts';
import { isLoopback, type SafetyFacts } from './exposure.ts';
import { paymentProviders } from './payments/payment-providers.ts';
import type { ProviderEntry } from './ports/payments.ts';

/** A setting, and what is unsafe about it where others than this machine are served. */
export interface CloudSetting extends Setting {
  readonly group: 'money' | 'network' | 'storage' | 'people';
  /** Sentences, the gravest first; rows that have any stand by gravity too. */
  unsafe?(facts: SafetyFacts): readonly string[];
  /** What people know it by, where they don't set it themselves. */
  readonly knownAs?: string;
}

type CloudSettings = Readonly<Record<string, CloudSetting>>;

const when = (holds: boolean, sentence: string): string[] => (holds ? [sentence] : []);

/** The rows of a cloud that knows these providers, by what `config.ts` calls them. */
export const cloudSettingsOf = (providers: readonly ProviderEntry[]) =>
  ({
    paymentProviders: {
      variable: 'PLATEN_PAYMENTS',
      group: 'money',
      reader: paymentsReader(providers),
      byDefault: 'sandbox',
      otherwise: 'sandbox on loopback',
      says: `how orders are paid: ${providers.map(({ name, says }) => `${name} (${says})`).join(', ')}, or none (balances alone); must be chosen on other addresses and behind a proxy`,
      unsafe: (facts) => facts.paymentProviders.flatMap(({ unsafe }) => unsafe ?? []),
    },
    currency: {
      variable: 'PLATEN_CURRENCY',
      group: 'money',
      reader: currencyReader,
      byDefault: defaultCurrency,
      says: 'currency (ISO 4217), fixed by the first start',
    },
    unpaidOrderMs: {
      variable: 'PLATEN_UNPAID_ORDER_DAYS',
      group: 'money',
      reader: days(1, 365),
      byDefault: '7',
      says: 'days a new order waits to be paid, 1 to 365',
    },
    demoEnrolCode: {
      variable: 'PLATEN_DEMO_ENROL_CODE',
      group: 'people',
      reader: textReader('a code'),
      otherwise: 'none',
      says: 'set by platen up: makes demo accounts, and lets the agent with this code enrol',
      knownAs: 'platen up',
      unsafe: ({ demoEnrolCode }) =>
        when(
          demoEnrolCode !== undefined,
          'it makes demo accounts with a balance, one of them an admin; run `platen cloud` for others.',
        ),
    },
    phoneCountries: {
      variable: 'PLATEN_PHONE_COUNTRIES',
      group: 'people',
      reader: phoneCountriesReader,
      // Those whose addresses are understood: a message to anywhere else is more likely somebody's toll fraud than a customer.
      byDefault: 'CN,HK,MO,TW,JP,KR,SG,US,CA,GB,DE,FR,AU',
      says: 'countries whose mobile numbers may log in (ISO 3166), or all',
    },
    baseUrl: {
      variable: 'PLATEN_BASE_URL',
      group: 'network',
      reader: originReader,
      otherwise: 'made from host and port',
      says: 'public address of the cloud, behind a proxy',
      unsafe: ({ baseUrl }) => [
        ...when(
          baseUrl === undefined,
          'it is not set: addresses in answers, cookies and /api/mcp go by the address listened on.',
        ),
        ...when(
          baseUrl?.startsWith('http://') ?? true,
          'it is no https:// address: keys, sessions and photos cross the network in readable form. Put a proxy with TLS in front.',
        ),
      ],
    },
    trustProxy: {
      variable: 'PLATEN_TRUST_PROXY',
      group: 'network',
      reader: proxiesReader,
      otherwise: 'none',
      says: 'proxies whose X-Forwarded-For is believed',
      unsafe: ({ baseUrl, host, trustProxy }) =>
        when(
          baseUrl !== undefined && isLoopback(host) && trustProxy === undefined,
          "it is not set behind a proxy: limits count all clients as one, that of the proxy's address.",
        ),
    },
    host: {
      variable: 'PLATEN_HOST',
      group: 'network',
      reader: textReader('an address of this machine'),
      byDefault: '127.0.0.1',
      says: 'address to listen on',
    },
    port: {
      variable: 'PLATEN_PORT',
      group: 'network',
      reader: wholeNumber(0, 65_535),
      byDefault: '8080',
      says: 'port to listen on',
    },
    allowedHosts: {
      variable: 'PLATEN_ALLOWED_HOSTS',
      group: 'network',
      reader: listReader('names', 'print.example,10.0.0.5:8080', readHostName),
      otherwise: 'none',
      says: 'further names that /api/mcp answers to',
    },
    fetchesUrls: {
      variable: 'PLATEN_FILE_URL',
      group: 'network',
      reader: onOrOff,
      byDefault: 'on',
      says: 'whether uploads may be given by an address that the cloud fetches (file_url)',
    },
    dataDir: {
      variable: 'PLATEN_DATA_DIR',
      group: 'storage',
      reader: textReader('a folder'),
      byDefault: 'data',
      says: 'folder for everything that is kept',
    },
    databaseUrl: {
      variable: 'DATABASE_URL',
      group: 'storage',
      reader: textReader('a postgres:// address or the path of an SQLite file'),
      otherwise: 'SQLite in the data folder',
      says: 'database, postgres://… for PostgreSQL',
      unsafe: ({ databaseUrl }) =>
        when(
          isReadOnTheWay(databaseUrl),
          'the connection to PostgreSQL on another machine is not encrypted; add sslmode=verify-full.',
        ),
    },
    maxUploadBytes: {
      variable: 'PLATEN_MAX_UPLOAD_MB',
      group: 'storage',
      reader: mebibytes(1, 100_000),
      byDefault: '200',
      says: 'largest upload, in MiB',
    },
    accountQuotaBytes: {
      variable: 'PLATEN_ACCOUNT_QUOTA_MB',
      group: 'storage',
      reader: mebibytes(1, 100_000_000),
      byDefault: '10240',
      says: 'what an account may keep of uploads, in MiB; an admin gives single accounts more or less',
    },
    minFreeBytes: {
      variable: 'PLATEN_LEAST_FREE_MB',
      group: 'storage',
      reader: mebibytes(64, 100_000_000),
      byDefault: '512',
      says: 'free disk below which no upload is taken, in MiB',
    },
    modelsDir: {
      variable: 'PLATEN_MODELS_DIR',
      group: 'storage',
      reader: textReader('a folder'),
      otherwise: 'models in the data folder',
      says: 'folder of .onnx models that restorations may run',
    },
  }) satisfies CloudSettings;

/** The rows of this cloud. */
export const cloudSettings = cloudSettingsOf(paymentProviders);

/** Every setting that a cloud reads, those of its payment providers too. */
export const listCloudSettings = (providers = paymentProviders): CloudSetting[] => [
  ...Object.values<CloudSetting>(cloudSettingsOf(providers)),
  ...providers.flatMap(({ settings }) =>
    Object.values(settings).map((setting) => ({ ...setting, group: 'money' as const })),
  ),
];
