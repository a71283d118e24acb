/** What was uploaded before: to print again, several at once, as a contact sheet, or to delete. */
import { Button, Checkbox, Group, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { api } from '../../kit/api.ts';
import { useRead } from '../../kit/api-hooks.ts';
import { PhotoIcon } from '../../kit/icons.tsx';
import { useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { Pager } from '../../kit/tables/pager.tsx';
import { thumbnailPath } from '../photo/picture-paths.ts';
import { BatchPrint } from './batch-print.tsx';
import { ContactSheetDialog } from './contact-sheet-dialog.tsx';
import classes from './upload.module.css';
import { uploadWords } from './upload-words.ts';

const pageSize = 24;

/** `uploads`: how many this tab has finished; a new one is read at once. */
export function EarlierUploads({ uploads }: { uploads: number }) {
  const { earlier } = useWords(uploadWords);
  const [{ page, show }, setAddress] = useAddress({ page: 1, show: 'photo' });
  const kind = show === 'document' ? 'document' : 'photo';
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const list = useRead('GET /api/documents', { kind, page, page_size: pageSize }, { keepsPrevious: true });
  const { refetch } = list;
  // Read again when an upload has ended.
  useEffect(() => {
    if (uploads > 0) void refetch();
  }, [uploads, refetch]);
  const choose = (id: string, filename: string, isChosen: boolean) => {
    const next = new Map(chosen);
    if (isChosen) next.set(id, filename);
    else next.delete(id);
    setChosen(next);
  };
  const clear = () => setChosen(new Map());
  return (
    <section aria-label={earlier.title}>
      <Group justify="space-between" mb="md">
        <Title order={2}>{earlier.title}</Title>
        <SegmentedControl
          aria-label={earlier.title}
          value={kind}
          onChange={(value) => {
            clear();
            setAddress({ show: value, page: 1 });
          }}
          data={[
            { value: 'photo', label: earlier.photos },
            { value: 'document', label: earlier.documents },
          ]}
        />
      </Group>
      <ErrorNote error={list.error} retry={() => void list.refetch()} />
      {list.isPending && <LoadingLines lines={3} heightPx={96} />}
      {list.data?.total === 0 && (
        <EmptyState icon={<PhotoIcon size={36} />} title={earlier.empty} hint={earlier.emptyHint} />
      )}
      <ul className={classes.grid}>
        {list.data?.items.map(({ document_id: id, filename }) => (
          <li key={id} className={`${classes.tile} ${chosen.has(id) ? classes.chosen : ''}`}>
            <div className={classes.choose}>
              <Checkbox
                aria-label={earlier.select(filename)}
                checked={chosen.has(id)}
                onChange={(event) => choose(id, filename, event.currentTarget.checked)}
              />
            </div>
            <Link to={kind === 'photo' ? '/photos/$id' : '/documents/$id'} params={{ id } as never}>
              <span className={classes.picture}>
                <PhotoThumb src={thumbnailPath(id)} alt="" sizePx={136} />
              </span>
              <span title={filename}>{filename}</span>
            </Link>
          </li>
        ))}
      </ul>
      {list.data && (
        <Group justify="center" mt="md">
          <Pager list={list.data} onPage={(next) => setAddress({ page: next }, { push: true })} />
        </Group>
      )}
      {chosen.size > 0 && <ChoiceBar chosen={chosen} clear={clear} isPhotos={kind === 'photo'} />}
    </section>
  );
}

interface ChoiceBarProps {
  chosen: ReadonlyMap<string, string>;
  clear(): void;
  isPhotos: boolean;
}

function ChoiceBar({ chosen, clear, isPhotos }: ChoiceBarProps) {
  const { earlier, batch } = useWords(uploadWords);
  const [open, setOpen] = useState<'print' | 'contact'>();
  const client = useQueryClient();
  const ids = [...chosen.keys()];
  const remove = async () => {
    for (const document_id of ids) await api('DELETE /api/documents/{document_id}', { document_id });
    void client.invalidateQueries({ queryKey: ['GET /api/documents'] });
    showToast({ text: earlier.deleted(ids.length) });
    clear();
  };
  return (
    <>
      <Paper className={classes.bar}>
        <Group justify="space-between" gap="xs">
          <Text fw={600} role="status">
            {earlier.selected(ids.length)}
          </Text>
          <Group gap="xs">
            {isPhotos && (
              <Button size="compact-md" onClick={() => setOpen('print')}>
                {earlier.print}
              </Button>
            )}
            {isPhotos && ids.length > 1 && (
              <Button size="compact-md" variant="light" onClick={() => setOpen('contact')}>
                {earlier.contact}
              </Button>
            )}
            <ConfirmButton
              size="compact-md"
              variant="light"
              color="seal"
              title={earlier.deleteTitle(ids.length)}
              text={earlier.deleteText}
              confirm={earlier.delete}
              act={remove}
            >
              {earlier.delete}
            </ConfirmButton>
            <Button size="compact-md" variant="default" onClick={clear}>
              {earlier.clearChoice}
            </Button>
          </Group>
        </Group>
      </Paper>
      <Dialog
        opened={open === 'print'}
        onClose={() => setOpen(undefined)}
        title={batch.title(ids.length)}
        size="lg"
      >
        <BatchPrint photos={[...chosen].map(([id, filename]) => ({ id, filename }))} onAdded={clear} />
      </Dialog>
      <ContactSheetDialog photoIds={ids} opened={open === 'contact'} onClose={() => setOpen(undefined)} />
    </>
  );
}
