/** What an agent says of its schedule. Owns how differences become a whole, and the reconciling of edits. */
import type { AgentFrame } from '@platen/contracts/agent-protocol';
import type { Database } from '../db/database.ts';
import { sayFloor } from '../shops/floor-signal.ts';
import { findReport, upsertReport } from '../shops/shop-schedule-store.ts';
import { findAgent, touchAgent } from '../shops/shop-store.ts';
import { reconcileSchedule } from './shop-schedule-moves.ts';

type ScheduleFrame = Extract<AgentFrame, { kind: 'schedule' }>;

/** Applies it in one transaction. */
export async function applyScheduleFrame(
  database: Database,
  { agentId, frame, now }: { agentId: string; frame: ScheduleFrame; now: number },
): Promise<void> {
  await database.transaction(async (tx) => {
    await touchAgent(tx, agentId, now);
    const agent = await findAgent(tx, agentId);
    if (!agent || agent.revoked_at !== null) return;
    const before = frame.complete ? undefined : await findReport(tx, agentId);
    const changed = new Set(frame.report.rules.map((rule) => rule.rule_id));
    const kept = (before?.rules ?? []).filter((rule) => !changed.has(rule.rule_id));
    // Those that didn't change come behind; the shop's own plan is known by its id, not by its place.
    const report = { ...frame.report, rules: [...frame.report.rules, ...kept] };
    await upsertReport(tx, { agentId, shopId: agent.shop_id, report, receivedAtMs: now });
    await sayFloor(database, tx, { shopId: agent.shop_id, topics: ['schedule', 'waits', 'queue'] });
    if (frame.document) await reconcileSchedule(database, tx, { agent, document: frame.document, now });
  });
}
