/** The SQL of what agents last said of their papers, and of profiles on their way to an agent. */
import type { PaperReport } from '@platen/contracts/paper-report';
import type { Query, Tx } from '../db/database.ts';
import { updateBytesCheckAt } from '../files/stored-file-store.ts';
import type { AgentPaperTable, ProfileFileTable } from './printer-tables.ts';

/** No shop has so many; what is told beyond that is not shown. */
const maxPapers = 5000;

/** Keeps what was told; with `complete` whatever else the agent had told is forgotten. */
export async function upsertPapers(
  tx: Tx,
  told: {
    agentId: string;
    complete: boolean;
    papers: readonly PaperReport[];
    gone: readonly string[];
    now: number;
  },
): Promise<void> {
  const { agentId, complete, papers, gone, now } = told;
  const old = new Set([...gone, ...papers.map(({ paper_id }) => paper_id)]);
  let replaced = tx.deleteFrom('agent_papers').where('agent_id', '=', agentId);
  if (!complete) replaced = replaced.where('id', 'in', [...old]);
  if (complete || old.size > 0) await replaced.execute();
  // Told twice in one frame, the last word counts.
  const rows = new Map(
    papers.map((paper): [string, AgentPaperTable] => [
      paper.paper_id,
      { agent_id: agentId, id: paper.paper_id, report: JSON.stringify(paper), told_at: now },
    ]),
  );
  if (rows.size > 0)
    await tx
      .insertInto('agent_papers')
      .values([...rows.values()])
      .execute();
}

/** What these agents said of their papers, by agent and paper. */
export async function listPapersOfAgents(db: Query, agentIds: readonly string[]): Promise<AgentPaperTable[]> {
  if (agentIds.length === 0) return [];
  return await db
    .selectFrom('agent_papers')
    .selectAll()
    .where('agent_id', 'in', agentIds)
    .orderBy('agent_id')
    .orderBy('id')
    .limit(maxPapers)
    .execute();
}

export async function findPaper(
  db: Query | Tx,
  { agentId, id }: { agentId: string; id: string },
): Promise<AgentPaperTable | undefined> {
  return await db
    .selectFrom('agent_papers')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The agent was shut out: nothing will ever be heard of its papers again, and it gets no file. */
export async function deletePapersOfAgent(tx: Tx, { agentId, now }: { agentId: string; now: number }) {
  await tx.deleteFrom('agent_papers').where('agent_id', '=', agentId).execute();
  const files = await tx
    .deleteFrom('profile_files')
    .where('agent_id', '=', agentId)
    .returning('sha256')
    .execute();
  for (const { sha256 } of files) await updateBytesCheckAt(tx, { sha256, now });
}

/** A profile that this agent fetches for this request. */
export async function insertProfileFile(tx: Tx, row: ProfileFileTable): Promise<void> {
  await tx.insertInto('profile_files').values(row).execute();
}

/** How many profiles are on their way to an agent. */
export async function countProfileFiles(tx: Tx, agentId: string): Promise<number> {
  const row = await tx
    .selectFrom('profile_files')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** The agent has answered: it has the file, or wants it no more. */
export async function deleteProfileFile(
  tx: Tx,
  { requestId, agentId, now }: { requestId: string; agentId: string; now: number },
): Promise<void> {
  const gone = await tx
    .deleteFrom('profile_files')
    .where('request_id', '=', requestId)
    .where('agent_id', '=', agentId)
    .returning('sha256')
    .executeTakeFirst();
  if (gone) await updateBytesCheckAt(tx, { sha256: gone.sha256, now });
}

/** True while a profile of these bytes is on its way to this agent. */
export async function agentMayHaveProfile(
  db: Query,
  { agentId, sha256 }: { agentId: string; sha256: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('profile_files')
    .select('request_id')
    .where('agent_id', '=', agentId)
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
