/** The files of this upload, each with its progress and what can be done about it. */
import { ActionIcon, Button, Group, Paper, Progress, Text, Title } from '@mantine/core';
import { fileSizeText, percentText } from '../../kit/formats.ts';
import { CloseIcon, DocumentIcon, PhotoIcon, RetryIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { fileRefusalText, mayRetry } from '../../kit/uploads/file-refusals.ts';
import { thumbnailPath } from '../photo/picture-paths.ts';
import classes from './upload.module.css';
import { cancelUpload, clearEnded, type QueuedUpload, retryUpload } from './upload-queue.ts';
import { isUnderWay, shareOf } from './upload-queue-rules.ts';
import { uploadWords } from './upload-words.ts';

export function QueueList({ entries }: { entries: readonly QueuedUpload[] }) {
  const words = useWords(uploadWords);
  const done = entries.filter(({ state }) => state === 'done').length;
  const failed = entries.filter(({ state }) => state === 'failed');
  const isRunning = entries.some(({ state }) => state === 'waiting' || isUnderWay(state));
  const retryable = failed.filter(({ error }) => mayRetry(error));
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.queue}>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2}>{words.queue}</Title>
          <Text size="sm" c="dimmed" role="status">
            {words.summary(done, entries.filter(({ state }) => state !== 'cancelled').length)}
            {failed.length > 0 && ` · ${words.failed(failed.length)}`}
          </Text>
        </div>
        <Group gap="xs">
          {retryable.length > 0 && (
            <Button
              size="compact-md"
              variant="light"
              onClick={() => retryable.forEach(({ id }) => void retryUpload(id))}
            >
              {words.retryAll}
            </Button>
          )}
          {!isRunning && (
            <Button size="compact-md" variant="default" onClick={clearEnded}>
              {words.clear}
            </Button>
          )}
        </Group>
      </Group>
      {isRunning && <Progress value={shareOf(entries) * 100} mb="sm" aria-label={words.progress} />}
      <ul className={classes.list}>
        {entries.map((entry) => (
          <QueueRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </Paper>
  );
}

function QueueRow({ entry }: { entry: QueuedUpload }) {
  const words = useWords(uploadWords);
  const { id, file, kind, state, share, error, uploaded } = entry;
  const canCancel = state === 'waiting' || isUnderWay(state);
  const canRetry = state === 'cancelled' || (state === 'failed' && mayRetry(error));
  return (
    <li className={classes.row}>
      {uploaded ? (
        <PhotoThumb src={thumbnailPath(uploaded.id)} alt={file.name} sizePx={48} />
      ) : (
        <Text c="dimmed" lh={0} ta="center">
          {kind === 'photo' ? <PhotoIcon size={26} /> : <DocumentIcon size={26} />}
        </Text>
      )}
      <div style={{ minWidth: 0 }}>
        <div className={classes.name} title={file.name}>
          {file.name}
        </div>
        <StateLine entry={entry} />
        {isUnderWay(state) && (
          <Progress
            size="sm"
            mt={4}
            value={share * 100}
            animated={state === 'examined'}
            aria-label={words.progressOf(file.name)}
          />
        )}
        {state === 'failed' && <FileRefusal error={error} />}
      </div>
      <Group gap="xs" wrap="nowrap">
        {uploaded && (
          <PageButton
            to={kind === 'photo' ? '/photos/$id' : '/documents/$id'}
            params={{ id: uploaded.id }}
            size="compact-md"
            variant="light"
            aria-label={words.openName(file.name)}
          >
            {words.open}
          </PageButton>
        )}
        {canRetry && (
          <ActionIcon
            size="lg"
            variant="default"
            aria-label={words.retryOne(file.name)}
            onClick={() => retryUpload(id)}
          >
            <RetryIcon size={18} />
          </ActionIcon>
        )}
        {canCancel && (
          <ActionIcon
            size="lg"
            variant="default"
            aria-label={words.cancelOne(file.name)}
            onClick={() => cancelUpload(id)}
          >
            <CloseIcon size={18} />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}

/** One line below the file, as long as the reason is known; else all that was said. */
function FileRefusal({ error }: { error: unknown }) {
  const language = useLanguage();
  const said = mayRetry(error) ? undefined : fileRefusalText(error, language);
  if (said === undefined) return <ErrorNote error={error} />;
  return (
    <Text size="sm" c="seal" role="alert">
      {said}
    </Text>
  );
}

function StateLine({ entry }: { entry: QueuedUpload }) {
  const words = useWords(uploadWords);
  const language = useLanguage();
  const { file, kind, state, share, uploaded } = entry;
  const facts = [fileSizeText(file.size, language)];
  if (uploaded && kind === 'document') facts.push(words.pages(uploaded.pages));
  else if (uploaded?.widthPx && uploaded.heightPx)
    facts.push(words.pixels(uploaded.widthPx, uploaded.heightPx));
  if (state === 'sending') facts.push(percentText(share, language));
  if (state !== 'done') facts.push(words.states[state]);
  return (
    <Text size="sm" c="dimmed" className="platen-numbers">
      {facts.join(' · ')}
    </Text>
  );
}
