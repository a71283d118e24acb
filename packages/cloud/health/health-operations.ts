/** Whether the service can do its work now. Public, so it tells counts and no names. */
import { time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { defineOperation } from '../operation.ts';
import { isAgentOnline } from '../shops/agent-rules.ts';
import { listAgents } from '../shops/shop-store.ts';
import { version } from '../version.ts';

const part = z.enum(['ok', 'failing']);

export const healthOperations = [
  defineOperation({
    name: 'health_check',
    title: 'Health',
    summary:
      'Returns whether the service works: database, file store, agents online, version, uptime. Needs no key.',
    rest: { method: 'GET', path: '/api/health' },
    tool: true,
    access: 'public',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      status: z.enum(['ok', 'degraded']).describe('degraded: a part is failing or no agent is online'),
      database: part,
      files: part,
      agents: z.object({ online: z.int(), known: z.int() }),
      version: z.string(),
      uptime_seconds: z.int(),
      as_of: time,
    }),
    async run(context) {
      const agents = await agentCounts(context).catch(() => undefined);
      const files = await context.files.check().then(
        () => 'ok' as const,
        () => 'failing' as const,
      );
      const now = context.now();
      const working = agents !== undefined && files === 'ok' && agents.online > 0;
      return {
        status: working ? ('ok' as const) : ('degraded' as const),
        database: agents ? ('ok' as const) : ('failing' as const),
        files,
        agents: agents ?? { online: 0, known: 0 },
        version,
        uptime_seconds: Math.round((now - context.startedAt) / 1000),
        as_of: toTime(now),
      };
    },
  }),
];

async function agentCounts({ database, now }: Context) {
  const agents = await listAgents(database.query);
  const online = agents.filter((agent) => isAgentOnline(agent, now()));
  return { online: online.length, known: agents.length };
}
