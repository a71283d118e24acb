/** /admin/accounts: all accounts, searched by phone, nickname or id, narrowed by role, shop and standing. */
import { useAddress } from '../../kit/address-state.ts';
import { useWords } from '../../kit/language.ts';
import { Moment } from '../../kit/parts/moment.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { FilterSelect, FilterText } from '../../kit/tables/table-filters.tsx';
import { ShopFilter } from '../parts/shop-field.tsx';
import { useShops } from '../parts/shops.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { choicesOf, stateWords } from '../state-words.ts';
import { accountAdminWords } from './account-admin-words.ts';

type Role = 'customer' | 'operator' | 'admin';

export function AdminAccountsPage() {
  const words = useWords(accountAdminWords);
  const states = useWords(stateWords);
  const { nameOf } = useShops();
  const [{ search, role, shop, state }, setAddress] = useAddress({
    search: '',
    role: '',
    shop: '',
    state: '',
    page: 1,
  });
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} />
      <ListTable
        route="GET /api/admin/accounts"
        input={{
          ...(search !== '' && { search }),
          ...(role !== '' && { role: role as Role }),
          ...(shop !== '' && { shop_id: shop }),
          ...(state !== '' && { disabled: state === 'disabled' }),
        }}
        label={words.title}
        exportName="accounts"
        rowKey={({ account_id }) => account_id}
        rowTarget={({ account_id }) => ({ to: '/accounts/$id', params: { id: account_id } })}
        filters={
          <>
            <FilterText
              label={words.search}
              value={search}
              onChange={(next) => setAddress({ search: next, page: 1 })}
            />
            <FilterSelect
              label={words.role}
              value={role}
              options={choicesOf(states.role)}
              onChange={(next) => setAddress({ role: next, page: 1 })}
            />
            <ShopFilter value={shop} onChange={(next) => setAddress({ shop: next, page: 1 })} />
            <FilterSelect
              label={words.state}
              value={state}
              options={[
                { value: 'active', label: words.active },
                { value: 'disabled', label: words.disabled },
              ]}
              onChange={(next) => setAddress({ state: next, page: 1 })}
            />
          </>
        }
        columns={[
          { key: 'phone', title: words.phone, cell: ({ phone }) => phone, sortBy: ({ phone }) => phone },
          {
            key: 'nickname',
            title: words.nickname,
            cell: ({ nickname }) => nickname,
            sortBy: ({ nickname }) => nickname,
          },
          {
            key: 'role',
            title: words.role,
            cell: (row) => states.role[row.role],
            sortBy: (row) => states.role[row.role],
          },
          {
            key: 'shop',
            title: words.shop,
            cell: ({ shop_id }) => shop_id && nameOf(shop_id),
            sortBy: ({ shop_id }) => shop_id && nameOf(shop_id),
          },
          {
            key: 'state',
            isMark: true,
            title: words.state,
            cell: ({ disabled_at }) =>
              disabled_at ? (
                <StateBadge tone="alarm">{words.disabled}</StateBadge>
              ) : (
                <StateBadge tone="quiet">{words.active}</StateBadge>
              ),
            sortBy: ({ disabled_at }) => (disabled_at ? words.disabled : words.active),
          },
          {
            key: 'since',
            title: words.since,
            cell: ({ created_at }) => <Moment time={created_at} style="date" />,
            sortBy: ({ created_at }) => created_at,
          },
          {
            key: 'id',
            title: words.id,
            cell: (row) => row.account_id,
            csv: (row) => row.account_id,
            isExtra: true,
          },
        ]}
      />
    </>
  );
}
