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
  settingGroup,
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

const money = settingGroup('money');
const people = settingGroup('people');
const network = settingGroup('network');
const storage = settingGroup('storage');

/** The rows of a cloud that knows these providers, by what `config.ts` calls them. */
export const cloudSettingsOf = (providers: readonly ProviderEntry[]) =>
  ({
    paymentProviders: money(
      'PLATEN_PAYMENTS',
      `how orders are paid: ${providers.map(({ name, says }) => `${name} (${says})`).join(', ')}, or none (balances alone); must be chosen on other addresses and behind a proxy`,
      paymentsReader(providers),
      {
        byDefault: 'sandbox',
        otherwise: 'sandbox on loopback',
        unsafe: (facts: SafetyFacts) => facts.paymentProviders.flatMap(({ unsafe }) => unsafe ?? []),
      },
    ),
    currency: money('PLATEN_CURRENCY', 'currency (ISO 4217), fixed by the first start', currencyReader, {
      byDefault: defaultCurrency,
    }),
    unpaidOrderMs: money(
      'PLATEN_UNPAID_ORDER_DAYS',
      'days a new order waits to be paid, 1 to 365',
      days(1, 365),
      { byDefault: '7' },
    ),
    demoEnrolCode: people(
      'PLATEN_DEMO_ENROL_CODE',
      'set by platen up: makes demo accounts, and lets the agent with this code enrol',
      textReader('a code'),
      {
        otherwise: 'none',
        knownAs: 'platen up',
        unsafe: ({ demoEnrolCode }: SafetyFacts) =>
          when(
            demoEnrolCode !== undefined,
            'it makes demo accounts with a balance, one of them an admin; run `platen cloud` for others.',
          ),
      },
    ),
    phoneCountries: people(
      'PLATEN_PHONE_COUNTRIES',
      'countries whose mobile numbers may log in (ISO 3166), or all',
      phoneCountriesReader,
      {
        // Those whose addresses are understood: a message to anywhere else is more likely somebody's toll fraud than a customer.
        byDefault: 'CN,HK,MO,TW,JP,KR,SG,US,CA,GB,DE,FR,AU',
      },
    ),
    baseUrl: network('PLATEN_BASE_URL', 'public address of the cloud, behind a proxy', originReader, {
      otherwise: 'made from host and port',
      unsafe: ({ baseUrl }: SafetyFacts) => [
        ...when(
          baseUrl === undefined,
          'it is not set: addresses in answers, cookies and /api/mcp go by the address listened on.',
        ),
        ...when(
          baseUrl?.startsWith('http://') ?? true,
          'it is no https:// address: keys, sessions and photos cross the network in readable form. Put a proxy with TLS in front.',
        ),
      ],
    }),
    trustProxy: network('PLATEN_TRUST_PROXY', 'proxies whose X-Forwarded-For is believed', proxiesReader, {
      otherwise: 'none',
      unsafe: ({ baseUrl, host, trustProxy }: SafetyFacts) =>
        when(
          baseUrl !== undefined && isLoopback(host) && trustProxy === undefined,
          "it is not set behind a proxy: limits count all clients as one, that of the proxy's address.",
        ),
    }),
    host: network('PLATEN_HOST', 'address to listen on', textReader('an address of this machine'), {
      byDefault: '127.0.0.1',
    }),
    port: network('PLATEN_PORT', 'port to listen on', wholeNumber(0, 65_535), { byDefault: '8080' }),
    allowedHosts: network(
      'PLATEN_ALLOWED_HOSTS',
      'further names that /api/mcp answers to',
      listReader('names', 'print.example,10.0.0.5:8080', readHostName),
      { otherwise: 'none' },
    ),
    fetchesUrls: network(
      'PLATEN_FILE_URL',
      'whether uploads may be given by an address that the cloud fetches (file_url)',
      onOrOff,
      { byDefault: 'on' },
    ),
    dataDir: storage('PLATEN_DATA_DIR', 'folder for everything that is kept', textReader('a folder'), {
      byDefault: 'data',
    }),
    databaseUrl: storage(
      'DATABASE_URL',
      'database, postgres://… for PostgreSQL',
      textReader('a postgres:// address or the path of an SQLite file'),
      {
        otherwise: 'SQLite in the data folder',
        unsafe: ({ databaseUrl }: SafetyFacts) =>
          when(
            isReadOnTheWay(databaseUrl),
            'the connection to PostgreSQL on another machine is not encrypted; add sslmode=verify-full.',
          ),
      },
    ),
    maxUploadBytes: storage('PLATEN_MAX_UPLOAD_MB', 'largest upload, in MiB', mebibytes(1, 100_000), {
      byDefault: '200',
    }),
    accountQuotaBytes: storage(
      'PLATEN_ACCOUNT_QUOTA_MB',
      'what an account may keep of uploads, in MiB; an admin gives single accounts more or less',
      mebibytes(1, 100_000_000),
      { byDefault: '10240' },
    ),
    minFreeBytes: storage(
      'PLATEN_MIN_FREE_MB',
      'free disk below which no upload is taken, in MiB',
      mebibytes(64, 100_000_000),
      { byDefault: '512' },
    ),
    eventLifeMs: storage(
      'PLATEN_EVENT_DAYS',
      'days that events are kept for those who follow the log, 1 to 3650; histories of orders and the like stay',
      days(1, 3650),
      { byDefault: '30' },
    ),
    modelsDir: storage(
      'PLATEN_MODELS_DIR',
      'folder of .onnx models that restorations may run',
      textReader('a folder'),
      { otherwise: 'models in the data folder' },
    ),
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
