/** Restorations from before migration 15 are told after it as what they were, and those that wait can be done. */
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { bareDatabases } from '../../../test/fixtures/bare-databases.ts';
import { fileLink } from '../files/file-links.ts';
import { taskOf } from '../restorations/restoration-moves.ts';
import { findSameRestoration } from '../restorations/restoration-store.ts';
import { viewRestorations } from '../restorations/restoration-view.ts';
import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';

const options =
  '{"strength":80,"steps":{"denoise":true,"fade":true,"cast":false,"contrast":true},"mode":"auto"}';
const report = '{"applied":["denoise","fade"],"noise_sigma":4.2,"change":11.5}';
const unchanged = '{"applied":[],"noise_sigma":1,"change":0}';
const id = (last: number) => `0192f000-0000-7000-8000-00000000000${last}`;
const hash = 'a'.repeat(64);

/** A photo with its result; restorations of it that were completed, found nothing to do, failed and wait. */
const before = `
insert into accounts (id, phone, nickname, role, created_at) values ('a', '1', '', 'customer', 1);
insert into documents (id, account_id, kind, filename, content_type, bytes, sha256, pages, created_at) values
  ('${id(1)}', 'a', 'photo', 'p.jpg', 'image/jpeg', 9, '${hash}', 1, 1),
  ('${id(2)}', 'a', 'photo', 'r.jpg', 'image/jpeg', 8, '${'b'.repeat(64)}', 1, 2);
insert into restorations values
  ('${id(3)}', 'a', '${id(1)}', '${hash}', 9, '${options}', 'completed', 'cloud x', null, 1, 100, '', '${id(2)}', '${report}', 2, 3, 3),
  ('${id(4)}', 'a', '${id(1)}', '${hash}', 9, '${options}', 'completed', 'agent', null, 1, 100, '', '${id(2)}', '${unchanged}', 2, 3, 3),
  ('${id(5)}', 'a', '${id(1)}', '${hash}', 9, '${options}', 'failed', null, null, 3, 0, 'Why.', null, null, 2, 4, 4),
  ('${id(6)}', 'a', '${id(1)}', '${hash}', 9, '${options}', 'queued', null, null, 0, 0, '', null, null, 5, 5, null)`;

const deps = { secret: Buffer.alloc(32), now: () => 10_000, publicUrl: () => 'http://127.0.0.1' };

async function expectMigrated(db: Kysely<Schema>): Promise<void> {
  const raw = db as unknown as Kysely<unknown>;
  for (const [name, { up }] of Object.entries(migrations)) {
    if (name.startsWith('0015')) {
      for (const statement of before.split(';')) await sql.raw(statement).execute(db);
    }
    await up(raw);
  }
  const rows = await db.selectFrom('restorations').selectAll().orderBy('id').execute();
  const [done, nothing, failed, waiting] = await viewRestorations(deps, db as never, rows);
  expect(done).toMatchObject({
    status: 'completed',
    outcome: 'restored',
    applied: ['denoise', 'fade'],
    change: 11.5,
    version: 1,
    result_photo_id: id(2),
    mask_url: null,
    engine: null,
    based_on: null,
    preview_only: false,
    after_preview_url: fileLink(deps, id(2), 'preview'),
    options: { strength: 80, colour: 'keep', steps: { denoise: true, cast: false, defects: false } },
  });
  expect(nothing).toMatchObject({ outcome: 'restored', applied: [], carried_out_by: 'agent' });
  expect(failed).toMatchObject({ status: 'failed', message: 'Why.', outcome: null, stage: null });
  expect(waiting).toMatchObject({ status: 'queued', progress_percent: 0, result_photo_id: null });
  expect(taskOf(rows[3]!)).toMatchObject({ source: { sha256: hash }, options: { enlarge_factor: 2 } });
  const asked = { photoId: id(1), options, previewOnly: false, maskSha256: null, engine: 'other' };
  // The one that waits is the same work; what an engine of old has made is not.
  expect(await findSameRestoration(db as never, asked)).toMatchObject({ id: id(6) });
}

it.each(bareDatabases)('migration 15 keeps what was there on $name', ({ use }) => use(expectMigrated));
