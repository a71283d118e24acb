/** Payments and refunds that were made before migration 5 are there after it, and the constraints hold as before. */
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { bareDatabases } from '../../../test/fixtures/bare-databases.ts';
import { up as foundation } from './migration-0001-foundation.ts';
import { up as payments } from './migration-0005-payments.ts';
import type { Schema } from './schema.ts';
import { isUniqueViolation } from './unique-violation.ts';

/** An account with an order that was paid from its balance and partly refunded, as the first tables had them. */
const before = `
insert into accounts values ('a', '1', '', 'customer', null, 1);
insert into shops values ('s', 'S', 1);
insert into orders values ('o', 'NO', 'a', 's', 'paid', 'partial', 'pickup', null, '', 'CNY', 500, 0, 0, 500, 200, null, 1, 1, 2);
insert into payments values ('p', 'o', 'a', 'balance', 'succeeded', 500, 'CNY', 2, 3);
insert into refunds values ('r', 'p', 'o', 'job:1', 'succeeded', 200, 'not printed', 4)`;

async function expectMigrated(db: Kysely<Schema>): Promise<void> {
  await foundation(db as unknown as Kysely<unknown>);
  for (const statement of before.split(';')) await sql.raw(statement).execute(db);
  await payments(db as unknown as Kysely<unknown>);
  const payment = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
  expect(payment).toMatchObject({ id: 'p', order_id: 'o', method: 'balance', status: 'succeeded' });
  expect(payment).toMatchObject({ amount_minor: 500, captured_minor: 0, settled_at: 3, provider_ref: null });
  const refund = await db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow();
  expect(refund).toMatchObject({ id: 'r', payment_id: 'p', status: 'succeeded', destination: 'balance' });
  expect(refund).toMatchObject({ amount_minor: 200, currency: 'CNY', settled_at: 4, try_at: null });
  const again = (more: object) =>
    db
      .insertInto('payments')
      .values({ ...payment, id: 'q', ...more })
      .execute();
  await expect(again({})).rejects.toSatisfy(isUniqueViolation);
  await again({ status: 'failed' });
  const stray = { ...refund, id: 'x', cause: 'rest', payment_id: 'nothing' };
  await expect(db.insertInto('refunds').values(stray).execute()).rejects.toThrow(/foreign key/i);
}

it.each(bareDatabases)('migration 5 keeps what was there on $name', ({ use }) => use(expectMigrated));
