/**
 * Who uses the shop floor, as a page asks first, before it knows whether anybody is logged in. On the agent's own host one logs in with
 * the PIN of its console; on the cloud with an account, elsewhere. Owns these shapes.
 */
import { z } from 'zod';

/** GET: floorSession, without a session too. On the agent's host: POST floorLogin, DELETE to leave; both answer floorSession. */
export const floorSessionPath = '/api/shop-floor/session';

/** GET on the agent's host: the log as a text file. */
export const floorLogFilePath = '/api/shop-floor/log.txt';

export const floorSession = z.object({
  host: z.enum(['cloud', 'agent']),
  open: z.boolean().describe('Somebody is logged in; else everything but this answers 401'),
  by: z.string().nullable().describe('How acts of this session are signed'),
  language: z.enum(['en', 'zh-CN']).describe('What the browser prefers, or was chosen here'),
  ends_at: z.iso.datetime().nullable(),
});
export type FloorSession = z.infer<typeof floorSession>;

export const floorLogin = z.strictObject({ pin: z.string().trim().min(1).max(12) });

/**
 * A wrong PIN is answered 403, or 429 with Retry-After while none is taken, both as any refusal, with this beside it: tries that are
 * left before a pause.
 */
export const floorTriesHeader = 'Platen-Tries-Left';
