/** `platen account role`: what an account may do, straight in the database; for the first admin of an installation. */
import { AppError } from '@platen/contracts/app-error';
import { type Command, UsageError } from './command.ts';

const roles = ['customer', 'operator', 'admin'] as const;

/** `platen account role`. */
export const accountRoleCommand: Command = {
  name: 'account role',
  summary: 'Makes an account that exists a customer, an operator (of the first shop) or an admin.',
  flags: {
    phone: {
      type: 'string',
      value: 'NUMBER',
      required: true,
      describe: 'The number it was registered with.',
    },
    role: { type: 'string', value: 'ROLE', required: true, describe: 'customer, operator or admin.' },
  },
  async settings() {
    const { cloudSettings } = await import('@platen/cloud/cloud-settings');
    return [cloudSettings.dataDir, cloudSettings.databaseUrl];
  },
  async run(values) {
    const role = roles.find((known) => known === values.role);
    if (!role) throw new UsageError(`--role: must be one of ${roles.join(', ')}, not "${values.role}".`);
    const { readCloudConfig } = await import('@platen/cloud/config');
    const { openDatabase } = await import('@platen/cloud/db/database');
    const { findPhone } = await import('@platen/cloud/accounts/account-phone');
    const { changeRoleByPhone } = await import('@platen/cloud/accounts/account-moves');
    const { ensureShop } = await import('@platen/cloud/demo');
    const typed = String(values.phone);
    const database = await openDatabase(readCloudConfig(process.env).databaseUrl);
    try {
      const shopId = role === 'operator' ? await ensureShop(database, Date.now()) : null;
      const phone = findPhone(typed) ?? typed;
      const found = await changeRoleByPhone(database, { phone, role, shopId, now: Date.now() });
      if (!found) throw new AppError('not_found', `No account has the number ${phone}.`);
      console.log(`${phone} is ${role === 'customer' ? 'a' : 'an'} ${role} now.`);
      return 0;
    } finally {
      await database.close();
    }
  },
};
