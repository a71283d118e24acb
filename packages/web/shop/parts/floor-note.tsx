/** A refusal of the floor in a sentence of the page's language; the host's own stands below where it is another. */
import { Alert, Button, Text } from '@mantine/core';
import { ApiError } from '../../kit/api.ts';
import { WarningIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { refusalText } from '../words/refusal-words.ts';

export function FloorNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const words = useWords(kitWords);
  const language = useLanguage();
  if (error === null || error === undefined) return null;
  const text = refusalText(error, language);
  const exact =
    error instanceof ApiError && error.code !== 'offline' && error.message !== text
      ? error.message
      : undefined;
  return (
    <Alert color="seal" variant="light" icon={<WarningIcon />} role="alert">
      <Text fw={600} size="sm">
        {text}
      </Text>
      {exact !== undefined && (
        <Text size="xs" lang="en" mt={2}>
          {exact}
        </Text>
      )}
      {retry && (
        <Button size="compact-sm" variant="light" color="seal" mt="xs" onClick={retry}>
          {words.retry}
        </Button>
      )}
    </Alert>
  );
}
