/** How answers say whether an agent is there, and since when it isn't: the same words wherever agents are shown. */
import { time, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import { type AgentPresence, absenceOf, isAgentOnline } from './agent-rules.ts';

export const presenceShape = {
  online: z.boolean().describe('True: it is connected now'),
  last_seen_at: time.nullable().describe('When it was last heard; null: never'),
  offline_since: time.nullable().describe('null: it is online, or never was'),
  offline_because: z
    .enum(['stopped', 'lost'])
    .nullable()
    .describe('stopped: it said goodbye; lost: its connection ended without a word'),
};

export function presenceOf(agent: AgentPresence, now: number) {
  const { since, because } = absenceOf(agent, now);
  return {
    online: isAgentOnline(agent, now),
    last_seen_at: toTimeOrNull(agent.last_seen_at),
    offline_since: toTimeOrNull(since),
    offline_because: because,
  };
}
