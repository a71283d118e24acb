/** `platen account create`: an account with its first key, straight in the database; the cloud may run meanwhile. */
import { AppError } from '@platen/contracts/app-error';
import { type Currency, toMajor, toMinor } from '@platen/contracts/money';
import { type Command, type FlagValues, UsageError } from './command.ts';

const roles = ['customer', 'operator', 'admin'] as const;
type Role = (typeof roles)[number];

const largestBalanceMinor = 1e11;

interface Wanted {
  phone: string;
  nickname: string;
  role: Role;
  openingMinor: number;
}

function readWanted(
  values: FlagValues,
  { currency, findPhone }: { currency: Currency; findPhone: (typed: string) => string | undefined },
): Wanted {
  // In the one form in which people log in with it.
  const phone = findPhone(String(values.phone));
  if (!phone)
    throw new UsageError(`--phone: must be a mobile number such as +8613800000001, not "${values.phone}".`);
  const role = roles.find((known) => known === (values.role ?? 'customer'));
  if (!role) throw new UsageError(`--role: must be one of ${roles.join(', ')}, not "${values.role}".`);
  const text = String(values.balance ?? '0');
  const openingMinor = /^\d+(\.\d+)?$/.test(text) ? toMinor(Number(text), currency) : undefined;
  if (openingMinor === undefined || openingMinor > largestBalanceMinor)
    throw new UsageError(`--balance: must be an amount of ${currency} such as 100 or 12.5, not "${text}".`);
  return { phone, nickname: String(values.nickname ?? ''), role, openingMinor };
}

/** `platen account create`. */
export const accountCreateCommand: Command = {
  name: 'account create',
  summary: 'Makes an account with an API key and prints the key, this once. The cloud may be running.',
  flags: {
    phone: { type: 'string', value: 'NUMBER', required: true, describe: 'One account a number.' },
    balance: { type: 'string', value: 'AMOUNT', describe: 'Opening balance in major units; 0.' },
    nickname: { type: 'string', value: 'TEXT', describe: 'How the account is called; empty.' },
    role: {
      type: 'string',
      value: 'ROLE',
      describe: 'customer (default), operator (of the first shop) or admin.',
    },
    json: { type: 'boolean', describe: 'Prints one JSON object.' },
  },
  async settings() {
    const { cloudSettings } = await import('@platen/cloud/cloud-settings');
    return [cloudSettings.dataDir, cloudSettings.databaseUrl, cloudSettings.currency];
  },
  async run(values) {
    const { readCloudConfig } = await import('@platen/cloud/config');
    const { databaseUrl, currency } = readCloudConfig(process.env);
    const { findPhone } = await import('@platen/cloud/accounts/account-phone');
    const wanted = readWanted(values, { currency, findPhone });
    const created = await createIn(databaseUrl, { ...wanted, currency });
    const balance = toMajor(wanted.openingMinor, currency);
    const shown = {
      account_id: created.accountId,
      phone: created.phone,
      api_key: created.apiKey,
      balance,
      currency,
    };
    if (values.json) console.log(JSON.stringify(shown));
    else for (const [name, value] of Object.entries(shown)) console.log(`${name.padEnd(10)}  ${value}`);
    return 0;
  },
};

async function createIn(databaseUrl: string, wanted: Wanted & { currency: Currency }) {
  const { openDatabase } = await import('@platen/cloud/db/database');
  const { createAccountWithKey } = await import('@platen/cloud/accounts/account-creation');
  const { ensureShop } = await import('@platen/cloud/demo');
  const database = await openDatabase(databaseUrl).catch((error: Error) => {
    if (error instanceof AppError) throw error;
    throw new AppError('internal', `The database can't be opened (${error.message}).`);
  });
  try {
    const now = Date.now();
    const shopId = wanted.role === 'customer' ? null : await ensureShop(database, now);
    return { ...(await createAccountWithKey(database, { ...wanted, shopId, now })), phone: wanted.phone };
  } finally {
    await database.close();
  }
}
