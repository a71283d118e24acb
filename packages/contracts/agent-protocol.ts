/**
 * The agent link: what goes over the WebSocket at /api/agent/link and how its requests are signed.
 * Both directions carry JSON text frames. Messages that matter are stored before they are sent, resent after each
 * reconnect until acknowledged, and applied once: towards the agent by message id, towards the cloud by `seq`.
 *
 * INVARIANTS
 * 1. A sender deletes (or marks) a stored message only on its acknowledgement.
 * 2. A receiver commits the effect before it acknowledges.
 * 3. The cloud applies an agent's messages in the order of `seq`, each in one transaction with `last_seq`.
 */
import { z } from 'zod';
import { maxMediaSubstitutes, mediaSubstitute } from './media-substitute.ts';
import { maxPapersOfFrame, paperId, paperReport } from './paper-report.ts';
import { paperRequest } from './paper-requests.ts';
import { printTicket } from './print-ticket.ts';
import { printerDetails } from './printer-report.ts';
import { printerAnswer, printerRequest } from './printer-requests.ts';
import { personHold, queueRequest, reprintRequest } from './queue-requests.ts';
import { restoreTask } from './restore-task.ts';
import { scheduleDocument } from './schedule/schedule-document.ts';
import { backlogDecision, scheduleReport } from './schedule/schedule-report.ts';

/**
 * Sent in hello. Agent and cloud of different versions don't talk: what one of them couldn't read might be about paper. Whatever is
 * added to a frame or a message that the other side must understand is another version.
 */
export const linkProtocolVersion = 1;

/** All of hello that is the same in every version, so that each can be told from another. */
const anyHello = z.object({ kind: z.literal('hello'), protocol: z.int() });

/** How the cloud closes a link to an agent of another version (RFC 6455 section 7.4.2); the reason says which of them is to be updated. */
export const otherProtocolCode = 4000;

/** That reason, for what an agent says; undefined for a hello of this version, and for what is no hello. */
export function refuseHello(told: unknown): string | undefined {
  const theirs = anyHello.safeParse(told).data?.protocol;
  if (theirs === undefined || theirs === linkProtocolVersion) return undefined;
  const behind = theirs > linkProtocolVersion ? 'cloud' : 'agent';
  return `this cloud speaks protocol ${linkProtocolVersion}, the agent ${theirs}: update the ${behind}`;
}

/** How a shop wants its agents to go about trouble. The newest version counts. */
export const shopRules = z.object({
  version: z.int().min(0).describe('0: nobody has changed the defaults'),
  aborted_copies: z
    .enum(['reprint', 'refund', 'ask'])
    .describe(
      'Copies that a printer gave up on: printed again by the agent, paid back, or a person is asked',
    ),
  reroute_after_minutes: z
    .int()
    .min(0)
    .max(10_080)
    .describe('A job that waits this long at a printer, with no byte sent, goes to another one; 0: never'),
  substitutes: z
    .array(mediaSubstitute)
    .max(maxMediaSubstitutes)
    .describe(
      'Which loaded paper may stand in for which that was ordered; without a word only that very paper',
    ),
});
export type ShopRules = z.infer<typeof shopRules>;

export const defaultShopRules: ShopRules = {
  version: 0,
  aborted_copies: 'ask',
  reroute_after_minutes: 10,
  substitutes: [],
};

/** How often each side of a link asks the other for a sign of life (RFC 6455 section 5.5.2). */
export const linkPingSeconds = 5;
/** Without one for so long the connection is half open: it is ended, and the agent makes another one. */
export const linkSilenceSeconds = 20;

/** Paths on the cloud that agents use. Files are at `${agentFilesPath}/<sha256>`, with Range. */
export const agentEnrolPath = '/api/agent/enrol';
export const agentLinkPath = '/api/agent/link';
export const agentFilesPath = '/api/agent/files';
/**
 * Results go by PUT to `${agentRestorationsPath}/<restoration_id>/result?sha256=<hex>`, the JPEG as the body; before it the
 * pictures beside it to `…/files/<kind>?sha256=<hex>`. One that ends without a result is told by POST to `…/outcome`.
 */
export const agentRestorationsPath = '/api/agent/restorations';

/** Seconds by which a signed request's time may differ from the cloud's clock. */
export const signatureWindowSeconds = 300;

