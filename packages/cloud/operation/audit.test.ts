/**
 * What the audit log says of everything that operators and admins change: for each such operation one call that succeeds and the
 * one row that is there afterwards, whole. Refused calls, and repeats that change nothing, leave none.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callOverRest } from '../../../test/fixtures/both-transports.ts';
import { clientOf, type TestAccount } from '../../../test/fixtures/cloud.ts';
import { openEmptySqlite } from '../../../test/fixtures/databases.ts';
import { getAccount } from '../accounts/account-store.ts';
import { newId } from '../ids.ts';
import { operations } from '../operations.ts';
import { insertResync } from '../shops/print-rules-store.ts';
import { upsertReport } from '../shops/shop-schedule-store.ts';
import { insertAgent } from '../shops/shop-store.ts';
import { openPrintedOrderBench, type PrintedOrderBench } from '../testing/printed-order-bench.ts';
import { defineOperation, execute } from './operation.ts';

let bench: PrintedOrderBench;
let admin: TestAccount;
let operator: TestAccount;
let customer: TestAccount;
/** What earlier cases made, by the name that later ones know it by. */
const made: Record<string, string> = {};

const id = (name: string): string => made[name] ?? `no ${name} was made`;
const query = () => bench.cloud.deps.database.query;

beforeAll(async () => {
  bench = await openPrintedOrderBench(await openEmptySqlite());
  ({ operator, customer } = bench);
  admin = await bench.cloud.account({ role: 'admin' });
  made.shop = bench.cloud.shopId;
  made.agent = newId();
  await insertAgent(query(), {
    id: made.agent,
    shop_id: bench.cloud.shopId,
    name: 'Counter',
    public_key: made.agent,
    last_seq: 0,
    created_at: Date.now(),
    last_seen_at: null,
    revoked_at: null,
    image_work: 0,
  });
});
afterAll(() => bench.cloud.close());

// biome-ignore lint/suspicious/noExplicitAny: an answer of any operation, or a row of any table.
type Any = any;

/** One call and what the log says of it; `by` is who calls, an admin unless told. */
interface Case {
  by?: 'operator';
  before?(): Promise<void>;
  input(): Record<string, unknown>;
  target(body: Any): string;
  detail(body: Any): unknown;
  after?(body: Any): void;
}

/** A row as the table has it, to compare with what the log keeps of it. */
async function rowOf(table: 'carriers' | 'coverage_rules' | 'pickup_points', key: string): Promise<Any> {
  return await query().selectFrom(table).selectAll().where('id', '=', key).executeTakeFirst();
}

const sentHome = async (): Promise<string> => {
  const address = {
    name: '张三',
    phone: '13800138000',
    country: 'CN',
    province: '广东',
    city: '深圳市',
    district: '南山',
    detail: '科苑路6号',
  };
  const { address_id } = (await customer.call('POST', '/api/addresses', address)).body;
  return (await bench.printed([1], { delivery_method: 'shipping', address_id })).order_id;
};
const pickedUp = async (): Promise<string> => (await bench.printed([1])).order_id;
const afterSalesOf = async (orderId: string): Promise<string> => {
  const asked = { order_id: orderId, type: 'refund', reason: 'Stripes' };
  return (await customer.call('POST', '/api/after-sales', asked)).body.after_sales_id;
};
const toCustomer = { shop_id: null, role: 'customer' };
const size = {
  code: '3x3',
  name: 'Square',
  media_size: 'om_square_76x76mm',
  width_mm: 76,
  height_mm: 76,
  made_for: 'photo',
};
const paper = {
  code: 'silk',
  name: 'Silk',
  media_type: 'photographic-satin',
  finish: 'satin',
  weight_gsm: 250,
};
const entry = () => ({ agent_id: id('agent'), entry_id: '7', version: 2 });
const seen = { entry_id: 7, version: 2 };
const agentTarget = () => `agent:${id('agent')}`;

