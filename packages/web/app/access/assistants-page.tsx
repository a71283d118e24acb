/**
 * /assistants: how an AI client is connected, a tab each. What each client is told stands in @platen/contracts/mcp-clients, which /docs/mcp
 * shows as well; here the key is put in, and it goes nowhere else.
 */

import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Code,
  Group,
  NativeSelect,
  Paper,
  PasswordInput,
  Stack,
  Tabs,
  Text,
  Title,
} from '@mantine/core';
import { mcpClients } from '@platen/contracts/mcp-clients';
import { useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useAct } from '../../kit/api-hooks.ts';
import { colon } from '../../kit/formats.ts';
import { WarningIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { CopyButton } from '../../kit/parts/copy-button.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { keysWords } from './keys-words.ts';

/** The ones most people have, each a tab; the rest is a list. */
const tabNames = [
  'Claude Desktop',
  'Claude Code',
  'Cursor',
  'VS Code with GitHub Copilot',
  'Codex CLI and IDE',
  'Gemini CLI',
];
const shortNames: Record<string, string> = {
  'VS Code with GitHub Copilot': 'VS Code',
  'Codex CLI and IDE': 'Codex',
};
const connectors = 'chatgpt';
const others = 'more';
const keyPlace = 'YOUR_API_KEY';

/** As it stands in the address, and in ids that may hold no blank. */
const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
const firstTab = slugOf(tabNames[0]!);

export function AssistantsPage() {
  const words = useWords(keysWords);
  const language = useLanguage();
  const { assistants } = words;
  const [{ client, other, readonly }, setAddress] = useAddress({
    client: 'claude-desktop',
    other: '',
    readonly: false,
  });
  const [key, setKey] = useState('');
  const endpoint = `${location.origin}/api/mcp${readonly ? '/x/all/readonly' : ''}`;
  const clients = mcpClients(endpoint, key.trim() || keyPlace);
  const inTabs = clients.filter(({ name }) => tabNames.includes(name));
  const inList = clients.filter(({ name }) => !tabNames.includes(name));
  const listed = inList.find(({ name }) => name === other) ?? inList[0]!;
  const shown = [...tabNames.map(slugOf), connectors, others].includes(client) ? client : firstTab;
  const shownName = clients.find(({ name }) => slugOf(name) === shown)?.name ?? listed.name;
  const create = useAct('POST /api/user/api-keys', {
    changes: ['GET /api/user/api-keys'],
    onDone: ({ api_key }) => setKey(api_key),
  });
  return (
    <>
      <PageTitle title={assistants.title} hint={assistants.hint} />
      <Stack gap="lg">
        <Paper withBorder p="lg">
          <Stack gap="sm">
            <Group align="flex-end" gap="sm">
              <PasswordInput
                label={assistants.key}
                description={assistants.keyHint}
                placeholder={keyPlace}
                value={key}
                autoComplete="off"
                spellCheck={false}
                style={{ flex: '1 1 18rem' }}
                onChange={(event) => setKey(event.currentTarget.value)}
                visibilityToggleButtonProps={{ 'aria-label': assistants.key, tabIndex: 0 }}
              />
              <Button
                variant="light"
                loading={create.isRunning}
                onClick={() => create.run({ name: assistants.keyName(shownName) })}
              >
                {assistants.makeKey}
              </Button>
            </Group>
            {create.output && (
              <Alert color="seal" variant="light" icon={<WarningIcon />}>
                {words.once}
              </Alert>
            )}
            <ErrorNote error={create.error} />
            <Checkbox
              label={assistants.readOnly}
              description={assistants.readOnlyHint}
              checked={readonly}
              onChange={(event) => setAddress({ readonly: event.currentTarget.checked })}
            />
          </Stack>
        </Paper>
        <section aria-label={assistants.client}>
          <Title order={2} mb="sm">
            {assistants.client}
          </Title>
          <Tabs
            value={shown}
            keepMounted={false}
            variant="pills"
            onChange={(next) => setAddress({ client: next ?? firstTab }, { push: true })}
          >
            <Tabs.List mb="md">
              {inTabs.map(({ name }) => (
                <Tabs.Tab key={name} value={slugOf(name)}>
                  {shortNames[name] ?? name}
                </Tabs.Tab>
              ))}
              <Tabs.Tab value={connectors}>ChatGPT</Tabs.Tab>
              <Tabs.Tab value={others}>{assistants.more}</Tabs.Tab>
            </Tabs.List>
            {inTabs.map((each) => (
              <Tabs.Panel key={each.name} value={slugOf(each.name)}>
                <ClientSetup client={each} />
              </Tabs.Panel>
            ))}
            <Tabs.Panel value={connectors}>
              <Paper withBorder p="lg">
                <Title order={3} mb="xs">
                  {assistants.connectors}
                </Title>
                <Text>{assistants.connectorsText}</Text>
              </Paper>
            </Tabs.Panel>
            <Tabs.Panel value={others}>
              <Stack>
                <NativeSelect
                  label={assistants.more}
                  value={listed.name}
                  data={inList.map(({ name }) => name)}
                  maw={420}
                  onChange={(event) => setAddress({ other: event.currentTarget.value })}
                />
                <ClientSetup client={listed} />
              </Stack>
            </Tabs.Panel>
          </Tabs>
        </section>
        <Paper withBorder p="lg">
          <Title order={2} mb="xs">
            {assistants.try}
          </Title>
          {assistants.examples.split('\n').map((line) => (
            <Text key={line}>“{line}”</Text>
          ))}
          <Text size="sm" c="dimmed" mt="md">
            {assistants.endpoint}
            {colon(language)}
            <Code>{endpoint}</Code> ·{' '}
            <Anchor href="/docs/mcp" inherit underline="always">
              {assistants.allTools}
            </Anchor>
          </Text>
        </Paper>
      </Stack>
    </>
  );
}

function ClientSetup({ client }: { client: ReturnType<typeof mcpClients>[number] }) {
  const { assistants } = useWords(keysWords);
  const language = useLanguage();
  const { name, where, text, note } = client;
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={3}>{name}</Title>
        <Text>{assistants.step(where[language])}</Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Code>
        <Group>
          <CopyButton text={text} />
        </Group>
        {note && (
          <Text size="sm" c="dimmed">
            {note[language]}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
