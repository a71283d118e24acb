/**
 * The shop floor as a page shows it, live: one contract, two hosts. The cloud tells of all agents of a shop, an agent of itself. Owns
 * the shapes of the topics; the messages that carry them are in live-stream.ts, what a person can do in shop-floor-acts.ts.
 *
 * Words are the page's: what is said here is a code with its parameters, and a sentence beside it only where nothing else exists. Every
 * state has `as_of`, when whoever knows it knew it, not when it was sent. Moments that are expected are moments, not spans, so that
 * nothing changes because time passes.
 */
import { z } from 'zod';
import { agentDisk, jobReason, reportedJobState, shopRules } from '../agent-protocol.ts';
import { paperFacts, renderingIntent } from '../paper-report.ts';
import { plainChoices } from '../print-choices.ts';
import { reportedReason, reportedSupply, saidTwice } from '../printer-report.ts';
import { foundPrinter, printerFinding } from '../printer-requests.ts';
import { missedRunPolicy, scheduleDocument } from '../schedule/schedule-document.ts';
import { backlogCause, ruleReport } from '../schedule/schedule-report.ts';
import { time } from '../shapes.ts';
import { floorAct, floorActName } from './shop-floor-acts.ts';

/** Both hosts serve these. */
export const floorPaths = {
  /** GET: floorHost; on the cloud `?shop_id=` names the shop for admins, here and below. */
  host: '/api/shop-floor',
  /** GET, text/event-stream: `?topics=printers,queue[&after=…][&shop_id=…]`. */
  live: '/api/shop-floor/live',
  /** POST: floorAct, on the cloud with `shop_id` beside it where an admin acts; answers floorAnswer. */
  acts: '/api/shop-floor/acts',
  /** GET: floorLogQuery in the address; answers floorLogPage. */
  log: '/api/shop-floor/log',
  /** POST: a schedule's content; answers floorPreview. */
  schedulePreview: '/api/shop-floor/schedule/preview',
  /** GET: a small JPEG. */
  thumbnail: (jobId: string) => `/api/shop-floor/jobs/${jobId}/thumbnail`,
  /** PUT, the ICC file as the body, `?version=…&intent=…[&shop_id=…]`; answers floorAnswer. */
  profile: (paperId: string) => `/api/shop-floor/papers/${encodeURIComponent(paperId)}/profile`,
  /** POST, a picture as the body, `?white=paper|screen`; answers image/png. On the agent's host alone. */
  proof: (paperId: string) => `/api/shop-floor/papers/${encodeURIComponent(paperId)}/proof`,
} as const;

export const floorTopic = z.enum([
  'agents',
  'printers',
  'queue',
  'waits',
  'schedule',
  'log',
  'requests',
  'papers',
]);
export type FloorTopic = z.infer<typeof floorTopic>;

/** What a page asks first: whose shop floor this is and what can be done here. */
export const floorHost = z.object({
  host: z.enum(['cloud', 'agent']),
  shop: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('null: this agent does not know it'),
  topics: z.array(floorTopic),
  acts: z.array(floorActName).describe('What this host can carry out at all'),
  time_zone: z.string().describe("The shop's, IANA"),
  beat_seconds: z.int(),
  as_of: time,
});
export type FloorHost = z.infer<typeof floorHost>;

/** A word of a person: who and when. */
const word = z.object({ by: z.string(), at: time });

/** Of a sheet, in hundredths of a millimetre (PWG 5100.7), the short edge first. */
export const floorMedia = z.object({
  x_dimension: z.int(),
  y_dimension: z.int(),
  media_type: z.string().nullable().describe('Keyword; null: nobody knows it'),
  borderless: z.boolean(),
});
export type FloorMedia = z.infer<typeof floorMedia>;

/** A job as it is named wherever something is about it. */
const jobName = {
  job_id: z.uuid(),
  order_no: z.string(),
  item_position: z.int(),
  filename: z
    .string()
    .nullable()
    .describe('As the customer calls it; null on the agent, which is never told'),
  thumbnail: z.string().nullable().describe('Address of a small JPEG on this host; null: there is none'),
  media: floorMedia,
  copies: z.int(),
  copies_printed: z.int(),
};

