/** When an agent counts as present. Pure. */

/** Agents say something at least this often. */
export const heartbeatSeconds = 15;

/** After three times of silence an agent counts as away. */
export const agentSilenceMs = 3 * heartbeatSeconds * 1000;

/** True while what the agent last said can be taken for current. */
export function isAgentOnline(agent: { last_seen_at: number | null }, now: number): boolean {
  return agent.last_seen_at !== null && now - agent.last_seen_at < agentSilenceMs;
}
