/**
 * The shop floor's printers out of what agents report of them: how a tile looks, and what of it needs a person. Pure; the same on both
 * hosts.
 */
import type { PrinterReport } from '../agent-protocol.ts';
import { canHoldType, isNamelessMediaType, isOpenMediaType, knownMediaTypes } from '../media-type-rules.ts';
import type { PaperReport } from '../paper-report.ts';
import { hasSize } from '../printer-ability-rules.ts';
import type {
  FloorCondition,
  FloorMedia,
  FloorPaper,
  FloorPrinter,
  FloorSchedule,
  FloorTray,
  FloorWait,
} from './shop-floor.ts';
import type { FloorAct, FloorAnswer } from './shop-floor-acts.ts';

type FloorBacklog = FloorSchedule['backlogs'][number];

/** What jobs add to a printer (queue-estimate-rules.ts). */
type FromJobs = 'jobs' | 'waiting_jobs' | 'queue_done_at';

export interface ReportingAgent {
  id: string;
  /** True on the agent itself. */
  isLinked: boolean;
}

/** Of one shop floor alone, whichever agents know the same printer. */
export const floorPrinterId = (agentId: string, printerId: string): string => `${agentId}/${printerId}`;

/** How a paper is named in acts: whose printer's it is, and as its agent calls it. */
export const floorPaperId = (agentId: string, paperId: string): string => `${agentId}/${paperId}`;

/** The agent of a printer or a paper of the floor, and how that one calls it; undefined for what names neither. */
export function readFloorId(id: string): { agentId: string; ownId: string } | undefined {
  const at = id.indexOf('/');
  return at <= 0 ? undefined : { agentId: id.slice(0, at), ownId: id.slice(at + 1) };
}

/** What takes a change of a paper back, once it is done: a version follows the one that the person saw. null: a page is printed. */
export function paperUndoOf(act: Extract<FloorAct, { paper: string }>): FloorAct | null {
  if (act.act === 'print_calibration_page') return null;
  const { paper, version: of_version } = act;
  const version = of_version + 1;
  const isProfile = act.act === 'reset_profile' || act.act === 'restore_profile';
  return { act: isProfile ? 'restore_profile' : 'restore_calibration', paper, version, of_version };
}

/** A paper as its agent told it, which was `asOf`. */
export function paperOfReport(
  { paper_id: paperId, printer_id: printerId, printer_name: name, ...facts }: PaperReport,
  { agentId, asOf }: { agentId: string; asOf: string | null },
): FloorPaper {
  return {
    id: floorPaperId(agentId, paperId),
    agent_id: agentId,
    printer: { id: floorPrinterId(agentId, printerId), name },
    ...facts,
    as_of: asOf,
  };
}

/** A printer as it was reported, without its jobs. */
export function printerOfReport(report: PrinterReport, agent: ReportingAgent): Omit<FloorPrinter, FromJobs> {
  const trays = floorTraysOf(report);
  const pages = report.pages_per_minute;
  return {
    id: floorPrinterId(agent.id, report.printer_id),
    agent_id: agent.id,
    printer_id: report.printer_id,
    entry_id: report.entry_id ?? null,
    version: report.entry_version ?? 0,
    name: report.name,
    make_and_model: report.make_and_model,
    location: report.location ?? '',
    uri: report.uri,
    kind: report.kind ?? 'direct',
    condition: conditionOf(report, agent),
    state: report.as_of === null ? null : report.state,
    reasons: report.reasons ?? [],
    notices: report.notices ?? [],
    accepting_jobs: report.accepting_jobs,
    enabled: report.enabled ?? true,
    paused: report.paused ? { by: report.paused.by, at: report.paused.since } : null,
    set_aside: report.set_aside ?? null,
    certificate: report.certificate ?? null,
    other_printer: report.other_printer ?? null,
    trays,
    loadable: trays.some(({ asks }) => asks) ? loadableOf(report) : null,
    supplies: report.supplies ?? [],
    speeds: (pages?.measured ?? []).map(({ media, pages_per_minute, as_of }) => ({
      media,
      pages_per_minute,
      measured: true,
      as_of,
    })),
    color: report.color ?? null,
    sides: report.sides ?? [],
    as_of: report.as_of,
  };
}