/** An agent, and how it is reached. On the agent's own host it is one: itself. */
export const floorAgent = z.object({
  id: z.uuid(),
  name: z.string(),
  linked: z
    .boolean()
    .describe(
      'True: agent and cloud are connected. On the cloud false means that all it says is the last known',
    ),
  last_seen_at: time
    .nullable()
    .describe('On the cloud: when it was last heard; on the agent: when the cloud was'),
  away_because: z
    .enum(['stopped', 'lost'])
    .nullable()
    .describe('stopped: it said goodbye; null: it is linked, or never was'),
  paused: word.nullable().describe('Nothing new goes to any of its printers until somebody resumes'),
  open_jobs: z.int(),
  disk: agentDisk.nullable(),
  as_of: time.nullable(),
});
export type FloorAgent = z.infer<typeof floorAgent>;

/**
 * What a tile says first. never-seen: it has not answered yet; agent-away: the agent is not connected, and nothing current is known;
 * silent: it does not answer; off: switched off; set-aside: it failed again and again and gets no jobs; paused: by a person.
 */
export const floorCondition = z.enum([
  'never-seen',
  'agent-away',
  'off',
  'silent',
  'stopped',
  'set-aside',
  'paused',
  'printing',
  'ready',
]);
export type FloorCondition = z.infer<typeof floorCondition>;

/** One place where paper lies. What a printer tells more than once of a place (with and without margins) is one tray here. */
export const floorTray = z.object({
  source: z.string().nullable().describe('media-source keyword; null: the printer names no places'),
  name: z.string().nullable(),
  media: floorMedia.nullable().describe('null: nothing, or not told'),
  level_percent: z.int().nullable(),
  empty: z.boolean().nullable(),
  asks: z.boolean().describe('True: the printer leaves open what lies here, and only the act loaded says it'),
  said: word.nullable().describe('The word that media comes from'),
});
export type FloorTray = z.infer<typeof floorTray>;

export const floorPrinter = z.object({
  id: z.string().describe('Names it in acts; unlike printer_id one of this shop floor alone'),
  agent_id: z.uuid(),
  printer_id: z.string(),
  entry_id: z.int().nullable().describe("Its number in the agent's list; null: it is in none"),
  version: z.int().describe("Of its entry in the agent's list, for acts on the entry; 0: it is in no list"),
  name: z.string(),
  make_and_model: z.string(),
  location: z.string(),
  uri: z.string(),
  kind: z.enum(['direct', 'cups-queue']),
  condition: floorCondition,
  state: z.enum(['idle', 'processing', 'stopped']).nullable().describe('As it said last; null: it never did'),
  reasons: z
    .array(reportedReason)
    .describe('The worst first; of a printer that is not reached the last known'),
  notices: z.array(saidTwice).describe('What a person should know or do; sentences alone exist'),
  accepting_jobs: z.boolean(),
  enabled: z.boolean(),
  paused: word.nullable(),
  set_aside: z.object({ since: time, because: z.string() }).nullable(),
  certificate: z
    .object({
      state: z.enum(['pinned', 'changed', 'none']),
      fingerprint: z.string().nullable(),
      offered: z.string().nullable(),
      version: z.int(),
    })
    .nullable(),
  other_printer: z.object({ uuid: z.string(), name: z.string() }).nullable(),
  trays: z.array(floorTray),
  loadable: z
    .object({
      sizes: z.array(z.object({ x_dimension: z.int(), y_dimension: z.int() })),
      media_types: z.array(z.string()),
    })
    .nullable()
    .describe('What can be said to lie in a tray that asks; null: none does'),
  supplies: z.array(reportedSupply),
  speeds: z.array(
    z.object({
      media: z.string(),
      pages_per_minute: z.number(),
      measured: z.boolean(),
      as_of: time.nullable(),
    }),
  ),
  color: z.boolean().nullable(),
  sides: z.array(z.string()),
  jobs: z
    .array(
      z.object({
        ...jobName,
        state: z.enum(['submitting', 'printing']),
        since: time.describe('When it went to the printer'),
        done_at: time.nullable().describe('When it is expected to be on paper; null: nobody can tell'),
      }),
    )
    .describe('What is at the printer, in the order in which it prints'),
  waiting_jobs: z.int().describe('Jobs that are to go here next'),
  queue_done_at: time
    .nullable()
    .describe(
      'When those and what is at it are expected to be on paper; null: nobody can tell, or there is nothing',
    ),
  as_of: time.nullable().describe('When it last answered its agent'),
});
export type FloorPrinter = z.infer<typeof floorPrinter>;

/** What agents report, and before it what the cloud alone knows. */
export const floorJobState = z.enum(['queued', 'sent', ...reportedJobState.options]);

