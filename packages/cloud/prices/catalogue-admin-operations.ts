/** Sizes and paper types as admins set them up: their fields and how they are stored. */
import { AppError } from '@platen/contracts/app-error';
import { line, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { type CatalogueKind, operationsOfKind } from './catalogue-kind-operations.ts';
import { deletePaper, deleteSize, insertPaper, insertSize, updatePaper, updateSize } from './price-store.ts';
import type { PaperTypeTable, SizeTable } from './price-tables.ts';

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

const newest = { name_zh: '', position: 1000, enabled: true };

const sizes: CatalogueKind<SizeTable, typeof sizeFields, 'size', 'sizes'> = {
  word: 'size',
  plural: 'sizes',
  words: {
    list: {
      title: 'Sizes, disabled ones too',
      summary: 'Returns every size that was set up, disabled ones and those without a price too.',
    },
    create: {
      title: 'Add a size',
      summary:
        'Adds a size. It can be ordered once it has a price (set_price). Codes that differ by case alone are the same.',
    },
    update: {
      title: 'Change a size',
      summary:
        'Changes what is given of a size (code from list_all_sizes); enabled: false takes it off offer.',
    },
    delete: {
      title: 'Delete a size',
      summary: 'Deletes a size and its prices. Refused while unfinished orders use it; disable it then.',
    },
  },
  fields: sizeFields,
  defaults: { ...newest, borderless: false },
  rows: (catalogue) => catalogue.sizes,
  view: (row) => ({
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
  }),
  columns: ({ width_mm, height_mm, borderless, enabled, ...rest }) => ({
    ...rest,
    ...(width_mm !== undefined && { x_dimension: Math.round(width_mm * 100) }),
    ...(height_mm !== undefined && { y_dimension: Math.round(height_mm * 100) }),
    ...(borderless !== undefined && { borderless: borderless ? 1 : 0 }),
    ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
  }),
  check(row) {
    if (row.x_dimension > row.y_dimension)
      throw new AppError('malformed', 'width_mm: must be the short edge, at most height_mm');
  },
  insert: insertSize,
  update: updateSize,
  remove: deleteSize,
  usedIn: 'size_code',
};

const papers: CatalogueKind<PaperTypeTable, typeof paperFields, 'paper_type', 'paper-types'> = {
  word: 'paper_type',
  plural: 'paper-types',
  words: {
    list: {
      title: 'Paper types, disabled ones too',
      summary: 'Returns every paper type that was set up, disabled ones and those without a price too.',
    },
    create: {
      title: 'Add a paper type',
      summary:
        'Adds a paper type. It can be ordered once a size has a price on it (set_price). Codes that differ by case alone are the same.',
    },
    update: {
      title: 'Change a paper type',
      summary:
        'Changes what is given of a paper type (code from list_all_paper_types); enabled: false takes it off offer.',
    },
    delete: {
      title: 'Delete a paper type',
      summary:
        'Deletes a paper type and its prices. Refused while unfinished orders use it; disable it then.',
    },
  },
  fields: paperFields,
  defaults: newest,
  rows: (catalogue) => catalogue.papers,
  view: (row) => ({ ...row, enabled: row.enabled === 1 }),
  columns: ({ enabled, ...rest }) => ({
    ...rest,
    ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
  }),
  check() {},
  insert: insertPaper,
  update: updatePaper,
  remove: deletePaper,
  usedIn: 'paper_code',
};

export const catalogueAdminOperations = [...operationsOfKind(sizes), ...operationsOfKind(papers)];
