/** Sizes and paper types as admins set them up. What unfinished orders use can be disabled, not deleted. */
import { AppError } from '@platen/contracts/app-error';
import { line, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import type { PaperTypeTable, SizeTable } from '../db/database-schema.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { defineOperation } from '../operation.ts';
import { changeCatalogue } from './catalogue-change.ts';
import { currentCatalogue } from './catalogue-memory.ts';
import {
  countUnfinishedUses,
  deletePaper,
  deleteSize,
  insertPaper,
  insertSize,
  updatePaper,
  updateSize,
} from './price-store.ts';

const code = line(1, 40)
  .regex(/^[\w.-]+$/, { error: 'must be letters, digits, points and hyphens' })
  .describe('What orders name it by; it never changes');
const lengthMm = z
  .number({ error: 'must be a number of millimetres' })
  .min(10, { error: 'must be at least 10 mm' })
  .max(2000, { error: 'must be at most 2000 mm' });
const keyword = (what: string) =>
  line(1, 255)
    .regex(/^[a-z0-9._-]+$/i, { error: 'must be an IPP keyword' })
    .describe(what);

const sizeFields = {
  name: line(1, 100).describe('For people, in English'),
  name_zh: line(0, 100).describe('For people, in Chinese'),
  media_size: keyword('PWG 5101.1 self-describing name, e.g. iso_a4_210x297mm'),
  width_mm: lengthMm.describe('Short edge'),
  height_mm: lengthMm.describe('Long edge'),
  made_for: z.enum(['photo', 'document']).describe('What is printed on it'),
  borderless: z.boolean().describe('true: printed to the edges'),
  position: wholeNumber(0, 100_000).describe('Where lists show it'),
  enabled: z.boolean().describe('False: nothing new can be ordered in it'),
};
const paperFields = {
  name: line(1, 100).describe('For people, in English'),
  name_zh: line(0, 100).describe('For people, in Chinese'),
  media_type: keyword('media-type keyword of PWG 5100.7, e.g. photographic-glossy'),
  finish: line(1, 40).describe('glossy, matte, uncoated …'),
  weight_gsm: wholeNumber(20, 1000).describe('Grams a square metre; parcels are weighed by it'),
  position: wholeNumber(0, 100_000).describe('Where lists show it'),
  enabled: z.boolean().describe('False: nothing new can be ordered on it'),
};

const optional = <T extends z.ZodRawShape>(fields: T) => z.strictObject(fields).partial().shape;

const sizeShape = z.object({ code: z.string(), ...sizeFields });
const paperShape = z.object({ code: z.string(), ...paperFields });

const sizeView = (row: SizeTable): z.infer<typeof sizeShape> => ({
  code: row.code,
  name: row.name,
  name_zh: row.name_zh,
  media_size: row.media_size,
  width_mm: row.x_dimension / 100,
  height_mm: row.y_dimension / 100,
  made_for: row.made_for,
  borderless: row.borderless === 1,
  position: row.position,
  enabled: row.enabled === 1,
});

const paperView = (row: PaperTypeTable): z.infer<typeof paperShape> => ({
  ...row,
  enabled: row.enabled === 1,
});

type SizeChanges = Partial<z.infer<typeof sizeShape>>;

/** As stored: hundredths of a millimetre, flags as 0 and 1; only what was given. */
function sizeRow({ width_mm, height_mm, borderless, enabled, ...rest }: SizeChanges): Partial<SizeTable> {
  return {
    ...rest,
    ...(width_mm !== undefined && { x_dimension: Math.round(width_mm * 100) }),
    ...(height_mm !== undefined && { y_dimension: Math.round(height_mm * 100) }),
    ...(borderless !== undefined && { borderless: borderless ? 1 : 0 }),
    ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
  };
}

function checkEdges(row: { x_dimension: number; y_dimension: number }): void {
  if (row.x_dimension > row.y_dimension)
    throw new AppError('malformed', 'width_mm: must be the short edge, at most height_mm');
}

function paperRow({ enabled, ...rest }: Partial<z.infer<typeof paperShape>>): Partial<PaperTypeTable> {
  return { ...rest, ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }) };
}

async function refuseWhileUsed(tx: Tx, use: { column: 'size_code' | 'paper_code'; code: string }) {
  const orders = await countUnfinishedUses(tx, use);
  if (orders === 0) return;
  throw new AppError('conflict', `${use.code} is in ${orders} items of unfinished orders.`, {
    hint: 'Disable it; delete it once they are done.',
  });
}

/** Two admins who create the same code: the second is told so. */
async function creating<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', `code: ${what} exists already.`);
    throw error;
  }
}

const missing = (what: string) => new AppError('not_found', `code: there is no such ${what}.`);