/** A job that is open, or was until a day ago. */
export const floorJob = z.object({
  id: z.uuid().describe('The same as job_id'),
  ...jobName,
  order_id: z.uuid().nullable().describe('null on the agent, which is never told'),
  order_type: z.enum(['photo', 'document']),
  pages: z.int().describe('Printed pages of one copy'),
  ...plainChoices,
  reprint_of: z.uuid().nullable(),
  agent_id: z.uuid().nullable().describe('null: no agent has it yet'),
  printer: z.string().nullable().describe('Id in the topic printers; where it is, or is expected to go'),
  state: floorJobState,
  reason: jobReason,
  message: z.string().describe('The sentence beside the reason, in English; may be empty'),
  settlement: z
    .enum(['reprinted', 'refunded', 'dropped'])
    .nullable()
    .describe("dropped: given up; they were copies at the shop's cost"),
  sort: z
    .string()
    .describe(
      'Place in the queue: jobs print in the order of these texts, compared by code unit. Empty once it is over',
    ),
  created_at: time,
  paid_at: time,
  due_at: time.nullable().describe('What the shop promises'),
  starts_at: time.nullable().describe('When the schedule lets it go; null: it waits for no time'),
  done_at: time
    .nullable()
    .describe('When it is expected to be on paper; null: nobody can tell, or it is over'),
  over_at: time.nullable().describe('When it ended: printed, failed or cancelled'),
  acts: z.array(floorActName).describe('What a person can do with it now'),
  last_act: word.nullable(),
  as_of: time,
});
export type FloorJob = z.infer<typeof floorJob>;

/** What a wait is about; each has its question or its chore in the page's words. */
export const floorWaitKind = z.enum([
  'job-unknown',
  'job-failed',
  'job-held',
  'job-long',
  'backlog',
  'printer-trouble',
  'paper-unsaid',
  'certificate-changed',
  'other-printer',
  'set-aside',
  'agent-away',
  'disk',
]);
export type FloorWaitKind = z.infer<typeof floorWaitKind>;

/** An answer that may be given: the act as it is to be sent, and what a page has to ask for before. */
export const floorAnswerChoice = z.object({
  act: floorAct,
  copies: z
    .object({ min: z.int(), max: z.int(), known: z.int() })
    .nullable()
    .describe('copies_printed is to be asked for and put into the act: copies that came out whole'),
  main: z.boolean().describe('The likely one'),
});

/** Something that a person must answer or do. */
export const floorWait = z.object({
  id: z.string(),
  kind: floorWaitKind,
  urgency: z
    .enum(['question', 'chore', 'notice'])
    .describe(
      'question: only an answer ends it; chore: it ends by itself once somebody has done something; notice: nothing waits yet',
    ),
  since: time,
  job: z.object(jobName).nullable(),
  printer: z.object({ id: z.string(), name: z.string() }).nullable(),
  agent: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  reason: jobReason.nullable().describe('Of a job'),
  reasons: z.array(reportedReason).describe('Of a printer'),
  causes: z.array(backlogCause).describe('Of a backlog'),
  jobs: z.int().describe('How many jobs wait for it'),
  trays: z.array(floorTray).describe('Of paper that somebody must name'),
  message: z.string().describe('The sentence of a job, in English; may be empty'),
  notice: saidTwice.nullable(),
  answers: z.array(floorAnswerChoice),
  last_act: word.nullable().describe('So that two people do not answer twice'),
  as_of: time.nullable(),
});
export type FloorWait = z.infer<typeof floorWait>;

/**
 * The coming seven days by the wall clock of the schedule, so that whoever draws them needs no time zone. A span over midnight is two.
 * A run has the same minute twice.
 */
export const floorWeek = z.object({
  time_zone: z.string(),
  days: z.array(z.iso.date()).length(7).describe('Today first'),
  spans: z.array(
    z.object({
      rule_id: z.string().describe('shop is the shop-wide plan'),
      kind: z.enum(['window', 'run', 'quiet']),
      day: z.int().min(0).max(6),
      from_minute: z.int().min(0).max(1440),
      to_minute: z.int().min(0).max(1440),
    }),
  ),
});
export type FloorWeek = z.infer<typeof floorWeek>;

/** What a schedule that is not saved would do. */
export const floorPreview = floorWeek.extend({
  next: z
    .array(
      ruleReport.pick({ rule_id: true, name: true, mode: true, next_run: true }).extend({
        goes_at: time.nullable().describe('When a job that is paid at this moment would go; null: at once'),
        never: z.boolean().describe('Nothing in sight would let it go'),
      }),
    )
    .describe('Of each plan'),
});
export type FloorPreview = z.infer<typeof floorPreview>;

