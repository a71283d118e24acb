/** How a shop wants its agents to go about trouble with printers, and what admins are told of a cloud put back from a backup. */
import { shopRules } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import { maxMediaSubstitutes, mediaSubstitute } from '@platen/contracts/media-substitute';
import { id, listOf, paging, time, toTime, toTimeOrNull, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import {
  findPrintRules,
  pageResyncs,
  readSubstitutes,
  updateResyncSeen,
} from '../shops/print-rules-store.ts';
import { getChosenShop } from '../shops/shop-choice.ts';
import type { AgentResyncTable } from '../shops/shop-tables.ts';
import { changePrintRules, readMeantSubstitutes, viewPrintRules } from './print-rules-moves.ts';

const rulesShape = shopRules.extend({
  shop_id: z.uuid(),
  updated_at: time.nullable().describe('null: nobody has changed the defaults'),
  updated_by: z.string().nullable().describe('The account that did'),
});

const shop_id = id('For admins where there is more than one shop, from list_shops').optional();

const resyncShape = z.object({
  resync_id: z.uuid(),
  agent_id: z.uuid(),
  found_at: time,
  jobs_applied: z.int().describe('Reports of the agent that brought jobs here up to date'),
  jobs_missing: z.int().describe('Jobs that the agent knows and this cloud does not: their orders were lost'),
  missing_job_ids: z.array(z.string()).describe('The first hundred of them'),
  seen_at: time.nullable(),
});

const resyncOf = (row: AgentResyncTable) => ({
  resync_id: row.id,
  agent_id: row.agent_id,
  found_at: toTime(row.found_at),
  jobs_applied: row.jobs_applied,
  jobs_missing: row.jobs_missing,
  missing_job_ids: JSON.parse(row.missing) as string[],
  seen_at: toTimeOrNull(row.seen_at),
});

export const printRulesOperations = [
  defineOperation({
    name: 'get_print_rules',
    title: 'Print rules of the shop',
    summary:
      'Returns what the shop does about copies that a printer gave up on, how long a job waits at a silent printer before another takes it, and which loaded paper may stand in for which that was ordered (none unless told); with the version that update_print_rules needs.',
    rest: { method: 'GET', path: '/api/shop/print-rules' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({ shop_id }),
    output: rulesShape,
    async run(context, input) {
      const shopId = await getChosenShop(context, input.shop_id);
      return viewPrintRules(shopId, await findPrintRules(context.database.query, shopId));
    },
  }),
  defineOperation({
    name: 'update_print_rules',
    title: 'Change the print rules of the shop',
    summary:
      'Changes the print rules; what is left out stays. The agents of the shop hear of it at once, or when they connect. 409 when somebody else has changed them since (version from get_print_rules).',
    rest: { method: 'PUT', path: '/api/shop/print-rules' },
    access: 'operator',
    effect: 'update',
    audit: 'shop',
    input: z.strictObject({
      shop_id,
      version: wholeNumber(0, 1_000_000_000).describe('From get_print_rules'),
      aborted_copies: z
        .enum(['reprint', 'refund', 'ask'], { error: 'must be reprint, refund or ask' })
        .optional()
        .describe('Copies that a printer gave up on and that surely did not come out'),
      reroute_after_minutes: wholeNumber(0, 10_080).optional().describe('0: never'),
      substitutes: z
        .array(mediaSubstitute, { error: 'must be a list of { ordered, loaded }' })
        .max(maxMediaSubstitutes, { error: `must be at most ${maxMediaSubstitutes}` })
        .optional()
        .describe(
          'Replaces the whole list: when the ordered paper is out, the loaded one is printed on. media-type keywords, or codes of papers (get_print_options)',
        ),
    }),
    example: { aborted_copies: 'ask' },
    output: rulesShape,
    async run(context, { version, aborted_copies, reroute_after_minutes, ...input }) {
      const shopId = await getChosenShop(context, input.shop_id);
      const substitutes =
        input.substitutes && (await readMeantSubstitutes(context, shopId, input.substitutes));
      const { database, caller, now } = context;
      return await context.change(async (tx) => {
        const changes = { aborted_copies, reroute_after_minutes, substitutes };
        const by = { accountId: caller.accountId, now: now() };
        const row = await changePrintRules(database, tx, { shopId, seenVersion: version, changes, ...by });
        const { version: next, aborted_copies: copies, reroute_after_minutes: minutes } = row;
        const detail = {
          aborted_copies: copies,
          reroute_after_minutes: minutes,
          version: next,
          substitutes: readSubstitutes(row),
        };
        return { output: viewPrintRules(shopId, row), target: shopId, detail };
      });
    },
  }),
  defineOperation({
    name: 'list_agent_resyncs',
    title: 'Findings that this cloud is older than an agent',
    summary:
      'Lists when agents knew more than this cloud, as after putting back a backup, newest first: what they told it again, and which jobs it lacks.',
    rest: { method: 'GET', path: '/api/admin/agent-resyncs' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(resyncShape),
    async run({ database }, wanted) {
      const { rows, total } = await pageResyncs(database.query, wanted);
      return { items: rows.map(resyncOf), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'acknowledge_agent_resync',
    title: 'See to such a finding',
    summary:
      'Says that somebody has seen to a finding (resync_id from list_agent_resyncs): the health check stops warning of it. Returns it.',
    rest: { method: 'POST', path: '/api/admin/agent-resyncs/{resync_id}/acknowledge' },
    access: 'admin',
    effect: 'update',
    audit: 'agent',
    input: z.strictObject({ resync_id: id('From list_agent_resyncs') }),
    output: resyncShape,
    async run({ caller, now, change }, { resync_id }) {
      return await change(async (tx) => {
        const row = await updateResyncSeen(tx, { id: resync_id, by: caller.accountId, now: now() });
        if (!row) throw new AppError('not_found', 'No such finding, or it was seen to before.');
        const detail = { resync_id, jobs_missing: row.jobs_missing };
        return { output: resyncOf(row), target: row.agent_id, detail };
      });
    },
  }),
];
