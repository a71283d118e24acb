/** The shop floor as operations: what it is, what a person does on it, its log, and a week that is only tried. */

import {
  floorHost,
  floorLogPage,
  floorLogQuery,
  floorPaths,
  floorPreview,
} from '@platen/contracts/floor/shop-floor';
import { type FloorAct, floorAct, floorActName, floorAnswer } from '@platen/contracts/floor/shop-floor-acts';
import { liveBeatSeconds } from '@platen/contracts/live-stream';
import { scheduleEdit } from '@platen/contracts/schedule/schedule-document';
import { previewOf } from '@platen/contracts/schedule/schedule-week-rules';
import { id, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { CallContext, Staff } from '../context.ts';
import { defineOperation } from '../operation/operation.ts';
import { readInput } from '../operation/operation-input.ts';
import { readMeantSubstitutes } from '../printers/print-rules-moves.ts';
import { readCron } from '../schedules/cron-fields.ts';
import { checkContent } from '../schedules/shop-schedule-moves.ts';
import { getChosenShop } from '../shops/shop-choice.ts';
import { getSchedule } from '../shops/shop-schedule-store.ts';
import { findShop } from '../shops/shop-store.ts';
import { actOnFloor, cloudActs } from './floor-acts.ts';
import { readFloorLog } from './floor-log.ts';
import { nameOfStaff } from './floor-staff.ts';
import { cloudTopics } from './floor-state.ts';

const shop_id = id('For admins where there is more than one shop, from list_shops').optional();

/** An act by its own shape: the refusal names its field. */
function readAct({ act, ...fields }: { act: FloorAct['act'] }): FloorAct {
  const shape = floorAct.options.find((option) => option.shape.act.value === act)!;
  return readInput(shape as z.ZodObject, { act, ...fields }) as FloorAct;
}

/** With the papers that it names by their codes as keywords. */
async function withMeantPapers(
  context: CallContext<Staff>,
  shopId: string,
  act: FloorAct,
): Promise<FloorAct> {
  if (act.act !== 'set_rules' || !act.substitutes) return act;
  return { ...act, substitutes: await readMeantSubstitutes(context, shopId, act.substitutes) };
}

/** An address may hold a password in front of its host. */
const toldOf = (act: FloorAct) => ('uri' in act ? { ...act, uri: act.uri.replace(/\/\/[^/]*@/, '//') } : act);

export const floorOperations = [
  defineOperation({
    name: 'get_shop_floor',
    title: 'The shop floor',
    summary: `Returns whose shop floor this is, which topics its live stream has and which acts can be carried out here. The stream itself is GET ${floorPaths.live}?topics=… (text/event-stream): a snapshot of each topic, then what changes; docs/live.md says how to read it.`,
    rest: { method: 'GET', path: floorPaths.host },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({ shop_id }),
    output: floorHost,
    async run(context, input) {
      const { database, now } = context;
      const shopId = await getChosenShop(context, input.shop_id);
      const shop = await findShop(database.query, shopId);
      const { time_zone } = await getSchedule(database.query, shopId);
      return {
        host: 'cloud' as const,
        shop: { id: shopId, name: shop?.name ?? '' },
        topics: [...cloudTopics],
        acts: [...cloudActs],
        time_zone,
        beat_seconds: liveBeatSeconds,
        as_of: toTime(now()),
      };
    },
  }),
  defineOperation({
    name: 'act_on_shop_floor',
    title: 'Act on the shop floor',
    summary: `Does what a person on the shop floor wants: act is one of ${cloudActs.join(', ')}, with the fields of that act beside it (job_id, printer …, from the topics of the live stream). Returns what came of it: done, or told-the-agent, whose doing the topics then show; a request to an agent's printers has a request_id, and its answer comes in the topic requests. Nothing is done twice for one Idempotency-Key.`,
    rest: { method: 'POST', path: floorPaths.acts },
    access: 'operator',
    effect: 'pay',
    audit: 'shop_floor',
    input: z.looseObject({
      act: floorActName.describe('What is to be done; its fields stand beside it'),
      shop_id,
    }),
    output: floorAnswer,
    async run(context, { shop_id: wanted, ...fields }) {
      const shopId = await getChosenShop(context, wanted);
      const act = await withMeantPapers(context, shopId, readAct(fields));
      const by = await nameOfStaff(context, context.caller);
      const { caller, database, now, change } = context;
      return await change(async (tx) => {
        const acting = { shopId, accountId: caller.accountId, by, now: now() };
        const { answer, target } = await actOnFloor(database, tx, { act, acting });
        return { output: answer, target, detail: toldOf(act) };
      });
    },
  }),
  defineOperation({
    name: 'list_shop_floor_log',
    title: 'Log of the shop floor',
    summary:
      'Returns what happened on the shop floor, newest first: jobs, printers, agents, the schedule; a code with its parameters each, with the order number where there is one. before (the id of the last line) gives the page behind it.',
    rest: { method: 'GET', path: floorPaths.log },
    access: 'operator',
    effect: 'read',
    input: floorLogQuery,
    output: floorLogPage,
    async run(context, { shop_id: wanted, ...query }) {
      const shopId = await getChosenShop(context, wanted);
      return await readFloorLog(context, { shopId, ...query });
    },
  }),
  defineOperation({
    name: 'preview_shop_floor_week',
    title: 'A week of a schedule',
    summary:
      'Returns the coming seven days of a schedule that is not saved, by its wall clock: windows, runs and quiet hours; and for each plan its next run, and when a job that is paid now would go. Checks it as update_shop_schedule does.',
    rest: { method: 'POST', path: floorPaths.schedulePreview },
    access: 'operator',
    effect: 'read',
    input: scheduleEdit,
    output: floorPreview,
    async run({ now }, content) {
      checkContent(content);
      return previewOf(content, now(), readCron);
    },
  }),
];
