/** /track and /track/NUMBER: how far an order is, by its number alone. */
import { Anchor, Button, Paper, Progress, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRead } from '../../kit/api-hooks.ts';
import { useWords } from '../../kit/language.ts';
import { orderWords } from '../../kit/order-words.ts';
import { Age } from '../../kit/parts/age.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import type { SharePageProps } from '../share-page-props.ts';
import { trackWords } from './track-words.ts';

const askAgainMs = 15_000;

export function TrackPage({ part }: SharePageProps) {
  return part === '' ? <NumberForm /> : <Tracking orderNo={part} />;
}

function NumberForm() {
  const words = useWords(trackWords);
  const [orderNo, setOrderNo] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (orderNo.trim() !== '') location.assign(`/track/${encodeURIComponent(orderNo.trim())}`);
  };
  return (
    <form onSubmit={submit}>
      <PageTitle title={words.title} hint={words.hint} />
      <Stack>
        <TextInput
          label={words.number}
          size="md"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={orderNo}
          onChange={(event) => setOrderNo(event.currentTarget.value)}
        />
        <Button type="submit" size="md">
          {words.look}
        </Button>
      </Stack>
    </form>
  );
}

function Tracking({ orderNo }: { orderNo: string }) {
  const words = useWords(trackWords);
  const { status } = useWords(orderWords);
  const input = { order_no: orderNo };
  const { data, error, refetch } = useRead('GET /api/orders/track/{order_no}', input, {
    refetchInterval: askAgainMs,
  });
  return (
    <>
      <PageTitle title={data?.order_no ?? orderNo} />
      <Stack>
        <ErrorNote error={error} {...(error?.status !== 404 && { retry: () => void refetch() })} />
        {!data && !error && <LoadingLines />}
        {data && (
          <Paper withBorder p="lg">
            <Title order={2}>{status[data.status]}</Title>
            <Text size="sm" c="dimmed">
              {words.asOf} <Age time={data.as_of} />
            </Text>
            {data.copies > 0 && (
              <>
                <Text mt="md" size="sm" className="platen-numbers">
                  {words.copies(data.copies_printed, data.copies)}
                </Text>
                <Progress
                  mt={4}
                  value={(100 * data.copies_printed) / data.copies}
                  aria-label={words.copies(data.copies_printed, data.copies)}
                />
              </>
            )}
          </Paper>
        )}
        <Anchor href="/track">{words.another}</Anchor>
      </Stack>
    </>
  );
}
