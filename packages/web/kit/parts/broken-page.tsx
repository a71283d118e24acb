/** What is shown when a page met an error that nobody expected. */
import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
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

interface BoundaryProps {
  fallback(error: unknown): ReactNode;
  children: ReactNode;
}

/** Catches what is thrown while drawing. */
export class ErrorBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : this.props.fallback(this.state.error);
  }
}