const sizeOperations = [
  defineOperation({
    name: 'list_all_sizes',
    title: 'Sizes, disabled ones too',
    summary: 'Returns every size that was set up, disabled ones and those without a price too.',
    rest: { method: 'GET', path: '/api/admin/sizes' },
    tool: false,
    access: 'admin',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ items: z.array(sizeShape) }),
    run: async (context) => ({ items: (await currentCatalogue(context)).sizes.map(sizeView) }),
  }),
  defineOperation({
    name: 'create_size',
    title: 'Add a size',
    summary: 'Adds a size. It can be ordered once it has a price (set_price).',
    rest: { method: 'POST', path: '/api/admin/sizes' },
    tool: false,
    access: 'admin',
    effect: 'create',
    input: z.strictObject({
      code,
      ...sizeFields,
      name_zh: sizeFields.name_zh.default(''),
      borderless: sizeFields.borderless.default(false),
      position: sizeFields.position.default(1000),
      enabled: sizeFields.enabled.default(true),
    }),
    output: sizeShape,
    async run(context, input) {
      const row = sizeRow(input) as SizeTable;
      checkEdges(row);
      return await creating(input.code, () =>
        changeCatalogue(context, 'create_size', async (tx) => {
          await insertSize(tx, row);
          return { target: `size:${input.code}`, detail: input, output: sizeView(row) };
        }),
      );
    },
  }),
  defineOperation({
    name: 'update_size',
    title: 'Change a size',
    summary: 'Changes what is given of a size (code from list_all_sizes); enabled: false takes it off offer.',
    rest: { method: 'PUT', path: '/api/admin/sizes/{code}' },
    tool: false,
    access: 'admin',
    effect: 'update',
    input: z.strictObject({ code, ...optional(sizeFields) }),
    output: sizeShape,
    async run(context, input) {
      return await changeCatalogue(context, 'update_size', async (tx) => {
        const row = await updateSize(tx, input.code, sizeRow(input as SizeChanges));
        if (!row) throw missing('size');
        checkEdges(row);
        return { target: `size:${row.code}`, detail: input, output: sizeView(row) };
      });
    },
  }),
  defineOperation({
    name: 'delete_size',
    title: 'Delete a size',
    summary: 'Deletes a size and its prices. Refused while unfinished orders use it; disable it then.',
    rest: { method: 'DELETE', path: '/api/admin/sizes/{code}' },
    tool: false,
    access: 'admin',
    effect: 'delete',
    input: z.strictObject({ code }),
    output: z.object({ deleted: z.literal(true) }),
    async run(context, input) {
      return await changeCatalogue(context, 'delete_size', async (tx) => {
        await refuseWhileUsed(tx, { column: 'size_code', code: input.code });
        if (!(await deleteSize(tx, input.code))) throw missing('size');
        return { target: `size:${input.code}`, detail: {}, output: { deleted: true as const } };
      });
    },
  }),
];

const paperOperations = [
  defineOperation({
    name: 'list_all_paper_types',
    title: 'Paper types, disabled ones too',
    summary: 'Returns every paper type that was set up, disabled ones and those without a price too.',
    rest: { method: 'GET', path: '/api/admin/paper-types' },
    tool: false,
    access: 'admin',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ items: z.array(paperShape) }),
    run: async (context) => ({ items: (await currentCatalogue(context)).papers.map(paperView) }),
  }),
  defineOperation({
    name: 'create_paper_type',
    title: 'Add a paper type',
    summary: 'Adds a paper type. It can be ordered once a size has a price on it (set_price).',
    rest: { method: 'POST', path: '/api/admin/paper-types' },
    tool: false,
    access: 'admin',
    effect: 'create',
    input: z.strictObject({
      code,
      ...paperFields,
      name_zh: paperFields.name_zh.default(''),
      position: paperFields.position.default(1000),
      enabled: paperFields.enabled.default(true),
    }),
    output: paperShape,
    async run(context, input) {
      const row = paperRow(input) as PaperTypeTable;
      return await creating(input.code, () =>
        changeCatalogue(context, 'create_paper_type', async (tx) => {
          await insertPaper(tx, row);
          return { target: `paper_type:${input.code}`, detail: input, output: paperView(row) };
        }),
      );
    },
  }),
  defineOperation({
    name: 'update_paper_type',
    title: 'Change a paper type',
    summary:
      'Changes what is given of a paper type (code from list_all_paper_types); enabled: false takes it off offer.',
    rest: { method: 'PUT', path: '/api/admin/paper-types/{code}' },
    tool: false,
    access: 'admin',
    effect: 'update',
    input: z.strictObject({ code, ...optional(paperFields) }),
    output: paperShape,
    async run(context, input) {
      return await changeCatalogue(context, 'update_paper_type', async (tx) => {
        const row = await updatePaper(tx, input.code, paperRow(input as Partial<z.infer<typeof paperShape>>));
        if (!row) throw missing('paper type');
        return { target: `paper_type:${row.code}`, detail: input, output: paperView(row) };
      });
    },
  }),
  defineOperation({
    name: 'delete_paper_type',
    title: 'Delete a paper type',
    summary: 'Deletes a paper type and its prices. Refused while unfinished orders use it; disable it then.',
    rest: { method: 'DELETE', path: '/api/admin/paper-types/{code}' },
    tool: false,
    access: 'admin',
    effect: 'delete',
    input: z.strictObject({ code }),
    output: z.object({ deleted: z.literal(true) }),
    async run(context, input) {
      return await changeCatalogue(context, 'delete_paper_type', async (tx) => {
        await refuseWhileUsed(tx, { column: 'paper_code', code: input.code });
        if (!(await deletePaper(tx, input.code))) throw missing('paper type');
        return { target: `paper_type:${input.code}`, detail: {}, output: { deleted: true as const } };
      });
    },
  }),
];

export const catalogueAdminOperations = [...sizeOperations, ...paperOperations];
