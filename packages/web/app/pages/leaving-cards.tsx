/** Taking one's data away, and closing the account: with what stands against it, and what becomes of the money. */
import { Alert, Button, Checkbox, Group, List, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { fileSizeText, moneyText } from '../../kit/formats.ts';
import { CheckIcon, WarningIcon } from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { useAccountChange } from '../../kit/session.ts';
import { refusalAt } from '../parts/field-refusal.ts';
import { leavingWords } from './leaving-words.ts';
import { createExportDownload } from './save-export.ts';

/** Where the rest of an account is. */
export function AccountLinks() {
  const words = useWords(leavingWords);
  const links = [
    ['/addresses', words.addresses],
    ['/balance', words.balance],
    ['/keys', words.keys],
    ['/assistants', words.assistants],
  ] as const;
  return (
    <Paper withBorder p="lg" component="nav" aria-label={words.links}>
      <Title order={2} mb="md">
        {words.links}
      </Title>
      <Stack gap="sm">
        {links.map(([to, label]) => (
          <PageLink key={to} to={to}>
            {label}
          </PageLink>
        ))}
      </Stack>
    </Paper>
  );
}

export function DataCard() {
  const words = useWords(leavingWords);
  const language = useLanguage();
  const [state, setState] = useState<{
    bytes?: number;
    error?: unknown;
    isRunning?: boolean;
    isDone?: boolean;
  }>({});
  const save = async () => {
    setState({ isRunning: true });
    try {
      await createExportDownload((bytes) => setState({ isRunning: true, bytes }));
      setState({ isDone: true });
    } catch (error) {
      setState({ error });
    }
  };
  return (
    <Paper withBorder p="lg">
      <Title order={2} mb="xs">
        {words.data}
      </Title>
      <Stack gap="sm">
        <Text>{words.exportText}</Text>
        <ErrorNote error={state.error} />
        <Group>
          <Button variant="default" loading={state.isRunning === true} onClick={() => void save()}>
            {words.download}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {state.isDone && (
              <>
                <CheckIcon size={16} /> {words.ready}
              </>
            )}
            {state.isRunning &&
              state.bytes !== undefined &&
              words.preparing(fileSizeText(state.bytes, language))}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}

export function ClosingCard() {
  const words = useWords(leavingWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <Paper withBorder p="lg">
      <Title order={2} mb="xs">
        {words.close}
      </Title>
      <Stack gap="sm">
        <Text>{words.closeText}</Text>
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {words.closeOpen}
          </Button>
        </Group>
      </Stack>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={words.close}>
        {isOpen && <Closing onCancel={() => setOpen(false)} />}
      </Dialog>
    </Paper>
  );
}

type Terms = ApiOutput<'GET /api/user/closing'>;

function Closing({ onCancel }: { onCancel(): void }) {
  const terms = useRead('GET /api/user/closing', {}, { staleTime: 0 });
  if (terms.isPending) return <LoadingLines lines={4} />;
  if (!terms.data) return <ErrorNote error={terms.error} retry={() => void terms.refetch()} />;
  return terms.data.obstacles.length > 0 ? (
    <Obstacles obstacles={terms.data.obstacles} />
  ) : (
    <ClosingForm terms={terms.data} onCancel={onCancel} />
  );
}

function Obstacles({ obstacles }: Pick<Terms, 'obstacles'>) {
  const words = useWords(leavingWords);
  return (
    <Alert color="seal" variant="light" icon={<WarningIcon />} title={words.obstacles}>
      <List spacing="xs">
        {obstacles.map(({ kind, order_id, order_no, sentence }) => {
          const say = words.kinds[kind];
          return (
            <List.Item key={sentence}>
              {typeof say === 'function' ? say(order_no ?? '') : say}{' '}
              {order_id && (
                <PageLink to="/orders/$id" params={{ id: order_id }}>
                  {words.order}
                </PageLink>
              )}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}

function ClosingForm({ terms, onCancel }: { terms: Terms; onCancel(): void }) {
  const words = useWords(leavingWords);
  const { cancel } = useWords(kitWords);
  const language = useLanguage();
  const changeAccount = useAccountChange();
  const { pays_back, rest, currency, uploads } = terms;
  const [phoneEnd, setPhoneEnd] = useState('');
  const [payBack, setPayBack] = useState(pays_back > 0);
  const [giveUp, setGiveUp] = useState(false);
  const money = (amount: number) => moneyText(amount, currency, language);
  const close = useAct('POST /api/user/close', {
    onDone({ paid_back }) {
      showToast({ text: paid_back > 0 ? words.paidBack(money(paid_back)) : words.closed });
      changeAccount(null);
    },
  });
  const refusal = refusalAt(close.error, ['phone_end']);
  const left = Math.round((rest + (payBack ? 0 : pays_back)) * 100) / 100;
  const canClose = /^\d{4}$/.test(phoneEnd) && (left === 0 || giveUp);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canClose) close.run({ phone_end: phoneEnd, pay_back: payBack, give_up: giveUp });
  };
  return (
    <Stack component="form" onSubmit={submit}>
      <Text>{words.closeText}</Text>
      {uploads > 0 && <Text>{words.uploads(uploads)}</Text>}
      <Text size="sm" c="dimmed">
        {words.exportFirst}
      </Text>
      {pays_back > 0 && (
        <Checkbox
          label={words.payBack(money(pays_back))}
          checked={payBack}
          onChange={(event) => setPayBack(event.currentTarget.checked)}
        />
      )}
      {left > 0 && (
        <Checkbox
          label={payBack ? words.giveUp(money(left)) : words.giveUpAll(money(left))}
          checked={giveUp}
          onChange={(event) => setGiveUp(event.currentTarget.checked)}
        />
      )}
      <TextInput
        label={words.phoneEnd}
        value={phoneEnd}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        maw={260}
        error={refusal.at.phone_end}
        onChange={(event) => {
          close.reset();
          setPhoneEnd(event.currentTarget.value.replaceAll(/\D/g, ''));
        }}
      />
      <ErrorNote error={refusal.rest} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" color="seal" loading={close.isRunning} disabled={!canClose}>
          {words.confirm}
        </Button>
      </Group>
    </Stack>
  );
}
