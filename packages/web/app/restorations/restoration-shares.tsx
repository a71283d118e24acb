/** Sharing a restored photo: a link with a time, a number of copies and, if wanted, a passcode; the links there are, and ending them. */
import {
  Alert,
  Badge,
  Button,
  Checkbox,
  Code,
  Group,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  Title,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { timeText } from '../../kit/formats.ts';
import { WarningIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { CopyButton } from '../../kit/parts/copy-button.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { refusalAt } from '../parts/field-refusal.ts';
import { ShareLink } from '../parts/share-link.tsx';
import { restorationWords } from './restoration-words.ts';

const changes = ['GET /api/restore-shares'] as const;

export function RestorationShares({ restorationId }: { restorationId: string }) {
  const { shares: words } = useWords(restorationWords);
  const [shown, setShown] = useState<string>();
  const list = useRead('GET /api/restore-shares', { limit: 100 });
  const mine =
    list.data?.items.filter(({ restoration_ids }) => restoration_ids.includes(restorationId)) ?? [];
  return (
    <Stack gap="lg">
      <NewShare restorationId={restorationId} onShare={setShown} />
      <ErrorNote error={list.error} retry={() => void list.refetch()} />
      {list.isPending && <LoadingLines lines={2} heightPx={48} />}
      {mine.length > 0 && (
        <section aria-label={words.list}>
          <Title order={3} mb="sm">
            {words.list}
          </Title>
          <Stack gap="sm">
            {mine.map((share) => (
              <ShareCard
                key={share.share_id}
                share={share}
                isShown={shown === share.share_id}
                onShow={() => setShown(share.share_id)}
              />
            ))}
          </Stack>
        </section>
      )}
    </Stack>
  );
}

function NewShare({ restorationId, onShare }: { restorationId: string; onShare(shareId: string): void }) {
  const { shares: words } = useWords(restorationWords);
  const [message, setMessage] = useState('');
  const [days, setDays] = useState(7);
  const [claims, setClaims] = useState(1);
  const [hasPasscode, setPasscode] = useState(false);
  const create = useAct('POST /api/restore-shares', { changes, onDone: ({ share_id }) => onShare(share_id) });
  const { at, rest } = refusalAt(create.error, ['message', 'expire_days', 'max_claims']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.run({
      restoration_ids: [restorationId],
      message: message.trim(),
      expire_days: days,
      max_claims: claims,
      with_passcode: hasPasscode,
    });
  };
  return (
    <Stack component="form" onSubmit={submit}>
      <Text>{words.hint}</Text>
      <Textarea
        label={words.message}
        value={message}
        maxLength={500}
        autosize
        minRows={2}
        error={at.message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={words.days}
          value={days}
          min={1}
          max={90}
          error={at.expire_days}
          onChange={(value) => setDays(Number(value) || 1)}
        />
        <NumberInput
          label={words.claims}
          value={claims}
          min={1}
          max={1000}
          error={at.max_claims}
          onChange={(value) => setClaims(Number(value) || 1)}
        />
      </SimpleGrid>
      <Checkbox
        label={words.passcode}
        checked={hasPasscode}
        onChange={(event) => setPasscode(event.currentTarget.checked)}
      />
      <ErrorNote error={rest} />
      <Group>
        <Button type="submit" loading={create.isRunning}>
          {words.create}
        </Button>
      </Group>
      {create.output?.passcode && (
        <Alert color="seal" variant="light" icon={<WarningIcon />} title={words.yourPasscode}>
          <Group>
            <Code fz="lg" data-passcode>
              {create.output.passcode}
            </Code>
            <CopyButton text={create.output.passcode} />
          </Group>
          <Text size="sm" mt="xs">
            {words.once}
          </Text>
        </Alert>
      )}
    </Stack>
  );
}

interface ShareCardProps {
  share: ListItem<'GET /api/restore-shares'>;
  isShown: boolean;
  onShow(): void;
}

function ShareCard({ share, isShown, onShow }: ShareCardProps) {
  const { shares: words } = useWords(restorationWords);
  const language = useLanguage();
  const { share_id, share_url, status, claims, max_claims, expires_at, has_passcode, message } = share;
  const revoke = useAct('DELETE /api/restore-shares/{share_id}', {
    changes,
    onDone: () => showToast({ text: words.revoked }),
  });
  const isLive = status === 'active';
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Badge variant="light" color={isLive ? 'ink' : 'gray'}>
              {words.states[status]}
            </Badge>
            <Text>{words.taken(claims, max_claims)}</Text>
          </Group>
          <Text size="sm" c="dimmed">
            {words.until(timeText(expires_at, language))}
            {has_passcode && ` · ${words.hasPasscode}`}
          </Text>
          {message !== '' && <Text size="sm">{message}</Text>}
        </div>
        {isLive && (
          <Group gap="xs">
            {!isShown && (
              <Button size="compact-md" variant="default" onClick={onShow}>
                {words.show}
              </Button>
            )}
            <ConfirmButton
              size="compact-md"
              variant="subtle"
              color="seal"
              title={words.revokeTitle}
              text={words.revokeText}
              confirm={words.revoke}
              act={() => revoke.runAsync({ share_id })}
            >
              {words.revoke}
            </ConfirmButton>
          </Group>
        )}
      </Group>
      {isShown && isLive && (
        <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
          <ShareLink url={share_url} title={words.title} />
        </div>
      )}
    </Paper>
  );
}
