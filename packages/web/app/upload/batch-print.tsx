/** Many photos in one size, put into the basket in one go. */
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCatalogue } from '../../kit/catalogue.ts';
import { useWords } from '../../kit/language.ts';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { maxBasketItems } from '../basket/basket-rules.ts';
import { useBasket } from '../basket/basket-store.ts';
import { CopiesInput, PaperSelect, SizeSelect } from '../basket/choice-selects.tsx';
import { paperFor, usualSize } from '../basket/prices.ts';
import { uploadWords } from './upload-words.ts';

export interface BatchPrintProps {
  photos: ReadonlyArray<{ id: string; filename: string }>;
  onAdded?(): void;
}

export function BatchPrint({ photos, onAdded }: BatchPrintProps) {
  const { batch } = useWords(uploadWords);
  const { options } = useCatalogue();
  const { basket, add } = useBasket();
  const navigate = useNavigate();
  const [chosenSize, setSize] = useState('');
  const [chosenPaper, setPaper] = useState('');
  const [copies, setCopies] = useState(1);
  const size = options?.sizes.find(({ code }) => code === chosenSize) ?? usualSize(options, 'photo');
  const paper = paperFor(options, size, chosenPaper);
  if (!size) return <LoadingLines lines={2} heightPx={36} />;
  const put = () => {
    const room = maxBasketItems - basket.items.length;
    add(
      photos.map(({ id, filename }) => ({
        filename,
        isPhoto: true,
        item: { document_id: id, size: size.code, paper_type: paper, quantity: copies },
      })),
    );
    showToast({ text: photos.length > room ? batch.full : batch.added(photos.length) });
    onAdded?.();
    void navigate({ to: '/basket' });
  };
  return (
    <Paper withBorder p="lg" component="section" aria-label={batch.title(photos.length)}>
      <Title order={2}>{batch.title(photos.length)}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {batch.hint}
      </Text>
      <Group align="flex-end">
        <SizeSelect label={batch.size} value={size.code} onChange={setSize} madeFor="photo" paper={paper} />
        <PaperSelect label={batch.paper} value={paper} onChange={setPaper} size={size.code} />
        <CopiesInput label={batch.copies} value={copies} onChange={setCopies} />
        <Button onClick={put}>{batch.add}</Button>
      </Group>
    </Paper>
  );
}
