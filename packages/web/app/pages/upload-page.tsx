/** /upload: files come in, and what came in before. */
import { Stack } from '@mantine/core';
import { useAddress } from '../../kit/address-state.ts';
import { useRead } from '../../kit/api-hooks.ts';
import { useWords } from '../../kit/language.ts';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { useSession } from '../../kit/session.ts';
import { BatchPrint } from '../upload/batch-print.tsx';
import { BrokenOffList } from '../upload/broken-off-list.tsx';
import { DropZone } from '../upload/drop-zone.tsx';
import { EarlierUploads } from '../upload/earlier-uploads.tsx';
import { QueueList } from '../upload/queue-list.tsx';
import { queueFiles, useUploads } from '../upload/upload-queue.ts';
import { uploadWords } from '../upload/upload-words.ts';

export function UploadPage() {
  const words = useWords(uploadWords);
  const { account } = useSession();
  const [, setAddress] = useAddress({ page: 1 });
  const entries = useUploads(account?.account_id);
  const limits = useRead('GET /api/uploads/limits', {}, { staleTime: 60_000 });
  const take = (files: readonly File[]) => {
    if (files.length === 0) return showToast({ text: words.nothing, tone: 'refused' });
    const { added, twice, left } = queueFiles(files, limits.data?.max_file_bytes);
    if (twice.length > 0) showToast({ text: words.twice(twice.length) });
    if (left > 0) showToast({ text: words.tooMany(left), tone: 'refused' });
    if (added.length > 0) setAddress({ page: 1 });
  };
  const done = entries.filter(({ state }) => state === 'done');
  const photos = done.flatMap(({ kind, uploaded, file }) =>
    kind === 'photo' && uploaded ? [{ id: uploaded.id, filename: file.name }] : [],
  );
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} />
      <Stack gap="lg">
        <DropZone onFiles={take} limits={limits.data} />
        <BrokenOffList entries={entries} />
        {entries.length > 0 && <QueueList entries={entries} />}
        {photos.length > 1 && <BatchPrint photos={photos} />}
        <EarlierUploads uploads={done.length} />
      </Stack>
    </>
  );
}
