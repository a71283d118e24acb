/** The SQL of payments and refunds. */
import type { Query, Tx } from '../db/database.ts';
import type { PaymentTable, RefundTable } from '../db/database-schema.ts';

export async function insertPayment(tx: Tx, row: PaymentTable): Promise<void> {
  await tx.insertInto('payments').values(row).execute();
}

/** The newest payment of an order, the successful one first. */
export async function findPayment(db: Query | Tx, orderId: string): Promise<PaymentTable | undefined> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute();
  return rows.find((row) => row.status === 'succeeded') ?? rows[0];
}

export async function insertRefund(tx: Tx, row: RefundTable): Promise<void> {
  await tx.insertInto('refunds').values(row).execute();
}

export async function listRefunds(db: Query, orderId: string): Promise<RefundTable[]> {
  return await db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}
