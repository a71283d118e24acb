/** An agent's first word: a one-time code for an identity. Owns that exchange; a lost reply may be asked for again. */
import { type EnrolReply, enrolRequest } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import { toTime } from '@platen/contracts/shapes';
import type { Deps } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { readInput } from '../operation/operation-input.ts';
import { hashEnrolmentCode } from '../shops/enrolment-rules.ts';
import {
  findAgent,
  findAgentByKey,
  findEnrolment,
  findShop,
  insertAgent,
  type NewAgent,
  spendEnrolment,
} from '../shops/shop-store.ts';
import type { AgentTable, EnrolmentTable } from '../shops/shop-tables.ts';
import { readPublicKey } from './hub-auth.ts';
import { cloudKeyOf } from './hub-identity.ts';

const refused = () =>
  new AppError('forbidden', 'This enrolment code is not valid: unknown, used or expired.');

/** Enrols, or repeats the answer for the same code and key. Throws forbidden for any other use of a code. */
export async function enrolAgent({ database, now, secret }: Deps, body: unknown): Promise<EnrolReply> {
  const input = readInput(enrolRequest, body);
  readPublicKey(input.public_key);
  const codeHash = hashEnrolmentCode(input.code);
  const agent = await database.transaction(async (tx): Promise<Pick<AgentTable, 'id' | 'shop_id'>> => {
    const enrolment = await findEnrolment(tx, codeHash);
    if (!enrolment) throw refused();
    if (enrolment.agent_id !== null) return await repeatEnrolment(tx, enrolment, input.public_key);
    if (enrolment.expires_at < now()) throw refused();
    const known = await findAgentByKey(tx, input.public_key);
    if (known) return await enrolAgain(tx, known, enrolment);
    const row: NewAgent = {
      id: newId(),
      shop_id: enrolment.shop_id,
      name: input.name,
      public_key: input.public_key,
      last_seq: 0,
      created_at: now(),
      last_seen_at: null,
      revoked_at: null,
      image_work: 0,
    };
    await insertAgent(tx, row);
    if (!(await spendEnrolment(tx, { codeHash, agentId: row.id }))) throw refused();
    return row;
  });
  const shop = await findShop(database.query, agent.shop_id);
  return {
    agent_id: agent.id,
    shop_id: agent.shop_id,
    shop_name: shop?.name ?? '',
    now: toTime(now()),
    cloud_key: cloudKeyOf(secret),
  };
}

/** The same agent with a fresh code: what it was told the first time never reached its disk. It keeps its jobs. */
async function enrolAgain(tx: Tx, agent: AgentTable, enrolment: EnrolmentTable): Promise<AgentTable> {
  if (agent.revoked_at !== null || agent.shop_id !== enrolment.shop_id) throw refused();
  if (!(await spendEnrolment(tx, { codeHash: enrolment.code_hash, agentId: agent.id }))) throw refused();
  return agent;
}

async function repeatEnrolment(tx: Tx, enrolment: EnrolmentTable, publicKey: string): Promise<AgentTable> {
  const agent = await findAgent(tx, enrolment.agent_id!);
  if (agent?.public_key !== publicKey) throw refused();
  return agent;
}
