/** Uploads as pictures to be shown beside an answer. Who may see one is decided by whoever names it. */
import type { Deps } from '../context.ts';
import { shownPicture } from '../files/thumbnail-making.ts';
import type { ShownPicture } from '../operation/operation.ts';
import { listLiveDocuments } from './document-store.ts';

/** Those that are still there, in the order given. */
export async function picturesOfUploads(
  deps: Deps,
  wanted: readonly { id: string; title: string }[],
): Promise<ShownPicture[]> {
  const found = new Map(
    (await listLiveDocuments(deps.database.query, [...new Set(wanted.map(({ id }) => id))])).map((row) => [
      row.id,
      row.sha256,
    ]),
  );
  return wanted.flatMap(({ id, title }) => {
    const sha256 = found.get(id);
    return sha256 === undefined ? [] : [shownPicture(deps, { title, sha256 })];
  });
}
