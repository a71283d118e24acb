/** What is shown when a page met an error that nobody expected. */
import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';

/** A sentence, a way out, and what went wrong for whoever is told of it. */
export function BrokenPage({ error }: { error: unknown }) {
  const words = useWords(kitWords);
  return (
    <Stack maw={560} mx="auto" p="lg" pt={64} role="alert">
      <Title order={1}>{words.broken}</Title>
      <Text>{words.brokenHint}</Text>
      <Code block>{error instanceof Error ? error.message : String(error)}</Code>
      <Group>
        <Button onClick={() => location.reload()}>{words.reload}</Button>
      </Group>
    </Stack>
  );
}
