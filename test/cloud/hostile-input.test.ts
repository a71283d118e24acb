/**
 * Every operation with inputs that are made from its own schema, some right, some hostile in one place or many: it answers or refuses with
 * a sentence, and never fails by a bug. In the process, on both databases; the seed is fixed, so a failure comes again.
 */
import type { Caller } from '@platen/cloud/context';
import { execute, type Operation } from '@platen/cloud/operation/operation';
import { operations } from '@platen/cloud/operations';
import { AppError } from '@platen/contracts/app-error';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestCloud, type TestCloud } from '../fixtures/cloud.ts';
import { databases } from '../fixtures/databases.ts';
import { openWorld, steps, type World } from '../fixtures/whole-service.ts';

const runsEach = 25;
const patienceMs = 300_000;

interface Schema {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '‮gpj.exe',
  "'; drop table orders; --",
  '%_\\',
  '{"a":1}',
  '__proto__',
  '9'.repeat(40),
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '2027-02-30T00:00:00+14:00',
  '../../etc/passwd',
  '𠮷野家 👩‍👩‍👧‍👦 é',
  '北京市',
  'x'.repeat(6000),
];
const hostileNumbers = [0, -1, 0.1, 1e-7, 2 ** 31, 2 ** 53, 1e15, 9.99e18, 1e308, -1e308];
const hostileValues: unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  { toString: 1 },
  ...hostileTexts,
  ...hostileNumbers,
];

const usualTexts = [
  '4x6',
  'A4',
  'glossy',
  'plain',
  '杭州',
  'CN',
  '13800138000',
  '310000',
  '2027-03-01T10:00:00Z',
  'a b',
];

/** Values of a schema: mostly such as it allows. `ids` are of rows that are there. */
function valuesOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const right = rightValues(schema, ids);
  return fc.oneof(
    { arbitrary: right, weight: 12 },
    { arbitrary: fc.constantFrom(...hostileValues), weight: 1 },
  );
}

function rightValues(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return fc.oneof(...kinds.map((kind) => rightValues(kind, ids)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = -(2 ** 53) + 1, maximum = 2 ** 53 - 1 } = schema;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
      return fc.oneof(
        fc.constantFrom(minimum, maximum),
        fc.integer({ min: minimum, max: maximum }),
        fc.integer({ min: minimum, max: Math.min(maximum, Math.max(minimum, 3)) }),
      );
    case 'number':
      return fc.oneof(fc.constantFrom(0.01, 1, 99.99), fc.constantFrom(...hostileNumbers));
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, ids), { maxLength: 3 });
    case 'object':
      return objectsOf(schema, ids);
    case 'string':
      return schema.format === 'uuid'
        ? fc.constantFrom(...ids)
        : fc.oneof(fc.constantFrom(...usualTexts, ...ids), fc.constantFrom(...hostileTexts), fc.string());
    default:
      return fc.constantFrom(...hostileValues);
  }
}

function objectsOf({ properties = {}, required = [] }: Schema, ids: readonly string[]) {
  const fields = Object.entries(properties).map(([name, field]) => {
    // Nobody waits here.
    const values = name === 'wait_seconds' ? fc.constant(0) : valuesOf(field, ids);
    const isLikely = required.includes(name);
    return [name, fc.option(values, { nil: undefined, freq: isLikely ? 30 : 1 })] as const;
  });
  return fc
    .record(Object.fromEntries(fields))
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)));
}

const schemaOf = ({ input }: Operation): Schema =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;

describe.each(databases)('hostile input on $name', { timeout: patienceMs }, ({ open }) => {
  let cloud: TestCloud;
  let world: World;
  let ids: string[];
  const callers: Caller[] = [];
  const bugs: string[] = [];
  beforeAll(async () => {
    cloud = await startTestCloud(await open());
    cloud.deps.log = (level, event, fields) => {
      if (level === 'error')
        bugs.push(`${event} ${JSON.stringify(fields, Object.getOwnPropertyNames(fields))}`);
    };
    world = await openWorld(cloud);
    for (const { tool, as = 'owner', input, file, keep, before } of steps) {
      await before?.(world);
      const operation = operations.find(({ name }) => name === tool)!;
      if (operation.effect === 'delete' || (file === undefined && operation.takesFile)) continue;
      const account = world.accounts[as];
      if (file) {
        const kind = file === 'photo' ? 'photos' : 'documents';
        const { files } = await import('../fixtures/whole-service.ts');
        keep?.((await account.upload(`/api/${kind}/upload`, files[file])).body, world.known);
        continue;
      }
      const caller = callerOf(account.accountId, 'customer');
      const output = await execute(operation, cloud.deps, { caller, input: input(world.known) }).catch(
        () => undefined,
      );
      if (output !== undefined) keep?.(output, world.known);
    }
    ids = Object.values(world.known).filter((value) => /^[0-9a-f-]{36}$/.test(value));
    ids.push('0192f000-0000-7000-8000-000000000000', cloud.shopId);
    callers.push(
      callerOf(world.accounts.owner.accountId, 'customer'),
      callerOf(world.accounts.operator.accountId, 'operator'),
      callerOf(world.accounts.admin.accountId, 'admin'),
    );
  }, patienceMs);
  afterAll(() => cloud.close());

  const callerOf = (accountId: string, role: Caller['role']): Caller => ({
    accountId,
    role,
    shopId: role === 'operator' ? cloud.shopId : null,
    keyId: '0192f000-0000-7000-8000-000000000001',
  });

  it('has something to work on', () => expect(ids.length).toBeGreaterThan(8));

  it.each(operations.map((operation) => ({ name: operation.name, operation })))(
    '$name answers or refuses',
    async ({ operation }) => {
      const inputs = objectsOf(schemaOf(operation), ids);
      const keys = fc.option(fc.constantFrom('one', 'two', 'three'), { nil: undefined });
      await fc.assert(
        fc.asyncProperty(inputs, fc.constantFrom(...callers), keys, async (input, caller, idempotencyKey) => {
          const call = { caller, input, idempotencyKey, clientAddress: '203.0.113.9' };
          try {
            const output = await execute(operation, cloud.deps, call);
            // What goes out must be readable again.
            JSON.parse(JSON.stringify(output ?? null));
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            expect(error.sentence, JSON.stringify(input)).not.toMatch(/undefined|\[object|NaN/);
            expect(error.sentence.length).toBeLessThan(4000);
          }
        }),
        { numRuns: runsEach, seed: 20_261_122, endOnFailure: true },
      );
      expect(bugs).toEqual([]);
    },
  );
});
