/**
 * A colour profile from a page of the shop floor to the agent whose paper it is for: PUT, the ICC file as the body. Owns that path. What
 * is in the file its agent looks into; here it is no longer than a profile may be, and begins as one does.
 *
 * INVARIANTS
 * 1. Nothing of a body is read before it is known who sends it, and no more than `maxProfileBytes`.
 * 2. The bytes are kept as long as the agent has not answered, and given to that agent alone.
 */
import { AppError } from '@platen/contracts/app-error';
import { floorPaths, floorProfileQuery } from '@platen/contracts/floor/shop-floor';
import {
  maxProfileBytes,
  type ProfileRefusal,
  profileHeadBytes,
  refuseProfileHead,
} from '@platen/contracts/profile-head-rules';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import { keepRecorded } from '../files/file-keeping.ts';
import type { RestParts } from '../http/rest.ts';
import { checkBodyLength, drain, endAfterAnswer } from '../http/rest-upload.ts';
import { insertAudit } from '../operation/audit-store.ts';
import { readInput } from '../operation/operation-input.ts';
import type { StagedFile } from '../ports/files.ts';
import { getChosenShop } from '../shops/shop-choice.ts';
import { askForProfile } from './floor-acts.ts';
import { nameOfStaff, staffOf } from './floor-staff.ts';

const query = z.strictObject({ ...floorProfileQuery.shape, shop_id: z.uuid().optional() });

/** Agents, printers and papers have long names. */
const longestPaper = 2100;

/** Adds the route, in a scope of its own, for whatever type the file is said to be. */
export function addFloorProfileRoute(
  http: FastifyInstance,
  { deps, authenticate, room }: Pick<RestParts, 'deps' | 'authenticate' | 'room'>,
): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null, undefined));
    scope.route<{ Params: { '*': string } }>({
      method: 'PUT',
      // With a wildcard, for an id is longer than parameters of other addresses may be.
      url: `${floorPaths.host}/papers/*`,
      onRequest: async (request, reply) => {
        const caller = await staffOf(request, authenticate);
        checkBodyLength(request, reply, maxProfileBytes);
        await room.enter(request, reply, caller.accountId);
        request.caller = caller;
      },
      handler: async (request, reply) => {
        const { database, now } = deps;
        try {
          const caller = await staffOf(request, authenticate);
          const paper = readPaper(request.params['*']);
          const { version, intent, shop_id } = readInput(query, request.query);
          const shopId = await getChosenShop({ ...deps, caller }, shop_id);
          const by = await nameOfStaff(deps, caller);
          const staged = await receive(request, deps);
          try {
            const { sha256, bytes } = staged;
            const given = { paper, version, intent, sha256, bytes };
            return await keepRecorded(deps, staged, {
              atomically: (work) => database.transaction(work),
              async work(tx) {
                const acting = { shopId, accountId: caller.accountId, by, now: now() };
                const { answer, target } = await askForProfile(database, tx, { given, acting });
                const detail = { act: 'give_profile', ...given };
                const action = 'act_on_shop_floor';
                await insertAudit(tx, {
                  caller,
                  action,
                  target: `shop_floor:${target}`,
                  detail,
                  now: now(),
                });
                return answer;
              },
            });
          } finally {
            await staged.discard();
          }
        } catch (error) {
          if (!request.raw.complete) {
            endAfterAnswer(request, reply);
            drain(request.raw, maxProfileBytes);
          }
          throw error;
        }
      },
    });
  });
}

/** The paper of `ID/profile`. */
function readPaper(rest: string): string {
  const [, id] = /^(.+)\/profile$/.exec(rest) ?? [];
  if (id === undefined || id.length > longestPaper)
    throw new AppError('no_such_route', 'There is nothing at this address.');
  return id;
}

const refusals: Record<ProfileRefusal, string> = {
  'too-large': 'A profile has at most 8 MiB.',
  'too-short': 'This is no ICC profile: it is too short.',
  'no-profile': 'This is no ICC profile.',
  'cut-off': 'This ICC profile is cut off, or has something behind it.',
  'other-colours': 'This ICC profile is neither of RGB nor of grey, which is what agents send to printers.',
};

/** The body, staged. Throws unprocessable for what is no profile. */
async function receive(request: FastifyRequest, { files }: Deps): Promise<StagedFile> {
  const staging = await files.stage(maxProfileBytes);
  try {
    const head = Buffer.alloc(profileHeadBytes);
    let bytes = 0;
    for await (const chunk of request.raw as AsyncIterable<Buffer>) {
      if (bytes < head.length) chunk.copy(head, bytes);
      bytes += chunk.length;
      await staging.write(chunk);
    }
    if (bytes === 0) throw new AppError('malformed', 'Send the file as the body.');
    const refusal = refuseProfileHead(head.subarray(0, bytes), bytes);
    if (refusal !== undefined) throw new AppError('unprocessable', refusals[refusal]);
    return await staging.finish();
  } catch (error) {
    await staging.discard();
    throw error;
  }
}
