/** Uploads of this account that broke off and wait for their file: those that no page of this browser is sending. */
import { api } from '../api.ts';
import type { ApiOutput } from '../api-types.ts';
import { listLockedMarks } from './upload-locks.ts';

export type BrokenOff = ApiOutput<'GET /api/uploads'>['items'][number];

/** Newest first. What was announced without a mark can't be gone on with from a page. */
export async function listBrokenOff(signal?: AbortSignal): Promise<BrokenOff[]> {
  const { items } = await api('GET /api/uploads', {}, { signal });
  const locked = await listLockedMarks();
  return items.filter(({ mark, offset }) => mark !== null && offset > 0 && !locked.has(mark));
}

/** Forgets one, and the bytes that had come. */
export const forgetBrokenOff = async (uploadId: string): Promise<void> => {
  await api('DELETE /api/uploads/{upload_id}', { upload_id: uploadId });
};
