/** What stands where nothing is yet: why it is empty, and the one thing to do about it. */
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  hint?: ReactNode;
  /** A button. */
  action?: ReactNode;
  /** Nothing else is on the page: the title is its heading. */
  isPage?: boolean;
}

export function EmptyState({ icon, title, hint, action, isPage = false }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      {icon !== undefined && <Text c="dimmed">{icon}</Text>}
      {isPage ? (
        <Title order={1} fz="h2">
          {title}
        </Title>
      ) : (
        <Text fw={600}>{title}</Text>
      )}
      {hint !== undefined && (
        <Text c="dimmed" size="sm" maw={420}>
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  );
}
