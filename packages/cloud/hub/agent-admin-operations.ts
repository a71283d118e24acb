/** The agents of shops, as admins see, name and revoke them; and as operators see those of their own shop. */
import { AppError } from '@platen/contracts/app-error';
import { id, line, listOf, paging, time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { presenceOf, presenceShape } from '../shops/agent-presence-view.ts';
import { findChosenShop } from '../shops/shop-choice.ts';
import { shopOfStaff } from '../shops/shop-rules.ts';
import { findAgent, pageAgents, updateAgent } from '../shops/shop-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';
import { revokeAgent } from './agent-revocation.ts';

const agentShape = z.object({
  agent_id: z.uuid(),
  shop_id: z.uuid(),
  name: z.string(),
  ...presenceShape,
  image_work: z.boolean().describe('True: it may be given photos to restore that nobody has ordered'),
  enrolled_at: time,
  revoked_at: time.nullable().describe('null: it may connect'),
});

const shapeOf = (row: AgentTable, now: number) => ({
  agent_id: row.id,
  shop_id: row.shop_id,
  name: row.name,
  ...presenceOf(row, now),
  image_work: row.image_work === 1,
  enrolled_at: toTime(row.created_at),
  revoked_at: toTimeOrNull(row.revoked_at),
});

const agent_id = id('From list_agents');
const revoked = z.boolean().default(false).describe('True: those that were revoked, and no others');

export const agentAdminOperations = [
  defineOperation({
    name: 'list_agents',
    title: 'Agents',
    summary:
      'Lists the agents, of all shops or of one (shop_id from list_shops), newest first, with when each was last heard. create_enrolment_code lets another one join.',
    rest: { method: 'GET', path: '/api/admin/agents' },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({ shop_id: id('From list_shops').optional(), revoked, ...paging }),
    output: listOf(agentShape),
    async run(context, { shop_id, revoked, ...wanted }) {
      const { database, now } = context;
      const shopId = await findChosenShop(context, shop_id);
      const { rows, total } = await pageAgents(database.query, { shopId, revoked }, wanted);
      return { items: rows.map((row) => shapeOf(row, now())), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'list_shop_agents',
    title: 'Agents of the shop',
    summary: "Lists the agents of the caller's shop (of all shops for an admin), newest first.",
    rest: { method: 'GET', path: '/api/shop/agents' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject(paging),
    output: listOf(agentShape),
    async run({ database, caller, now }, wanted) {
      const filter = { shopId: shopOfStaff(caller), revoked: false };
      const { rows, total } = await pageAgents(database.query, filter, wanted);
      return { items: rows.map((row) => shapeOf(row, now())), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'update_agent',
    title: 'Change an agent',
    summary:
      'Renames an agent (agent_id from list_agents), or marks whether it may be given image work of photos that nobody has ordered. What is left out stays. Returns the agent.',
    rest: { method: 'PUT', path: '/api/admin/agents/{agent_id}' },
    access: 'admin',
    effect: 'update',
    audit: 'agent',
    input: z.strictObject({
      agent_id,
      name: line(1, 100).optional().describe('How the shop knows it'),
      image_work: z.boolean().optional().describe('True: it may see photos that nobody has ordered'),
    }),
    example: { image_work: true },
    output: agentShape,
    async run({ change, now }, { agent_id, name, image_work }) {
      if (name === undefined && image_work === undefined) {
        throw new AppError('malformed', 'name: is missing; give it, or image_work, or both');
      }
      const detail = { ...(name !== undefined && { name }), ...(image_work !== undefined && { image_work }) };
      const changes = {
        ...(name !== undefined && { name }),
        ...(image_work !== undefined && { image_work: image_work ? 1 : 0 }),
      };
      return await change(async (tx) => {
        const agent = await updateAgent(tx, agent_id, changes);
        if (!agent) throw new AppError('not_found', 'No such agent.');
        return { output: shapeOf(agent, now()), target: agent_id, detail };
      });
    },
  }),
  defineOperation({
    name: 'revoke_agent',
    title: 'Revoke an agent',
    summary:
      'Shuts an agent (agent_id from list_agents) out for good: its connection is cut at once. Jobs that it does not have yet go to another agent of the shop; those that it has become unknown, and a person decides about them (decide_print_job). Returns the agent; revoking it again changes nothing.',
    rest: { method: 'DELETE', path: '/api/admin/agents/{agent_id}' },
    access: 'admin',
    effect: 'delete',
    audit: 'agent',
    input: z.strictObject({ agent_id }),
    output: agentShape,
    async run({ database, change, now }, { agent_id }) {
      return await change(async (tx) => {
        const jobs = await revokeAgent(database, tx, { agentId: agent_id, now: now() });
        const output = shapeOf((await findAgent(tx, agent_id))!, now());
        return { output, target: jobs && agent_id, detail: jobs };
      });
    },
  }),
];