/**
 * What an agent signs with its Ed25519 key (RFC 8032) for an HTTP request or the WebSocket upgrade.
 * The header is `Authorization: Platen-Agent <agent_id>:<unix seconds>:<signature in base64url>`.
 */
export function agentSigningText(request: { method: string; path: string; unixSeconds: number }): string {
  return `platen-agent-1\n${request.method}\n${request.path}\n${request.unixSeconds}`;
}

/**
 * A cloud has an Ed25519 key of its own, the same at every address and in every process. Agents keep its public key at
 * enrolment, and let the cloud prove it before they say anything to an address: GET `${agentCloudPath}?challenge=…` is answered
 * with a signature of this text.
 */
export const agentCloudPath = '/api/agent/cloud';
export const cloudChallenge = z.string().regex(/^[\w-]{43}$/, '32 random bytes in base64url');
export const cloudProofText = (challenge: string): string => `platen-cloud-1\n${challenge}`;
export const cloudProof = z.object({
  cloud_key: z.string().max(200).describe('Ed25519 public key, SPKI DER in base64url'),
  signature: z.string().max(200).describe('Of cloudProofText, in base64url'),
});
export type CloudProof = z.infer<typeof cloudProof>;

export const enrolRequest = z.strictObject({
  code: z.string().min(8).max(64).describe('One-time enrolment code'),
  public_key: z.string().max(200).describe('Ed25519 public key, SPKI DER in base64url'),
  name: z.string().trim().min(1).max(100).describe('How the shop knows this agent'),
});
export const enrolReply = z.object({
  agent_id: z.uuid(),
  shop_id: z.uuid(),
  shop_name: z.string(),
  now: z.iso.datetime(),
  cloud_key: cloudProof.shape.cloud_key,
});
export type EnrolReply = z.infer<typeof enrolReply>;

/** Towards the agent. `id` is unique; the agent acknowledges it with `{ kind: 'ack', id }`. */
export const cloudMessage = z.discriminatedUnion('type', [
  z.object({ kind: z.literal('message'), id: z.uuid(), type: z.literal('job'), body: printTicket }),
  z.object({
    kind: z.literal('message'),
    id: z.uuid(),
    type: z.literal('cancel'),
    body: z.object({ job_id: z.uuid() }),
  }),
  z.object({
    kind: z.literal('message'),
    id: z.uuid(),
    type: z.literal('decide'),
    body: z.object({
      job_id: z.uuid(),
      decision: z
        .enum(['printed', 'not_printed', 'retry', 'wait', 'stop'])
        .describe(
          'What a person found out about an unknown job; retry: a held one is tried again; wait and stop (and printed) of one that prints for long',
        ),
      copies_printed: z
        .int()
        .min(0)
        .max(999)
        .optional()
        .describe(
          'With not_printed: copies that came out all the same; missing: those that were known before',
        ),
    }),
  }),
  z.object({
    kind: z.literal('message'),
    id: z.uuid(),
    type: z.literal('lost'),
    body: z.object({
      ticket: printTicket,
      state: z
        .string()
        .max(40)
        .describe('What the agent said last; printing: the printer had acknowledged the whole file'),
      copies_printed: z.int().min(0),
    }),
  }),
  z.object({ kind: z.literal('message'), id: z.uuid(), type: z.literal('restore'), body: restoreTask }),
  z.object({
    kind: z.literal('message'),
    id: z.uuid(),
    type: z.literal('restore-cancel'),
    body: z.object({ restoration_id: z.uuid() }),
  }),
  z.object({
    kind: z.literal('message'),
    id: z.uuid(),
    type: z.literal('schedule'),
    body: scheduleDocument,
  }),
  z.object({
    kind: z.literal('message'),
    id: z.uuid(),
    type: z.literal('backlog'),
    body: z.object({
      backlog_id: z.uuid(),
      decision: backlogDecision,
      decided_by: z.string().max(100),
    }),
  }),
  z.object({ kind: z.literal('message'), id: z.uuid(), type: z.literal('printer'), body: printerRequest }),
  z.object({ kind: z.literal('message'), id: z.uuid(), type: z.literal('queue'), body: queueRequest }),
  z.object({ kind: z.literal('message'), id: z.uuid(), type: z.literal('paper'), body: paperRequest }),
]);
export type CloudMessage = z.infer<typeof cloudMessage>;
/** Messages about print jobs, and the order and the printers that they wait for: what is said of a job comes behind the job. */
export type JobMessage = Extract<CloudMessage, { type: 'job' | 'cancel' | 'decide' | 'lost' | 'queue' }>;
/** Messages about the print schedule. */
export type ScheduleMessage = Extract<CloudMessage, { type: 'schedule' | 'backlog' }>;

