/** How after-sales requests stand in tables, on their own page and on that of an order. */
import type { ListItem } from '../../kit/api-types.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { Money } from '../../kit/parts/money.tsx';
import type { DataColumn } from '../../kit/tables/data-table.tsx';
import { orderColumn } from '../parts/order-column.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { stateWords, toneOf } from '../state-words.ts';
import { moneyAdminWords } from './money-admin-words.ts';

type AfterSales = ListItem<'GET /api/shop/after-sales'>;

export function useAfterSalesColumns(): DataColumn<AfterSales>[] {
  const words = useWords(moneyAdminWords);
  const states = useWords(stateWords);
  const language = useLanguage();
  return [
    orderColumn(language),
    {
      key: 'state',
      title: words.state,
      isMark: true,
      cell: ({ status }) => <StateBadge tone={toneOf(status)}>{states.afterSales[status]}</StateBadge>,
      sortBy: ({ status }) => states.afterSales[status],
    },
    {
      key: 'since',
      title: words.requestedAt,
      cell: ({ created_at }) => <Age time={created_at} />,
      sortBy: ({ created_at }) => created_at,
    },
    {
      key: 'wants',
      title: words.wants,
      cell: ({ type }) => states.afterSalesType[type],
      sortBy: ({ type }) => states.afterSalesType[type],
    },
    { key: 'why', title: words.why, cell: ({ reason }) => reason, sortBy: ({ reason }) => reason },
    {
      key: 'photos',
      title: words.photos,
      align: 'right',
      cell: ({ photos }) => photos.length,
      sortBy: ({ photos }) => photos.length,
    },
    {
      key: 'refunded',
      title: words.refunded,
      align: 'right',
      cell: ({ refunded, currency }) => <Money amount={refunded} currency={currency} />,
      sortBy: ({ refunded }) => refunded,
    },
  ];
}
