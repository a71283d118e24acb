/** /admin/after-sales: what customers complain about; at first what waits for a decision. */
import { useAddress } from '../../kit/address-state.ts';
import type { ApiInput } from '../../kit/api-types.ts';
import { useWords } from '../../kit/language.ts';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { FilterSelect } from '../../kit/tables/table-filters.tsx';
import { choicesOf, stateWords } from '../state-words.ts';
import { useAfterSalesColumns } from './after-sales-columns.tsx';
import { moneyAdminWords } from './money-admin-words.ts';

type Status = NonNullable<ApiInput<'GET /api/shop/after-sales'>['status']>;

export function AdminAfterSalesListPage() {
  const words = useWords(moneyAdminWords);
  const states = useWords(stateWords);
  const columns = useAfterSalesColumns();
  const [{ status }, setAddress] = useAddress({ status: 'requested', page: 1 });
  const isAll = status === 'all';
  return (
    <>
      <PageTitle title={words.afterSales} hint={words.afterSalesHint} />
      <ListTable
        route="GET /api/shop/after-sales"
        input={{ ...(!isAll && { status: status as Status }) }}
        label={words.afterSales}
        exportName="after-sales"
        rowKey={({ after_sales_id }) => after_sales_id}
        rowTarget={({ after_sales_id }) => ({ to: '/after-sales/$id', params: { id: after_sales_id } })}
        empty={<EmptyState title={words.noRequests} />}
        filters={
          <FilterSelect
            label={words.state}
            value={isAll ? '' : status}
            options={choicesOf(states.afterSales)}
            onChange={(next) => setAddress({ status: next === '' ? 'all' : next, page: 1 })}
          />
        }
        columns={columns}
      />
    </>
  );
}
