/** What of the shop floor is no operation: its stream, who looks at it, and the small pictures of its jobs. Owns what wakes the stream. */
import { AppError } from '@platen/contracts/app-error';
import { type FloorTopic, floorPaths, floorTopic } from '@platen/contracts/floor/shop-floor';
import { type FloorSession, floorSessionPath } from '@platen/contracts/floor/shop-floor-session';
import { liveAfter } from '@platen/contracts/live-stream';
import { readLiveAfter } from '@platen/live/live-engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findAccount } from '../accounts/account-store.ts';
import type { EventTable } from '../events/event-tables.ts';
import { sendBytes } from '../files/byte-sending.ts';
import { thumbnailMakingOf } from '../files/thumbnail-making.ts';
import { tagAnswer } from '../http/entity-tag.ts';
import type { RestParts } from '../http/rest.ts';
import { filePolicy } from '../http/security-headers.ts';
import type { LiveStreams } from '../live/live-streams.ts';
import { readInput } from '../operation/operation-input.ts';
import { hearFloor } from '../shops/floor-signal.ts';
import { getChosenShop } from '../shops/shop-choice.ts';
import { shopOfStaff } from '../shops/shop-rules.ts';
import { addFloorProfileRoute } from './floor-profile-route.ts';
import { staffOf } from './floor-staff.ts';
import { cloudTopics } from './floor-state.ts';
import { findFloorJob } from './floor-store.ts';
import { createFloorWatching } from './floor-watching.ts';

interface FloorParts extends Pick<RestParts, 'deps' | 'authenticate' | 'room'> {
  streams: LiveStreams;
}

const topicList = z
  .string()
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(floorTopic, { error: `must be some of ${cloudTopics.join(', ')}` }).min(1));

const liveQuery = z.strictObject({
  topics: topicList.default([...cloudTopics]),
  after: liveAfter.optional(),
  shop_id: z.uuid().optional(),
});

/** Adds the routes, and has the streams woken by whatever changes a floor. */
export function addFloorRoutes(
  http: FastifyInstance,
  { deps, authenticate, room, streams }: FloorParts,
): void {
  streams.onEvents((events) => {
    for (const [shopId, topics] of topicsOf(events)) streams.wake(shopId, [...topics]);
  });
  hearFloor(deps.database, ({ shopId, topics }) => streams.wake(shopId, topics));

  const watching = createFloorWatching(deps, streams);
  http.addHook('onClose', async () => watching.close());

  http.get(floorPaths.live, { exposeHeadRoute: false }, async (request, reply) => {
    const caller = await staffOf(request, authenticate);
    const { topics, after, shop_id } = readInput(liveQuery, request.query);
    const key = await getChosenShop({ ...deps, caller }, shop_id);
    const known = topics.filter((topic) => (cloudTopics as readonly FloorTopic[]).includes(topic));
    await streams.open(reply, { caller, audience: { key, topics: known, after: readLiveAfter(after) } });
    if (known.includes('printers')) watching.opened(key);
  });

  // Asked before a page knows whether anybody is logged in, so it refuses nobody.
  http.get(floorSessionPath, { exposeHeadRoute: false }, async (request): Promise<FloorSession> => {
    const caller = await staffOf(request, authenticate).catch(noneIfRefused);
    const account = caller && (await findAccount(deps.database.query, caller.accountId));
    return {
      host: 'cloud',
      open: caller !== undefined,
      by: account ? account.nickname || account.phone : null,
      language: /^\s*zh\b/i.test(request.headers['accept-language'] ?? '') ? 'zh-CN' : 'en',
      ends_at: null,
    };
  });

  addFloorProfileRoute(http, { deps, authenticate, room });

  const findOrMake = thumbnailMakingOf(deps);
  http.get(
    floorPaths.thumbnail(':job_id'),
    async (request: FastifyRequest<{ Params: { job_id: string } }>, reply) => {
      const caller = await staffOf(request, authenticate);
      const job = await findFloorJob(deps.database.query, request.params.job_id);
      const shopId = shopOfStaff(caller);
      if (!job || job.file_deleted_at !== null || (shopId && job.shop_id !== shopId))
        throw new AppError('not_found', 'No such print job, or its file is gone.');
      reply.header('Content-Security-Policy', filePolicy).header('Cache-Control', 'private, max-age=86400');
      if (tagAnswer(request, reply, `"floor-${job.sha256}"`)) return await reply.send();
      const picture = await findOrMake({ sha256: job.sha256, kind: 'thumbnail' });
      return await sendBytes(deps.files, reply.type('image/jpeg'), picture);
    },
  );
}

/** Whoever may not come in is nobody here; what is broken stays broken. */
function noneIfRefused(error: unknown): undefined {
  if (error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden')) return;
  throw error;
}

/** What a kind of event changes on a floor. */
const topicsOfKind: Record<string, readonly FloorTopic[]> = {
  job: ['agents', 'printers', 'queue', 'waits', 'log'],
  printer: ['printers', 'queue', 'waits', 'log'],
  agent: ['agents', 'printers', 'papers', 'queue', 'waits', 'schedule', 'log'],
  schedule: ['schedule', 'log'],
};

/** By shop. */
function topicsOf(events: readonly EventTable[]): Map<string, Set<FloorTopic>> {
  const woken = new Map<string, Set<FloorTopic>>();
  for (const { type, shop_id: shopId } of events) {
    const topics = topicsOfKind[type.slice(0, type.indexOf('.'))];
    if (!topics || shopId === null) continue;
    woken.set(shopId, new Set([...(woken.get(shopId) ?? []), ...topics]));
  }
  return woken;
}
