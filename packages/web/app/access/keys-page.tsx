/** /keys: keys of programs and assistants; each is shown once, and can be ended. */
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { timeText } from '../../kit/formats.ts';
import { KeyIcon, PlusIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { Pager } from '../../kit/tables/pager.tsx';
import { keysWords } from './keys-words.ts';
import { NewKey } from './new-key.tsx';

export function KeysPage() {
  const words = useWords(keysWords);
  const [{ page }, setAddress] = useAddress({ page: 1 });
  const [isOpen, setOpen] = useState(false);
  const keys = useRead('GET /api/user/api-keys', { page, page_size: 20 }, { keepsPrevious: true });
  const create = (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setOpen(true)}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} actions={keys.data?.total ? create : undefined} />
      <Stack>
        <ErrorNote error={keys.error} retry={() => void keys.refetch()} />
        {keys.isPending && <LoadingLines lines={4} heightPx={56} />}
        {keys.data?.total === 0 && (
          <EmptyState
            icon={<KeyIcon size={40} />}
            title={words.empty}
            hint={words.emptyHint}
            action={create}
          />
        )}
        {keys.data?.items.map((key) => (
          <KeyCard key={key.api_key_id} item={key} />
        ))}
        {keys.data && (
          <Pager list={keys.data} onPage={(next) => setAddress({ page: next }, { push: true })} />
        )}
        <Group>
          <PageButton to="/assistants" variant="default">
            {words.intoAssistant}
          </PageButton>
        </Group>
      </Stack>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={words.create}>
        {isOpen && <NewKey onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function KeyCard({ item }: { item: ListItem<'GET /api/user/api-keys'> }) {
  const words = useWords(keysWords);
  const language = useLanguage();
  const { api_key_id, name, key_hint, status, created_at, last_used_at, expires_at } = item;
  const revoke = useAct('DELETE /api/user/api-keys/{api_key_id}', {
    changes: ['GET /api/user/api-keys'],
    onDone: () => showToast({ text: words.revoked }),
  });
  const isLive = status === 'active';
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={650} {...(!isLive && { c: 'dimmed' })}>
              {name}
            </Text>
            <Badge variant="light" color={isLive ? 'ink' : 'gray'}>
              {words.states[status]}
            </Badge>
          </Group>
          <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {key_hint}
          </Text>
          <Text size="sm" c="dimmed">
            {words.created} {timeText(created_at, language, 'date')} ·{' '}
            {last_used_at ? (
              <>
                {words.lastUsed} <Age time={last_used_at} />
              </>
            ) : (
              words.never
            )}
            {expires_at && ` · ${words.expiresAt} ${timeText(expires_at, language, 'date')}`}
          </Text>
        </div>
        {isLive && (
          <ConfirmButton
            variant="default"
            size="compact-md"
            title={words.revokeTitle(name)}
            text={words.revokeText}
            confirm={words.revoke}
            act={() => revoke.runAsync({ api_key_id })}
          >
            {words.revoke}
          </ConfirmButton>
        )}
      </Group>
    </Paper>
  );
}
