/** /account: who one is here, in which language messages come, and where one is logged in. */
import { Badge, Button, Grid, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { SettingsSwitches } from '../../kit/parts/settings-switches.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { type Account, useAccountChange, useSession } from '../../kit/session.ts';
import { Pager } from '../../kit/tables/pager.tsx';
import { accountWords } from './account-words.ts';
import { readDevice } from './device-name.ts';
import { AccountLinks, ClosingCard, DataCard } from './leaving-cards.tsx';

export function AccountPage() {
  const words = useWords(accountWords);
  const { account } = useSession();
  return (
    <>
      <PageTitle title={words.title} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {account && <Profile key={account.account_id} account={account} />}
            <Sessions />
            <DataCard />
            <ClosingCard />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Paper withBorder p="lg">
            <Title order={2} mb="md">
              {words.device}
            </Title>
            <SettingsSwitches />
          </Paper>
          <div style={{ marginTop: 'var(--mantine-spacing-lg)' }}>
            <AccountLinks />
          </div>
        </Grid.Col>
      </Grid>
    </>
  );
}

function Profile({ account }: { account: Account }) {
  const words = useWords(accountWords);
  const language = useLanguage();
  const changeAccount = useAccountChange();
  const [nickname, setNickname] = useState(account.nickname);
  const [messages, setMessages] = useState(account.language);
  const save = useAct('PUT /api/auth/me', {
    onDone(changed) {
      changeAccount(changed);
      showToast({ text: words.saved });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = nickname.trim();
    save.run({ ...(wanted !== '' && { nickname: wanted }), ...(messages && { language: messages }) });
  };
  return (
    <Paper withBorder p="lg" component="form" onSubmit={submit}>
      <Title order={2} mb="md">
        {words.profile}
      </Title>
      <Stack>
        <Group gap="xl">
          <Fact name={words.phone} value={account.phone} />
          <Fact name={words.since} value={timeText(account.created_at, language, 'date')} />
        </Group>
        <TextInput
          label={words.nickname}
          maxLength={50}
          autoComplete="nickname"
          value={nickname}
          onChange={(event) => setNickname(event.currentTarget.value)}
        />
        <Select
          label={words.messages}
          value={messages}
          onChange={(chosen) => setMessages(chosen as Account['language'])}
          data={[
            { value: 'zh-CN', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          placeholder={words.messagesUnchosen}
          allowDeselect={false}
        />
        <ErrorNote error={save.error} />
        <Group>
          <Button type="submit" loading={save.isRunning}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text className="platen-numbers">{value}</Text>
    </div>
  );
}

function Sessions() {
  const words = useWords(accountWords);
  const [{ page }, setAddress] = useAddress({ page: 1 });
  const sessions = useRead('GET /api/auth/sessions', { page, page_size: 10 }, { keepsPrevious: true });
  const endOthers = useAct('DELETE /api/auth/sessions', {
    changes: ['GET /api/auth/sessions'],
    onDone: ({ revoked }) => showToast({ text: words.endedOthers(revoked) }),
  });
  return (
    <Paper withBorder p="lg">
      <Title order={2} mb="md">
        {words.sessions}
      </Title>
      <Stack>
        <ErrorNote error={sessions.error} retry={() => void sessions.refetch()} />
        {sessions.isPending && <LoadingLines lines={3} heightPx={40} />}
        {sessions.data?.items.map((session) => (
          <SessionRow key={session.session_id} session={session} />
        ))}
        {sessions.data && (
          <Pager list={sessions.data} onPage={(next) => setAddress({ page: next }, { push: true })} />
        )}
        <ErrorNote error={endOthers.error} />
        {sessions.data && sessions.data.total > 1 && (
          <Group>
            <Button
              variant="default"
              loading={endOthers.isRunning}
              onClick={() => endOthers.run({ keep_current: true })}
            >
              {words.endOthers}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function SessionRow({ session }: { session: ListItem<'GET /api/auth/sessions'> }) {
  const words = useWords(accountWords);
  const end = useAct('DELETE /api/auth/sessions/{session_id}', {
    changes: ['GET /api/auth/sessions'],
    onDone: () => showToast({ text: words.ended }),
  });
  const { browser, system } = readDevice(session.device);
  const name = browser && system ? words.on(browser, system) : (browser ?? system ?? words.unknownDevice);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <div title={session.device}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            {session.current && <Badge variant="light">{words.current}</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {words.lastUsed} <Age time={session.last_used_at} />
          </Text>
        </div>
        {!session.current && (
          <Button
            variant="default"
            size="compact-md"
            loading={end.isRunning}
            onClick={() => end.run({ session_id: session.session_id })}
          >
            {words.end}
          </Button>
        )}
      </Group>
      <ErrorNote error={end.error} />
    </div>
  );
}
