/**
 * What a person does on the shop floor, carried out: each act is a move that exists. Owns which move that is; decides nothing itself.
 * Printers are the agents': what is asked of them goes by their outboxes, and their answers come back as requests.
 */

import type { PrinterReport } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import type { FloorAct, FloorActName, FloorAnswer } from '@platen/contracts/floor/shop-floor-acts';
import {
  floorPrinterId,
  paperUndoOf,
  plainAnswer,
  readFloorId,
} from '@platen/contracts/floor/shop-floor-rules';
import type { PaperAct } from '@platen/contracts/paper-requests';
import type { PrinterAct } from '@platen/contracts/printer-requests';
import type { PersonHold, QueueAct } from '@platen/contracts/queue-requests';
import { contentOf } from '@platen/contracts/schedule/schedule-document';
import type { Database, Tx } from '../db/database.ts';
import { callOffJob } from '../fulfilment/job-calling-off.ts';
import { decideJob } from '../fulfilment/job-decision.ts';
import { reprintCopies } from '../fulfilment/job-reprint.ts';
import { newId } from '../ids.ts';
import { findJob } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { countProfileFiles, findPaper, insertProfileFile } from '../printers/paper-store.ts';
import { changePrintRules } from '../printers/print-rules-moves.ts';
import {
  insertPaperRequest,
  insertPrinterRequest,
  insertQueueRequest,
} from '../printers/printer-request-store.ts';
import { listPrintersOfAgents } from '../printers/printer-store.ts';
import { checkContent, editSchedule, sendDecision } from '../schedules/shop-schedule-moves.ts';
import { isAgentOnline } from '../shops/agent-rules.ts';
import { sayFloor } from '../shops/floor-signal.ts';
import { getShopRules } from '../shops/print-rules-store.ts';
import { getSchedule, listReports } from '../shops/shop-schedule-store.ts';
import { listAgents } from '../shops/shop-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';
import { findJobBehind } from './floor-store.ts';

/** Who acts, on which floor. */
export interface Acting {
  shopId: string;
  accountId: string;
  /** As the shop's people know who acts. */
  by: string;
  now: number;
}

export interface Acted {
  answer: FloorAnswer;
  /** Of what was acted on, for the audit log. */
  target: string;
}

const toldTheAgent: FloorAnswer = { ...plainAnswer, outcome: 'told-the-agent' };

type Act<N extends FloorActName> = Extract<FloorAct, { act: N }>;
type Work<N extends FloorActName> = (
  database: Database,
  tx: Tx,
  asked: { act: Act<N>; acting: Acting },
) => Promise<Acted>;

