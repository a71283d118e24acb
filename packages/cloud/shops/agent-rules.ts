/** When an agent counts as present, and since when it doesn't. Pure. */
import type { AgentTable, LinkEnd } from './shop-tables.ts';

/** Agents say something at least this often. */
export const heartbeatSeconds = 15;

/** After three times of silence an agent counts as away, whatever its connection looks like. */
const agentSilenceMs = 3 * heartbeatSeconds * 1000;

export type AgentPresence = Pick<AgentTable, 'last_seen_at' | 'link_id' | 'unlinked_at' | 'unlinked_because'>;

/** True while it has a connection and what it last said can be taken for current. */
export function isAgentOnline(agent: Pick<AgentPresence, 'last_seen_at' | 'link_id'>, now: number): boolean {
  return agent.link_id !== null && agent.last_seen_at !== null && now - agent.last_seen_at < agentSilenceMs;
}

/** Since when, and why, it isn't; nulls while it is, and for one that never was. */
export function absenceOf(
  agent: AgentPresence,
  now: number,
): { since: number | null; because: LinkEnd | null } {
  if (isAgentOnline(agent, now) || agent.last_seen_at === null) return { since: null, because: null };
  // One that is connected and silent, or whose end nobody saw, was last there with its last word.
  if (agent.link_id !== null || agent.unlinked_at === null)
    return { since: agent.last_seen_at, because: 'lost' };
  return { since: agent.unlinked_at, because: agent.unlinked_because ?? 'lost' };
}
