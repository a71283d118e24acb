/** The heading of a page and what can be done on it; also the words in the browser's tab. */
import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './page-title.module.css';

export interface PageTitleProps {
  title: string;
  /** A sentence below it. */
  hint?: ReactNode;
  /** Buttons at its side. */
  actions?: ReactNode;
  /** The buttons are narrow: they stay beside a long title. */
  isTight?: boolean;
}

export function PageTitle({ title, hint, actions, isTight = false }: PageTitleProps) {
  useEffect(() => {
    document.title = `${title} · Platen`;
  }, [title]);
  return (
    <Group
      justify="space-between"
      align="flex-start"
      gap="md"
      wrap={isTight ? 'nowrap' : 'wrap'}
      className={classes.head!}
    >
      <div>
        <Title order={1} className={classes.title!}>
          {title}
        </Title>
        {hint !== undefined && (
          <Text c="dimmed" mt={typeof hint === 'string' ? 4 : 8}>
            {hint}
          </Text>
        )}
      </div>
      {actions}
    </Group>
  );
}