const works = {
  async decide(database, tx, { act, acting }) {
    const { job_id: jobId, decision, copies_printed: copiesPrinted } = act;
    const { shopId, accountId, now } = acting;
    const before = { jobId, decision, copiesPrinted, shopId, actor: `account ${accountId}`, now };
    const job = await decideJob(database, tx, before);
    const isOver = job.state === 'printed' || job.state === 'failed';
    return { answer: isOver ? plainAnswer : toldTheAgent, target: jobId };
  },
  async call_off(database, tx, { act: { job_id: jobId }, acting: { shopId, accountId, now } }) {
    const { state } = await callOffJob(database, tx, { jobId, shopId, actor: `account ${accountId}`, now });
    return { answer: state === 'cancelled' ? plainAnswer : toldTheAgent, target: jobId };
  },
  hold: onJob((_act, { id }) => ({
    wanted: { act: 'hold_job', job_id: id },
    undo: { act: 'release', job_id: id },
  })),
  release: onJob((_act, { id, held }) => {
    if (held === null) throw new AppError('conflict', 'Nobody holds this print job.');
    return {
      wanted: { act: 'release_job', job_id: id, since: (JSON.parse(held) as PersonHold).since },
      undo: { act: 'hold', job_id: id },
    };
  }),
  reorder: onJob(async (act, job, tx) => ({
    wanted: { act: 'reorder_job', job_id: job.id, before_job_id: act.before },
    // Where it stands now; one whose place nobody has told yet can't be put back there.
    undo:
      job.rank === null
        ? null
        : { act: 'reorder', job_id: job.id, before: (await findJobBehind(tx, job)) ?? null },
  })),
  async move(database, tx, { act, acting }) {
    const job = await getJob(tx, act.job_id, acting);
    const entry = act.printer === null ? undefined : await getEntry(tx, act.printer, acting);
    if (entry && entry.agentId !== job.agentId)
      throw new AppError('conflict', 'That printer is at another agent than the print job.');
    const wanted = { act: 'move_job', job_id: act.job_id, entry_id: entry?.entryId ?? null } as const;
    const before = await findFloorPrinter(tx, { agentId: job.agentId, entryId: job.job.for_entry });
    return await askQueue(database, tx, {
      asks: [{ agentId: job.agentId, wanted }],
      target: act.job_id,
      undo: before === undefined ? null : { act: 'move', job_id: act.job_id, printer: before },
      acting,
    });
  },
  async reprint(database, tx, { act, acting: { shopId, by, now } }) {
    const { job_id: jobId, from_copy: fromCopy, to_copy: toCopy } = act;
    await reprintCopies(database, tx, { jobId, newJobId: newId(), fromCopy, toCopy, shopId, by, now });
    return { answer: plainAnswer, target: jobId };
  },
  async pause(database, tx, { act, acting }) {
    const asks = (await pausable(tx, act.printer, acting)).map(({ agentId, entryId }) => ({
      agentId,
      wanted: { act: 'pause', entry_id: entryId } as const,
    }));
    const undo = { act: 'resume', printer: act.printer } as const;
    return await askQueue(database, tx, { asks, target: act.printer ?? acting.shopId, undo, acting });
  },
  async resume(database, tx, { act, acting }) {
    const asks = (await pausable(tx, act.printer, acting)).flatMap(({ agentId, entryId, since }) =>
      since === undefined ? [] : [{ agentId, wanted: { act: 'resume', entry_id: entryId, since } as const }],
    );
    if (asks.length === 0) throw new AppError('conflict', 'Nothing is paused.');
    const undo = { act: 'pause', printer: act.printer } as const;
    return await askQueue(database, tx, { asks, target: act.printer ?? acting.shopId, undo, acting });
  },
  async run_now(database, tx, { act, acting }) {
    const agents = await listAgents(tx, acting.shopId);
    const wanted = { act: 'run_now', rule_id: act.rule_id ?? null } as const;
    const asks = agents.map(({ id: agentId }) => ({ agentId, wanted }));
    return await askQueue(database, tx, { asks, target: acting.shopId, acting });
  },
  async decide_backlog(database, tx, { act, acting: { shopId, by, now } }) {
    const { backlog_id: backlogId, decision } = act;
    const said = (await listReports(tx, shopId)).find(
      ({ report }) => report.backlog?.backlog_id === backlogId,
    );
    if (!said) throw new AppError('not_found', 'Nothing of that id waits for an approval.');
    await sendDecision(database, tx, { agentId: said.agentId, backlogId, decision, by, now });
    return { answer: toldTheAgent, target: backlogId };
  },
  async set_schedule(database, tx, { act: { version: seenVersion, content }, acting: { shopId, by, now } }) {
    checkContent(content);
    const before = contentOf(await getSchedule(tx, shopId));
    const { version } = await editSchedule(database, tx, { shopId, content, seenVersion, by, now });
    return {
      answer: { ...plainAnswer, undo: { act: 'set_schedule', version, content: before } },
      target: shopId,
    };
  },
  async set_rules(database, tx, { act: { act: _, version: seenVersion, ...changes }, acting }) {
    const { shopId, accountId, now } = acting;
    const { version: _version, ...before } = await getShopRules(tx, shopId);
    const { version } = await changePrintRules(database, tx, {
      shopId,
      seenVersion,
      changes,
      accountId,
      now,
    });
    await sayFloor(database, tx, { shopId, topics: ['schedule'] });
    return { answer: { ...plainAnswer, undo: { act: 'set_rules', version, ...before } }, target: shopId };
  },
  async find_printers(database, tx, { act, acting }) {
    await checkAgent(tx, act.agent_id, acting);
    return await ask(database, tx, { agentId: act.agent_id, wanted: { act: 'discover' }, acting });
  },
  async add_printer(database, tx, { act: { agent_id: agentId, act: _, ...wanted }, acting }) {
    await checkAgent(tx, agentId, acting);
    return await ask(database, tx, { agentId, wanted: { act: 'add', ...wanted }, acting });
  },
  rename_printer: onEntry(({ name }, entry) => ({ act: 'rename', ...entry, name })),
  enable_printer: onEntry(({ enabled }, entry) => ({ act: 'enable', ...entry, enabled })),
  remove_printer: onEntry((_, entry) => ({ act: 'remove', ...entry })),
  accept_printer: onEntry(({ uuid }, entry) => ({ act: 'accept_printer', ...entry, uuid })),
  accept_certificate: onEntry(({ fingerprint }, entry) => ({
    act: 'accept_certificate',
    ...entry,
    fingerprint,
  })),
  put_back_printer: onEntry((_, entry) => ({ act: 'put_back', ...entry })),
  loaded: onEntry(({ source, media: paper }, entry) => ({ act: 'say_paper', ...entry, source, paper })),
  async print_calibration_page(database, tx, { act, acting }) {
    const { agent } = await getPaper(tx, act.paper, acting);
    // Nobody stands at the printer any more when it is back.
    if (!isAgentOnline(agent, acting.now))
      throw new AppError(
        'conflict',
        `${agent.name} is away: a page can be printed while it is connected, for somebody measures it.`,
      );
    return await askPaper(database, tx, {
      act,
      wantedOf: (paper_id) => ({ act: 'print_page', paper_id }),
      acting,
    });
  },
  enter_readings: onPaper(({ paper: _paper, ...told }, paper_id) => ({ ...told, paper_id })),
  reset_calibration: onPaper(({ paper: _paper, ...told }, paper_id) => ({ ...told, paper_id })),
  restore_calibration: onPaper(({ paper: _paper, ...told }, paper_id) => ({ ...told, paper_id })),
  reset_profile: onPaper(({ paper: _paper, ...told }, paper_id) => ({ ...told, paper_id })),
  restore_profile: onPaper(({ paper: _paper, ...told }, paper_id) => ({ ...told, paper_id })),
} satisfies { [N in FloorActName]?: Work<N> };

