/**
 * What an agent tells of a printer beyond its state: trays, supplies, sizes, speed, trust. Owns the shapes and their bounds. Every
 * field is optional in the report: what a printer was never asked, or doesn't tell, is missing.
 */
import { z } from 'zod';
import { personHold } from './queue-requests.ts';

const line = (max: number) => z.string().max(max);
const percent = z.int().min(0).max(100).nullable();
const hundredthMm = z.int().min(0).max(10_000_000);
const dpi = z.object({ x: z.int().min(1).max(100_000), y: z.int().min(1).max(100_000) });

/** One sentence in both languages. */
export const saidTwice = z.object({ en: line(600), zh: line(600) });

/** What ails a printer. */
export const reportedReason = z.object({
  keyword: line(255).describe('printer-state-reasons, suffix included'),
  severity: z.enum(['error', 'warning', 'report']),
  en: line(300),
  zh: line(300),
});

const reportedTray = z.object({
  source: line(255).nullable().describe('media-source keyword; null: the printer does not tell which tray'),
  name: line(100).nullable(),
  x_dimension: hundredthMm
    .nullable()
    .describe('Of what is loaded, in hundredths of a millimetre; null: nothing, or not told'),
  y_dimension: hundredthMm.nullable(),
  media_type: line(255).nullable(),
  borderless: z.boolean(),
  level_percent: percent,
  empty: z.boolean().nullable(),
  asks: z
    .boolean()
    .describe('True: the printer leaves open what lies here, and only what a person has said counts'),
  said: z
    .object({ by: line(100), at: z.iso.datetime() })
    .nullable()
    .describe("The person's word that size and type come from; null: the printer's own, or nobody's"),
});

/** Ink, toner, ribbon: what a printer uses up. */
export const reportedSupply = z.object({
  name: line(100),
  type: line(100).describe('marker-types keyword'),
  color: line(7).nullable().describe('#RRGGBB'),
  level_percent: percent,
  state: z.enum(['ok', 'low', 'empty', 'full', 'unknown']),
});

const span = z.object({ lower: hundredthMm, upper: hundredthMm });

const reportedSize = z.object({
  x: span.describe('Hundredths of a millimetre'),
  y: span,
  margins: z
    .object({ top: hundredthMm, bottom: hundredthMm, left: hundredthMm, right: hundredthMm })
    .nullable()
    .describe('The narrowest with a border; null: not told'),
  borderless: z.boolean(),
  media_types: z.array(line(255)).max(50),
});

const reportedSpeed = z.object({
  media: line(300),
  pages_per_minute: z.number().min(0),
  jobs: z.int().min(1).describe('The median of so many jobs'),
  as_of: z.iso.datetime(),
});

/** Joined into printerReport. */
export const printerDetails = {
  entry_id: z.int().min(1).optional().describe("The printer's number in the agent's list"),
  entry_version: z.int().min(1).optional().describe('Goes up with every change of the entry'),
  enabled: z.boolean().optional().describe('False: a person switched it off'),
  paused: personHold
    .extend({ all: z.boolean().describe('True: with all printers of the agent') })
    .optional()
    .describe('A person let nothing new go to it'),
  kind: z
    .enum(['direct', 'cups-queue'])
    .optional()
    .describe('cups-queue: reprints by CUPS itself can not be fenced'),
  location: line(255).optional(),
  reasons: z.array(reportedReason).max(64).optional().describe('state_reasons in words, the worst first'),
  notices: z.array(saidTwice).max(10).optional().describe('What a person should know or do'),
  trays: z.array(reportedTray).max(64).optional(),
  supplies: z.array(reportedSupply).max(32).optional(),
  sizes: z.array(reportedSize).max(200).optional(),
  media_types: z.array(line(255)).max(100).optional(),
  color: z.boolean().optional(),
  sides: z.array(line(40)).max(10).optional(),
  resolutions: z.array(dpi).max(32).optional(),
  finishings: z.array(z.int()).max(64).optional(),
  pages_per_minute: z
    .object({ advertised: z.number().min(0).nullable(), measured: z.array(reportedSpeed).max(50) })
    .optional(),
  certificate: z
    .object({
      state: z
        .enum(['pinned', 'changed', 'none'])
        .describe('changed: it shows another one, and waits for a person'),
      fingerprint: line(64).nullable(),
      offered: line(64).nullable(),
      version: z.int().min(0),
    })
    .optional(),
  other_printer: z
    .object({ uuid: line(200), name: line(255) })
    .optional()
    .describe('Another printer answers at its address, and waits for a person'),
};