/** In this order: some need what others made. */
const cases: Record<string, Case> = {
  create_shop: {
    input: () => ({ name: 'Second' }),
    target: (body) => `shop:${body.shop_id}`,
    detail: () => ({ name: 'Second' }),
    after: (body) => {
      made.second = body.shop_id;
    },
  },
  update_shop: {
    input: () => ({ shop_id: id('second'), name: 'Corner' }),
    target: () => `shop:${id('second')}`,
    detail: () => ({ name: 'Corner', was: 'Second' }),
  },
  update_shop_contact: {
    input: () => ({ shop_id: id('second'), referral_code: 'abcd23', phone: '010 1' }),
    target: () => `shop:${id('second')}`,
    detail: () => ({ referral_code: 'ABCD23', phone: '010 1' }),
  },
  delete_shop: {
    input: () => ({ shop_id: id('second') }),
    target: () => `shop:${id('second')}`,
    detail: () => ({ name: 'Corner' }),
  },
  create_enrolment_code: {
    input: () => ({ shop_id: id('shop') }),
    target: () => `shop:${id('shop')}`,
    detail: (body) => ({ expires_at: body.expires_at }),
  },
  set_account_role: {
    input: () => ({ account_id: customer.accountId, role: 'customer' }),
    target: () => `account:${customer.accountId}`,
    detail: () => ({ ...toCustomer, was: 'customer' }),
  },
  set_account_quota: {
    input: () => ({ account_id: customer.accountId, quota_mib: 500 }),
    target: () => `account:${customer.accountId}`,
    detail: () => ({ quota_mib: 500 }),
  },
  disable_account: {
    before: async () => {
      made.other = (await bench.cloud.account()).accountId;
    },
    input: () => ({ account_id: id('other'), reason: 'Fraud' }),
    target: () => `account:${id('other')}`,
    detail: () => ({ reason: 'Fraud', sessions_ended: 0 }),
  },
  enable_account: {
    input: () => ({ account_id: id('other') }),
    target: () => `account:${id('other')}`,
    detail: () => ({}),
  },
  adjust_balance: {
    input: () => ({ phone: customer.phone, amount: 20, note: 'Goodwill' }),
    target: () => `account:${customer.accountId}`,
    detail: (body) => ({
      amount: 20,
      currency: 'CNY',
      note: 'Goodwill',
      cause_id: body.transaction_cause_id,
    }),
  },
  grant_coupon: {
    input: () => ({ phone: customer.phone, amount: 2, note: 'Hello' }),
    target: () => `account:${customer.accountId}`,
    detail: (body) => ({ amount: 2, min_amount: 0, scope: 'all', note: 'Hello', coupon_id: body.coupon_id }),
  },
  create_coupon_campaign: {
    input: () => ({ name: 'Spring', code: 'SPRING24', amount: 3 }),
    target: (body) => `coupon_campaign:${body.campaign_id}`,
    detail: () => ({
      name: 'Spring',
      code: 'SPRING24',
      amount: 3,
      min_amount: 0,
      scope: 'all',
      max_per_account: 1,
    }),
    after: (body) => {
      made.campaign = body.campaign_id;
    },
  },
  disable_coupon_campaign: {
    input: () => ({ campaign_id: id('campaign') }),
    target: () => `coupon_campaign:${id('campaign')}`,
    detail: () => ({}),
  },
  set_rate_limit: {
    input: () => ({ name: 'login_phone', max: 50, window_seconds: 60 }),
    target: () => 'rate_limit:login_phone',
    detail: () => ({ max: 50, window_seconds: 60 }),
  },
  reset_rate_limit: {
    input: () => ({ name: 'login_phone' }),
    target: () => 'rate_limit:login_phone',
    detail: () => ({}),
  },
  create_size: {
    input: () => size,
    target: () => 'size:3x3',
    detail: () => ({ ...size, name_zh: '', position: 1000, enabled: true, borderless: false }),
  },
  update_size: {
    input: () => ({ code: '3x3', name: 'Little square' }),
    target: () => 'size:3x3',
    detail: () => ({ code: '3x3', name: 'Little square' }),
  },
  create_paper_type: {
    input: () => paper,
    target: () => 'paper_type:silk',
    detail: () => ({ ...paper, name_zh: '', position: 1000, enabled: true }),
  },
  update_paper_type: {
    input: () => ({ code: 'silk', enabled: false }),
    target: () => 'paper_type:silk',
    detail: () => ({ code: 'silk', enabled: false }),
  },
  set_price: {
    input: () => ({ size: '3x3', paper_type: 'silk', breaks: [{ min_pages: 1, price: 1.5 }] }),
    target: () => 'price:3x3/silk/color/one-sided',
    detail: () => ({ breaks: [{ min_pages: 1, price: 1.5 }] }),
  },
  delete_price: {
    input: () => ({ size: '3x3', paper_type: 'silk' }),
    target: () => 'price:3x3/silk/color/one-sided',
    detail: () => ({}),
  },
  delete_paper_type: { input: () => ({ code: 'silk' }), target: () => 'paper_type:silk', detail: () => ({}) },
  delete_size: { input: () => ({ code: '3x3' }), target: () => 'size:3x3', detail: () => ({}) },
  create_coverage_rule: {
    input: () => ({ region_id: '540000', service: 'express', allow: true, fee: 8 }),
    target: (body) => `coverage_rule:${body.rule_id}`,
    detail: (body) => rowOf('coverage_rules', body.rule_id),
    after: (body) => {
      made.rule = body.rule_id;
    },
  },
  update_coverage_rule: {
    input: () => ({ rule_id: id('rule'), fee: 9 }),
    target: () => `coverage_rule:${id('rule')}`,
    detail: () => rowOf('coverage_rules', id('rule')),
  },
  delete_coverage_rule: {
    before: async () => {
      made.gone = JSON.stringify(await rowOf('coverage_rules', id('rule')));
    },
    input: () => ({ rule_id: id('rule') }),
    target: () => `coverage_rule:${id('rule')}`,
    detail: () => JSON.parse(id('gone')),
  },
  create_carrier: {
    input: () => ({ code: 'pigeon', name_zh: '鸽', name_en: 'Pigeon' }),
    target: (body) => `carrier:${body.carrier_id}`,
    detail: (body) => rowOf('carriers', body.carrier_id),
    after: (body) => {
      made.carrier = body.carrier_id;
    },
  },
  update_carrier: {
    input: () => ({ carrier_id: id('carrier'), enabled: false, free_from: 30 }),
    target: () => `carrier:${id('carrier')}`,
    detail: async () => {
      const { updated_at } = await rowOf('carriers', id('carrier'));
      return { enabled: 0, free_from_minor: 3000, updated_at };
    },
  },
  set_carrier_rate: {
    input: () => ({ carrier_id: id('carrier'), region_id: '110000', first_fee: 5, step_fee: 1 }),
    target: () => `carrier:${id('carrier')}`,
    detail: async () =>
      await query()
        .selectFrom('carrier_rates')
        .selectAll()
        .where('carrier_id', '=', id('carrier'))
        .executeTakeFirst(),
  },
  delete_carrier_rate: {
    before: async () => {
      const rates = query().selectFrom('carrier_rates').selectAll();
      made.gone = JSON.stringify(await rates.where('carrier_id', '=', id('carrier')).executeTakeFirst());
    },
    input: () => ({ carrier_id: id('carrier'), region_id: '110000' }),
    target: () => `carrier:${id('carrier')}`,
    detail: () => JSON.parse(id('gone')),
  },
  delete_carrier: {
    before: async () => {
      made.gone = JSON.stringify(await rowOf('carriers', id('carrier')));
    },
    input: () => ({ carrier_id: id('carrier') }),
    target: () => `carrier:${id('carrier')}`,
    detail: () => JSON.parse(id('gone')),
  },
  update_shipping_settings: {
    input: () => ({ packaging_weight_g: 75 }),
    target: () => 'settings:shipping',
    detail: () => ({ time_zone: 'Asia/Shanghai', packaging_g: 75 }),
  },
  create_pickup_point: {
    input: () => ({
      shop_id: id('shop'),
      name: 'Kiosk',
      region_id: '110101',
      address: 'Street 1',
      hours: [{ weekday: 'monday', open: '09:00', close: '18:00' }],
    }),
    target: (body) => `pickup_point:${body.pickup_point_id}`,
    detail: (body) => rowOf('pickup_points', body.pickup_point_id),
    after: (body) => {
      made.point = body.pickup_point_id;
    },
  },
  update_pickup_point: {
    input: () => ({ pickup_point_id: id('point'), name: 'Booth' }),
    target: () => `pickup_point:${id('point')}`,
    detail: () => rowOf('pickup_points', id('point')),
  },
  ship_order: {
    by: 'operator',
    before: async () => {
      made.sent = await sentHome();
    },
    input: () => ({ order_id: id('sent'), tracking_no: 'SF1' }),
    target: () => `order:${id('sent')}`,
    detail: () => ({ tracking_no: 'SF1' }),
  },
  complete_order: {
    by: 'operator',
    input: () => ({ order_id: id('sent') }),
    target: () => `order:${id('sent')}`,
    detail: () => ({}),
  },
  hand_over_order: {
    by: 'operator',
    before: async () => {
      made.fetched = await pickedUp();
    },
    input: () => ({ order_id: id('fetched') }),
    target: () => `order:${id('fetched')}`,
    detail: () => ({}),
  },
  reply_to_order_review: {
    by: 'operator',
    before: async () => {
      const review = { order_id: id('fetched'), rating_print: 5 };
      made.review = (await customer.call('POST', '/api/order-reviews', review)).body.review_id;
    },
    input: () => ({ review_id: id('review'), reply: 'Thank you' }),
    target: () => `order_review:${id('review')}`,
    detail: () => ({ reply: 'Thank you' }),
  },
  decide_after_sales: {
    by: 'operator',
    before: async () => {
      made.complaint = await afterSalesOf(id('fetched'));
    },
    input: () => ({ after_sales_id: id('complaint'), decision: 'approve', remedy: 'none', note: 'Come in' }),
    target: () => `after_sales:${id('complaint')}`,
    detail: () => ({ decision: 'approve', remedy: 'none', note: 'Come in' }),
  },
  close_after_sales: {
    by: 'operator',
    input: () => ({ after_sales_id: id('complaint'), note: 'Done' }),
    target: () => `after_sales:${id('complaint')}`,
    detail: () => ({ note: 'Done' }),
  },
  decide_print_job: {
    by: 'operator',
    before: async () => {
      const { order_id } = await bench.paid([2]);
      const [job] = await bench.jobsOf(order_id);
      made.jobOrder = order_id;
      made.job = job!.id;
      await query().updateTable('print_jobs').set({ state: 'failed' }).where('id', '=', job!.id).execute();
    },
    input: () => ({ job_id: id('job'), decision: 'refund', copies_printed: 1 }),
    target: () => `print_job:${id('job')}`,
    detail: () => ({ decision: 'refund', copies_printed: 1, order_id: id('jobOrder') }),
  },
  update_shop_schedule: {
    by: 'operator',
    input: () => ({ version: 0, plan: { mode: 'immediate' } }),
    target: () => `shop:${id('shop')}`,
    detail: ({
      schedule: { version, edit_id: _, edited_by: __, edited_at: ___, origin: ____, ...content },
    }) => ({
      version,
      ...content,
    }),
  },
  decide_print_backlog: {
    by: 'operator',
    before: async () => {
      made.backlog = newId();
      const as_of = new Date().toISOString();
      const report = {
        version: 0,
        edit_id: newId(),
        rules: [],
        windows: [],
        waiting: 0,
        next_release: null,
        backlog: { backlog_id: made.backlog, jobs: 3, since: as_of, reason: 'outage' },
        clock_offset_seconds: 0,
        as_of,
      } as Any;
      const said = { agentId: id('agent'), shopId: id('shop'), report, receivedAtMs: Date.now() };
      await bench.cloud.deps.database.transaction((tx) => upsertReport(tx, said));
    },
    input: () => ({ backlog_id: id('backlog'), decision: 'print_now' }),
    target: () => `backlog:${id('backlog')}`,
    detail: () => ({ decision: 'print_now', agent_id: id('agent'), jobs: 3 }),
  },
  update_print_rules: {
    by: 'operator',
    input: () => ({ version: 0, aborted_copies: 'ask' }),
    target: () => `shop:${id('shop')}`,
    detail: ({ reroute_after_minutes, substitutes }) => ({
      aborted_copies: 'ask',
      reroute_after_minutes,
      version: 1,
      substitutes,
    }),
  },
  add_shop_printer: {
    by: 'operator',
    input: () => ({ agent_id: id('agent'), uri: 'ipp://me:secret@192.168.1.20/ipp/print', name: 'Left' }),
    target: agentTarget,
    detail: () => ({ act: 'add', uri: 'ipp://192.168.1.20/ipp/print', name: 'Left', even_if_silent: false }),
  },
  discover_shop_printers: {
    by: 'operator',
    input: () => ({ agent_id: id('agent') }),
    target: agentTarget,
    detail: () => ({ act: 'discover' }),
  },
  update_shop_printer: {
    by: 'operator',
    input: () => ({ ...entry(), name: 'Right' }),
    target: agentTarget,
    detail: () => ({ act: 'rename', ...seen, name: 'Right' }),
  },
  accept_shop_printer: {
    by: 'operator',
    input: () => ({ ...entry(), uuid: 'urn:uuid:1' }),
    target: agentTarget,
    detail: () => ({ act: 'accept_printer', ...seen, uuid: 'urn:uuid:1' }),
  },
  put_back_shop_printer: {
    by: 'operator',
    input: entry,
    target: agentTarget,
    detail: () => ({ act: 'put_back', ...seen }),
  },
  update_loaded_paper: {
    by: 'operator',
    input: () => ({ ...entry(), nothing: true }),
    target: agentTarget,
    detail: () => ({ act: 'say_paper', ...seen, source: null, paper: null }),
  },
  remove_shop_printer: {
    by: 'operator',
    input: entry,
    target: agentTarget,
    detail: () => ({ act: 'remove', ...seen }),
  },
  update_agent: {
    input: () => ({ agent_id: id('agent'), image_work: true }),
    target: agentTarget,
    detail: () => ({ image_work: true }),
  },
  act_on_shop_floor: {
    by: 'operator',
    input: () => ({
      act: 'add_printer',
      agent_id: id('agent'),
      uri: 'ipp://me:secret@192.168.1.20/ipp/print',
      name: '',
      even_if_silent: true,
    }),
    target: () => `shop_floor:${id('agent')}`,
    detail: () => ({
      act: 'add_printer',
      agent_id: id('agent'),
      uri: 'ipp://192.168.1.20/ipp/print',
      name: '',
      even_if_silent: true,
    }),
  },
  acknowledge_agent_resync: {
    before: async () => {
      made.resync = newId();
      await bench.cloud.deps.database.transaction((tx) =>
        insertResync(tx, {
          id: id('resync'),
          agent_id: id('agent'),
          found_at: Date.now(),
          cloud_seq: 1,
          agent_seq: 9,
          jobs_applied: 0,
          jobs_missing: 4,
          missing: '[]',
          seen_at: null,
          seen_by: null,
        }),
      );
    },
    input: () => ({ resync_id: id('resync') }),
    target: agentTarget,
    detail: () => ({ resync_id: id('resync'), jobs_missing: 4 }),
  },
  revoke_agent: {
    input: () => ({ agent_id: id('agent') }),
    target: agentTarget,
    detail: () => ({ passed_on: 0, unknown: 0 }),
  },
  delete_pickup_point: {
    before: async () => {
      const point = await rowOf('pickup_points', id('point'));
      made.spare = newId();
      const spare = { ...point, id: id('spare') };
      await query().insertInto('pickup_points').values(spare).execute();
      made.gone = JSON.stringify(spare);
    },
    input: () => ({ pickup_point_id: id('spare') }),
    target: () => `pickup_point:${id('spare')}`,
    detail: () => JSON.parse(id('gone')),
  },
};

