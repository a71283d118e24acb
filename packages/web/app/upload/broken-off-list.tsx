/** Files whose upload broke off and that this page can't read by itself: chosen again, they go on where they stopped. */
import { Button, Group, Paper, Progress, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fileSizeText, timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { type BrokenOff, forgetBrokenOff, listBrokenOff } from '../../kit/uploads/broken-off.ts';
import classes from './upload.module.css';
import type { QueuedUpload } from './upload-queue.ts';
import { uploadWords } from './upload-words.ts';

const key = ['GET /api/uploads', {}] as const;

/** Read again whenever an upload of this page begins or ends. */
export function BrokenOffList({ entries }: { entries: readonly QueuedUpload[] }) {
  const { brokenOff: words } = useWords(uploadWords);
  const states = entries.map(({ state }) => state).join();
  const { data = [] } = useQuery<BrokenOff[]>({
    queryKey: [...key, states],
    queryFn: ({ signal }) => listBrokenOff(signal),
    placeholderData: keepPreviousData,
  });
  const chosen = entries.filter(({ state }) => state !== 'cancelled');
  const left = data.filter(
    ({ filename, bytes }) => !chosen.some(({ file }) => file.name === filename && file.size === bytes),
  );
  if (left.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.title}>
      <Title order={2} mb={4}>
        {words.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {words.hint}
      </Text>
      <ul className={classes.list}>
        {left.map((each) => (
          <BrokenOffRow key={each.upload_id} upload={each} />
        ))}
      </ul>
    </Paper>
  );
}

function BrokenOffRow({ upload }: { upload: BrokenOff }) {
  const { brokenOff: words } = useWords(uploadWords);
  const language = useLanguage();
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const { filename, offset, bytes, expires_at } = upload;
  const forget = async () => {
    setRunning(true);
    setError(undefined);
    try {
      await forgetBrokenOff(upload.upload_id);
      await client.invalidateQueries({ queryKey: key });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setRunning(false);
    }
  };
  return (
    <li className={classes.brokenOff}>
      <div style={{ minWidth: 0 }}>
        <div className={classes.name} title={filename}>
          {filename}
        </div>
        <Text size="sm" c="dimmed" className="platen-numbers">
          {words.come(fileSizeText(offset, language), fileSizeText(bytes, language))} ·{' '}
          {words.until(timeText(expires_at, language))}
        </Text>
        <Progress size="sm" mt={4} value={(offset / bytes) * 100} aria-label={words.progress(filename)} />
        <ErrorNote error={error} />
      </div>
      <Group>
        <Button
          size="compact-md"
          variant="default"
          loading={isRunning}
          aria-label={words.forgetOne(filename)}
          onClick={() => void forget()}
        >
          {words.forget}
        </Button>
      </Group>
    </li>
  );
}
