/** Whether the service can do its work now. Public, so it tells counts and no names. */
import { time } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { readHealth } from './health-probe.ts';

const part = z.enum(['ok', 'failing']);

export const healthOperations = [
  defineOperation({
    name: 'health_check',
    title: 'Health',
    summary:
      'Returns whether the service works, or why not: database, files, agents and printers, version, uptime.',
    rest: { method: 'GET', path: '/api/health' },
    tool: { group: 'health' },
    access: 'public',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      status: z
        .enum(['ok', 'degraded', 'failing'])
        .describe('degraded: orders are taken, but something needs attention; failing: they are not'),
      reasons: z.array(z.string()).describe('Why it is not ok; empty when it is'),
      database: part,
      database_latency_ms: z.int().nullable().describe('Of one row written; null: it was not'),
      files: part,
      files_free_bytes: z.int().nullable().describe('null: not known, or without an end'),
      agents: z.object({
        online: z.int(),
        total: z.int(),
        last_seen_at: time.nullable().describe('When any of them was last heard'),
      }),
      printers: z.object({
        total: z.int(),
        reachable: z.int().describe('By an agent that is online'),
        stopped: z.int().describe('Of the reachable ones: those that wait for a person'),
      }),
      version: z.string(),
      uptime_seconds: z.int(),
      time: time.describe('By the clock of the cloud'),
      as_of: time,
    }),
    run: readHealth,
  }),
];
