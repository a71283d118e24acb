/** What admins set up for image work: which agents may have photos that are not ordered. */
import { AppError } from '@platen/contracts/app-error';
import { id, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import { recordAudit } from '../admin/audit-store.ts';
import { defineOperation } from '../operation.ts';
import { setImageWork } from '../shops/shop-store.ts';

const agentShape = z.object({
  agent_id: z.uuid(),
  name: z.string(),
  image_work: z.boolean(),
  can_restore: z.boolean().describe('False: this agent is too old for it, or has not been heard of since'),
  last_seen_at: z.iso.datetime().nullable(),
});

export const restorationAdminOperations = [
  defineOperation({
    name: 'set_agent_image_work',
    title: 'Image work of an agent',
    summary:
      'Lets an agent (agent_id from the list of agents) work on photos that are not ordered, such as restorations, or no longer. While such an agent is online it is asked first; the cloud does what no agent begins within 10 seconds.',
    rest: { method: 'PUT', path: '/api/admin/agents/{agent_id}/image-work' },
    tool: false,
    access: 'admin',
    effect: 'update',
    input: z.strictObject({
      agent_id: id('From the list of agents'),
      image_work: z.boolean().describe('True: it may'),
    }),
    output: agentShape,
    async run({ database, caller, now }, { agent_id, image_work }) {
      return await database.transaction(async (tx) => {
        const agent = await setImageWork(tx, { id: agent_id, isOn: image_work });
        if (!agent) throw new AppError('not_found', 'No such agent.');
        await recordAudit(tx, {
          caller: caller!,
          action: 'set_agent_image_work',
          target: `agent:${agent_id}`,
          detail: { image_work },
          now: now(),
        });
        return {
          agent_id,
          name: agent.name,
          image_work,
          can_restore: agent.features.split(',').includes('restore'),
          last_seen_at: toTimeOrNull(agent.last_seen_at),
        };
      });
    },
  }),
];
