/** How rows of the cloud look on the shop floor: jobs, what waits for a person, agents. Pure. */
import type { PrinterReport } from '@platen/contracts/agent-protocol';
import {
  estimateQueue,
  type QueueEstimates,
  type WaitingJob,
} from '@platen/contracts/floor/queue-estimate-rules';
import type { FloorJob, FloorMedia, FloorPrinter, FloorWait } from '@platen/contracts/floor/shop-floor';
import type { FloorActName } from '@platen/contracts/floor/shop-floor-acts';
import { answer, floorPrinterId, plainWait, printerOfReport } from '@platen/contracts/floor/shop-floor-rules';
import { countPages } from '@platen/contracts/page-ranges';
import { pagesWithLayout } from '@platen/contracts/print-layout';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { PersonHold } from '@platen/contracts/queue-requests';
import { releaseIn } from '@platen/contracts/schedule/schedule-words';
import { toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { isFinal } from '@platen/contracts/state-machine';
import { jobMachine } from '@platen/contracts/states';
import { type Decision, decisionsFor, mayBeCalledOff } from '../jobs/job-rules.ts';
import { isAgentOnline } from '../shops/agent-rules.ts';
import type { AgentTable } from '../shops/shop-tables.ts';
import type { FloorJobRow } from './floor-store.ts';

/** What of a ticket never changes. */
export interface TicketFacts {
  orderNo: string;
  itemPosition: number;
  media: FloorMedia;
  pages: number;
  orderType: 'photo' | 'document';
  choices: Pick<PrintTicket, 'color_mode' | 'sides'>;
  paidAt: string;
  dueAt: string | null;
}

export function readTicketFacts(text: string): TicketFacts {
  const ticket = JSON.parse(text) as PrintTicket;
  const { media, document, page_ranges: ranges, layout } = ticket;
  const { x_dimension, y_dimension, media_type, borderless } = media;
  return {
    orderNo: ticket.order_no,
    itemPosition: ticket.item_position,
    media: { x_dimension, y_dimension, media_type, borderless },
    pages: pagesWithLayout(ranges ? countPages(ranges) : document.pages, layout?.arrangement),
    orderType: ticket.product.order_type,
    choices: { color_mode: ticket.color_mode, sides: ticket.sides },
    paidAt: ticket.paid_at,
    dueAt: ticket.due_at ?? null,
  };
}

/** A job with what its ticket says. */
export interface FloorJobFacts {
  row: FloorJobRow;
  ticket: TicketFacts;
}

const isOver = ({ state }: Pick<FloorJobRow, 'state'>): boolean => isFinal(jobMachine, state);
const isAtPrinter = ({ state }: Pick<FloorJobRow, 'state'>): boolean =>
  state === 'submitting' || state === 'printing';

const printerOf = ({ agent_id, printer_id }: FloorJobRow): string | undefined =>
  agent_id !== null && printer_id !== null ? floorPrinterId(agent_id, printer_id) : undefined;

const thumbnailOf = (job: FloorJobRow): string | null =>
  job.file_deleted_at === null ? `/api/shop-floor/jobs/${job.id}/thumbnail` : null;

const nameOf = ({ row, ticket }: FloorJobFacts) => ({
  job_id: row.id,
  order_no: ticket.orderNo,
  item_position: ticket.itemPosition,
  filename: row.filename,
  thumbnail: thumbnailOf(row),
  media: ticket.media,
  copies: row.copies,
  copies_printed: row.copies_printed,
});

/** As it lies in the queue: what is at a printer first, then as its agent has it, then as they came. */
const sortKeyOf = (row: FloorJobRow): string => {
  if (isOver(row)) return '';
  const rank = row.rank === null ? '~' : String(row.rank).padStart(16, '0');
  return `${isAtPrinter(row) ? 0 : 1}-${rank}-${row.id}`;
};

/** In the order in which they print. */
export const byPlace = (one: FloorJobFacts, other: FloorJobFacts): number =>
  sortKeyOf(one.row) < sortKeyOf(other.row) ? -1 : 1;

/** Who holds it, where a person does. */
function holdOf({ held }: FloorJobRow): { by: string; at: string } | null {
  if (held === null) return null;
  const { by, since } = JSON.parse(held) as PersonHold;
  return { by, at: since };
}

/** What jobs are expected to take. */
export function estimatesOf(
  jobs: readonly FloorJobFacts[],
  printers: readonly Pick<FloorPrinter, 'id' | 'agent_id' | 'condition' | 'speeds' | 'trays'>[],
  nowMs: number,
): QueueEstimates {
  const waiting = jobs.flatMap(({ row, ticket }): WaitingJob[] => {
    if (isOver(row)) return [];
    const left = Math.max(0, row.copies - row.copies_printed);
    return [
      {
        id: row.id,
        agentId: row.agent_id,
        printer: isAtPrinter(row) ? printerOf(row) : undefined,
        isAtPrinter: isAtPrinter(row),
        isHeld: row.state === 'held' || row.state === 'unknown' || row.agent_id === null,
        media: ticket.media,
        pages: left * ticket.pages,
        sinceMs: row.reported_at ?? row.updated_at,
        startsAtMs: startsAtOf(row),
      },
    ];
  });
  return estimateQueue(waiting, printers, nowMs);
}

const startsAtOf = ({ reason, message }: FloorJobRow): number | undefined =>
  reason === 'scheduled' ? releaseIn(message) : undefined;

export function floorJobOf(job: FloorJobFacts, estimates: QueueEstimates): FloorJob {
  const { row, ticket } = job;
  const estimate = estimates.jobs.get(row.id);
  return {
    id: row.id,
    ...nameOf(job),
    order_id: row.order_id,
    order_type: ticket.orderType,
    pages: ticket.pages,
    ...ticket.choices,
    reprint_of: row.reprint_of,
    agent_id: row.agent_id,
    printer: (isOver(row) ? printerOf(row) : estimate?.printer) ?? null,
    state: row.state,
    reason: row.reason,
    message: row.message,
    settlement: row.settlement,
    sort: sortKeyOf(row),
    created_at: toTime(row.created_at),
    paid_at: ticket.paidAt,
    due_at: ticket.dueAt,
    starts_at: toTimeOrNull(startsAtOf(row) ?? null),
    done_at: toTimeOrNull(estimate?.doneAtMs ?? null),
    over_at: isOver(row) ? toTime(row.reported_at ?? row.updated_at) : null,
    acts: actsOf(row),
    last_act: holdOf(row),
    as_of: toTime(row.reported_at ?? row.updated_at),
  };
}

/** What a person can do with it now. */
function actsOf(row: FloorJobRow): FloorActName[] {
  const acts: FloorActName[] = [];
  if (decisionsFor(row).length > 0) acts.push('decide');
  if (mayBeCalledOff(row)) acts.push('call_off');
  const isSpooled = row.agent_id !== null && ['accepted', 'preparing', 'ready'].includes(row.state);
  if (isSpooled) acts.push('hold');
  if (row.reason === 'held-by-person' && row.held !== null) acts.push('release');
  if (isSpooled || row.state === 'held') acts.push('move', 'reorder');
  if (row.state === 'printed' || (row.state === 'failed' && row.settlement !== null)) acts.push('reprint');
  return acts;
}

const waitKinds = {
  unknown: 'job-unknown',
  failed: 'job-failed',
  held: 'job-held',
  printing: 'job-long',
} as const;

/** What the job waits for; undefined: for no person. */
export function waitOfJob(
  job: FloorJobFacts,
  agents: ReadonlyMap<string, AgentTable>,
): FloorWait | undefined {
  const { row } = job;
  const decisions = decisionsFor(row);
  const kind = waitKinds[row.state as keyof typeof waitKinds];
  if (decisions.length === 0 || kind === undefined) return undefined;
  const agent = row.agent_id === null ? undefined : agents.get(row.agent_id);
  return {
    ...plainWait,
    id: `job:${row.id}`,
    kind,
    urgency: kind === 'job-held' && !waitsForAWord.has(row.reason) ? 'chore' : 'question',
    since: toTime(row.updated_at),
    job: nameOf(job),
    agent: agent ? { id: agent.id, name: agent.name } : null,
    reason: row.reason,
    jobs: 1,
    message: row.message,
    answers: [
      ...(row.reason === 'held-by-person' ? [answer({ act: 'release', job_id: row.id }, true)] : []),
      ...decisions.map((decision, at) =>
        answerOf(row, { decision, isFirst: at === 0 && row.reason !== 'held-by-person' }),
      ),
    ],
    last_act: holdOf(row),
    as_of: toTime(row.reported_at ?? row.updated_at),
  };
}

/** Holds that neither paper, printer nor link lifts. */
const waitsForAWord: ReadonlySet<string> = new Set([
  'document-unprintable',
  'preparation-failed',
  'quality-too-low',
  'held-by-person',
]);

function answerOf(
  { id, state, copies, copies_printed: known }: FloorJobRow,
  { decision, isFirst }: { decision: Decision; isFirst: boolean },
): FloorWait['answers'][number] {
  const isCounted = state !== 'held' && copies > 1 && (decision === 'reprint' || decision === 'refund');
  return {
    ...answer({ act: 'decide', job_id: id, decision }, isFirst),
    copies: isCounted ? { min: 0, max: copies - 1, known: Math.min(known, copies - 1) } : null,
  };
}

/** A printer's row with its jobs. */
export function floorPrinterOf(
  report: PrinterReport,
  {
    agent,
    jobs,
    estimates,
    now,
  }: { agent: AgentTable; jobs: readonly FloorJobFacts[]; estimates: QueueEstimates; now: number },
): FloorPrinter {
  const printer = printerOfReport(report, { id: agent.id, isLinked: isAgentOnline(agent, now) });
  const estimate = estimates.printers.get(printer.id);
  const here = jobs.filter(({ row }) => isAtPrinter(row) && printerOf(row) === printer.id);
  return {
    ...printer,
    jobs: here.map((job) => ({
      ...nameOf(job),
      state: job.row.state as 'submitting' | 'printing',
      since: toTime(job.row.reported_at ?? job.row.updated_at),
      done_at: toTimeOrNull(estimates.jobs.get(job.row.id)?.doneAtMs ?? null),
    })),
    waiting_jobs: estimate?.waiting ?? 0,
    queue_done_at: toTimeOrNull(estimate?.doneAtMs ?? null),
  };
}