export const cloudFrame = z.union([
  cloudMessage,
  z.object({
    kind: z.literal('welcome'),
    last_seq: z.int().min(0).describe('Newest agent message that the cloud has applied'),
    heartbeat_seconds: z.int().min(1),
    now: z.iso.datetime(),
    rules: shopRules,
  }),
  z.object({ kind: z.literal('rules'), rules: shopRules }),
  z
    .object({ kind: z.literal('watched'), seconds: z.int().min(1).max(300) })
    .describe(
      'Somebody looks at the shop floor: for so long printers are asked often. Said again while it is so',
    ),
  z.object({
    kind: z.literal('reconciled'),
    jobs: z
      .array(
        z.object({
          job_id: z.uuid(),
          state: z
            .enum(['open', 'unknown', 'printed', 'failed', 'cancelled', 'missing'])
            .describe('open: it is not over; missing: the cloud knows no such job of this agent'),
          was: z.string().max(40).optional().describe('With open: what the cloud was told of it last'),
        }),
      )
      .max(1000),
  }),
  z.object({ kind: z.literal('ack'), seq: z.int().min(0).describe('Everything up to here is applied') }),
  z.object({ kind: z.literal('heartbeat'), now: z.iso.datetime() }),
  z.object({
    kind: z.literal('reprint-answer'),
    job_id: z.uuid().describe('Of the new job, as it was asked for'),
    refusal: z.string().max(600).nullable().describe('null: the new job is on its way'),
  }),
]);
export type CloudFrame = z.infer<typeof cloudFrame>;

/** Job states as agents report them. */
export const reportedJobState = z.enum([
  'accepted',
  'preparing',
  'ready',
  'submitting',
  'printing',
  'printed',
  'held',
  'unknown',
  'failed',
  'cancelled',
]);

/** Why a job waits, failed or can't be known. Words for people come beside it. */
export const jobReason = z.enum([
  'none',
  'media-needed',
  'no-printer',
  'printer-unreachable',
  'printer-stopped',
  'format-not-supported',
  'document-unprintable',
  'preparation-failed',
  'quality-too-low',
  'document-unavailable',
  'aborted-by-printer',
  'canceled-at-printer',
  'canceled-by-customer',
  'may-have-printed',
  'decided-by-person',
  'held-by-person',
  'held-at-printer',
  'disk-full',
  'scheduled',
  'awaiting-approval',
  'printing-long',
]);
export type JobReason = z.infer<typeof jobReason>;

/** What a person at the shop's own console decided about a job that the machine can't finish. */
export const localDecision = z.object({
  choice: z.enum(['printed', 'reprint', 'refund']),
  by: z.string().max(100),
  at: z.iso.datetime(),
});
export type LocalDecision = z.infer<typeof localDecision>;

export const jobReport = z.object({
  job_id: z.uuid(),
  state: reportedJobState,
  reason: jobReason,
  message: z.string().max(500).describe('One sentence for the operator: what is wrong and what to do'),
  copies_printed: z.int().min(0),
  submitted: z.boolean().describe('True once a sheet of this job may have been handed to a printer'),
  printer_id: z.string().max(200).nullable(),
  at: z.iso.datetime().describe("By the agent's clock"),
  copies_sure: z
    .boolean()
    .describe('True: the printer, which is known to count right, or a person counted the copies'),
  decided: localDecision.optional(),
  held: personHold.optional().describe('With held-by-person'),
  rank: z
    .int()
    .min(0)
    .optional()
    .describe('Place in the queue of this agent: lower ones go first; missing of a job that is long over'),
  for_entry: z
    .int()
    .nullable()
    .optional()
    .describe("The printer that a person chose for it, by its number in the agent's list; null: any"),
  resync: z.boolean().optional().describe('Said again, because the cloud is older than this agent'),
});
export type JobReport = z.infer<typeof jobReport>;