const audited = operations.filter(
  ({ access, effect }) => (access === 'operator' || access === 'admin') && effect !== 'read',
);

const listAll = () => query().selectFrom('audit_log').selectAll().orderBy('id').execute();

const keyOf = async (accountId: string) =>
  (await query().selectFrom('api_keys').select('id').where('account_id', '=', accountId).executeTakeFirst())!
    .id;

it('has a case for each change of an operator or admin', () => {
  expect(Object.keys(cases).toSorted()).toEqual(audited.map(({ name }) => name).toSorted());
});

describe('one row', () => {
  it.each(Object.entries(cases))('%s', async (name, { by, before, input, target, detail, after }) => {
    await before?.();
    const operation = audited.find((each) => each.name === name)!;
    const caller = by === 'operator' ? operator : admin;
    const call = { apiKey: caller.apiKey, operation, input: input() };
    const rowsBefore = await listAll();
    const startedAt = Date.now();
    const { status, body } = await callOverRest(bench.cloud.url, call);
    expect([status, body.error]).toEqual([operation.effect === 'create' ? 201 : 200, undefined]);
    const added = (await listAll()).filter(({ id: own }) => !rowsBefore.some((row) => row.id === own));
    expect(added.map((row) => ({ ...row, detail: JSON.parse(row.detail) }))).toEqual([
      {
        id: expect.any(String),
        account_id: caller.accountId,
        action: name,
        target: target(body),
        detail: JSON.parse(JSON.stringify(await detail(body))),
        created_at: expect.any(Number),
        key_id: await keyOf(caller.accountId),
        session_id: null,
      },
    ]);
    expect(added[0]!.created_at).toBeGreaterThanOrEqual(startedAt);
    expect(added[0]!.created_at).toBeLessThanOrEqual(Date.now());
    after?.(body);
  });
});

