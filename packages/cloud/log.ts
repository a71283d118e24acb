/** The cloud's log: owns the table of its events, each with what it says. The shape of a line is the log's (`@platen/log`). */
import { type EventLog, openEventLog } from '@platen/log/event-log';

/** `noun.what-happened`; docs/log.md is made of this. */
export const cloudEvents = {
  'agent.another-protocol': 'An agent speaks another version of the protocol and was sent away: update it.',
  'agent.offline': 'The link of an agent has ended.',
  'agent.online': 'An agent has opened its link and was let in.',
  'agent.spool-behind': 'An agent came back with an older copy of its spool; it is asked about its jobs.',
  'agent.spool-lost': 'An agent came back with an empty spool; it is asked about the jobs that it had.',
  'cloud.older-than-agent':
    'This cloud was put back from a backup: an agent knows more than it, and says it again.',
  'cloud.ready': 'The cloud takes requests.',
  'cloud.stopping': 'The cloud was told to stop and finishes what is under way.',
  'cloud.unsafe-setting': 'A setting is unsafe and was allowed all the same.',
  'files.removed': 'Bytes that nothing names any more were deleted.',
  'floor.watch-unsaid':
    "That somebody looks at a shop floor couldn't be told to its agents; it is said again.",
  'last-use.unwritten': "The last use of a key or session couldn't be noted; nobody waits for it.",
  'link.bad-frame': "An agent sent what can't be read.",
  'link.failed': 'A message of an agent could not be carried out; its link was closed, and it says it again.',
  'live.unread': "What open pages show couldn't be read; they say how old it is, and it is tried again.",
  'payment.not-cancelled': "A payment couldn't be cancelled at its provider; it is tried again.",
  'payment.not-started': 'A provider could not begin a payment; the customer was told.',
  'payment.returned': 'Money came for an order that takes none any more, and is on its way back.',
  'payment.unchecked': "A provider couldn't be asked how a payment stands; it is asked again.",
  'payment.unknown': 'A provider speaks of a payment that nobody began here: look at it.',
  'pictures.failed': "Pictures for an answer over MCP couldn't be made; it went out without them.",
  'presence.not-read': "It couldn't be read whose link counts for an agent.",
  'presence.not-written': "This process couldn't say that it is alive; it says so again.",
  'presence.process-ended':
    'Another process of this cloud has died; its agents are offline until they come here.',
  'presence.said-again': 'Other processes took this one for dead; it has said again which agents it holds.',
  'print-rules.untold':
    "A shop's rules couldn't be sent to its agent; they go out with the next change or link.",
  'refund.contradicted': 'A provider says of a refund what it had denied: look at it.',
  'refund.stranded':
    'A provider refused a refund for good and the balance has another currency: somebody must pay it.',
  'refund.unknown': 'A provider speaks of a refund that nobody asked for here: look at it.',
  'refund.unsent': "A refund couldn't be told to where it goes; it is told again.",
  'report.refused': "An agent's report contradicts what is known and was passed over: look at it.",
  'request.failed': 'A request met a bug and was answered with 500; the stack says where.',
  'restoration.failed': 'A restoration came to nothing; an error is a bug, else its photo was the reason.',
  'restoration.given-up': 'A restoration was called off or went to somebody else while it was worked on.',
  'restoration.left': "The outcome of a restoration couldn't be kept; somebody does it again.",
  'restoration.look-failed': "It couldn't be asked which restorations wait; it is asked again.",
  'restoration.model-passed-over':
    "A restoration did without one of the operator's models, which could not be used.",
  'restoration.not-read':
    "It couldn't be read whether a restoration was called off; the next renewal finds out.",
  'restoration.not-renewed': "The lease of a restoration couldn't be renewed.",
  'sandbox.deliveries-failed': 'The play money provider could not deliver its webhooks; it tries again.',
  'sandbox.undelivered': 'A webhook of the play money provider was not taken; it comes again.',
  'sms.failed': 'A text message could not be sent.',
  'staging.not-removed': "What was left of an upload couldn't be deleted; the next start does it.",
  'sweep.failed': 'A round of a sweep failed; the next one goes on.',
  'sweep.item-failed': 'One thing of a sweep failed; the others were done, and it is tried again.',
  'web.not-built': 'No web pages are built: browsers are told so, everything else works (npm run build:web).',
} as const;

export type Log = EventLog<keyof typeof cloudEvents>;

export const logToStdout: Log = openEventLog();

/** For tests and benches. */
export const logNothing: Log = () => {};
