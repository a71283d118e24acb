import { describe, expect, it } from 'vitest';
import { databases } from '../../../test/fixtures/databases.ts';
import { createAccountWithKey } from './account-creation.ts';
import { ensureCurrency } from './currency-store.ts';

describe.each(databases)('the currency of an installation on $name', ({ open }) => {
  it('is that of its first start', async () => {
    const { database, drop } = await open();
    await ensureCurrency(database.query, 'JPY');
    await ensureCurrency(database.query, 'JPY');
    await expect(ensureCurrency(database.query, 'CNY')).rejects.toThrow(/has JPY, not CNY/);
    await drop();
  });

  it('is that of its balances where it was never written down', async () => {
    const { database, drop } = await open();
    const account = { phone: '+8613800000001', nickname: 'Test', role: 'customer', shopId: null } as const;
    await createAccountWithKey(database, { ...account, openingMinor: 100, currency: 'EUR', now: 1 });
    await expect(ensureCurrency(database.query, 'USD')).rejects.toThrow(/has EUR, not USD/);
    await ensureCurrency(database.query, 'EUR');
    await drop();
  });
});
