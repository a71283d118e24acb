/**
 * The only writer of a shop's schedule on the cloud: edits of people here, and those that agents bring from their consoles. What
 * holds goes to the shop's agents by their outboxes.
 *
 * INVARIANTS
 * 1. The higher version holds; with equal versions the cloud's. The same rule runs on the agent (contracts: winnerOf).
 * 2. An edit that lost is kept, with who made it.
 * 3. Only agents that understand schedules are sent any.
 */
import { AppError } from '@platen/contracts/app-error';
import {
  type ScheduleContent,
  type ScheduleDocument,
  winnerOf,
} from '@platen/contracts/schedule/schedule-document';
import { type CompiledSchedule, compileSchedule } from '@platen/contracts/schedule/schedule-rules';
import { toTime } from '@platen/contracts/shapes';
import type { Database, Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { newId } from '../ids.ts';
import { postToAgent } from '../outbox/outbox-posting.ts';
import { deleteOutbox, listOutboxOfType } from '../outbox/outbox-store.ts';
import {
  endHoldingEdit,
  getSchedule,
  hasEdit,
  highestReportedVersion,
  insertEdit,
  upsertSchedule,
} from '../shops/shop-schedule-store.ts';
import { listAgents, lockShop } from '../shops/shop-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';
import { readCron } from './cron-fields.ts';

/** Throws unprocessable with a sentence for a schedule that could not be kept. */
export function checkContent(content: ScheduleContent): CompiledSchedule {
  const compiled = compileSchedule(content, readCron);
  if (typeof compiled === 'string') throw new AppError('unprocessable', `${compiled}.`);
  return compiled;
}

/** Saves an edit of a person here and sends it out. Throws conflict when somebody else was faster. */
export async function editSchedule(
  database: Database,
  tx: Tx,
  edit: { shopId: string; content: ScheduleContent; seenVersion: number; by: string; now: number },
): Promise<ScheduleDocument> {
  const { shopId, content, now } = edit;
  if (!(await lockShop(tx, shopId))) throw new AppError('not_found', 'No such shop.');
  const before = await getSchedule(tx, shopId);
  if (before.version !== edit.seenVersion) {
    throw new AppError(
      'conflict',
      `version: the schedule was changed by ${before.edited_by} meanwhile (version ${before.version}). Look at it and save again.`,
    );
  }
  const document: ScheduleDocument = {
    ...content,
    version: Math.max(before.version, await highestReportedVersion(tx, shopId)) + 1,
    edit_id: newId(),
    edited_by: edit.by,
    edited_at: toTime(now),
    origin: 'cloud',
  };
  await hold(database, tx, { shopId, document, now, before: 'replaced', fromAgent: null });
  return document;
}

interface Holding {
  shopId: string;
  document: ScheduleDocument;
  now: number;
  /** What becomes of the one that held. */
  before: 'replaced' | 'lost';
  fromAgent: string | null;
}

async function hold(database: Database, tx: Tx, holding: Holding): Promise<void> {
  const { shopId, document, now, fromAgent } = holding;
  await endHoldingEdit(tx, shopId, holding.before);
  await insertEdit(tx, editRow(holding, 'holds'));
  await upsertSchedule(tx, { shopId, document, now });
  recordEvent(tx, {
    type: 'schedule.changed',
    subjectId: shopId,
    accountId: null,
    shopId,
    data: { version: document.version },
    now,
  });
  for (const agent of await listAgents(tx, shopId)) {
    if (agent.id !== fromAgent) await sendSchedule(database, tx, { agent, document, now });
  }
}

const editRow = ({ shopId, document, now, fromAgent }: Omit<Holding, 'before'>, state: 'holds' | 'lost') => ({
  id: newId(),
  edit_id: document.edit_id,
  shop_id: shopId,
  version: document.version,
  document: JSON.stringify(document),
  state,
  agent_id: fromAgent,
  taken_at: now,
});

/** Puts the schedule into the agent's outbox, in the place of any that it hasn't taken yet. */
async function sendSchedule(
  database: Database,
  tx: Tx,
  { agent, document, now }: { agent: Pick<AgentTable, 'id'>; document: ScheduleDocument; now: number },
): Promise<void> {
  const waiting = await listOutboxOfType(tx, { agentId: agent.id, type: 'schedule' });
  if (waiting.some((row) => row.subject_id === document.edit_id)) return;
  if (waiting.length > 0) await deleteOutbox(tx, { ids: waiting.map(({ id }) => id), agentId: agent.id });
  await postToAgent(database, tx, {
    agentId: agent.id,
    type: 'schedule',
    subjectId: document.edit_id,
    body: document,
    now,
  });
}

/** An agent says what holds there: it is taken, or answered with what holds here. */
export async function reconcileSchedule(
  database: Database,
  tx: Tx,
  said: { agent: AgentTable; document: ScheduleDocument; now: number },
): Promise<void> {
  const { agent, document, now } = said;
  const shopId = agent.shop_id;
  await lockShop(tx, shopId);
  const ours = await getSchedule(tx, shopId);
  const winner = winnerOf({ atAgent: document, atCloud: ours });
  if (winner === 'same') return;
  const theirs = { shopId, document, now, fromAgent: agent.id };
  if (winner === 'agent') {
    await hold(database, tx, { ...theirs, before: 'replaced' });
    return;
  }
  // An edit that nobody here has ever seen was made while another one was: it is kept, so that it can be looked at.
  if (document.version > 0 && !(await hasEdit(tx, document.edit_id)))
    await insertEdit(tx, editRow(theirs, 'lost'));
  await sendSchedule(database, tx, { agent, document: ours, now });
}

/** Sends a person's decision about a backlog to its agent. Throws conflict when one is on its way already. */
export async function sendDecision(
  database: Database,
  tx: Tx,
  made: {
    agentId: string;
    backlogId: string;
    decision: 'print_now' | 'by_schedule';
    by: string;
    now: number;
  },
): Promise<void> {
  const { agentId, backlogId, decision, by, now } = made;
  const waiting = await listOutboxOfType(tx, { agentId, type: 'backlog', subjectId: backlogId });
  if (waiting.length > 0) {
    throw new AppError('conflict', 'This was decided already; the agent has not answered yet.');
  }
  const body = { backlog_id: backlogId, decision, decided_by: by };
  await postToAgent(database, tx, { agentId, type: 'backlog', subjectId: backlogId, body, now });
}
