/**
 * The state of a shop's floor out of the tables: the topics of contracts/floor/shop-floor.ts. Owns that each reading looks at each table once,
 * whichever topics are asked for. Changes nothing.
 */
import type { PrinterReport } from '@platen/contracts/agent-protocol';
import type {
  FloorAgent,
  FloorItem,
  FloorPrinter,
  FloorRequest,
  FloorSchedule,
  FloorTopic,
  FloorWait,
} from '@platen/contracts/floor/shop-floor';
import {
  backlogWait,
  diskWait,
  floorPaperId,
  paperOfReport,
  plainWait,
  printerOfReport,
  waitsOfPrinter,
} from '@platen/contracts/floor/shop-floor-rules';
import type { LiveItem } from '@platen/contracts/live-stream';
import type { PaperReport } from '@platen/contracts/paper-report';
import type { PaperAct } from '@platen/contracts/paper-requests';
import type { PrinterAct, PrinterAnswer } from '@platen/contracts/printer-requests';
import type { QueueAct } from '@platen/contracts/queue-requests';
import { contentOf } from '@platen/contracts/schedule/schedule-document';
import { compileSchedule, shopRuleId } from '@platen/contracts/schedule/schedule-rules';
import { weekOf } from '@platen/contracts/schedule/schedule-week-rules';
import { toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { isFinal } from '@platen/contracts/state-machine';
import { jobMachine } from '@platen/contracts/states';
import type { Deps } from '../context.ts';
import { listPapersOfAgents } from '../printers/paper-store.ts';
import { listPrintersOfAgents } from '../printers/printer-store.ts';
import { readCron } from '../schedules/cron-fields.ts';
import { absenceOf, isAgentOnline } from '../shops/agent-rules.ts';
import { getShopRules } from '../shops/print-rules-store.ts';
import { getSchedule, listReports, pageEdits } from '../shops/shop-schedule-store.ts';
import { listAgents } from '../shops/shop-store.ts';
import { readLiveLog } from './floor-log.ts';
import {
  byPlace,
  estimatesOf,
  type FloorJobFacts,
  floorJobOf,
  floorPrinterOf,
  readTicketFacts,
  type TicketFacts,
  waitOfJob,
} from './floor-rules.ts';
import {
  type FloorJobRow,
  listDisks,
  listEndedFloorJobs,
  listOpenFloorJobs,
  listPrintedFloorJobs,
  listRequestsSince,
} from './floor-store.ts';

/** Of so many jobs the oldest are shown; agents say how many there are. */
const maxOpenJobs = 5000;
const maxPastJobs = 200;
const pastMs = 24 * 3_600_000;
const maxEdits = 20;
const requestsMs = 10 * 60_000;
const maxRequests = 50;

/** The topics that the cloud has. */
export const cloudTopics = [
  'agents',
  'printers',
  'queue',
  'waits',
  'schedule',
  'log',
  'requests',
  'papers',
] as const satisfies FloorTopic[];
export type CloudTopic = (typeof cloudTopics)[number];

type FloorDeps = Pick<Deps, 'database' | 'now'>;

/** A ticket never changes, and thousands of them are looked at with every change of one job. */
const maxTickets = 20_000;

export interface FloorReader {
  read(shopId: string, topics: readonly string[]): Promise<ReadonlyMap<string, readonly LiveItem[]>>;
}

export function createFloorReader(deps: FloorDeps): FloorReader {
  const tickets = new Map<string, TicketFacts>();

  function factsOf(row: FloorJobRow): FloorJobFacts {
    let ticket = tickets.get(row.id);
    if (!ticket) {
      if (tickets.size >= maxTickets) tickets.clear();
      ticket = readTicketFacts(row.ticket);
      tickets.set(row.id, ticket);
    }
    return { row, ticket };
  }

  async function readJobs(shopId: string, now: number): Promise<FloorJobFacts[]> {
    const { query } = deps.database;
    const past = { shopId, since: now - pastMs, limit: maxPastJobs };
    const rows = [
      ...(await listOpenFloorJobs(query, { shopId, limit: maxOpenJobs })),
      ...(await listPrintedFloorJobs(query, past)),
      ...(await listEndedFloorJobs(query, past)),
    ];
    return rows.map(factsOf);
  }

  return {
    async read(shopId, topics) {
      const { query } = deps.database;
      const now = deps.now();
      const wanted = new Set(topics as CloudTopic[]);
      const wants = (...names: CloudTopic[]) => names.some((name) => wanted.has(name));
      const items = new Map<FloorTopic, LiveItem[]>();
      const put = <T extends CloudTopic>(topic: T, made: () => FloorItem<T>[]) => {
        if (wanted.has(topic)) items.set(topic, made());
      };

      const agents = await listAgents(query, shopId);
      const agentIds = agents.map(({ id }) => id);
      const byId = new Map(agents.map((agent) => [agent.id, agent]));
      const jobs = wants('agents', 'printers', 'queue', 'waits') ? await readJobs(shopId, now) : [];
      const told = wants('agents', 'printers', 'queue', 'waits', 'schedule')
        ? await listPrintersOfAgents(query, agentIds)
        : [];
      const disks = wants('agents', 'waits') ? await listDisks(query, agentIds) : [];
      const reports = wants('schedule', 'waits') ? await listReports(query, shopId) : [];

      const open = jobs.filter(({ row }) => !isFinal(jobMachine, row.state)).toSorted(byPlace);
      const printing = told.flatMap((row) => {
        const agent = byId.get(row.agent_id);
        // What was only seen again is newer in its column than in its report.
        const report = { ...(JSON.parse(row.report) as PrinterReport), as_of: toTimeOrNull(row.as_of) };
        return agent ? [{ agent, report }] : [];
      });
      const bare = printing.map(({ agent, report }) =>
        printerOfReport(report, { id: agent.id, isLinked: isAgentOnline(agent, now) }),
      );
      const estimates = estimatesOf(open, bare, now);
      const printers: FloorPrinter[] = printing.map(({ agent, report }) =>
        floorPrinterOf(report, { agent, jobs: open, estimates, now }),
      );

      /** Of all printers of an agent. */
      const pauseOf = (agentId: string) => {
        const paused = printing.find(({ agent, report }) => agent.id === agentId && report.paused?.all)
          ?.report.paused;
        return paused ? { by: paused.by, at: paused.since } : null;
      };

      put('agents', () =>
        agents.map((agent): FloorAgent => {
          const disk = disks.find(({ agent_id }) => agent_id === agent.id);
          const linked = isAgentOnline(agent, now);
          return {
            id: agent.id,
            name: agent.name,
            linked,
            last_seen_at: toTimeOrNull(agent.last_seen_at),
            away_because: absenceOf(agent, now).because,
            paused: pauseOf(agent.id),
            open_jobs: open.filter(({ row }) => row.agent_id === agent.id).length,
            disk: disk ? diskOf(disk) : null,
            as_of: toTimeOrNull(agent.last_seen_at),
          };
        }),
      );
      put('printers', () => printers.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
      put('queue', () => jobs.map((job) => floorJobOf(job, estimates)));
      put('waits', () => [
        ...jobs.flatMap((job) => waitOfJob(job, byId) ?? []),
        ...reports.flatMap(({ agentId, report, receivedAtMs }) => {
          const agent = byId.get(agentId);
          return agent && report.backlog
            ? [backlogWait(report.backlog, { agent, asOf: toTime(receivedAtMs) })]
            : [];
        }),
        ...printers.flatMap((printer) => waitsOfPrinter(printer, byId.get(printer.agent_id)!)),
        ...agents.flatMap((agent) => awayWait(agent, { open, now }) ?? []),
        ...disks.flatMap((disk) => {
          const agent = byId.get(disk.agent_id);
          return agent && disk.state !== 'ok' ? [diskWait(agent, toTime(disk.as_of))] : [];
        }),
      ]);
      if (wants('schedule'))
        items.set('schedule', [
          await readSchedule(shopId, { agents, reports, pauses: agents.map(({ id }) => pauseOf(id)), now }),
        ]);
      if (wants('log')) items.set('log', await readLiveLog(deps, shopId));
      if (wants('requests')) {
        const asked = await listRequestsSince(query, {
          agentIds,
          since: now - requestsMs,
          limit: maxRequests,
        });
        items.set('requests', asked.map(requestOf));
      }
      if (wants('papers')) {
        const papers = await listPapersOfAgents(query, agentIds);
        items.set(
          'papers',
          papers.map(({ agent_id: agentId, report }) => {
            const told = JSON.parse(report) as PaperReport;
            // Whatever changes is told at once: while its agent is heard, what it told last is so still.
            return paperOfReport(told, { agentId, asOf: toTimeOrNull(byId.get(agentId)!.last_seen_at) });
          }),
        );
      }
      return items;
    },
  };

  async function readSchedule(
    shopId: string,
    {
      agents,
      reports,
      pauses,
      now,
    }: {
      agents: Awaited<ReturnType<typeof listAgents>>;
      reports: Awaited<ReturnType<typeof listReports>>;
      /** Of each agent. */
      pauses: readonly FloorAgent['paused'][];
      now: number;
    },
  ): Promise<FloorSchedule> {
    const { query } = deps.database;
    const document = await getSchedule(query, shopId);
    const { rows: edits } = await pageEdits(query, shopId, { page: 1, page_size: maxEdits });
    const compiled = compileSchedule(contentOf(document), readCron);
    const rules = typeof compiled === 'string' ? [] : compiled.rules;
    const saidRules = reports.flatMap(({ report }) => report.rules);
    const times = (values: readonly (string | null)[]) => values.flatMap((at) => at ?? []).toSorted();
    return {
      id: 'schedule',
      document,
      week: weekOf(document, now, readCron),
      rules: rules.map((rule) => {
        const said = saidRules.filter((one) => one.rule_id === rule.id);
        const lastRuns = said.flatMap((one) => one.last_run ?? []).toSorted((a, b) => (a.at < b.at ? 1 : -1));
        return {
          rule_id: rule.id,
          name: rule.id === shopRuleId ? '' : rule.name,
          mode: rule.plan.mode,
          open: said.some((one) => one.open),
          next_run: times(said.map((one) => one.next_run))[0] ?? null,
          last_run: lastRuns[0] ?? null,
          missed_runs: rule.missedRuns,
        };
      }),
      print_rules: await getShopRules(query, shopId),
      next_run: times(saidRules.map((one) => one.next_run))[0] ?? null,
      paused: pauses.length > 0 && pauses.every((pause) => pause !== null) ? pauses[0]! : null,
      waiting: reports.reduce((sum, { report }) => sum + report.waiting, 0),
      next_release: times(reports.map(({ report }) => report.next_release))[0] ?? null,
      backlogs: reports.flatMap(({ agentId, report: { backlog } }) =>
        backlog ? [{ ...backlog, agent_id: agentId }] : [],
      ),
      agents: agents.map((agent) => {
        const said = reports.find(({ agentId }) => agentId === agent.id);
        return {
          id: agent.id,
          name: agent.name,
          in_step: said?.report.edit_id === document.edit_id,
          as_of: toTimeOrNull(said?.receivedAtMs ?? null),
        };
      }),
      edits: edits.map(({ state, document: text }) => {
        const { version, edited_by, edited_at, origin } = JSON.parse(text) as typeof document;
        return { version, edited_by, edited_at, origin, state };
      }),
      as_of: times(reports.map(({ receivedAtMs }) => toTime(receivedAtMs)))[0] ?? null,
    };
  }
}

type Disk = Awaited<ReturnType<typeof listDisks>>[number];

const diskOf = ({ state, free_bytes, used_bytes, budget_bytes }: Disk) => ({
  state,
  free_bytes: Number(free_bytes),
  used_bytes: Number(used_bytes),
  budget_bytes: Number(budget_bytes),
});

/** An agent that is away keeps nobody waiting while it has no jobs. */
function awayWait(
  agent: Awaited<ReturnType<typeof listAgents>>[number],
  { open, now }: { open: readonly FloorJobFacts[]; now: number },
): FloorWait | undefined {
  const { since } = absenceOf(agent, now);
  if (since === null) return undefined;
  const jobs = open.filter(({ row }) => row.agent_id === agent.id).length;
  return {
    ...plainWait,
    id: `agent:${agent.id}:away`,
    kind: 'agent-away',
    urgency: jobs > 0 ? 'chore' : 'notice',
    since: toTime(since),
    agent: { id: agent.id, name: agent.name },
    jobs,
    as_of: toTimeOrNull(agent.last_seen_at),
  };
}

/** How what is asked of printers is called on the shop floor. */
const actNames: Record<(PrinterAct | QueueAct | PaperAct)['act'], FloorRequest['act']> = {
  hold_job: 'hold',
  release_job: 'release',
  move_job: 'move',
  reorder_job: 'reorder',
  pause: 'pause',
  resume: 'resume',
  run_now: 'run_now',
  add: 'add_printer',
  rename: 'rename_printer',
  enable: 'enable_printer',
  remove: 'remove_printer',
  accept_printer: 'accept_printer',
  accept_certificate: 'accept_certificate',
  put_back: 'put_back_printer',
  say_paper: 'loaded',
  discover: 'find_printers',
  print_page: 'print_calibration_page',
  enter_readings: 'enter_readings',
  reset_calibration: 'reset_calibration',
  restore_calibration: 'restore_calibration',
  give_profile: 'give_profile',
  reset_profile: 'reset_profile',
  restore_profile: 'restore_profile',
};

function requestOf(row: Awaited<ReturnType<typeof listRequestsSince>>[number]): FloorRequest {
  const wanted = JSON.parse(row.wanted) as PrinterAct | QueueAct | PaperAct;
  const told = row.answer === null ? undefined : (JSON.parse(row.answer) as PrinterAnswer);
  return {
    id: row.id,
    act: actNames[wanted.act],
    agent_id: row.agent_id,
    paper: 'paper_id' in wanted ? floorPaperId(row.agent_id, wanted.paper_id) : null,
    by: `account ${row.account_id}`,
    at: toTime(row.created_at),
    outcome: told?.outcome ?? 'waiting',
    said: told?.said ?? null,
    findings: told?.findings ?? [],
    found: told?.found ?? null,
    as_of: toTime(row.answered_at ?? row.created_at),
  };
}
