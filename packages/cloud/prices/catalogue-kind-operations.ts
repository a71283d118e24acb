/**
 * The four operations that sizes and paper types have alike: list, create, change, delete. Owns their run: what is checked,
 * in which order, and what is written to the audit log. What unfinished orders use can be disabled, not deleted.
 */
import { AppError } from '@platen/contracts/app-error';
import { line } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { defineOperation } from '../operation/operation.ts';
import { currentCatalogue } from './catalogue-cache.ts';
import { changeCatalogue } from './catalogue-change.ts';
import type { Catalogue } from './price-rules.ts';
import { countUnfinishedUses, readCatalogue } from './price-store.ts';

const code = line(1, 40)
  .regex(/^[\w.-]+$/, { error: 'must be letters, digits, points and hyphens' })
  .describe('What orders name it by; it never changes');

interface Words {
  title: string;
  summary: string;
}

/** A kind of thing in the catalogue, such as sizes. */
export interface CatalogueKind<
  Row extends { code: string },
  Fields extends z.ZodRawShape,
  Word extends string = string,
  Plural extends string = string,
> {
  /** `paper_type`, as in create_paper_type. */
  word: Word;
  /** `paper-types`, as in its path. */
  plural: Plural;
  words: Record<'list' | 'create' | 'update' | 'delete', Words>;
  /** On the wire, beside the code. */
  fields: Fields;
  /** What a new one has that says nothing else. */
  defaults: Partial<z.output<z.ZodObject<Fields>>>;
  rows(catalogue: Catalogue): Row[];
  view(row: Row): z.output<z.ZodObject<Fields>> & { code: string };
  /** As stored; only what was given. */
  columns(fields: Partial<z.output<z.ZodObject<Fields>>>): Partial<Row>;
  /** Throws malformed for a row that makes no sense. */
  check(row: Row): void;
  insert(tx: Tx, row: Row): Promise<void>;
  update(tx: Tx, code: string, changes: Partial<Row>): Promise<Row | undefined>;
  remove(tx: Tx, code: string): Promise<boolean>;
  /** The column of order items that names it. */
  usedIn: 'size_code' | 'paper_code';
}

/** Its operations, in the order list, create, update, delete. */
export function operationsOfKind<
  Row extends { code: string },
  Fields extends z.ZodRawShape,
  Word extends string,
  Plural extends string,
>(kind: CatalogueKind<Row, Fields, Word, Plural>) {
  return [listOperation(kind), createOperation(kind), updateOperation(kind), deleteOperation(kind)];
}

const pathOf = <Plural extends string>({ plural }: { plural: Plural }) => `/api/admin/${plural}` as const;
const nounOf = ({ word }: { word: string }) => word.replaceAll('_', ' ');
const missing = (kind: { word: string }) =>
  new AppError('not_found', `code: there is no such ${nounOf(kind)}.`);

function listOperation<
  Row extends { code: string },
  Fields extends z.ZodRawShape,
  Word extends string,
  Plural extends string,
>(kind: CatalogueKind<Row, Fields, Word, Plural>) {
  return defineOperation({
    name: `list_all_${kind.word}s` as const,
    ...kind.words.list,
    rest: { method: 'GET', path: pathOf(kind) },
    access: 'admin',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ items: z.array(z.object({ code: z.string(), ...kind.fields })) }),
    run: async (context) =>
      ({ items: kind.rows(await currentCatalogue(context)).map((row) => kind.view(row)) }) as never,
  });
}

function createOperation<
  Row extends { code: string },
  Fields extends z.ZodRawShape,
  Word extends string,
  Plural extends string,
>(kind: CatalogueKind<Row, Fields, Word, Plural>) {
  const given = Object.entries(kind.fields).map(([name, field]) => {
    const fallback = (kind.defaults as Record<string, unknown>)[name];
    return [name, fallback === undefined ? field : (field as z.ZodType).default(fallback as never)];
  });
  return defineOperation({
    name: `create_${kind.word}` as const,
    ...kind.words.create,
    rest: { method: 'POST', path: pathOf(kind) },
    access: 'admin',
    effect: 'create',
    audit: kind.word,
    input: z.strictObject({ code, ...(Object.fromEntries(given) as Fields) }),
    output: z.object({ code: z.string(), ...kind.fields }),
    async run(context, input) {
      const row = { ...kind.columns(input as never), code: (input as { code: string }).code } as Row;
      kind.check(row);
      return (await changeCatalogue(context, async (tx) => {
        await checkFree(tx, kind, row.code);
        await kind.insert(tx, row);
        return { target: row.code, detail: input, output: kind.view(row) };
      })) as never;
    },
  });
}

/** Orders name codes in any case, so two that differ by case alone would be one. */
async function checkFree<Row extends { code: string }, Fields extends z.ZodRawShape>(
  tx: Tx,
  kind: CatalogueKind<Row, Fields>,
  wanted: string,
): Promise<void> {
  const same = kind
    .rows(await readCatalogue(tx))
    .find((row) => row.code.toLowerCase() === wanted.toLowerCase());
  if (same) throw new AppError('conflict', `code: the ${nounOf(kind)} ${same.code} exists already.`);
}

function updateOperation<
  Row extends { code: string },
  Fields extends z.ZodRawShape,
  Word extends string,
  Plural extends string,
>(kind: CatalogueKind<Row, Fields, Word, Plural>) {
  return defineOperation({
    name: `update_${kind.word}` as const,
    ...kind.words.update,
    rest: { method: 'PUT', path: `${pathOf(kind)}/{code}` as const },
    access: 'admin',
    effect: 'update',
    audit: kind.word,
    input: z.strictObject({ code, ...z.strictObject(kind.fields).partial().shape }),
    example: { enabled: false } as never,
    output: z.object({ code: z.string(), ...kind.fields }),
    async run(context, input) {
      const { code: known, ...changes } = input as { code: string };
      return (await changeCatalogue(context, async (tx) => {
        const row = await kind.update(tx, known, kind.columns(changes as never));
        if (!row) throw missing(kind);
        kind.check(row);
        return { target: row.code, detail: input, output: kind.view(row) };
      })) as never;
    },
  });
}

function deleteOperation<
  Row extends { code: string },
  Fields extends z.ZodRawShape,
  Word extends string,
  Plural extends string,
>(kind: CatalogueKind<Row, Fields, Word, Plural>) {
  return defineOperation({
    name: `delete_${kind.word}` as const,
    ...kind.words.delete,
    rest: { method: 'DELETE', path: `${pathOf(kind)}/{code}` as const },
    access: 'admin',
    effect: 'delete',
    audit: kind.word,
    input: z.strictObject({ code }),
    output: z.object({ deleted: z.literal(true) }),
    async run(context, { code: known }) {
      return await changeCatalogue(context, async (tx) => {
        await checkUnused(tx, { column: kind.usedIn, code: known });
        if (!(await kind.remove(tx, known))) throw missing(kind);
        return { target: known, detail: {}, output: { deleted: true as const } };
      });
    },
  });
}

async function checkUnused(tx: Tx, use: { column: 'size_code' | 'paper_code'; code: string }): Promise<void> {
  const items = await countUnfinishedUses(tx, use);
  if (items === 0) return;
  throw new AppError('conflict', `${use.code} is in ${items} items of unfinished orders.`, {
    hint: 'Disable it; delete it once they are done.',
  });
}