/** What the cloud can carry out. */
export const cloudActs = Object.keys(works) as (keyof typeof works)[];

/** Carries it out in this transaction. Throws what its move throws; unprocessable for what only an agent's own host can. */
export async function actOnFloor(
  database: Database,
  tx: Tx,
  { act, acting }: { act: FloorAct; acting: Acting },
): Promise<Acted> {
  const work = (works as unknown as Partial<Record<FloorActName, Work<never>>>)[act.act];
  if (!work)
    throw new AppError(
      'unprocessable',
      `act: ${act.act} is for the console of the agent itself, in the shop.`,
    );
  return await work(database, tx, { act: act as never, acting });
}

/** An act on a job that an agent has. */
function onJob<N extends 'hold' | 'release' | 'reorder'>(
  wantedOf: (act: Act<N>, job: PrintJobTable, tx: Tx) => WantedWithUndo | Promise<WantedWithUndo>,
): Work<N> {
  return async (database, tx, { act, acting }) => {
    const { job, agentId } = await getJob(tx, (act as Act<'hold'>).job_id, acting);
    const { wanted, undo } = await wantedOf(act, job, tx);
    return await askQueue(database, tx, { asks: [{ agentId, wanted }], target: job.id, undo, acting });
  };
}

interface WantedWithUndo {
  wanted: QueueAct;
  /** What takes it back. */
  undo: FloorAct | null;
}

/** The id on the floor of a printer that was chosen for a job; null for none, undefined for one that is in no list any more. */
async function findFloorPrinter(
  tx: Tx,
  { agentId, entryId }: { agentId: string; entryId: number | null },
): Promise<string | null | undefined> {
  if (entryId === null) return null;
  const rows = await listPrintersOfAgents(tx, [agentId]);
  const row = rows.find(({ report }) => (JSON.parse(report) as PrinterReport).entry_id === entryId);
  return row && floorPrinterId(agentId, row.id);
}

