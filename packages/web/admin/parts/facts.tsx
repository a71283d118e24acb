/** What is known of a thing: names and values, in a card. */
import { Paper, SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

export interface FactsProps {
  title?: string;
  /** Beside the title. */
  actions?: ReactNode;
  facts: ReadonlyArray<readonly [name: string, value: ReactNode] | false | undefined>;
  /** At a desk; 2 unless told. */
  columns?: number;
  children?: ReactNode;
}

export function Facts({ title, actions, facts, columns = 2, children }: FactsProps) {
  return (
    <Card title={title} actions={actions}>
      <SimpleGrid component="dl" m={0} cols={{ base: 1, xs: columns }} spacing="md" verticalSpacing="sm">
        {facts.map(
          (fact) =>
            fact && (
              <div key={fact[0]}>
                <Text component="dt" size="sm" c="dimmed">
                  {fact[0]}
                </Text>
                <Text component="dd" m={0} className={classes.value}>
                  {fact[1]}
                </Text>
              </div>
            ),
        )}
      </SimpleGrid>
      {children}
    </Card>
  );
}

/** A part of a page with its title. */
export function Card({
  title,
  actions,
  children,
}: {
  title?: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <div className={classes.head}>
          {title !== undefined && <Title order={2}>{title}</Title>}
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </Paper>
  );
}
