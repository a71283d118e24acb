/** The thresholds of sensitive actions, as admins see and change them while the service runs. */
import { time, toTimeOrNull, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Query, Tx } from '../db/database.ts';
import { defineOperation } from '../operation/operation.ts';
import { defaultLimits, type LimitName, limitNames, limitWords } from './limit-rules.ts';
import { deleteMarksOf, deleteRateLimit, listRateLimits, upsertRateLimit } from './limit-store.ts';

const names = limitNames as [LimitName, ...LimitName[]];
const name = z.enum(names).describe('From list_rate_limits');

const limitShape = z.object({
  name: z.enum(names),
  counts: z.string().describe('What is counted, and per whom'),
  max: z.int().describe('So many at once'),
  window_seconds: z.int().describe('Given back evenly over this time'),
  default_max: z.int(),
  default_window_seconds: z.int(),
  changed_at: time.nullable().describe('null: the default is in force'),
});

async function readLimits(db: Query | Tx) {
  const changed = new Map((await listRateLimits(db)).map((row) => [row.name, row]));
  return limitNames.map((name) => {
    const { max, windowSeconds } = defaultLimits[name];
    const row = changed.get(name);
    return {
      name,
      counts: limitWords[name],
      max: row?.max ?? max,
      window_seconds: row?.window_seconds ?? windowSeconds,
      default_max: max,
      default_window_seconds: windowSeconds,
      changed_at: toTimeOrNull(row?.updated_at ?? null),
    };
  });
}

const readLimit = async (tx: Tx, wanted: LimitName) =>
  (await readLimits(tx)).find((limit) => limit.name === wanted)!;

export const limitAdminOperations = [
  defineOperation({
    name: 'list_rate_limits',
    title: 'Rate limits',
    summary:
      'Lists the limits on login, registration, sending codes, share passwords, coupon codes, contact sheets and exports: the thresholds in force and their defaults.',
    rest: { method: 'GET', path: '/api/admin/rate-limits' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ items: z.array(limitShape) }),
    async run({ database }) {
      return { items: await readLimits(database.query) };
    },
  }),
  defineOperation({
    name: 'set_rate_limit',
    title: 'Change a rate limit',
    summary:
      'Sets the threshold of one limit (name from list_rate_limits). It holds from the next attempt on, in every process; what was counted until now is forgotten. Returns the limit.',
    rest: { method: 'PUT', path: '/api/admin/rate-limits/{name}' },
    access: 'admin',
    effect: 'update',
    audit: 'rate_limit',
    input: z.strictObject({
      name,
      max: wholeNumber(1, 100_000).describe('So many at once'),
      window_seconds: wholeNumber(1, 7 * 24 * 3600).describe('Given back evenly over this time'),
    }),
    output: limitShape,
    async run({ change, now }, { name, ...threshold }) {
      return await change(async (tx) => {
        await deleteMarksOf(tx, name);
        await upsertRateLimit(tx, { name, ...threshold, updated_at: now() });
        return { output: await readLimit(tx, name), target: name, detail: threshold };
      });
    },
  }),
  defineOperation({
    name: 'reset_rate_limit',
    title: 'Reset a rate limit',
    summary:
      'Puts one limit (name from list_rate_limits) back to its default and forgets what was counted. Returns the limit.',
    rest: { method: 'DELETE', path: '/api/admin/rate-limits/{name}' },
    access: 'admin',
    effect: 'delete',
    audit: 'rate_limit',
    input: z.strictObject({ name }),
    output: limitShape,
    async run({ change }, { name }) {
      return await change(async (tx) => {
        await deleteMarksOf(tx, name);
        await deleteRateLimit(tx, name);
        return { output: await readLimit(tx, name), target: name, detail: {} };
      });
    },
  }),
];