/** Throws not_found for a job of another shop, conflict for one that no agent has. */
async function getJob(
  tx: Tx,
  jobId: string,
  { shopId }: Acting,
): Promise<{ job: PrintJobTable; agentId: string }> {
  const job = await findJob(tx, jobId);
  if (!job || job.shop_id !== shopId) throw new AppError('not_found', 'No such print job.');
  if (job.agent_id === null) throw new AppError('conflict', 'No agent has this print job yet.');
  return { job, agentId: job.agent_id };
}

/** One printer, or all of each agent; with the pause that is seen. */
async function pausable(
  tx: Tx,
  printer: string | null,
  acting: Acting,
): Promise<{ agentId: string; entryId: number | null; since: string | undefined }[]> {
  if (printer !== null) {
    const { agentId, entryId, report } = await getEntry(tx, printer, acting);
    return [{ agentId, entryId, since: report.paused?.since }];
  }
  const agentIds = (await listAgents(tx, acting.shopId)).map(({ id }) => id);
  const rows = await listPrintersOfAgents(tx, agentIds);
  return agentIds.map((agentId) => {
    const reports = rows
      .filter((row) => row.agent_id === agentId)
      .map(({ report }) => JSON.parse(report) as PrinterReport);
    return { agentId, entryId: null, since: reports.find(({ paused }) => paused?.all)?.paused?.since };
  });
}

async function askQueue(
  database: Database,
  tx: Tx,
  {
    asks,
    target,
    undo = null,
    acting,
  }: {
    asks: readonly { agentId: string; wanted: QueueAct }[];
    target: string;
    undo?: FloorAct | null;
    acting: Acting;
  },
): Promise<Acted> {
  const { shopId, accountId, by, now } = acting;
  if (asks.length === 0) throw new AppError('conflict', 'This shop has no agent.');
  const ids: string[] = [];
  for (const { agentId, wanted } of asks) {
    ids.push((await insertQueueRequest(tx, { agentId, accountId, by, wanted, now })).id);
    await database.signal(tx, 'platen_outbox', agentId);
  }
  await sayFloor(database, tx, { shopId, topics: ['requests'] });
  return { answer: { ...toldTheAgent, undo, request_id: ids.length === 1 ? ids[0]! : null }, target };
}

interface Entry {
  entry_id: number;
  version: number;
}

/** An act on an entry of an agent's list. */
function onEntry<N extends FloorActName>(
  wantedOf: (act: Act<N>, entry: Entry) => PrinterAct,
): (
  database: Database,
  tx: Tx,
  asked: { act: Act<N> & { printer: string; version: number }; acting: Acting },
) => Promise<Acted> {
  return async (database, tx, { act, acting }) => {
    const { agentId, entryId } = await getEntry(tx, act.printer, acting);
    const wanted = wantedOf(act, { entry_id: entryId, version: act.version });
    return await ask(database, tx, { agentId, wanted, acting });
  };
}

/** Throws not_found for a printer of nobody here, conflict for one that is in no list any more. */
async function getEntry(
  tx: Tx,
  printer: string,
  { shopId }: Acting,
): Promise<{ agentId: string; entryId: number; report: PrinterReport }> {
  const agentIds = (await listAgents(tx, shopId)).map(({ id }) => id);
  const row = (await listPrintersOfAgents(tx, agentIds)).find(
    ({ agent_id, id }) => floorPrinterId(agent_id, id) === printer,
  );
  if (!row) throw new AppError('not_found', 'No such printer.');
  const report = JSON.parse(row.report) as PrinterReport;
  const { entry_id: entryId } = report;
  if (entryId === undefined) throw new AppError('conflict', 'This printer is in no list any more.');
  return { agentId: row.agent_id, entryId, report };
}

type PaperFloorAct = Extract<FloorAct, { paper: string }>;

