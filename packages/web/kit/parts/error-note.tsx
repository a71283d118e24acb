/** A refusal in words: what it means in the reader's language and, below it, the server's exact sentence. */
import { Alert, Button, Text } from '@mantine/core';
import { ApiError } from '../api.ts';
import { WarningIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { useLanguage, useWords } from '../language.ts';

export interface ErrorNoteProps {
  /** Whatever was thrown. Nothing is shown for null and undefined. */
  error: unknown;
  /** Another sentence for what happened here; the server's own stands below it all the same. */
  title?: string;
  retry?: () => void;
}

export function ErrorNote({ error, title, retry }: ErrorNoteProps) {
  const words = useWords(kitWords);
  const language = useLanguage();
  if (error === null || error === undefined) return null;
  const known = error instanceof ApiError ? error : undefined;
  const exact = known && known.code !== 'offline' ? known.message : undefined;
  const meaning = title ?? (known ? words.codes[known.code] : words.codes.internal);
  // In English the server's sentence says it all, and says it exactly.
  const isPlain = language === 'en' && exact !== undefined && title === undefined && known!.status < 500;
  return (
    <Alert color="seal" variant="light" icon={<WarningIcon />} role="alert">
      <Text fw={600} size="sm">
        {isPlain ? exact : meaning}
      </Text>
      {!isPlain && exact !== undefined && (
        <Text size="xs" lang="en" mt={2}>
          {exact}
        </Text>
      )}
      {known?.retryAfterSeconds !== undefined && (
        <Text size="xs" mt={2}>
          {words.retryIn(known.retryAfterSeconds)}
        </Text>
      )}
      {retry && (
        <Button size="compact-sm" variant="outline" color="seal" mt="xs" onClick={retry}>
          {words.retry}
        </Button>
      )}
    </Alert>
  );
}
