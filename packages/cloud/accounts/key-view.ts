/** How API keys look on the wire, to their owner and to admins: never the key itself. */
import { time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { ApiKeyTable } from './account-tables.ts';
import { statusOfKey } from './key-rules.ts';

export const keyShape = z.object({
  api_key_id: z.uuid(),
  name: z.string(),
  key_hint: z.string().describe('Beginning and end of the key; the key itself is shown once, at creation'),
  status: z.enum(['active', 'expired', 'revoked']),
  created_at: time,
  expires_at: time.nullable().describe('null: never'),
  last_used_at: time.nullable().describe('Within a minute; null: never'),
  revoked_at: time.nullable(),
});

/** As its owner and admins see it. */
export const keyView = (row: ApiKeyTable, now: number) => ({
  api_key_id: row.id,
  name: row.name,
  key_hint: row.key_hint,
  status: statusOfKey(row, now),
  created_at: toTime(row.created_at),
  expires_at: toTimeOrNull(row.expires_at),
  last_used_at: toTimeOrNull(row.last_used_at),
  revoked_at: toTimeOrNull(row.revoked_at),
});
