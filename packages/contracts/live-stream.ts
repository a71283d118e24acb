/**
 * What a live stream (server-sent events, `text/event-stream`) says, whichever host it comes from. Owns the shapes of its messages;
 * what the items of a topic are, the topic's own contract says.
 *
 * INVARIANTS
 * 1. A topic begins with a snapshot. `sequence` of a topic goes up within one `run`; another `run` begins with a snapshot.
 * 2. A change follows the message of its topic before it: nothing lies between them. Where something would, there is a snapshot.
 * 3. `set` holds whole items: what was known of them before is replaced. An item of `seen` is as it was, and was looked at again.
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
    .describe('What keeps this topic, since it was started: sequences of two of them are not to be compared'),
  sequence: z.int().min(0),
  as_of: time.describe('When the host knew this'),
};

/** Any item of a topic: what it is otherwise the topic says. */
const liveItem = z.looseObject({ id: z.string() });

/** `event: snapshot`. Everything that there is, in the topic's order; all that was known before is gone. */
export const liveSnapshot = z.object({ ...place, items: z.array(liveItem) });

/** `event: change`. */
export const liveChange = z.object({
  ...place,
  set: z.array(liveItem).describe('New, or other than before; whole'),
  gone: z.array(z.string()).describe('Ids'),
  seen: z
    .array(z.object({ id: z.string(), as_of: time }))
    .describe('As before, but known to be so at another time'),
});

/** `event: beat`, every `liveBeatSeconds`. */
export const liveBeat = z.object({
  as_of: time,
  behind: z
    .array(z.string())
    .describe('Topics whose newest state could not be read: what was said of them is old'),
});

export const liveEndReason = z
  .enum(['revoked', 'closing', 'stalled'])
  .describe(
    'revoked: this session, key or account may not listen any more; closing: the host stops, connect again; stalled: nothing was read for minutes',
  );
export type LiveEndReason = z.infer<typeof liveEndReason>;

/** `event: end`: the last one of a stream. */
export const liveEnd = z.object({ reason: liveEndReason });

/**
 * Where a client was, for each topic: `?after=queue:RUN.SEQUENCE,printers:RUN.SEQUENCE`. Of a topic of which the host still has what
 * came then, the stream begins with that as changes; else with a snapshot.
 */
export const liveAfter = z.string().max(1000);

export type LiveSnapshot = z.infer<typeof liveSnapshot>;
export type LiveChange = z.infer<typeof liveChange>;
export type LiveBeat = z.infer<typeof liveBeat>;
