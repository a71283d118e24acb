/** Every operation refuses the same input with the same sentence over REST and over MCP. One loop over the one list. */

import type { Operation } from '@platen/cloud/operation/operation';
import { operations } from '@platen/cloud/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callOverMcp, callOverRest } from '../fixtures/both-transports.ts';
import { startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';

let cloud: TestCloud;
let customer: TestAccount;
beforeAll(async () => {
  cloud = await startTestCloud();
  customer = await cloud.account();
});
afterAll(() => cloud.close());

type Input = Record<string, unknown>;

const nowhere = '0192f000-0000-7000-8000-000000000000';

/** Inputs that are wrong in one way each. What travels in an address is text, whatever it should be. */
function wrongInputs({ input, rest }: Operation): Input[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: string; format?: string }>;
  };
  const fields = Object.entries(schema.properties ?? {});
  const inAddress = (field: string) =>
    rest!.method === 'GET' || rest!.method === 'DELETE' || rest!.path.includes(`{${field}}`);
  const ids = Object.fromEntries(
    fields.flatMap(([field, each]) => (each.format === 'uuid' ? [[field, nowhere]] : [])),
  );
  const placeholders = Object.fromEntries(
    fields.flatMap(([field]) => (rest!.path.includes(`{${field}}`) ? [[field, nowhere]] : [])),
  );
  const wrong = fields.flatMap(([field, each]) => {
    const values: unknown[] = inAddress(field)
      ? ['not-one', `${'x'.repeat(150)}`]
      : [[], {}, 7.25, '', 'x'.repeat(5000), '\u0000', null];
    return values
      .filter((value) => !(inAddress(field) && each.type === 'string' && value === ''))
      .map((value) => ({ ...placeholders, ...ids, [field]: value }));
  });
  return [
    { ...placeholders, ...ids },
    { ...placeholders, ...ids, no_such_field: 'x' },
    placeholders,
    ...wrong,
  ];
}

const shared = operations.filter((operation) => operation.tool && operation.rest && !operation.takesFile);

describe.each(shared.map((operation) => ({ name: operation.name, operation })))('$name', ({ operation }) => {
  it('refuses alike over both transports', async () => {
    let refusals = 0;
    for (const input of wrongInputs(operation)) {
      const rest = await callOverRest(cloud.url, { apiKey: customer.apiKey, operation, input });
      const mcp = await callOverMcp(cloud.url, { apiKey: customer.apiKey, operation, input });
      expect(mcp.isError, JSON.stringify(input)).toBe(rest.status >= 400);
      if (!mcp.isError) continue;
      refusals += 1;
      expect(rest.status, `${JSON.stringify(input)}: ${rest.body.error}`).toBeLessThan(500);
      expect(Object.keys(rest.body).filter((field) => field !== 'retry_after_seconds')).toEqual(['error']);
      expect(mcp.body).toBe(rest.body.error);
    }
    expect(refusals).toBeGreaterThan(0);
  });
});