/** The schedule: one item, `schedule`. */
export const floorSchedule = z.object({
  id: z.literal('schedule'),
  document: scheduleDocument,
  week: floorWeek,
  rules: z.array(ruleReport.extend({ missed_runs: missedRunPolicy })),
  print_rules: shopRules.describe('What agents do about trouble; set_rules changes them, on the cloud alone'),
  next_run: time.nullable(),
  paused: word.nullable().describe('All agents of the shop are paused'),
  waiting: z.int().describe('Jobs that wait for a window, a run or the end of quiet hours'),
  next_release: time.nullable(),
  backlogs: z.array(
    z.object({
      backlog_id: z.uuid(),
      agent_id: z.uuid(),
      jobs: z.int(),
      causes: z.array(backlogCause),
      since: time,
    }),
  ),
  agents: z
    .array(z.object({ id: z.uuid(), name: z.string(), in_step: z.boolean(), as_of: time.nullable() }))
    .describe('in_step: this very schedule holds there'),
  edits: z
    .array(
      z.object({
        version: z.int(),
        edited_by: z.string(),
        edited_at: time,
        origin: z.enum(['cloud', 'console']),
        state: z.enum(['holds', 'replaced', 'lost']),
      }),
    )
    .describe('The newest twenty'),
  as_of: time.nullable(),
});
export type FloorSchedule = z.infer<typeof floorSchedule>;

/** A line of the log for people: what happened, to what, by whom. */
export const floorLogLine = z.object({
  id: z.string(),
  at: time,
  level: z.enum(['info', 'warn', 'error']),
  code: z.string().describe('As job.printed; a type of the event log, or an event of the agent'),
  params: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .describe('What the words of the code need'),
  job_id: z.uuid().nullable(),
  order_no: z.string().nullable(),
  printer: z.object({ id: z.string(), name: z.string() }).nullable(),
  by: z.string().nullable(),
});
export type FloorLogLine = z.infer<typeof floorLogLine>;

/** Of the log that is not live any more. */
export const floorLogQuery = z.strictObject({
  shop_id: z.uuid().optional().describe('On the cloud, for admins where there is more than one shop'),
  search: z.string().max(100).optional().describe('Part of an order number, a printer, a person, a code'),
  from: time.optional(),
  to: time.optional(),
  level: z.enum(['info', 'warn', 'error']).optional().describe('This and worse'),
  before: z.string().max(100).optional().describe('id of the last line of the page before'),
});
export const floorLogPage = z.object({
  items: z.array(floorLogLine).describe('The newest first'),
  more: z.boolean(),
  as_of: time,
});
export type FloorLogPage = z.infer<typeof floorLogPage>;

/** What was asked of an agent and may take a while: its answer comes here. Those of the last ten minutes. */
export const floorRequest = z.object({
  id: z.uuid(),
  act: z.enum([...floorActName.options, 'give_profile']).describe('give_profile: a file for a paper'),
  agent_id: z.uuid(),
  paper: z.string().nullable().describe('id in the topic papers, where it is about one'),
  by: z.string(),
  at: time,
  outcome: z
    .enum(['waiting', 'done', 'refused', 'stale', 'absent'])
    .describe('stale: somebody has changed it since; absent: it is not there'),
  said: saidTwice.nullable(),
  findings: z.array(printerFinding),
  found: z.array(foundPrinter).nullable().describe('With find_printers'),
  as_of: time,
});
export type FloorRequest = z.infer<typeof floorRequest>;

/** A printer with one paper: how its sheets are corrected, and its colours, as its agent has them. */
export const floorPaper = z.object({
  id: z.string().describe('Names agent, printer and paper in acts'),
  agent_id: z.uuid(),
  printer: z.object({ id: z.string(), name: z.string() }),
  ...paperFacts,
  as_of: time.nullable().describe('On the cloud: when its agent was last heard'),
});
export type FloorPaper = z.infer<typeof floorPaper>;

/** Of a profile that is given for a paper, in the address. */
export const floorProfileQuery = z.object({
  version: z.coerce
    .number({ error: 'must be the profile_version that was seen' })
    .int()
    .min(0)
    .max(1_000_000_000),
  intent: renderingIntent,
});

/** What the items of each topic are. */
export const floorItems = {
  agents: floorAgent,
  printers: floorPrinter,
  queue: floorJob,
  waits: floorWait,
  schedule: floorSchedule,
  log: floorLogLine,
  requests: floorRequest,
  papers: floorPaper,
} as const satisfies Record<FloorTopic, z.ZodType>;
export type FloorItem<T extends FloorTopic> = z.infer<(typeof floorItems)[T]>;
