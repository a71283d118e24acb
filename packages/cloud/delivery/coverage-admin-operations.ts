/** Coverage rules for admins: list, add, change, remove; every change is audited. */

import { regionTree } from '@platen/addresses/regions/region-tree';
import { AppError } from '@platen/contracts/app-error';
import type { Currency } from '@platen/contracts/money';
import { toMajor } from '@platen/contracts/money';
import { id, time, toTime, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { newId } from '../ids.ts';
import { amountInput, readAmount } from '../operation/amount-input.ts';
import { defineOperation } from '../operation/operation.ts';
import {
  deleteCoverageRule,
  findCoverageRule,
  insertCoverageRule,
  updateCoverageRule,
} from './coverage-store.ts';
import { readDeliveryBook } from './delivery-store.ts';
import type { CoverageRuleTable } from './delivery-tables.ts';
import { getRegion } from './region-lookup.ts';
import { regionIdInput, regionRefOf, regionRefShape } from './region-shapes.ts';
import { timeOfDay } from './shipping-shapes.ts';

const serviceInput = z
  .enum(['standard', 'express'], { error: 'must be "standard" or "express"' })
  .describe('Which delivery the rule is about');

const ruleShape = z.object({
  rule_id: z.uuid(),
  region: regionRefShape.nullable(),
  service: serviceInput,
  allow: z.boolean(),
  eta_min_days: z.int(),
  eta_max_days: z.int(),
  cut_off: z.string().nullable(),
  fee: z.number(),
  updated_at: time,
});

function shapeOf(row: CoverageRuleTable, currency: Currency): z.input<typeof ruleShape> {
  const region = regionTree.find(row.region_id);
  return {
    rule_id: row.id,
    region: region ? regionRefOf(region) : null,
    service: row.service,
    allow: row.allow === 1,
    eta_min_days: row.eta_min_days,
    eta_max_days: row.eta_max_days,
    cut_off: row.cut_off,
    fee: toMajor(row.fee_minor, currency),
    updated_at: toTime(row.updated_at),
  };
}

const terms = {
  eta_min_days: wholeNumber(0, 365).describe('Days from payment before the cut-off; 0: the same day'),
  eta_max_days: wholeNumber(0, 365).describe('Latest day of delivery, counted like eta_min_days'),
  cut_off: timeOfDay.nullable().describe('HH:MM in the time zone of the shipping settings; null: none'),
  fee: amountInput.describe("Express: the delivery fee. Standard: added to the carrier's fee"),
};

function checkDays({ eta_min_days, eta_max_days }: { eta_min_days: number; eta_max_days: number }): void {
  if (eta_max_days >= eta_min_days) return;
  throw new AppError('malformed', 'eta_max_days: must not be less than eta_min_days');
}

const sameRule = (error: unknown): unknown =>
  isUniqueViolation(error)
    ? new AppError('conflict', 'This region already has such a rule for this service; change that one.')
    : error;

/** What a change answers, and what the audit log keeps of it: the whole rule. */
const changed = (row: CoverageRuleTable, currency: Currency) => ({
  output: shapeOf(row, currency),
  target: row.id,
  detail: row,
});

export const coverageAdminOperations = [
  defineOperation({
    name: 'list_coverage_rules',
    title: 'Coverage rules',
    summary:
      'Lists all coverage rules. The nearest rule above a place decides; at the same region a denial beats an allowance; a place without any rule above it is not served.',
    rest: { method: 'GET', path: '/api/admin/coverage-rules' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({ service: serviceInput.optional() }),
    output: z.object({ items: z.array(ruleShape) }),
    async run({ database, currency }, { service }) {
      const { rules } = await readDeliveryBook(database);
      const wanted = rules.filter((rule) => service === undefined || rule.service === service);
      return { items: wanted.map((rule) => shapeOf(rule, currency)) };
    },
  }),
  defineOperation({
    name: 'create_coverage_rule',
    title: 'Add a coverage rule',
    summary:
      'Says that a service reaches a region and everything below it (allow true), or does not (false), until a rule further down says otherwise.',
    rest: { method: 'POST', path: '/api/admin/coverage-rules' },
    access: 'admin',
    effect: 'create',
    audit: 'coverage_rule',
    input: z.strictObject({
      region_id: regionIdInput,
      service: serviceInput,
      allow: z
        .boolean({ error: 'must be true or false' })
        .describe('false: not delivered here, whatever holds above'),
      eta_min_days: terms.eta_min_days.default(0),
      eta_max_days: terms.eta_max_days.default(0),
      cut_off: terms.cut_off.default(null),
      fee: terms.fee.default(0),
    }),
    output: ruleShape,
    async run(context, { region_id, fee, allow, ...rest }) {
      checkDays(rest);
      const now = context.now();
      const row: CoverageRuleTable = {
        id: newId(),
        ...rest,
        region_id: getRegion(region_id).region_id,
        allow: allow ? 1 : 0,
        fee_minor: readAmount('fee', fee, context.currency),
        created_at: now,
        updated_at: now,
      };
      try {
        return await context.change(async (tx) => {
          await insertCoverageRule(tx, row);
          return changed(row, context.currency);
        });
      } catch (error) {
        throw sameRule(error);
      }
    },
  }),
  defineOperation({
    name: 'update_coverage_rule',
    title: 'Change a coverage rule',
    summary:
      'Changes whether a rule allows, its days, cut-off or fee. Fields that are left out stay as they are.',
    rest: { method: 'PUT', path: '/api/admin/coverage-rules/{rule_id}' },
    access: 'admin',
    effect: 'update',
    audit: 'coverage_rule',
    input: z.strictObject({
      rule_id: id('From list_coverage_rules'),
      allow: z
        .boolean({ error: 'must be true or false' })
        .describe('false: not delivered here, whatever holds above')
        .optional(),
      eta_min_days: terms.eta_min_days.optional(),
      eta_max_days: terms.eta_max_days.optional(),
      cut_off: terms.cut_off.optional(),
      fee: terms.fee.optional(),
    }),
    example: { fee: 9 },
    output: ruleShape,
    async run(context, { rule_id, allow, fee, ...rest }) {
      const change = {
        ...rest,
        ...(allow === undefined ? {} : { allow: allow ? 1 : 0 }),
        ...(fee === undefined ? {} : { fee_minor: readAmount('fee', fee, context.currency) }),
        updated_at: context.now(),
      };
      try {
        return await context.change(async (tx) => {
          const before = await findCoverageRule(tx, rule_id);
          if (!before) throw new AppError('not_found', 'No such coverage rule.');
          checkDays({ ...before, ...change });
          const row = await updateCoverageRule(tx, { id: rule_id, change });
          return changed(row, context.currency);
        });
      } catch (error) {
        throw sameRule(error);
      }
    },
  }),
  defineOperation({
    name: 'delete_coverage_rule',
    title: 'Remove a coverage rule',
    summary: 'Removes a rule: from now on the next rule above its region decides.',
    rest: { method: 'DELETE', path: '/api/admin/coverage-rules/{rule_id}' },
    access: 'admin',
    effect: 'delete',
    audit: 'coverage_rule',
    input: z.strictObject({ rule_id: id('From list_coverage_rules') }),
    output: ruleShape,
    async run(context, { rule_id }) {
      return await context.change(async (tx) => {
        const row = await deleteCoverageRule(tx, rule_id);
        if (!row) throw new AppError('not_found', 'No such coverage rule.');
        return changed(row, context.currency);
      });
    },
  }),
];
