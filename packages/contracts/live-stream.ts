/**
 * What a live stream (server-sent events, `text/event-stream`) says, whichever host it comes from. Owns the shapes of its messages;
 * what the items of a topic are, the topic's own contract says.
 *
 * INVARIANTS
 * 1. A topic begins with a snapshot. `sequence` of a topic only goes up within one `run`; another `run` begins with a snapshot.
 * 2. `set` holds whole items: what was known of them before is replaced. An item of `seen` is as it was, and was looked at again.
 * 3. A message with `more` is a part: what is shown stays as it was until the part without `more` has come, else it would be a mixture
 *    of two states. The first part of a snapshot is a snapshot, the others are changes.
 */
import { z } from 'zod';
import { time } from './shapes.ts';

/** How often a stream says that it is there. A value that nothing was heard of for three beats is shown as old. */
export const liveBeatSeconds = 10;

const place = {
  topic: z.string(),
  run: z
    .string()
    .max(20)
    .describe('Since when the host keeps this topic: sequences of two of them are not to be compared'),
  sequence: z.int().min(0),
  as_of: time.describe('When the host knew this'),
  more: z.boolean().describe('True: parts of the same step follow at once'),
};

/** Any item of a topic: what it is otherwise the topic says. */
const liveItem = z.looseObject({ id: z.string() });
export type LiveItem = z.infer<typeof liveItem>;

/** `event: snapshot`. Everything that there is; all that was known before is gone. */
export const liveSnapshot = z.object({ ...place, items: z.array(liveItem) });
export type LiveSnapshot = z.infer<typeof liveSnapshot>;

/** `event: change`. */
export const liveChange = z.object({
  ...place,
  set: z.array(liveItem).describe('New, or other than before; whole'),
  gone: z.array(z.string()).describe('Ids'),
  seen: z
    .array(z.object({ id: z.string(), as_of: time.nullable() }))
    .describe('As before, and known to be so at another time'),
});
export type LiveChange = z.infer<typeof liveChange>;

/** `event: beat`, every `liveBeatSeconds`. */
export const liveBeat = z.object({
  as_of: time,
  behind: z
    .array(z.string())
    .describe('Topics whose newest state could not be read: what was said of them is old'),
});
export type LiveBeat = z.infer<typeof liveBeat>;

export const liveEndReason = z
  .enum(['revoked', 'closing', 'stalled'])
  .describe(
    'revoked: this session, key or account may not listen any more; closing: the host stops, connect again; stalled: nothing was read for minutes',
  );
export type LiveEndReason = z.infer<typeof liveEndReason>;

/** `event: end`: the last one of a stream. */
export const liveEnd = z.object({ reason: liveEndReason });

/**
 * Where a client was in each topic: `?after=queue:RUN.SEQUENCE,printers:RUN.SEQUENCE`, with the newest of each that came without `more`.
 * Where the host can tell what has changed since, the stream goes on with that; else with a snapshot.
 */
export const liveAfter = z.string().max(1000);

/** The topic of the event log, where a stream has it: `event: event` with `id:` and one entry each, behind `?after=` or Last-Event-ID. */
export const eventsTopic = 'events';
