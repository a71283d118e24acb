/** /admin/payments: payments and top-ups, and refunds. */

import { useAddress } from '../../kit/address-state.ts';
import type { ApiInput, ListItem } from '../../kit/api-types.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { Moment } from '../../kit/parts/moment.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { payMethodText, serviceText } from '../../kit/service-words.ts';
import type { DataColumn } from '../../kit/tables/data-table.tsx';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { FilterSelect, FilterText } from '../../kit/tables/table-filters.tsx';
import { orderColumn } from '../parts/order-column.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { choicesOf, stateWords, toneOf } from '../state-words.ts';
import { moneyAdminWords } from './money-admin-words.ts';

type Payment = ListItem<'GET /api/admin/payments'>;
type Refund = ListItem<'GET /api/admin/refunds'>;
type PaymentStatus = NonNullable<ApiInput<'GET /api/admin/payments'>['status']>;
type RefundStatus = NonNullable<ApiInput<'GET /api/admin/refunds'>['status']>;

export function AdminPaymentsPage() {
  const words = useWords(moneyAdminWords);
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} />
      <PageTabs
        tabs={[
          { value: 'payments', label: words.payments, panel: <Payments /> },
          { value: 'refunds', label: words.refunds, panel: <Refunds /> },
        ]}
        filters={['status', 'method', 'account', 'order']}
      />
    </>
  );
}

/** What payments and refunds have in common. */
function useMoneyColumns<T extends Payment | Refund>({
  stateOf,
  withoutOrder = '',
}: {
  stateOf(row: T): string;
  /** Where an order would be named. */
  withoutOrder?: string;
}): Record<'begun' | 'state' | 'amount' | 'order', DataColumn<T>> {
  const words = useWords(moneyAdminWords);
  const language = useLanguage();
  return {
    begun: {
      key: 'begun',
      title: words.begun,
      cell: ({ created_at }) => <Moment time={created_at} />,
      sortBy: ({ created_at }) => created_at,
    },
    state: {
      key: 'state',
      title: words.state,
      isMark: true,
      cell: (row) => (
        <>
          <StateBadge tone={toneOf(row.status)}>{stateOf(row)}</StateBadge> {row.failure}
        </>
      ),
      sortBy: stateOf,
    },
    amount: {
      key: 'amount',
      title: words.amount,
      align: 'right',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      sortBy: ({ amount }) => amount,
    },
    order: orderColumn(language, withoutOrder),
  };
}

/** The columns of payments, here and on the page of an order. */
export function usePaymentColumns(): DataColumn<Payment>[] {
  const words = useWords(moneyAdminWords);
  const states = useWords(stateWords);
  const language = useLanguage();
  const columns = useMoneyColumns<Payment>({
    stateOf: ({ status }) => states.payment[status],
    withoutOrder: words.topup,
  });
  const moment = (time: string | null) => time && <Moment time={time} />;
  return [
    columns.order,
    columns.begun,
    columns.state,
    {
      key: 'method',
      title: words.method,
      cell: ({ method }) => payMethodText(method, language),
      sortBy: ({ method }) => method,
    },
    columns.amount,
    {
      key: 'account',
      title: words.account,
      sortBy: ({ phone }) => phone,
      cell: ({ account_id, phone }) => (
        <PageLink to="/accounts/$id" params={{ id: account_id }}>
          {phone}
        </PageLink>
      ),
    },
    {
      key: 'paid',
      title: words.paidAt,
      cell: ({ paid_at }) => moment(paid_at),
      sortBy: ({ paid_at }) => paid_at,
    },
    {
      key: 'captured',
      title: words.captured,
      align: 'right',
      cell: ({ captured, currency }) => <Money amount={captured} currency={currency} />,
      sortBy: ({ captured }) => captured,
      isExtra: true,
    },
    {
      key: 'checked',
      title: words.checked,
      cell: ({ checked_at }) => checked_at && <Age time={checked_at} />,
      sortBy: ({ checked_at }) => checked_at,
      isExtra: true,
    },
    {
      key: 'expires',
      title: words.expires,
      cell: ({ expires_at }) => moment(expires_at),
      sortBy: ({ expires_at }) => expires_at,
      isExtra: true,
    },
    {
      key: 'ref',
      title: words.ref,
      cell: ({ provider_ref }) => provider_ref,
      csv: ({ provider_ref }) => provider_ref,
      isExtra: true,
    },
  ];
}

