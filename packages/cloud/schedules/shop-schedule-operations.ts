/** The print schedule for a shop's staff: look, preview, edit, and decide about what piled up. Audited. */
import { AppError } from '@platen/contracts/app-error';
import { scheduleDocument, scheduleEdit } from '@platen/contracts/schedule/schedule-document';
import { backlogDecision, scheduleReport } from '@platen/contracts/schedule/schedule-report';
import { comingWindows, nextRunOf } from '@platen/contracts/schedule/schedule-rules';
import { id, listOf, paging, time, toTime, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { findAccount } from '../accounts/account-store.ts';
import type { CallContext, Deps, Staff } from '../context.ts';
import { defineOperation } from '../operation/operation.ts';
import { isAgentOnline } from '../shops/agent-rules.ts';
import { getChosenShop } from '../shops/shop-choice.ts';
import { shopOfStaff } from '../shops/shop-rules.ts';
import { getSchedule, listReports, pageEdits } from '../shops/shop-schedule-store.ts';
import { listAgents } from '../shops/shop-store.ts';
import { checkContent, editSchedule, sendDecision } from './shop-schedule-moves.ts';

const shopInput = {
  shop_id: id('For admins, where there are several shops: from list_shops').optional(),
};

const agentShape = z.object({
  agent_id: z.uuid(),
  name: z.string(),
  state: z.enum(['live', 'last_known', 'never_seen']),
  age_seconds: z.int().nullable().describe('How old the report is'),
  in_step: z.boolean().describe('True: this very schedule holds there'),
  report: scheduleReport.nullable(),
});

const shopScheduleShape = z.object({
  shop_id: z.uuid(),
  schedule: scheduleDocument,
  agents: z.array(agentShape),
});

async function viewSchedule(context: Deps, shopId: string) {
  const db = context.database.query;
  const now = context.now();
  const schedule = await getSchedule(db, shopId);
  const reports = new Map((await listReports(db, shopId)).map((one) => [one.agentId, one]));
  const agents = (await listAgents(db, shopId)).map((agent) => {
    const said = reports.get(agent.id);
    const live = isAgentOnline(agent, now) ? ('live' as const) : ('last_known' as const);
    return {
      agent_id: agent.id,
      name: agent.name,
      state: said ? live : ('never_seen' as const),
      age_seconds: said ? Math.max(0, Math.round((now - said.receivedAtMs) / 1000)) : null,
      in_step: said?.report.edit_id === schedule.edit_id,
      report: said?.report ?? null,
    };
  });
  return { shop_id: shopId, schedule, agents };
}

/** How the audit log and the shop's people know the editor. */
async function editorName({ caller, database }: CallContext<Staff>): Promise<string> {
  const account = await findAccount(database.query, caller.accountId);
  return (account?.nickname || caller.accountId).slice(0, 100);
}

const previewShape = z.object({
  rules: z.array(
    z.object({
      rule_id: z.string(),
      name: z.string(),
      next_runs: z.array(time).describe('Runs, or openings of windows; empty while immediate'),
      windows: z.array(z.object({ opens_at: time, closes_at: time })),
    }),
  ),
});

export const shopScheduleOperations = [
  defineOperation({
    name: 'get_shop_schedule',
    title: 'Print schedule of the shop',
    summary:
      "Returns the shop's print schedule with its version and who set it, and what each agent says of the one that holds there: next and last runs, what waits, what needs an approval (backlog_id for decide_print_backlog), and how old that is.",
    rest: { method: 'GET', path: '/api/shop/schedule' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject(shopInput),
    output: shopScheduleShape,
    run: async (context, { shop_id }) => await viewSchedule(context, await getChosenShop(context, shop_id)),
  }),
  defineOperation({
    name: 'update_shop_schedule',
    title: 'Change the print schedule',
    summary:
      "Replaces the shop's print schedule and sends it to its agents; what is left out is as in a shop without one, so plan {mode: immediate} alone prints everything at once again. version is the one that was seen (get_shop_schedule): if somebody, here or at the shop's console, was faster, this is refused. Returns the schedule as get_shop_schedule does.",
    rest: { method: 'PUT', path: '/api/shop/schedule' },
    access: 'operator',
    effect: 'update',
    audit: 'shop',
    input: scheduleEdit.extend({
      ...shopInput,
      version: wholeNumber(0, 1_000_000_000).describe('From get_shop_schedule'),
    }),
    output: shopScheduleShape,
    async run(context, { shop_id, version, ...content }) {
      const { database } = context;
      const shopId = await getChosenShop(context, shop_id);
      checkContent(content);
      const by = await editorName(context);
      const now = context.now();
      await context.change(async (tx) => {
        const edit = { shopId, content, seenVersion: version, by, now };
        const { version: saved } = await editSchedule(database, tx, edit);
        return { output: undefined, target: shopId, detail: { version: saved, ...content } };
      });
      return await viewSchedule(context, shopId);
    },
  }),
  defineOperation({
    name: 'preview_shop_schedule',
    title: 'Preview a print schedule',
    summary:
      'Returns what a schedule would do from a moment on, without saving it: the next five runs or openings of each rule and its next windows. Checks it as update_shop_schedule does.',
    rest: { method: 'POST', path: '/api/shop/schedule/preview' },
    access: 'operator',
    effect: 'read',
    input: scheduleEdit.extend({ from: time.optional().describe('Missing: now') }),
    output: previewShape,
    async run(context, { from, ...content }) {
      const fromMs = from === undefined ? context.now() : Date.parse(from);
      return {
        rules: checkContent(content).rules.map((rule) => {
          const next_runs: string[] = [];
          let nextMs = nextRunOf(rule, fromMs);
          for (let i = 0; i < 5 && nextMs !== undefined; i += 1) {
            next_runs.push(toTime(nextMs));
            nextMs = nextRunOf(rule, nextMs);
          }
          const windows = comingWindows(rule, fromMs, 5).map(({ opensAtMs, closesAtMs }) => ({
            opens_at: toTime(opensAtMs),
            closes_at: toTime(closesAtMs),
          }));
          return { rule_id: rule.id, name: rule.name, next_runs, windows };
        }),
      };
    },
  }),
  defineOperation({
    name: 'list_shop_schedule_edits',
    title: 'History of the print schedule',
    summary:
      "Lists every edit of the shop's schedule, newest first: who, where (cloud or a console), and what became of it. lost ones were made at the same time as another, which holds.",
    rest: { method: 'GET', path: '/api/shop/schedule/edits' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({ ...shopInput, ...paging }),
    output: listOf(
      z.object({
        state: z.enum(['holds', 'replaced', 'lost']),
        agent_id: z.uuid().nullable().describe('The agent whose console it came from'),
        schedule: scheduleDocument,
      }),
    ),
    async run(context, { shop_id, ...wanted }) {
      const shopId = await getChosenShop(context, shop_id);
      const { rows, total } = await pageEdits(context.database.query, shopId, wanted);
      const items = rows.map(({ state, agent_id, document }) => ({
        state,
        agent_id,
        schedule: scheduleDocument.parse(JSON.parse(document)),
      }));
      return { items, page: wanted.page, page_size: wanted.page_size, total };
    },
  }),
  defineOperation({
    name: 'decide_print_backlog',
    title: 'Decide about what piled up',
    summary:
      'Lets go what waits for one approval after an outage or a missed run (backlog_id from get_shop_schedule): print_now at once (behind quiet hours), by_schedule with the next window or run. The agent does it once, also when its console decides at the same time.',
    rest: { method: 'POST', path: '/api/shop/schedule/backlogs/{backlog_id}/decide' },
    access: 'operator',
    effect: 'update',
    audit: 'backlog',
    input: z.strictObject({ backlog_id: id('From get_shop_schedule'), decision: backlogDecision }),
    output: z.object({
      backlog_id: z.uuid(),
      decision: backlogDecision,
      jobs: z.int().describe('How many jobs it had when the agent last said so'),
      agent_online: z.boolean().describe('False: it is done when the agent is back'),
    }),
    async run(context, { backlog_id, decision }) {
      const { database, caller } = context;
      const by = await editorName(context);
      const now = context.now();
      return await context.change(async (tx) => {
        const said = (await listReports(tx, shopOfStaff(caller))).find(
          ({ report }) => report.backlog?.backlog_id === backlog_id,
        );
        if (!said) throw new AppError('not_found', 'Nothing of that id waits for an approval.');
        const { agentId, report } = said;
        await sendDecision(database, tx, { agentId, backlogId: backlog_id, decision, by, now });
        const agent = (await listAgents(tx)).find((one) => one.id === agentId);
        const agent_online = agent !== undefined && isAgentOnline(agent, now);
        const { jobs } = report.backlog!;
        return {
          output: { backlog_id, decision, jobs, agent_online },
          target: backlog_id,
          detail: { decision, agent_id: agentId, jobs },
        };
      });
    },
  }),
];
