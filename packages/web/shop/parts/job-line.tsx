/** A job as it is named wherever something is about it: picture, order, file, paper, copies. */
import { Group, Stack, Text } from '@mantine/core';
import type { FloorMedia } from '@platen/contracts/floor/shop-floor';
import type { ReactNode } from 'react';
import { useLanguage, useWords } from '../../kit/language.ts';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { floorWords } from '../words/floor-words.ts';
import { mediaText } from '../words/media-words.ts';

export interface NamedJob {
  order_no: string;
  item_position: number;
  filename: string | null;
  thumbnail: string | null;
  media: FloorMedia;
  copies: number;
  copies_printed: number;
}

export function JobLine({
  job,
  sizePx = 64,
  children,
}: {
  job: NamedJob;
  sizePx?: number;
  children?: ReactNode;
}) {
  const words = useWords(floorWords);
  const language = useLanguage();
  const name = words.order(job.order_no, job.item_position);
  return (
    <Group wrap="nowrap" gap="sm" align="flex-start">
      <PhotoThumb src={job.thumbnail} alt={job.filename ?? name} sizePx={sizePx} />
      <Stack gap={2} style={{ minWidth: 0 }}>
        <Text fw={600} size="sm" className="platen-numbers">
          {name}
        </Text>
        {job.filename !== null && (
          <Text size="sm" truncate title={job.filename}>
            {job.filename}
          </Text>
        )}
        <Text size="sm" c="dimmed" className="platen-numbers">
          {mediaText(job.media, language)} · {words.copies(job.copies_printed, job.copies)}
        </Text>
        {children}
      </Stack>
    </Group>
  );
}
