/**
 * What a person asks of an agent's list of printers through the cloud, and what the agent answers. The request is stored in the
 * outbox until its answer is stored; the agent carries it out once, and answers again what it answered before.
 */
import { z } from 'zod';
import { saidTwice } from './printer-report.ts';

const entry = {
  entry_id: z.int().min(1).max(1_000_000_000),
  version: z.int().min(0).max(1_000_000_000).describe('What the person saw'),
};

export const printerAct = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('add'),
    uri: z.string().max(1023),
    name: z.string().max(100),
    even_if_silent: z.boolean(),
  }),
  z.object({ act: z.literal('rename'), ...entry, name: z.string().max(100) }),
  z.object({ act: z.literal('enable'), ...entry, enabled: z.boolean() }),
  z.object({ act: z.literal('remove'), ...entry }),
  z.object({ act: z.literal('accept_printer'), ...entry, uuid: z.string().max(200) }),
  z.object({ act: z.literal('accept_certificate'), ...entry, fingerprint: z.string().max(100) }),
  z.object({ act: z.literal('put_back'), ...entry }),
  z.object({
    act: z.literal('say_paper'),
    ...entry,
    source: z.string().max(255).nullable().describe('media-source; null: the printer names no trays'),
    paper: z
      .object({
        x_dimension: z.int().min(1000).max(200_000),
        y_dimension: z.int().min(1000).max(200_000),
        media_type: z.string().max(255),
      })
      .nullable()
      .describe('null: nothing, or it is not known any more'),
  }),
  z.object({ act: z.literal('discover') }),
]);
export type PrinterAct = z.infer<typeof printerAct>;

export const printerRequest = z.object({ by: z.string().max(100), wanted: printerAct });
export type PrinterRequest = z.infer<typeof printerRequest>;

/** A printer that the network offers. */
export const foundPrinter = z.object({
  uuid: z.string().max(200).nullable(),
  name: z.string().max(120),
  make_and_model: z.string().max(120),
  note: z.string().max(120),
  uris: z.array(z.string().max(1023)).min(1).max(12).describe('The best first'),
  color: z.boolean().nullable(),
  duplex: z.boolean().nullable(),
  airprint: z.boolean(),
  queue: z.boolean().describe('It looks like a queue of CUPS'),
  entry_id: z.int().nullable().describe('Its entry where it is set up already'),
});

/** What was found of a printer that is to be added. */
export const printerFinding = saidTwice.extend({ verdict: z.enum(['ok', 'warning', 'failure']) });

export const printerAnswer = z.object({
  outcome: z.enum(['done', 'refused', 'stale', 'absent']),
  said: saidTwice,
  findings: z.array(printerFinding).max(20).describe('With add: what was found of the printer'),
  entry_id: z.int().nullable().describe('With add: the new entry'),
  found: z.array(foundPrinter).max(200).optional().describe('With discover'),
});
export type PrinterAnswer = z.infer<typeof printerAnswer>;