/** What stands above all else: nobody looks at paper in a printer that is switched off. */
function conditionOf(report: PrinterReport, { isLinked }: ReportingAgent): FloorCondition {
  if (report.enabled === false) return 'off';
  if (!isLinked) return 'agent-away';
  if (report.as_of === null) return 'never-seen';
  if (!report.reachable) return 'silent';
  if (report.set_aside) return 'set-aside';
  if (report.state === 'stopped') return 'stopped';
  // What somebody decided stands above the job that still runs out: that one is shown beside it.
  if (report.paused) return 'paused';
  return report.state === 'processing' ? 'printing' : 'ready';
}

/** Each place once: printers tell what lies there once with and once without margins. */
export function floorTraysOf({ trays = [] }: Pick<PrinterReport, 'trays'>): FloorTray[] {
  const places = new Map<string, FloorTray>();
  for (const tray of trays) {
    const { x_dimension: x, y_dimension: y, media_type, borderless } = tray;
    const media: FloorMedia | null =
      x === null || y === null
        ? null
        : { x_dimension: Math.min(x, y), y_dimension: Math.max(x, y), media_type, borderless };
    const key = [tray.source, tray.name, media?.x_dimension, media?.y_dimension, media_type].join('|');
    const known = places.get(key);
    if (known) {
      if (known.media && borderless) known.media = { ...known.media, borderless };
      known.asks ||= tray.asks;
      known.said ??= tray.said;
      continue;
    }
    const { source, name, level_percent, empty, asks, said } = tray;
    places.set(key, { source, name, media, level_percent, empty, asks, said });
  }
  return [...places.values()];
}

const maxLoadableSizes = 60;

function loadableOf({
  sizes = [],
  media_types: listed = [],
}: PrinterReport): NonNullable<FloorPrinter['loadable']> {
  const fixed = sizes.filter(({ x, y }) => x.lower === x.upper && y.lower === y.upper);
  const bySize = new Map(
    fixed.map(({ x, y }) => [`${x.lower} ${y.lower}`, { x_dimension: x.lower, y_dimension: y.lower }]),
  );
  const exact = listed.filter((type) => !isNamelessMediaType(type));
  const others = knownMediaTypes.filter((type) => !isOpenMediaType(type) && canHoldType(listed, type));
  return {
    sizes: [...bySize.values()].slice(0, maxLoadableSizes),
    media_types: [...new Set([...exact, ...others])],
  };
}

/** Whether sheets as ordered lie in this tray, as far as anybody knows. */
export const liesInTray = ({ media: loaded, empty }: FloorTray, wanted: FloorMedia): boolean =>
  loaded !== null &&
  empty !== true &&
  loaded.media_type === wanted.media_type &&
  hasSize(
    {
      x: { lower: loaded.x_dimension, upper: loaded.x_dimension },
      y: { lower: loaded.y_dimension, upper: loaded.y_dimension },
    },
    wanted,
  );

interface NamedAgent {
  id: string;
  name: string;
}

/** Of whatever more the host knows of an agent, what a page is told. */
const nameOf = ({ id, name }: NamedAgent): NamedAgent => ({ id, name });

/** What a wait says where nothing is to be said. */
export const plainWait = {
  job: null,
  printer: null,
  reason: null,
  reasons: [],
  causes: [],
  jobs: 0,
  trays: [],
  message: '',
  notice: null,
  last_act: null,
  answers: [],
} satisfies Partial<FloorWait>;

