/**
 * Which agent of a shop gets a job: of those whose printers can make it, one that is connected, then the one heard from last. Owns that choice; the same rules as for
 * what is sold. Where no agent's printers can, or none has told of any, the first of them waits for a printer that can.
 */

import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { PrinterAbilities } from '@platen/contracts/printer-ability-rules';
import { findInabilityOfAll } from '@platen/contracts/printer-ability-rules';
import type { Tx } from '../db/database.ts';
import { getShopRules } from '../shops/print-rules-store.ts';
import { listAgentsForJobs } from '../shops/shop-store.ts';
import { listAbilitiesOfAgents } from './printer-ability-store.ts';

/** The id of the agent for each job of this shop; undefined while it has none. */
export type ChooseAgent = (ticket: PrintTicket) => string | undefined;

/** Reads what the choice takes: for a shop with one agent, that agent alone. */
export async function readAgentChoice(tx: Tx, shopId: string): Promise<ChooseAgent> {
  const agents = await listAgentsForJobs(tx, shopId);
  const [latest] = agents;
  if (agents.length < 2) return () => latest?.id;
  const abilities = await listAbilitiesOfAgents(tx, shopId);
  const { substitutes } = await getShopRules(tx, shopId);
  const canMake = (printers: readonly PrinterAbilities[] | undefined, ticket: PrintTicket) =>
    printers !== undefined && findInabilityOfAll(printers, ticket, substitutes) === undefined;
  return (ticket) => (agents.find(({ id }) => canMake(abilities.get(id), ticket)) ?? latest)?.id;
}
