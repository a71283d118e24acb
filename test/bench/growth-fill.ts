/**
 * Fills the tables of a cloud as years of work would: orders with their items, payments, jobs and history, and one account that
 * has half of them. For the bench of growth and for the test of query plans. Owns what a full database looks like; writes rows
 * by a few statements that make them inside the database, and must never be pointed at one that somebody uses.
 */
import type { Database } from '@platen/cloud/db/database';
import type { Schema } from '@platen/cloud/db/schema';
import { completeOptions } from '@platen/cloud/restorations/restoration-rules';
import { type EventType, eventTypes } from '@platen/contracts/event-types';
import { type ItemChoices, unchosen } from '@platen/contracts/print-choices';
import type { RestoreReport } from '@platen/contracts/restore-task';
import { firstSchedule } from '@platen/contracts/schedule/schedule-document';
import { type Kysely, sql } from 'kysely';

export interface Fill {
  orders: number;
  /** Who has every second order, and half of everything else. */
  accountId: string;
  /** Who has the newest of the others' orders, all of them cancelled, and of a status that is common elsewhere a few of the oldest. */
  sparseAccountId?: string;
  /** The shop of nine orders in ten, and the agent of its jobs. */
  shopId: string;
  agentId: string;
  now: number;
}

const choices: ItemChoices = {
  page_ranges: null,
  fit: 'fill',
  crop: null,
  border: null,
  layout: null,
  slip: false,
  ...unchosen,
};
const restoreOptions = completeOptions({ strength: 80, mode: 'auto', colour: 'keep', steps: {} });
const restoreReport: RestoreReport = {
  applied: ['denoise'],
  noise_sigma: 4,
  change: 9,
  is_damaged: false,
  is_faded: false,
  defect_share: 0,
  masked_share: 0,
  engine: 'e',
  models: [],
  regions: [],
  frame: { degrees: 0, left: 0, top: 0, right: 0, bottom: 0 },
};

/** Room in the log for the events of one order and what happens beside it. */
const slotsOfOrder = 20;

const dayMs = 24 * 3_600_000;
/** The rows are as old as this at most, and none is younger than an hour. */
const spanMs = 400 * dayMs;

/** A ticket behind its job and order. */
const ticketRest = JSON.stringify({
  item_position: 1,
  document: { sha256: 'ab'.repeat(32), bytes: 123_456, content_type: 'image/jpeg', pages: 1 },
  media: {
    size_name: 'na_index-4x6_4x6in',
    x_dimension: 10_160,
    y_dimension: 15_240,
    media_type: 'photographic-glossy',
    borderless: true,
  },
  ...choices,
  copies: 2,
  product: { size_code: '4x6', order_type: 'photo' },
  paid_at: '2026-01-01T00:00:00.000Z',
}).slice(1);

/** SQL for the rows of one table: as many as `count`, numbered by `i` from 0. */
interface Rows {
  table: keyof Schema;
  count: number;
  /** Column to expression over `i`. */
  values: Record<string, string>;
  /** Only numbers for which this holds. */
  where?: string | undefined;
}

/** Makes the rows. 200,000 orders take a quarter of a minute to a minute. */
export async function fillDatabase(database: Database, fill: Fill): Promise<void> {
  const tables = rowsOf(database.dialect, fill);
  await database.query.connection().execute(async (db) => {
    await withoutChecks(db, database.dialect, async () => {
      for (const rows of tables) await insertRows(db, rows);
      await sql`update event_sequence set last = (select max(seq) from events)`.execute(db);
      if (fill.sparseAccountId !== undefined) await makeSparse(db, fill, fill.sparseAccountId);
    });
  });
  // What PostgreSQL does by itself within minutes. SQLite has no such thing, and Platen never asks it to.
  if (database.dialect === 'postgres') await sql`vacuum analyze`.execute(database.query);
}

async function makeSparse(db: Kysely<Schema>, { orders, accountId }: Fill, sparse: string): Promise<void> {
  const give = async (
    status: 'cancelled' | 'completed',
    { order, count }: { order: 'asc' | 'desc'; count: number },
  ) => {
    await db
      .updateTable('orders')
      .set({ account_id: sparse, status })
      .where('id', 'in', (e) =>
        e
          .selectFrom('orders')
          .select('id')
          .where('account_id', 'not in', [accountId, sparse])
          .where('status', '=', 'completed')
          .orderBy('id', order)
          .limit(count),
      )
      .execute();
  };
  await give('cancelled', { order: 'desc', count: Math.floor(orders / 10) });
  await give('completed', { order: 'asc', count: 5 });
}

