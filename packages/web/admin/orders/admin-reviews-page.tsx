/** /admin/reviews: what customers say of their prints, and the replies. */

import { Text } from '@mantine/core';
import { useAddress } from '../../kit/address-state.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { colon } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { FilterSelect } from '../../kit/tables/table-filters.tsx';
import { FormButton } from '../parts/form-button.tsx';
import { orderColumn } from '../parts/order-column.tsx';
import { moneyAdminWords } from './money-admin-words.ts';

type Review = ListItem<'GET /api/shop/order-reviews'>;

export function AdminReviewsPage() {
  const words = useWords(moneyAdminWords);
  const language = useLanguage();
  const [{ replied }, setAddress] = useAddress({ replied: '', page: 1 });
  return (
    <>
      <PageTitle title={words.reviews} hint={words.reviewsHint} />
      <ListTable
        route="GET /api/shop/order-reviews"
        input={{ ...(replied !== '' && { replied: replied === 'yes' }) }}
        label={words.reviews}
        exportName="reviews"
        rowKey={({ review_id }) => review_id}
        rowTarget={({ order_id }) => ({ to: '/orders/$id', params: { id: order_id } })}
        empty={<EmptyState title={words.noReviews} />}
        filters={
          <FilterSelect
            label={words.replied}
            value={replied}
            options={[
              { value: 'no', label: words.unreplied },
              { value: 'yes', label: words.withReply },
            ]}
            onChange={(next) => setAddress({ replied: next, page: 1 })}
          />
        }
        columns={[
          orderColumn(language),
          {
            key: 'since',
            title: words.requestedAt,
            cell: ({ created_at }) => <Age time={created_at} />,
            sortBy: ({ created_at }) => created_at,
          },
          {
            key: 'stars',
            title: words.print,
            cell: ({ rating_print }) => <Stars count={rating_print} />,
            sortBy: ({ rating_print }) => rating_print,
          },
          {
            key: 'shipping',
            title: words.shipping,
            cell: ({ rating_shipping }) => rating_shipping !== null && <Stars count={rating_shipping} />,
            sortBy: ({ rating_shipping }) => rating_shipping,
            isExtra: true,
          },
          {
            key: 'service',
            title: words.service,
            cell: ({ rating_service }) => rating_service !== null && <Stars count={rating_service} />,
            sortBy: ({ rating_service }) => rating_service,
            isExtra: true,
          },
          {
            key: 'comment',
            title: words.comment,
            csv: ({ comment }) => comment,
            cell: ({ comment, reply, reply_read }) => (
              <>
                <Text style={{ whiteSpace: 'pre-line' }}>{comment || words.noComment}</Text>
                {reply !== null && (
                  <Text size="sm" c="dimmed" mt={4} style={{ whiteSpace: 'pre-line' }}>
                    {words.yourReply}
                    {colon(language)}
                    {reply} {reply_read && `(${words.seen})`}
                  </Text>
                )}
              </>
            ),
          },
          {
            key: 'reply',
            title: words.yourReply,
            cell: () => null,
            csv: ({ reply }) => reply,
            isExtra: true,
          },
          { key: 'actions', title: '', align: 'right', cell: (review) => <ReplyButton review={review} /> },
        ]}
      />
    </>
  );
}

function Stars({ count }: { count: number }) {
  const words = useWords(moneyAdminWords);
  return (
    <span role="img" aria-label={words.stars(count)} style={{ whiteSpace: 'nowrap' }}>
      {'★'.repeat(count)}
      {'☆'.repeat(Math.max(0, 5 - count))}
    </span>
  );
}

function ReplyButton({ review }: { review: Review }) {
  const words = useWords(moneyAdminWords);
  return (
    <FormButton
      route="POST /api/shop/order-reviews/{review_id}/reply"
      label={review.reply === null ? words.reply : words.changeReply}
      look={{ size: 'compact-sm' }}
      intro={
        <Text mb="md" c="dimmed">
          {review.comment || words.noComment}
        </Text>
      }
      fixed={{ review_id: review.review_id }}
      initial={{ reply: review.reply }}
      fields={[{ name: 'reply', label: words.reply, kind: 'text', isRequired: true, maxLength: 1000 }]}
      changes={['GET /api/shop/order-reviews']}
      submit={words.reply}
      onDone={() => showToast({ text: words.replyDone })}
    />
  );
}
