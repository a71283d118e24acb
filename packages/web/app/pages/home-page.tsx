/** The start: what this is, and where to go. */
import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { kitWords } from '../../kit/kit-words.ts';
import { useWords } from '../../kit/language.ts';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { useSession } from '../../kit/session.ts';
import { appWords } from '../app-words.ts';

export function HomePage() {
  const { home } = useWords(appWords);
  const { logIn } = useWords(kitWords);
  const { account } = useSession();
  return (
    <Stack gap="xl">
      <div>
        <PageTitle
          title={account?.nickname ? home.greeting(account.nickname) : home.title}
          hint={home.what}
        />
        <Group>
          {account === null && (
            <PageButton to="/login" size="md">
              {logIn}
            </PageButton>
          )}
          {account && (
            <PageButton to="/account" size="md" variant="default">
              {home.toAccount}
            </PageButton>
          )}
        </Group>
      </div>
      <Paper withBorder p="lg">
        <Title order={2} mb="xs">
          {home.developers}
        </Title>
        <Stack gap={4}>
          <Anchor href="/docs">{home.reference}</Anchor>
          <Anchor href="/docs/mcp">{home.assistants}</Anchor>
          <Text size="sm" c="dimmed">
            <Anchor href="/api/openapi.json" inherit>
              OpenAPI
            </Anchor>
          </Text>
        </Stack>
      </Paper>
    </Stack>
  );
}