/** Every reference is right by its making; looking each up would take most of the time. */
async function withoutChecks(
  db: Kysely<Schema>,
  dialect: Database['dialect'],
  work: () => Promise<void>,
): Promise<void> {
  const run = async (statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  if (dialect === 'sqlite') {
    await run(['pragma foreign_keys = off', 'pragma cache_size = -400000', 'pragma synchronous = off']);
    await work();
    await run(['pragma wal_checkpoint(truncate)', 'pragma synchronous = full']);
    await run(['pragma cache_size = -2000', 'pragma foreign_keys = on']);
    return;
  }
  await run(["set session_replication_role = 'replica'", 'set synchronous_commit = off']);
  await work();
  await run(["set session_replication_role = 'origin'", 'reset synchronous_commit']);
}

async function insertRows(db: Kysely<Schema>, { table, count, values, where }: Rows): Promise<void> {
  if (count === 0) return;
  await sql
    .raw(
      `with recursive n(i) as (select cast(0 as bigint) union all select i + 1 from n where i + 1 < ${count})
       insert into ${table} (${Object.keys(values).join(', ')})
       select ${Object.values(values).join(', ')} from n ${where ? `where ${where}` : ''}`,
    )
    .execute(db);
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

function rowsOf(dialect: Database['dialect'], fill: Fill): Rows[] {
  const { orders, accountId, shopId, agentId, now } = fill;
  const part = (share: number) => Math.max(50, Math.floor(orders * share));
  const accounts = part(0.01);
  const stepMs = Math.max(1, Math.floor((spanMs - 3_600_000) / (orders * 2)));
  const base = now - spanMs;
  const big = text(accountId);
  const shop = text(shopId);
  const agent = text(agentId);

  const hex = (value: string, digits: number) =>
    dialect === 'sqlite'
      ? `printf('%0${digits}x', ${value})`
      : `lpad(to_hex(cast(${value} as bigint)), ${digits}, '0')`;
  /** When the row of this number was made; `of` numbers there are in all. */
  const at = (i: string, of = orders) => `(${base} + (${i}) * ${stepMs * 2} * ${orders} / ${of})`;
  /** A time-ordered id, told apart by three hexadecimal digits for its table. */
  const id = (kind: string, i: string, ms = at(i)) =>
    `(${hex(`(${ms} >> 16)`, 8)} || '-' || ${hex(`(${ms} & 65535)`, 4)} || '-7${kind}-8000-' || ${hex(i, 12)})`;
  const sha = (salt: string, i: string) => `('${salt.repeat(26)}' || ${hex(i, 12)})`;
  const pick = (condition: string, yes: string, no: string) =>
    `case when ${condition} then ${yes} else ${no} end`;

  const otherAccount = (i: string) => id('acc', `((${i}) % ${accounts})`, String(base));
  const accountOf = (i: string) => pick(`(${i}) % 2 = 0`, big, otherAccount(i));
  // Younger than the shop that new orders go to.
  const otherShop = id('5a0', '0', String(now));
  const shopOf = (i: string) => pick(`(${i}) % 10 = 9`, otherShop, shop);
  const order = (i: string) => id('0a0', i);
  /** Every order has one item; every second has two. */
  const item = (i: string, j: number) => id(`1a${j}`, i, at(i));
  const job = (i: string, j: number) => id(`2a${j}`, i, at(i));
  const payment = (i: string) => id('3a0', i);
  const photos = part(0.2);
  const document = (i: string) => id('4a0', `((${i}) % ${photos})`, at(`((${i}) % ${photos})`, photos));
  /** A few of the oldest are in states that are rare, where walking from the newest finds them last. */
  const isRare = (i: string) => `(${i}) < 40`;
  const orderStatus = (i: string) =>
    `case when ${isRare(i)} then case (${i}) % 4 when 0 then 'printing' when 1 then 'pending_payment' when 2 then 'shipped' else 'ready_for_pickup' end
       when (${i}) % 50 in (7, 8) then 'cancelled' else 'completed' end`;
  const jobState = (i: string) =>
    `case when ${isRare(i)} then case (${i}) % 4 when 0 then 'printing' when 2 then 'held' else 'printed' end
       when (${i}) % 50 in (7, 8) then 'cancelled' when (${i}) % 200 = 3 then 'failed' else 'printed' end`;
  const ticket = (i: string, j: number) =>
    `('{"job_id":"' || ${job(i, j)} || '","order_no":"' || ${orderNo(i)} || ${text(`",${ticketRest}`)})`;
  const orderNo = (i: string) => `('FILL-' || ${hex(i, 12)})`;
  /** An event of each of `count` things; those of one number of orders lie side by side in the log, each in a slot of its own. */
  const event = (
    slot: number,
    type: EventType,
    wanted: {
      count?: number;
      subject: string;
      account?: string;
      guest?: string;
      shop?: string;
      data: string;
      where?: string | undefined;
    },
  ): Rows => {
    const { count = orders } = wanted;
    return {
      table: 'events',
      count,
      where: wanted.where,
      values: {
        // Behind what happened before the tables were filled.
        seq: `(select last from event_sequence) + (i * ${orders} / ${count}) * ${slotsOfOrder} + ${slot}`,
        type: text(type),
        subject_id: wanted.subject,
        account_id: wanted.account ?? accountOf('i'),
        guest_id: wanted.guest ?? 'null',
        shop_id: wanted.shop ?? 'null',
        is_history: eventTypes[type].isHistory ? '1' : '0',
        data: text(wanted.data),
        created_at: at('i', count),
      },
    };
  };
  const history = (j: number, count: number): Rows[] => {
    const states = ['queued', 'sent', 'accepted', 'preparing'] as const;
    return states.slice(0, count).map((to, step) =>
      event(1 + j * 4 + step, `job.${to}`, {
        subject: job('i', j),
        shop: shopOf('i'),
        where: j === 1 ? 'i % 2 = 0' : undefined,
        data: '{"order_id":"","from":null,"to":"x","reason":"none","message":"","copies":2,"copies_printed":2,"printer_id":null,"actor":"cloud"}',
      }),
    );
  };
  const itemsOf = (j: number): Rows => ({
    table: 'order_items',
    count: orders,
    where: j === 1 ? 'i % 2 = 0' : undefined,
    values: {
      id: item('i', j),
      order_id: order('i'),
      position: String(j + 1),
      document_id: document('i'),
      size_code: "'4x6'",
      paper_code: "'glossy'",
      quantity: '2',
      pages: '1',
      unit_minor: '120',
      amount_minor: '240',
      discount_minor: '0',
      refunded_minor: '0',
      choices: text(JSON.stringify(choices)),
    },
  });
  const jobsOf = (j: number): Rows => ({
    table: 'print_jobs',
    count: orders,
    where: j === 1 ? 'i % 2 = 0' : undefined,
    values: {
      id: job('i', j),
      order_id: order('i'),
      item_id: item('i', j),
      shop_id: shopOf('i'),
      agent_id: agent,
      state: jobState('i'),
      reason: "'none'",
      message: "''",
      copies: '2',
      copies_printed: '2',
      submitted: '1',
      settlement: pick('i % 200 = 3', "'refunded'", 'null'),
      unpaid: '0',
      ticket: ticket('i', j),
      account_id: accountOf('i'),
      created_at: at('i'),
      updated_at: at('i'),
      reported_at: at('i'),
    },
  });
  const orderEvent = (step: number, type: EventType): Rows =>
    event(10 + step, type, {
      subject: order('i'),
      shop: shopOf('i'),
      data: '{"from":null,"to":"x","detail":""}',
    });
  const ids = (kind: string, count: number) => ({
    id: id(kind, 'i', at('i', count)),
    account_id: accountOf('i'),
    created_at: at('i', count),
  });
  const few = part(0.05);
  const some = part(0.1);

  return [
    { table: 'shops', count: 1, values: { id: otherShop, name: "'Other'", created_at: String(base) } },
    {
      table: 'accounts',
      count: accounts,
      values: {
        id: otherAccount('i'),
        phone: `('+8699' || ${hex('i', 9)})`,
        nickname: "'Filled'",
        role: "'customer'",
        created_at: String(base),
      },
    },
    {
      table: 'balances',
      count: accounts,
      values: { account_id: otherAccount('i'), amount_minor: '1000000', currency: "'CNY'" },
    },
    {
      table: 'documents',
      count: photos,
      values: {
        ...ids('4a0', photos),
        kind: pick('i % 3 = 0', "'document'", "'photo'"),
        filename: "'photo.jpg'",
        pages: '1',
        content_type: "'image/jpeg'",
        bytes: '2000000',
        sha256: sha('ab', 'i'),
        width_px: '4000',
        height_px: '3000',
        deleted_at: pick('i % 20 = 8', String(now - dayMs), 'null'),
      },
    },
    {
      table: 'stored_files',
      count: photos,
      values: {
        sha256: sha('ab', 'i'),
        bytes: '2000000',
        state: "'stored'",
        check_at: 'null',
        changed_at: at('i', photos),
      },
    },
    {
      table: 'thumbnails',
      count: photos,
      values: {
        source_sha256: sha('ab', 'i'),
        kind: "'small'",
        sha256: sha('cd', 'i'),
        bytes: '9000',
        width_px: '300',
        height_px: '200',
        created_at: at('i', photos),
      },
    },
    {
      table: 'photo_measures',
      count: photos,
      values: { sha256: sha('ab', 'i'), version: '0', measures: "'{}'", created_at: at('i', photos) },
    },
    {
      table: 'orders',
      count: orders,
      values: {
        id: order('i'),
        order_no: orderNo('i'),
        account_id: accountOf('i'),
        shop_id: shopOf('i'),
        status: orderStatus('i'),
        refund_status: "'none'",
        delivery_method: "'pickup'",
        note: "''",
        currency: "'CNY'",
        subtotal_minor: '240',
        discount_minor: '0',
        shipping_minor: '0',
        total_minor: '240',
        refunded_minor: '0',
        created_at: at('i'),
        updated_at: at('i'),
        // None of them is due for a sweep.
        paid_at: at('i'),
        shipped_at: pick(isRare('i'), String(now), at('i')),
        completed_at: at('i'),
        expires_at: String(now + 7 * dayMs),
      },
    },
    itemsOf(0),
    itemsOf(1),
    orderEvent(0, 'order.created'),
    orderEvent(1, 'order.paid'),
    orderEvent(2, 'order.printed'),
    {
      table: 'payments',
      count: orders,
      values: {
        id: payment('i'),
        order_id: pick('i % 20 = 0', 'null', order('i')),
        account_id: accountOf('i'),
        method: pick('i % 4 = 0', "'sandbox'", "'balance'"),
        status: "'succeeded'",
        amount_minor: '240',
        currency: "'CNY'",
        checks: '0',
        captured_minor: '0',
        failure: "''",
        created_at: at('i'),
        settled_at: at('i'),
      },
    },
    event(15, 'payment.created', {
      subject: payment('i'),
      data: '{"order_id":null,"from":null,"to":"succeeded","detail":""}',
    }),
    {
      table: 'refunds',
      count: orders,
      where: 'i % 50 = 7',
      values: {
        id: id('3c0', 'i'),
        payment_id: payment('i'),
        order_id: order('i'),
        cause: "'cancelled'",
        status: "'succeeded'",
        amount_minor: '240',
        currency: "'CNY'",
        destination: "'balance'",
        reason: "''",
        failure: "''",
        tries: '0',
        created_at: at('i'),
        settled_at: at('i'),
      },
    },
    {
      table: 'ledger',
      count: orders,
      values: {
        id: id('3d0', 'i'),
        account_id: accountOf('i'),
        amount_minor: '-240',
        note: "'Order'",
        balance_after_minor: '1000000',
        currency: "'CNY'",
        cause: "'payment'",
        cause_id: payment('i'),
        created_at: at('i'),
      },
    },
    jobsOf(0),
    jobsOf(1),
    ...history(0, 4),
    ...history(1, 2),
    {
      table: 'idempotency',
      count: part(0.5),
      values: {
        account_id: accountOf('i'),
        key: sha('ef', 'i'),
        operation: "'create_order'",
        input_hash: sha('01', 'i'),
        output: `'${'s'.repeat(1200)}'`,
        created_at: `(${now - dayMs + 3_600_000} + i * 100)`,
      },
    },
    {
      table: 'audit_log',
      count: part(0.5),
      values: {
        ...ids('8a0', part(0.5)),
        action: pick('i % 3 = 0', "'ship_order'", "'decide_print_job'"),
        target: `('order:' || ${order('i')})`,
        detail: "'{}'",
      },
    },
    {
      table: 'order_reviews',
      count: some,
      values: {
        ...ids('9a0', some),
        order_id: order('i'),
        shop_id: shopOf('i'),
        rating_print: '5',
        comment: "'good'",
        reply: pick('i > 20', "'thanks'", 'null'),
      },
    },
    {
      table: 'after_sales',
      count: few,
      values: {
        ...ids('9b0', few),
        order_id: order('i'),
        shop_id: shopOf('i'),
        type: "'refund'",
        reason: "'colours'",
        status: pick('i < 20', "'requested'", "'closed'"),
        description: "''",
        decision_note: "''",
        updated_at: at('i', few),
      },
    },
    {
      table: 'after_sales_items',
      count: few,
      values: {
        after_sales_id: id('9b0', 'i', at('i', few)),
        item_id: item('i', 0),
        position: '1',
        copies: '1',
        refunded_minor: '120',
      },
    },
    event(16, 'after_sales.requested', {
      count: few,
      subject: id('9b0', 'i', at('i', few)),
      shop,
      data: '{"order_id":"","from":null,"to":"requested","actor":"customer","detail":""}',
    }),
    {
      table: 'coupons',
      count: few,
      values: {
        ...ids('aa0', few),
        kind: "'amount'",
        value: '100',
        min_amount_minor: '0',
        note: "''",
        scope: "'all'",
        order_id: pick('i < 20', 'null', order('i')),
      },
    },
    {
      table: 'addresses',
      count: accounts * 2,
      values: {
        id: id('ab0', 'i'),
        account_id: otherAccount('i'),
        name: "'Li'",
        phone: "'13800138000'",
        country: "'CN'",
        province: "'x'",
        city: "'x'",
        district: "'x'",
        detail: "'x'",
        postcode: "''",
        is_default: pick(`i < ${accounts}`, '1', '0'),
        created_at: at('i'),
        updated_at: at('i'),
      },
    },
    {
      table: 'sessions',
      count: some,
      values: {
        id: id('ac0', 'i', at('i', some)),
        account_id: otherAccount('i'),
        token_hash: sha('5e', 'i'),
        device: "'browser'",
        created_at: at('i', some),
        last_used_at: at('i', some),
        expires_at: String(now + dayMs),
        revoked_at: pick('i % 10 = 0', String(now), 'null'),
      },
    },
    {
      table: 'login_codes',
      count: some,
      values: {
        phone: `('+8688' || ${hex('i', 9)})`,
        network: sha('6f', 'i'),
        code_hash: "'x'",
        tries: '0',
        foreign_tries: '0',
        expires_at: String(now + 600_000),
      },
    },
    {
      table: 'api_keys',
      count: some,
      values: {
        id: id('ad0', 'i', at('i', some)),
        account_id: otherAccount('i'),
        name: "'k'",
        key_hint: "'h'",
        key_hash: sha('6e', 'i'),
        created_at: at('i', some),
      },
    },
    {
      table: 'limit_marks',
      count: some,
      values: { name: "'code_address'", subject: sha('7e', 'i'), full_until: String(now + 600_000) },
    },
    {
      table: 'restorations',
      count: some,
      values: {
        ...ids('ae0', some),
        photo_id: document('i'),
        source_sha256: sha('ab', `(i % ${photos})`),
        source_bytes: '2000000',
        options: text(JSON.stringify(restoreOptions)),
        report: text(JSON.stringify(restoreReport)),
        state: pick('i < 10', "'failed'", "'completed'"),
        attempts: '1',
        message: "''",
        progress: '100',
        result_photo_id: document('i'),
        updated_at: at('i', some),
        begun_at: at('i', some),
        finished_at: at('i', some),
        engine: "'e'",
      },
    },
    event(17, 'restoration.queued', {
      count: some,
      subject: id('ae0', 'i', at('i', some)),
      data: '{"photo_id":"","from":null,"to":"queued","actor":"x","message":"","result_photo_id":null}',
    }),
    {
      table: 'restoration_files',
      count: some,
      values: {
        restoration_id: id('ae0', 'i', at('i', some)),
        kind: "'before'",
        sha256: sha('8e', 'i'),
        bytes: '9000',
      },
    },
    {
      table: 'restore_shares',
      count: few,
      values: {
        ...ids('b00', few),
        code: sha('9e', 'i'),
        message: "''",
        expires_at: String(now + dayMs),
        max_claims: '2',
        claims: '0',
      },
    },
    {
      table: 'restore_share_items',
      count: few,
      values: {
        share_id: id('b00', 'i', at('i', few)),
        position: '1',
        photo_id: document('i'),
        restoration_id: id('ae0', 'i', at('i', some)),
      },
    },
    {
      table: 'pre_orders',
      count: few,
      values: {
        ...ids('b10', few),
        share_code: sha('ae', 'i'),
        status: pick('i < 20', "'closed'", "'ordered'"),
        revision: '1',
        title: "'t'",
        description: "''",
        order_type: "'photo'",
        spec_mode: "'fixed'",
        max_quantity: '9',
        allow: "'anyone'",
        phones: "'[]'",
        delivery: "'{}'",
        updated_at: at('i', few),
      },
    },
    {
      table: 'submissions',
      count: some,
      values: {
        id: id('b20', 'i', at('i', some)),
        account_id: accountOf('i'),
        status: "'approved'",
        photos: '1',
        pre_order_id: id('b10', `(i % ${few})`, at(`(i % ${few})`, few)),
        submitter_name: "''",
        note: "''",
        reject_reason: "''",
        created_at: at('i', some),
        updated_at: at('i', some),
      },
    },
    {
      table: 'submission_photos',
      count: some,
      values: {
        submission_id: id('b20', 'i', at('i', some)),
        position: '1',
        document_id: document('i'),
        spec: "'{}'",
      },
    },
    event(18, 'pre_order.created', {
      count: some,
      subject: id('b10', `(i % ${few})`, at(`(i % ${few})`, few)),
      data: '{"from":null,"to":"draft","actor":"owner","detail":""}',
    }),
    event(19, 'printer.changed', {
      count: some,
      subject: "'printer'",
      account: 'null',
      shop,
      data: '{"agent_id":"","name":"","state":"idle","reasons":[],"reachable":true}',
    }),
    {
      table: 'printer_requests',
      count: few,
      values: {
        ...ids('b40', few),
        agent_id: agent,
        wanted: "'{}'",
        answer: "'{}'",
        answered_at: at('i', few),
      },
    },
    {
      table: 'schedule_edits',
      count: few,
      values: {
        id: id('b50', 'i', at('i', few)),
        edit_id: id('b51', 'i', at('i', few)),
        shop_id: shop,
        version: 'i',
        document: text(JSON.stringify(firstSchedule)),
        state: "'replaced'",
        taken_at: at('i', few),
      },
    },
    {
      table: 'agent_resyncs',
      count: few,
      values: {
        id: id('b60', 'i', at('i', few)),
        agent_id: agent,
        found_at: at('i', few),
        cloud_seq: '0',
        agent_seq: '1',
        jobs_applied: '0',
        jobs_missing: '0',
        missing: "'[]'",
        seen_at: at('i', few),
      },
    },
    {
      table: 'enrolments',
      count: few,
      values: {
        code_hash: sha('be', 'i'),
        shop_id: shop,
        created_at: at('i', few),
        expires_at: at('i', few),
        agent_id: agent,
      },
    },
    {
      table: 'sandbox_intents',
      count: some,
      values: {
        id: id('b70', 'i', at('i', some)),
        sandbox: "'sandbox'",
        reference: payment('i'),
        description: "''",
        amount_minor: '240',
        currency: "'CNY'",
        return_url: "''",
        status: "'succeeded'",
        created_at: at('i', some),
        expires_at: at('i', some),
      },
    },
    {
      table: 'sandbox_events',
      count: some,
      values: {
        id: id('b80', 'i', at('i', some)),
        sandbox: "'sandbox'",
        body: "'{}'",
        tries: '1',
        delivered_at: at('i', some),
        created_at: at('i', some),
      },
    },
  ];
}
