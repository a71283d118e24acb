/** Contact sheets of chosen photos: how they are to look, and the sheets once they are made. */
import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../kit/api-hooks.ts';
import { useCatalogue } from '../../kit/catalogue.ts';
import { useWords } from '../../kit/language.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { SizeSelect } from '../basket/choice-selects.tsx';
import { usualSize } from '../basket/prices.ts';
import { previewPath } from '../photo/picture-paths.ts';
import { uploadWords } from './upload-words.ts';

export interface ContactSheetDialogProps {
  photoIds: readonly string[];
  opened: boolean;
  onClose(): void;
}

const captionKinds = ['number', 'filename', 'none'] as const;
const backgrounds = ['white', 'black'] as const;
const limits = { columns: 10, rows: 15 };

export function ContactSheetDialog({ photoIds, opened, onClose }: ContactSheetDialogProps) {
  const { contact } = useWords(uploadWords);
  const { options } = useCatalogue();
  const [chosenSize, setSize] = useState('');
  const [captions, setCaptions] = useState<(typeof captionKinds)[number]>('number');
  const [background, setBackground] = useState<(typeof backgrounds)[number]>('white');
  const [columns, setColumns] = useState<number>();
  const [rows, setRows] = useState<number>();
  const size = chosenSize || (usualSize(options, 'photo')?.code ?? '4x6');
  const make = useAct('POST /api/photos/contact-sheets', { changes: ['GET /api/photos'] });
  const close = () => {
    make.reset();
    onClose();
  };
  const sheets = make.output?.sheets;
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={contact.title}
      size="lg"
      actions={
        !sheets && (
          <Button
            loading={make.isRunning}
            onClick={() =>
              make.run({
                photo_ids: [...photoIds],
                size,
                captions,
                background,
                ...(columns && { columns }),
                ...(rows && { rows }),
              })
            }
          >
            {contact.make}
          </Button>
        )
      }
    >
      {sheets ? (
        <Stack>
          <Text role="status">{contact.made(sheets.length)}</Text>
          {sheets.map(({ photo }) => (
            <Group key={photo.photo_id} align="center">
              <PhotoThumb src={previewPath(photo.photo_id)} alt={photo.filename} sizePx={160} fit="contain" />
              <PageButton to="/photos/$id" params={{ id: photo.photo_id }} search={{ size }}>
                {contact.openSheet}
              </PageButton>
            </Group>
          ))}
        </Stack>
      ) : (
        <Stack>
          <Text c="dimmed">{contact.hint(photoIds.length)}</Text>
          <SizeSelect label={contact.size} value={size} onChange={setSize} madeFor="photo" />
          <Group grow>
            <Select
              label={contact.captions}
              value={captions}
              allowDeselect={false}
              onChange={(value) => value && setCaptions(value as typeof captions)}
              data={captionKinds.map((value) => ({ value, label: contact.captionKinds[value] }))}
            />
            <Select
              label={contact.background}
              value={background}
              allowDeselect={false}
              onChange={(value) => value && setBackground(value as typeof background)}
              data={backgrounds.map((value) => ({ value, label: contact.backgrounds[value] }))}
            />
          </Group>
          <Group grow>
            <NumberInput
              label={contact.columns}
              placeholder={contact.auto}
              min={1}
              max={limits.columns}
              allowDecimal={false}
              value={columns ?? ''}
              onChange={(value) => setColumns(Number(value) || undefined)}
            />
            <NumberInput
              label={contact.rows}
              placeholder={contact.auto}
              min={1}
              max={limits.rows}
              allowDecimal={false}
              value={rows ?? ''}
              onChange={(value) => setRows(Number(value) || undefined)}
            />
          </Group>
          <ErrorNote error={make.error} />
          {make.isRunning && <Text role="status">{contact.making}</Text>}
        </Stack>
      )}
    </Dialog>
  );
}
