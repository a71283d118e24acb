/** /reviews: what customers say of their orders, and the shop's reply. */

import { Button, Group, Paper, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { colon } from '../../kit/formats.ts';
import { StarIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { SessionLive } from '../../kit/live/live-hooks.tsx';
import { Age } from '../../kit/parts/age.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { Pager } from '../../kit/tables/pager.tsx';
import { deskWords } from './desk-words.ts';

type Review = ListItem<'GET /api/shop/order-reviews'>;

export const ReviewsPage = () => (
  <SessionLive>
    <Reviews />
  </SessionLive>
);

function Reviews() {
  const { reviews: words } = useWords(deskWords);
  const [{ view, page }, setAddress] = useAddress({ view: 'waiting', page: 1 });
  const isAll = view === 'all';
  const list = useRead(
    'GET /api/shop/order-reviews',
    { ...(!isAll && { replied: false }), page },
    { keepsPrevious: true },
  );
  return (
    <Stack>
      <PageTitle title={words.title} hint={words.hint} />
      <SegmentedControl
        aria-label={words.views}
        value={isAll ? 'all' : 'waiting'}
        onChange={(next) => setAddress({ view: next, page: 1 })}
        data={[
          { value: 'waiting', label: words.waiting },
          { value: 'all', label: words.all },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      <ErrorNote error={list.error} retry={() => void list.refetch()} />
      {list.isPending && <LoadingLines lines={6} />}
      {list.data?.items.length === 0 && <EmptyState icon={<StarIcon size={40} />} title={words.none} />}
      {list.data?.items.map((review) => (
        <OneReview key={review.review_id} review={review} />
      ))}
      {list.data && <Pager list={list.data} onPage={(next) => setAddress({ page: next }, { push: true })} />}
    </Stack>
  );
}

function OneReview({ review }: { review: Review }) {
  const { reviews: words } = useWords(deskWords);
  const language = useLanguage();
  const [isEditing, setEditing] = useState(false);
  const [typed, setTyped] = useState(review.reply ?? '');
  const reply = useAct('POST /api/shop/order-reviews/{review_id}/reply', {
    changes: ['GET /api/shop/order-reviews'],
    onDone() {
      setEditing(false);
      showToast({ text: words.sent });
    },
  });
  const ratings = [
    [words.print, review.rating_print],
    [words.shipping, review.rating_shipping],
    [words.service, review.rating_service],
  ] as const;
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between">
        <Group gap="lg">
          {ratings.map(
            ([label, stars]) =>
              stars !== null && (
                <Text key={label} size="sm">
                  {label}{' '}
                  <span role="img" aria-label={words.stars(stars)}>
                    {'★'.repeat(stars)}
                    {'☆'.repeat(5 - stars)}
                  </span>
                </Text>
              ),
          )}
        </Group>
        <Text size="xs" c="dimmed">
          <span className="platen-numbers">{review.order_no}</span> · <Age time={review.created_at} />
        </Text>
      </Group>
      <Text mt="xs" c={review.comment === '' ? 'dimmed' : undefined} style={{ whiteSpace: 'pre-wrap' }}>
        {review.comment === '' ? words.noComment : review.comment}
      </Text>
      {isEditing ? (
        <Stack mt="sm" gap="xs">
          <Textarea
            label={words.reply}
            maxLength={1000}
            autosize
            minRows={2}
            data-autofocus
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <ErrorNote error={reply.error} />
          <Group>
            <Button
              loading={reply.isRunning}
              disabled={typed.trim() === ''}
              onClick={() => reply.run({ review_id: review.review_id, reply: typed.trim() })}
            >
              {words.send}
            </Button>
          </Group>
        </Stack>
      ) : review.reply === null ? (
        <Button mt="sm" variant="default" size="compact-md" mih={36} onClick={() => setEditing(true)}>
          {words.reply}
        </Button>
      ) : (
        <Group mt="sm" justify="space-between" align="flex-start">
          <Text size="sm">
            <strong>
              {words.replied}
              {colon(language)}
            </strong>
            {review.reply}
          </Text>
          <Button variant="subtle" size="compact-sm" mih={32} onClick={() => setEditing(true)}>
            {words.change}
          </Button>
        </Group>
      )}
    </Paper>
  );
}