/** What piled up in an outage waits for one answer. */
export function backlogWait(
  { backlog_id, jobs, causes, since }: Pick<FloorBacklog, 'backlog_id' | 'jobs' | 'causes' | 'since'>,
  { agent, asOf }: { agent: NamedAgent; asOf: string },
): FloorWait {
  const decide = (decision: 'print_now' | 'by_schedule') =>
    answer({ act: 'decide_backlog', backlog_id, decision }, decision === 'print_now');
  return {
    ...plainWait,
    id: `backlog:${backlog_id}`,
    kind: 'backlog',
    urgency: 'question',
    since,
    agent: nameOf(agent),
    causes,
    jobs,
    answers: [decide('print_now'), decide('by_schedule')],
    as_of: asOf,
  };
}

/** An agent whose disk is not as it should be. */
export const diskWait = (agent: NamedAgent, since: string): FloorWait => ({
  ...plainWait,
  id: `agent:${agent.id}:disk`,
  kind: 'disk',
  urgency: 'chore',
  since,
  agent: nameOf(agent),
  as_of: since,
});

/** The answer to an act of which there is no more to say. */
export const plainAnswer: FloorAnswer = {
  outcome: 'done',
  said: null,
  undo: null,
  request_id: null,
  findings: [],
  found: null,
};

/** What of a printer needs a person. `jobs`: how many wait for it. */
export function waitsOfPrinter(printer: FloorPrinter, agent: NamedAgent): FloorWait[] {
  const { id, name, version, condition, as_of } = printer;
  const named = { printer: id, version };
  const shared = {
    ...plainWait,
    printer: { id, name },
    agent: nameOf(agent),
    jobs: printer.waiting_jobs + printer.jobs.length,
    as_of,
    since: as_of ?? '1970-01-01T00:00:00.000Z',
  };
  const waits: FloorWait[] = [];
  // A job that waits at its printer for paper waits for a person, however mildly the printer says so.
  const errors = printer.reasons.filter(
    ({ severity, keyword }) =>
      severity === 'error' || (condition === 'printing' && keyword.startsWith('media-needed')),
  );
  const isReached = condition === 'stopped' || condition === 'printing' || condition === 'ready';
  if (condition === 'stopped' || (isReached && errors.length > 0)) {
    const reasons = errors.length > 0 ? errors : printer.reasons;
    waits.push({
      ...shared,
      id: `printer:${id}:trouble`,
      kind: 'printer-trouble',
      urgency: 'chore',
      reasons,
      answers: [],
    });
  }
  const asking = printer.trays.filter(({ asks, said }) => asks && said === null);
  if (asking.length > 0 && printer.enabled) {
    waits.push({
      ...shared,
      id: `printer:${id}:paper`,
      kind: 'paper-unsaid',
      urgency: 'chore',
      trays: asking,
      answers: [],
    });
  }
  const { certificate, other_printer: other, set_aside: aside } = printer;
  if (certificate?.state === 'changed' && certificate.offered !== null) {
    const act = {
      act: 'accept_certificate',
      printer: id,
      version: certificate.version,
      fingerprint: certificate.offered,
    } as const;
    waits.push({
      ...shared,
      id: `printer:${id}:certificate`,
      kind: 'certificate-changed',
      urgency: 'question',
      answers: [answer(act, false)],
    });
  }
  if (other) {
    const act = { act: 'accept_printer', ...named, uuid: other.uuid } as const;
    waits.push({
      ...shared,
      id: `printer:${id}:other`,
      kind: 'other-printer',
      urgency: 'question',
      answers: [answer(act, false)],
    });
  }
  if (aside) {
    const notice = { en: aside.because, zh: aside.because };
    const answers = [answer({ act: 'put_back_printer', ...named }, true)];
    waits.push({
      ...shared,
      id: `printer:${id}:aside`,
      kind: 'set-aside',
      urgency: 'question',
      since: aside.since,
      notice,
      answers,
    });
  }
  return waits;
}

type Answer = FloorWait['answers'][number];

/** An answer without anything to be asked for. */
export const answer = (act: Answer['act'], main: boolean): Answer => ({ act, copies: null, main });
