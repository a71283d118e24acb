/**
 * No statement costs more because the tables are full. Everything that a cloud does is done on a database with years of orders;
 * each statement that ran meanwhile is asked how it is carried out, on both databases.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { databases } from '../fixtures/databases.ts';
import { runGrowthFlows } from '../fixtures/growth-flows.ts';
import { type Allowed, findScans, type Statement } from '../fixtures/statement-plans.ts';

/** PostgreSQL is asked how many rows it visits; SQLite for its plan, which is the same whatever its tables hold. */
const orders = { SQLite: 1000, PostgreSQL: 20_000 };
/** Of one table by one statement: a page of 100 with what belongs to it. Every list of the full tables is longer. */
const maxRows = 300;

const allowed: Allowed[] = [
  {
    part: /^select count\(\*\) as "total", max\("(id|created_at)"\) as "newest" from (?!.*"(id|created_at)" > )/s,
    because: 'the total of a long list is counted now and then (paging.ts)',
  },
  { part: /like .* escape/, because: 'a part of a name is looked for in all of them' },
  {
    part: /from "restorations".* "(r"\."state" = \?|state" in \(\?, \?\))/s,
    because: 'only what waits or runs, of which an account may have few',
    inPlan: true,
  },
  {
    part: /(from "payments" where "account_id" = \S+ and "order_id" is null and "status"|from "refunds" where "payment_id" in \(select|^select count\(\*\) as "total" from "documents")/s,
    because: 'an account that is closed, or asks whether it can be, is looked at as a whole',
  },
  {
    part: /from "events" where "shop_id" = .* order by "seq" desc/s,
    because: "a page of 200 lines of a shop's log, among what else happens there",
  },
  {
    part: /from "printer_requests" where "agent_id" in .* and "created_at" > /s,
    because: 'those of the last ten minutes',
    inPlan: true,
  },
  {
    part: /from "accounts" where .*"disabled_at" is null/s,
    because: 'that is nearly all of them: a page is found at once',
    inPlan: true,
  },
];

describe.each(databases)('on full tables of $name', ({ name, open }) => {
  let cloud: TestCloud;
  const statements = new Map<string, Statement>();
  let isRecording = false;

  beforeAll(async () => {
    const onStatement = (text: string, parameters: readonly unknown[]) => {
      if (!isRecording) return;
      statements.set(`first ${text}`, statements.get(`first ${text}`) ?? { text, parameters });
      statements.set(`last ${text}`, { text, parameters });
    };
    cloud = await startTestCloud(await open({ onStatement }));
    await runGrowthFlows(cloud, { orders: orders[name], begin: () => (isRecording = true) });
    isRecording = false;
  }, 240_000);
  afterAll(() => cloud?.close());

  it('what a cloud does was done', () => {
    expect(statements.size).toBeGreaterThan(300);
    for (const text of [/delete from "idempotency"/, /"orders_unpaid"|"expires_at" <=/, /from "outbox"/])
      expect([...statements.keys()].some((key) => text.test(key))).toBe(true);
  });

  it('no statement visits more rows than it needs', async () => {
    expect(await findScans(cloud.deps.database, [...statements.values()], { maxRows, allowed })).toEqual([]);
  }, 120_000);
});