describe('a change', () => {
  const described = {
    title: 'A test',
    summary: 'Changes a name.',
    input: z.strictObject({}),
    output: z.object({}),
  };

  it('that can not be noted is not made', async () => {
    const rename = defineOperation({
      ...described,
      name: 'rename_customer',
      access: 'admin',
      effect: 'update',
      audit: 'account',
      run: ({ change }) =>
        change(async (tx) => {
          const name = tx.updateTable('accounts').set({ nickname: 'Nobody' });
          await name.where('id', '=', customer.accountId).execute();
          // JSON has no such numbers.
          return { output: {}, target: customer.accountId, detail: 1n };
        }),
    });
    const caller = { accountId: admin.accountId, role: 'admin', shopId: null } as const;
    await expect(execute(rename, bench.cloud.deps, { caller, input: {} })).rejects.toThrow(/BigInt/);
    const { nickname } = await getAccount(query(), customer.accountId);
    expect(nickname).toBe('Test');
  });

  it('is demanded by the types to be noted, and a caller only where one is known', () => {
    // @ts-expect-error: what an operator changes says which kind of thing it is.
    defineOperation({ ...described, name: 'a', access: 'operator', effect: 'update', run: async () => ({}) });
    // @ts-expect-error: who reads or is a customer leaves no row.
    defineOperation({
      ...described,
      name: 'b',
      access: 'customer',
      effect: 'update',
      audit: 'x',
      run: async () => ({}),
    });
    defineOperation({
      ...described,
      name: 'c',
      access: 'admin',
      effect: 'delete',
      audit: 'x',
      // @ts-expect-error: there is no other transaction than the one with the row.
      run: ({ atomically }) => atomically(async () => ({})),
    });
    defineOperation({
      ...described,
      name: 'd',
      access: 'public',
      effect: 'read',
      // @ts-expect-error: nobody need have called.
      run: async ({ caller }) => ({ id: caller.accountId }),
    });
    expect(operations.filter(({ audit }) => audit !== undefined)).toEqual(audited);
  });
});

