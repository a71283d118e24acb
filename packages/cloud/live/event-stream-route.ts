/** GET /api/events/live: the event log as a stream, for whoever may read it over GET /api/events. */
import { AppError } from '@platen/contracts/app-error';
import { eventsTopic } from '@platen/contracts/live-stream';
import { wholeNumber } from '@platen/contracts/shapes';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import { readEventTypes } from '../events/event-rules.ts';
import { getSequence } from '../events/event-store.ts';
import type { Authenticate } from '../http/rest.ts';
import { readInput } from '../operation/operation-input.ts';
import type { LiveStreams } from './live-streams.ts';

const query = z.strictObject({
  topics: z.literal(eventsTopic, { error: `must be ${eventsTopic}` }).default(eventsTopic),
  types: z.string().max(2000).optional(),
  after: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
});

/** Adds the route. */
export function addEventStream(
  http: FastifyInstance,
  { deps, authenticate, streams }: { deps: Deps; authenticate: Authenticate; streams: LiveStreams },
): void {
  http.get('/api/events/live', { exposeHeadRoute: false }, async (request, reply) => {
    const caller = await authenticate(request.headers.authorization, request);
    const asked = request.query as Record<string, unknown>;
    const wanted = readInput(query, { ...asked, ...numbered('after', asked.after) });
    const types = readEventTypes(wanted.types);
    if (!Array.isArray(types)) throw new AppError('malformed', types.refusal);
    const after = wanted.after ?? lastEventId(request.headers['last-event-id']);
    if (after !== undefined) await checkPlace(deps, after);
    await streams.open(reply, { caller, events: { types, after } });
  });
}

const numbered = (name: string, value: unknown) =>
  typeof value === 'string' && /^\d{1,16}$/.test(value) ? { [name]: Number(value) } : {};

/** What browsers come back with; what isn't ours counts as none. */
const lastEventId = (told: string | string[] | undefined): number | undefined =>
  typeof told === 'string' && /^\d{1,15}$/.test(told) ? Number(told) : undefined;

/** Throws conflict where the log can't go on from there. */
async function checkPlace({ database }: Deps, after: number): Promise<void> {
  const { last, removed } = await getSequence(database.query);
  if (after > last || (after > 0 && after < removed)) {
    throw new AppError(
      'conflict',
      `after: the log stands at ${last} and is kept from ${removed} on. Read the state anew, and go on behind ${last}.`,
    );
  }
}