function Payments() {
  const words = useWords(moneyAdminWords);
  const states = useWords(stateWords);
  const columns = usePaymentColumns();
  const [{ status, method, account, order }, setAddress] = useAddress({
    status: '',
    method: '',
    account: '',
    order: '',
    page: 1,
  });
  return (
    <ListTable
      route="GET /api/admin/payments"
      input={{
        ...(status !== '' && { status: status as PaymentStatus }),
        ...(method !== '' && { method }),
        ...(account !== '' && { account_id: account }),
        ...(order !== '' && { order_id: order }),
      }}
      label={words.payments}
      exportName="payments"
      rowKey={({ payment_id }) => payment_id}
      rowTarget={({ order_id, account_id }) =>
        order_id
          ? { to: '/orders/$id', params: { id: order_id } }
          : { to: '/accounts/$id', params: { id: account_id } }
      }
      empty={<EmptyState title={words.noPayments} />}
      filters={
        <>
          <FilterSelect
            label={words.state}
            value={status}
            options={choicesOf(states.payment)}
            onChange={(next) => setAddress({ status: next, page: 1 })}
          />
          <FilterText
            label={words.method}
            placeholder={words.methodHint}
            value={method}
            onChange={(next) => setAddress({ method: next, page: 1 })}
          />
          <FilterText
            label={words.accountHint}
            value={account}
            onChange={(next) => setAddress({ account: next, page: 1 })}
          />
        </>
      }
      columns={columns}
    />
  );
}

/** The columns of refunds, here and on the page of an order. */
export function useRefundColumns(): DataColumn<Refund>[] {
  const words = useWords(moneyAdminWords);
  const states = useWords(stateWords);
  const language = useLanguage();
  const columns = useMoneyColumns<Refund>({ stateOf: ({ status }) => states.refund[status] });
  return [
    columns.order,
    columns.begun,
    columns.state,
    columns.amount,
    {
      key: 'to',
      title: words.to,
      cell: ({ destination }) => payMethodText(destination, language),
      sortBy: ({ destination }) => destination,
    },
    {
      key: 'reason',
      title: words.reason,
      cell: ({ reason }) => reason && serviceText(reason, language),
      sortBy: ({ reason }) => reason,
    },
    {
      key: 'settled',
      title: words.settled,
      cell: ({ settled_at }) => settled_at && <Moment time={settled_at} />,
      sortBy: ({ settled_at }) => settled_at,
    },
    {
      key: 'tries',
      title: words.tries,
      align: 'right',
      cell: ({ tries }) => tries,
      sortBy: ({ tries }) => tries,
      isExtra: true,
    },
  ];
}

function Refunds() {
  const words = useWords(moneyAdminWords);
  const states = useWords(stateWords);
  const columns = useRefundColumns();
  const [{ status }, setAddress] = useAddress({ status: '', page: 1 });
  return (
    <ListTable
      route="GET /api/admin/refunds"
      input={{ ...(status !== '' && { status: status as RefundStatus }) }}
      label={words.refunds}
      exportName="refunds"
      rowKey={({ refund_id }) => refund_id}
      rowTarget={({ order_id }) => (order_id ? { to: '/orders/$id', params: { id: order_id } } : undefined)}
      empty={<EmptyState title={words.noRefunds} />}
      filters={
        <FilterSelect
          label={words.state}
          value={status}
          options={choicesOf(states.refund)}
          onChange={(next) => setAddress({ status: next, page: 1 })}
        />
      }
      columns={columns}
    />
  );
}
