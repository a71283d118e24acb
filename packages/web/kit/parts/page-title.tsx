/** The heading of a page and what can be done on it; also the words in the browser's tab. */
import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

export interface PageTitleProps {
  title: string;
  /** A sentence below it. */
  hint?: ReactNode;
  /** Buttons at its side. */
  actions?: ReactNode;
}

export function PageTitle({ title, hint, actions }: PageTitleProps) {
  useEffect(() => {
    document.title = `${title} · Platen`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="md">
      <div>
        <Title order={1}>{title}</Title>
        {hint !== undefined && (
          <Text c="dimmed" mt={4}>
            {hint}
          </Text>
        )}
      </div>
      {actions}
    </Group>
  );
}