/** Throws not_found for a paper of nobody here. */
async function getPaper(
  tx: Tx,
  paper: string,
  { shopId }: Acting,
): Promise<{ agent: AgentTable; paperId: string }> {
  const named = readFloorId(paper);
  const agent = (await listAgents(tx, shopId)).find(({ id }) => id === named?.agentId);
  const row = named && agent && (await findPaper(tx, { agentId: agent.id, id: named.ownId }));
  if (!row) throw new AppError('not_found', 'No such paper.');
  return { agent, paperId: row.id };
}

/** An act on a printer with one of its papers. */
function onPaper<N extends PaperFloorAct['act']>(
  wantedOf: (act: Act<N>, paperId: string) => PaperAct,
): (database: Database, tx: Tx, asked: { act: Act<N> & PaperFloorAct; acting: Acting }) => Promise<Acted> {
  return async (database, tx, { act, acting }) =>
    await askPaper(database, tx, { act, wantedOf: (paperId) => wantedOf(act, paperId), acting });
}

async function askPaper(
  database: Database,
  tx: Tx,
  { act, wantedOf, acting }: { act: PaperFloorAct; wantedOf: (paperId: string) => PaperAct; acting: Acting },
): Promise<Acted> {
  const { agent, paperId } = await getPaper(tx, act.paper, acting);
  const { shopId, accountId, by, now } = acting;
  const wanted = wantedOf(paperId);
  const { id } = await insertPaperRequest(tx, { agentId: agent.id, accountId, by, wanted, now });
  await database.signal(tx, 'platen_outbox', agent.id);
  await sayFloor(database, tx, { shopId, topics: ['requests'] });
  return { answer: { ...toldTheAgent, undo: paperUndoOf(act), request_id: id }, target: act.paper };
}

/** So many profiles may be on their way to an agent that does not answer. */
const maxProfilesUnderWay = 20;

/** A profile whose bytes are kept goes to the agent of the paper, in this transaction. */
export async function askForProfile(
  database: Database,
  tx: Tx,
  {
    given: { paper, version, intent, sha256, bytes },
    acting,
  }: {
    given: Pick<Extract<PaperAct, { act: 'give_profile' }>, 'version' | 'intent' | 'sha256' | 'bytes'> & {
      paper: string;
    };
    acting: Acting;
  },
): Promise<Acted> {
  const { agent, paperId } = await getPaper(tx, paper, acting);
  const { shopId, accountId, by, now } = acting;
  if ((await countProfileFiles(tx, agent.id)) >= maxProfilesUnderWay)
    throw new AppError(
      'conflict',
      `${maxProfilesUnderWay} profiles are on their way to ${agent.name} already: wait until it has answered.`,
    );
  const wanted = { act: 'give_profile', paper_id: paperId, version, intent, sha256, bytes } as const;
  const { id } = await insertPaperRequest(tx, { agentId: agent.id, accountId, by, wanted, now });
  await insertProfileFile(tx, { request_id: id, agent_id: agent.id, sha256, bytes });
  await database.signal(tx, 'platen_outbox', agent.id);
  await sayFloor(database, tx, { shopId, topics: ['requests'] });
  const undo = { act: 'restore_profile', paper, version: version + 1, of_version: version } as const;
  return { answer: { ...toldTheAgent, undo, request_id: id }, target: paper };
}

async function checkAgent(tx: Tx, agentId: string, { shopId }: Acting): Promise<void> {
  const agents = await listAgents(tx, shopId);
  if (!agents.some(({ id }) => id === agentId)) throw new AppError('not_found', 'No such agent.');
}

async function ask(
  database: Database,
  tx: Tx,
  { agentId, wanted, acting }: { agentId: string; wanted: PrinterAct; acting: Acting },
): Promise<Acted> {
  const { shopId, accountId, by, now } = acting;
  const row = await insertPrinterRequest(tx, { agentId, accountId, by, wanted, now });
  await database.signal(tx, 'platen_outbox', agentId);
  await sayFloor(database, tx, { shopId, topics: ['requests'] });
  return { answer: { ...toldTheAgent, request_id: row.id }, target: agentId };
}
