/** The event log over REST: what happened since, and what happens next. */
import { AppError } from '@platen/contracts/app-error';
import { eventShape } from '@platen/contracts/event-types';
import { time, toTime, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { eventFilterOf, isEventSeen, readEventTypes, viewEvent } from '../events/event-rules.ts';
import { type EventFilter, type EventPage, getSequence, readEventPage } from '../events/event-store.ts';
import { followEvents } from '../events/event-tail.ts';
import { defineOperation } from '../operation/operation.ts';
import { isStillCaller } from './caller-standing.ts';

const maxWaitSeconds = 25;

export const eventOperations = [
  defineOperation({
    name: 'list_events',
    title: 'Events',
    summary:
      "Returns what happened behind a number of the event log, oldest first, and waits for it when there is nothing: each event once, in the order in which it became true, none left out. Customers see what is theirs, staff also what is their shop's, admins everything. Begin without `after` to learn where the log stands, then call again and again with the `sequence` of each answer.",
    rest: { method: 'GET', path: '/api/events' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      after: wholeNumber(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe(
          '`sequence` of the last answer; 0 for all that is kept. Left out: no events, only where the log stands',
        ),
      types: z
        .string()
        .max(2000)
        .optional()
        .describe(
          'Of these types alone, e.g. order.paid,job.*; all unless told. Of what is rare an answer may hold none yet: go on behind its sequence',
        ),
      limit: wholeNumber(1, 500).default(100).describe('Events of one answer, 500 at most'),
      wait_seconds: wholeNumber(0, maxWaitSeconds)
        .default(0)
        .describe('How long to wait for an event when there is none yet, 25 at most'),
    }),
    example: { after: 0, limit: 20 },
    output: z.object({
      events: z.array(eventShape),
      sequence: z.int().describe('To go on behind'),
      as_of: time,
    }),
    async run(context, { after, types, limit, wait_seconds }) {
      const { caller, database, now } = context;
      const wanted = readEventTypes(types);
      if (!Array.isArray(wanted)) throw new AppError('malformed', wanted.refusal);
      const filter = eventFilterOf(caller, wanted);
      const page =
        after === undefined
          ? { events: [], upTo: (await getSequence(database.query)).last, isEnd: true }
          : await readEvents(context, { filter, after, limit, waitMs: wait_seconds * 1000 });
      return {
        events: page.events.map((event) => viewEvent(event, caller)),
        sequence: page.upTo,
        as_of: toTime(now()),
      };
    },
  }),
];

interface Wanted {
  filter: EventFilter;
  after: number;
  limit: number;
  waitMs: number;
}

async function readEvents(context: Context, wanted: Wanted): Promise<EventPage> {
  const { database, caller, now } = context;
  const found = await readSome(context, wanted);
  if (found.events.length > 0 || !found.isEnd || wanted.waitMs === 0) return found;
  const further = { ...wanted, after: found.upTo };
  await waitForEvent(context, further);
  if (!(await isStillCaller(database.query, caller, now()))) {
    throw new AppError('unauthenticated', 'This key or session ended while it waited.');
  }
  return await readSome(context, further);
}

/** Statements of one call: what is rarer than one in some thousand events takes several calls. */
const maxPages = 20;

/** Looks on behind what was not meant, until there is something. */
async function readSome(context: Context, wanted: Wanted): Promise<EventPage> {
  let page = await readPage(context, wanted);
  for (let read = 1; read < maxPages && page.events.length === 0 && !page.isEnd; read += 1) {
    page = await readEventPage(context.database.query, wanted.filter, {
      after: page.upTo,
      limit: wanted.limit,
    });
  }
  return page;
}

async function readPage({ database }: Context, { filter, after, limit }: Wanted): Promise<EventPage> {
  const { last, removed } = await getSequence(database.query);
  if (after > 0 && after < removed) {
    throw new AppError(
      'conflict',
      `after: events up to ${removed} are not all kept any more. Read the state anew, and go on behind ${last}.`,
    );
  }
  if (after > last) {
    throw new AppError(
      'conflict',
      `after: the log stands at ${last}; it was begun anew, or this number is another log's.`,
    );
  }
  return await readEventPage(database.query, filter, { after, limit });
}

/** Resolves when there is an event for this caller behind `after`, when the time is over, the client gone or this process about to stop. */
async function waitForEvent(context: Context, { filter, after, waitMs }: Wanted): Promise<void> {
  const { database, caller, clientGone } = context;
  const gone = clientGone();
  const types = new Set(filter.types);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const stop = await followEvents(database, (events, isOver) => {
    if (isOver || events.some((event) => types.has(event.type) && isEventSeen(caller, event))) end();
  });
  const timer = setTimeout(end, waitMs);
  gone.addEventListener('abort', end, { once: true });
  try {
    if (gone.aborted) return;
    // What was committed before following began is not told.
    const { events, isEnd } = await readEventPage(database.query, filter, { after, limit: 1 });
    if (events.length === 0 && isEnd) await ended;
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', end);
    stop();
  }
}