/** One printer as the agent sees it. `as_of` is when the agent last had an answer. */
export const printerReport = z.object({
  printer_id: z.string().max(200).describe('printer-uuid where the printer has one, else its URI'),
  name: z.string().max(255),
  uri: z.string().max(1023),
  make_and_model: z.string().max(255),
  state: z.enum(['idle', 'processing', 'stopped']),
  state_reasons: z.array(z.string().max(255)).max(64),
  reachable: z.boolean(),
  accepting_jobs: z.boolean(),
  formats: z.array(z.string().max(255)).max(100),
  media_ready: z.array(z.string().max(255)).max(200).describe('Loaded media, PWG names'),
  media_supported: z.array(z.string().max(255)).max(1000),
  queued_jobs: z.int().min(0),
  as_of: z.iso.datetime().nullable(),
  set_aside: z
    .object({ since: z.iso.datetime(), because: z.string().max(500) })
    .optional()
    .describe(
      'It failed again and again and gets no jobs until a person, or readings of a calibration page, put it back',
    ),
  ...printerDetails,
});
export type PrinterReport = z.infer<typeof printerReport>;

/** What of a printer is no longer as it was reported last; at least that it was seen again. */
export const printerChange = printerReport.partial().required({ printer_id: true, as_of: true });
export type PrinterChange = z.infer<typeof printerChange>;

/** low: nothing new is fetched or prepared; over-budget: the same, by the agent's own limit; damaged: nothing is printed. */
export const agentDisk = z.object({
  state: z.enum(['ok', 'over-budget', 'low', 'damaged']),
  free_bytes: z.int().min(0),
  used_bytes: z.int().min(0),
  budget_bytes: z.int().min(0),
});
export type AgentDisk = z.infer<typeof agentDisk>;

export const agentFrame = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    protocol: z.literal(linkProtocolVersion),
    version: z.string().max(40),
    last_seq: z.int().min(0).describe('Newest message that this agent has written'),
    acked_seq: z.int().min(0).describe('Newest message that the cloud had acknowledged'),
    now: z.iso.datetime().describe("By the agent's clock: the cloud corrects its times by the difference"),
    spool_replaced: z
      .boolean()
      .describe('The spool is not the one of the last run: lost, or put back from a copy'),
  }),
  z.object({ kind: z.literal('reconcile'), job_ids: z.array(z.uuid()).max(1000) }),
  z.object({
    kind: z.literal('restoration'),
    restoration_id: z.uuid(),
    state: z.enum(['processing', 'failed']).describe('A completed one is told by its result'),
    progress: z.int().min(0).max(100),
    message: z.string().max(500),
    stage: z
      .string()
      .regex(/^[a-z-]{0,40}$/)
      .describe('What is done at the moment; empty: as it was said before'),
    count: z.int().min(1).describe('Of this work, from 1: a lower one that comes later is older'),
  }),
  z.object({ kind: z.literal('message'), seq: z.int().min(1), type: z.literal('job'), body: jobReport }),
  z.object({ kind: z.literal('ack'), id: z.uuid() }),
  z.object({
    kind: z.literal('printer-answer'),
    id: z.uuid().describe('Of the message `printer`, `queue` or `paper`, which it acknowledges'),
    answer: printerAnswer,
  }),
  z.object({ kind: z.literal('reprint'), body: reprintRequest }),
  z.object({
    kind: z.literal('heartbeat'),
    spooled_jobs: z.int().min(0),
    held_jobs: z.int().min(0),
    disk: agentDisk,
  }),
  z.object({
    kind: z.literal('printers'),
    complete: z.boolean().describe('True: these are all printers; false: only those that changed'),
    printers: z.array(printerReport).max(1000),
    changes: z.array(printerChange).max(1000).describe('Of printers told before, what changed'),
  }),
  z.object({
    kind: z.literal('papers'),
    complete: z.boolean().describe('True: these are all papers; false: only those that changed'),
    papers: z.array(paperReport).max(maxPapersOfFrame),
    gone: z.array(paperId).max(maxPapersOfFrame).describe('Told before, and there no more'),
  }),
  z.object({
    kind: z.literal('schedule'),
    complete: z.boolean().describe('True: report.rules are all rules; false: only those that changed'),
    report: scheduleReport,
    document: scheduleDocument.optional().describe('What holds at the agent; with complete frames'),
  }),
]);
export type AgentFrame = z.infer<typeof agentFrame>;
