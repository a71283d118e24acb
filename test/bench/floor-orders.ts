/**
 * The floor of "order and pay": two bare Fastify routes that do the same SQL with prepared statements and synchronous
 * transactions, SQLite with synchronous=FULL. No key check beyond one look-up, no validation, no rules.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase } from '@platen/cloud/db/database';
import Sqlite from 'better-sqlite3';
import Fastify from 'fastify';

const file = join(process.env.PLATEN_DATA_DIR!, 'floor.db');
await (await openDatabase(file)).close();
const db = new Sqlite(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.pragma('wal_autocheckpoint = 10000');

const insert = (table: string, columns: string) =>
  db.prepare(`insert into ${table} (${columns}) values (${columns.replace(/\w+/g, '?')})`);
const statements = {
  key: db.prepare(
    'select accounts.id from api_keys join accounts on accounts.id = account_id where key_hash = ?',
  ),
  document: db.prepare('select * from documents where id = ? and account_id = ?'),
  price: db.prepare(
    "select unit_minor from prices where size_code = ? and paper_code = ? and color_mode = 'color' and sides = 'one-sided' and min_pages = 1",
  ),
  order: insert(
    'orders',
    'id, order_no, account_id, shop_id, status, refund_status, delivery_method, coupon_id, note, currency, subtotal_minor, discount_minor, shipping_minor, total_minor, refunded_minor, cancel_requested_at, created_at, updated_at, paid_at',
  ),
  item: insert(
    'order_items',
    'id, order_id, position, document_id, size_code, paper_code, quantity, pages, choices, unit_minor, amount_minor, discount_minor, refunded_minor',
  ),
  numbers: db.prepare('update event_sequence set last = last + ? returning last'),
  event: insert('events', 'seq, type, subject_id, account_id, shop_id, is_history, data, created_at'),
  pay: db.prepare(
    "update orders set status = 'paid', paid_at = ? where id = ? and status = 'pending_payment' returning total_minor",
  ),
  debit: db.prepare(
    'update balances set amount_minor = amount_minor - ? where account_id = ? and amount_minor >= ? returning amount_minor',
  ),
  ledger: insert(
    'ledger',
    'id, account_id, amount_minor, balance_after_minor, currency, cause, cause_id, note, created_at',
  ),
  payment: insert(
    'payments',
    'id, order_id, account_id, method, status, amount_minor, currency, checks, captured_minor, failure, created_at, settled_at',
  ),
  items: db.prepare('select * from order_items where order_id = ?'),
  job: insert(
    'print_jobs',
    'id, order_id, account_id, item_id, shop_id, agent_id, state, reason, message, copies, copies_printed, submitted, unpaid, settlement, reprint_of, printer_id, ticket, created_at, updated_at, reported_at',
  ),
};

/** As long as the JSON of contracts/print-choices.ts. */
const choices =
  '{"page_ranges":null,"fit":"fill","crop":null,"border":null,"layout":null,"slip":false,"color_mode":"color","sides":"one-sided"}';
const [accountId, shopId, documentId, keyHash] = [randomUUID(), randomUUID(), randomUUID(), 'floor'];
insert('accounts', 'id, phone, nickname, role, shop_id, created_at').run(
  accountId,
  '1',
  'n',
  'customer',
  null,
  0,
);
insert('api_keys', 'id, account_id, name, key_hash, key_hint, created_at').run(
  randomUUID(),
  accountId,
  'k',
  keyHash,
  'h',
  0,
);
insert('balances', 'account_id, amount_minor, currency').run(accountId, 1e12, 'CNY');
insert('shops', 'id, name, created_at').run(shopId, 's', 0);
insert('documents', 'id, account_id, kind, filename, content_type, bytes, sha256, pages, created_at').run(
  documentId,
  accountId,
  'document',
  'f',
  'image/jpeg',
  1,
  'x',
  1,
  0,
);

const caller = () => (statements.key.get(keyHash) as { id: string }).id;
interface Item {
  document_id: string;
  size: string;
  paper_type: string;
  quantity: number;
}

/** Writes events: a type, a subject and its data each. */
function note(
  account: string,
  now: number,
  events: Array<[type: string, subject: string, data: object]>,
): void {
  const { last } = statements.numbers.get(events.length) as { last: number };
  events.forEach(([type, subject, data], index) => {
    const seq = last - events.length + 1 + index;
    statements.event.run(seq, type, subject, account, shopId, 1, JSON.stringify(data), now);
  });
}

const createOrder = db.transaction((items: Item[]) => {
  const account = caller();
  const [id, now] = [randomUUID(), Date.now()];
  const priced = items.map((item) => {
    statements.document.get(item.document_id, account);
    const { unit_minor } = statements.price.get(item.size, item.paper_type) as { unit_minor: number };
    return { ...item, unit: unit_minor, amount: unit_minor * item.quantity };
  });
  const total = priced.reduce((sum, item) => sum + item.amount, 0);
  const fixed = [
    'pending_payment',
    'none',
    'pickup',
    null,
    '',
    'CNY',
    total,
    0,
    0,
    total,
    0,
    null,
    now,
    now,
    null,
  ];
  statements.order.run(id, id, account, shopId, ...fixed);
  priced.forEach((item, index) => {
    const { document_id, size, paper_type, quantity, unit, amount } = item;
    const row = [document_id, size, paper_type, quantity, 1, choices, unit, amount, 0, 0];
    statements.item.run(randomUUID(), id, index + 1, ...row);
  });
  note(account, now, [['order.created', id, { from: null, to: 'pending_payment', detail: '' }]]);
  return { order_id: id, total: total / 100 };
});

const pay = db.transaction((orderId: string) => {
  const account = caller();
  const [paymentId, now] = [randomUUID(), Date.now()];
  const { total_minor } = statements.pay.get(now, orderId) as { total_minor: number };
  const after = statements.debit.get(total_minor, account, total_minor) as { amount_minor: number };
  statements.ledger.run(
    randomUUID(),
    account,
    -total_minor,
    after.amount_minor,
    'CNY',
    'payment',
    paymentId,
    '',
    now,
  );
  const money = [total_minor, 'CNY', 0, 0, ''];
  statements.payment.run(paymentId, orderId, account, 'balance', 'succeeded', ...money, now, now);
  const events: Parameters<typeof note>[2] = [
    ['order.paid', orderId, { from: 'pending_payment', to: 'paid', detail: '' }],
    ['payment.created', paymentId, { order_id: orderId, from: null, to: 'succeeded', detail: '' }],
  ];
  for (const item of statements.items.all(orderId) as Array<{ id: string; quantity: number }>) {
    const jobId = randomUUID();
    const row = [
      null,
      'queued',
      'none',
      '',
      item.quantity,
      0,
      0,
      0,
      null,
      null,
      null,
      JSON.stringify(item),
      now,
      now,
      null,
    ];
    statements.job.run(jobId, orderId, account, item.id, shopId, ...row);
    const words = { reason: 'none', message: '', copies: item.quantity, copies_printed: 0, printer_id: null };
    events.push([
      'job.queued',
      jobId,
      { order_id: orderId, from: null, to: 'queued', ...words, actor: 'cloud' },
    ]);
  }
  note(account, now, events);
  return { order_id: orderId, status: 'succeeded' };
});

const http = Fastify();
http.post<{ Body: { items: Item[] } }>('/api/orders', async (request) => createOrder(request.body.items));
http.post<{ Body: { order_id: string } }>('/api/payment/balance', async (request) =>
  pay(request.body.order_id),
);
const url = await http.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url, documentId });