describe('no row', () => {
  it('is written by what is refused', async () => {
    const rows = await listAll();
    for (const operation of audited) {
      const input = { ...cases[operation.name]!.input(), no_such_field: 1 };
      const { status } = await callOverRest(bench.cloud.url, { apiKey: admin.apiKey, operation, input });
      expect([operation.name, status]).toEqual([operation.name, 400]);
    }
    const late = clientOf(bench.cloud.url, admin.apiKey);
    expect((await late.call('DELETE', '/api/admin/sizes/none')).status).toBe(404);
    expect((await late.call('PUT', `/api/admin/shops/${id('second')}`, { name: 'X' })).status).toBe(404);
    expect(await listAll()).toEqual(rows);
  });

  it('is written by a repeat that changes nothing', async () => {
    const rows = await listAll();
    expect((await admin.call('DELETE', `/api/admin/agents/${id('agent')}`)).status).toBe(200);
    expect(await listAll()).toEqual(rows);
  });

  it('is written twice for one Idempotency-Key', async () => {
    const once = { 'idempotency-key': 'once' };
    const asked = { account_id: customer.accountId, amount: 1, note: 'Once' };
    const rows = await listAll();
    const first = await admin.call('POST', '/api/admin/balance', asked, once);
    expect((await admin.call('POST', '/api/admin/balance', asked, once)).body).toEqual(first.body);
    expect(await listAll()).toHaveLength(rows.length + 1);
  });
});
