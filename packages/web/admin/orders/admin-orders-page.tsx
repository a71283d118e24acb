/** /admin/orders: the orders of all shops, found by number, phone, state and shop. */
import { useAddress } from '../../kit/address-state.ts';
import type { ApiInput } from '../../kit/api-types.ts';
import { useWords } from '../../kit/language.ts';
import { orderWords } from '../../kit/order-words.ts';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { Moment } from '../../kit/parts/moment.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { FilterSelect, FilterText } from '../../kit/tables/table-filters.tsx';
import { ShopFilter } from '../parts/shop-field.tsx';
import { useShops } from '../parts/shops.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { choicesOf, stateWords, toneOf } from '../state-words.ts';
import { orderAdminWords } from './order-admin-words.ts';

type Status = NonNullable<ApiInput<'GET /api/admin/orders'>['status']>;

export function AdminOrdersPage() {
  const words = useWords(orderAdminWords);
  const { status: statusWords } = useWords(orderWords);
  const states = useWords(stateWords);
  const { nameOf } = useShops();
  const [{ order_no, phone, status, shop }, setAddress] = useAddress({
    order_no: '',
    phone: '',
    status: '',
    shop: '',
    page: 1,
  });
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} />
      <ListTable
        route="GET /api/admin/orders"
        input={{
          ...(order_no !== '' && { order_no }),
          ...(phone !== '' && { phone }),
          ...(status !== '' && { status: status as Status }),
          ...(shop !== '' && { shop_id: shop }),
        }}
        label={words.title}
        exportName="orders"
        rowKey={({ order_id }) => order_id}
        rowTarget={({ order_id }) => ({ to: '/orders/$id', params: { id: order_id } })}
        empty={<EmptyState title={words.empty} />}
        filters={
          <>
            <FilterText
              label={words.orderNo}
              value={order_no}
              onChange={(next) => setAddress({ order_no: next, page: 1 })}
            />
            <FilterText
              label={words.phone}
              placeholder={words.phoneHint}
              value={phone}
              onChange={(next) => setAddress({ phone: next, page: 1 })}
            />
            <FilterSelect
              label={words.state}
              value={status}
              options={choicesOf(statusWords)}
              onChange={(next) => setAddress({ status: next, page: 1 })}
            />
            <ShopFilter value={shop} onChange={(next) => setAddress({ shop: next, page: 1 })} />
          </>
        }
        columns={[
          {
            key: 'order_no',
            title: words.orderNo,
            cell: (order) => <span className="platen-numbers">{order.order_no}</span>,
            sortBy: (order) => order.order_no,
          },
          {
            key: 'state',
            title: words.state,
            isMark: true,
            cell: (order) => (
              <>
                <StateBadge tone={toneOf(order.status)}>{statusWords[order.status]}</StateBadge>{' '}
                {order.on_hold && <StateBadge tone="alarm">{words.onHold}</StateBadge>}
              </>
            ),
            sortBy: (order) => statusWords[order.status],
          },
          {
            key: 'placed',
            title: words.placed,
            cell: ({ created_at }) => <Moment time={created_at} />,
            sortBy: ({ created_at }) => created_at,
          },
          {
            key: 'customer',
            title: words.customer,
            cell: ({ customer }) => customer.nickname || customer.phone,
            sortBy: ({ customer }) => customer.nickname || customer.phone,
          },
          {
            key: 'items',
            title: words.items,
            align: 'right',
            cell: ({ items }) => items.length,
            sortBy: ({ items }) => items.length,
          },
          {
            key: 'delivery',
            title: words.delivery,
            cell: ({ delivery_method }) => states.delivery[delivery_method],
            sortBy: ({ delivery_method }) => states.delivery[delivery_method],
          },
          {
            key: 'total',
            title: words.total,
            align: 'right',
            cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
            sortBy: ({ total }) => total,
          },
          {
            key: 'phone',
            title: words.phone,
            cell: ({ customer }) => customer.phone,
            sortBy: ({ customer }) => customer.phone,
            isExtra: true,
          },
          {
            key: 'shop',
            title: words.shop,
            cell: ({ shop_id }) => nameOf(shop_id),
            sortBy: ({ shop_id }) => nameOf(shop_id),
            isExtra: true,
          },
          {
            key: 'refunded',
            title: words.refunded,
            align: 'right',
            cell: ({ refunded, currency }) => <Money amount={refunded} currency={currency} />,
            sortBy: ({ refunded }) => refunded,
            isExtra: true,
          },
          {
            key: 'note',
            title: words.note,
            cell: ({ note }) => note,
            csv: ({ note }) => note,
            isExtra: true,
          },
        ]}
      />
    </>
  );
}
