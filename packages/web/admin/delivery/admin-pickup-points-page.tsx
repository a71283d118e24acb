/** /admin/pickup-points: where customers collect. */
import { useAddress } from '../../kit/address-state.ts';
import { useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { DataTable } from '../../kit/tables/data-table.tsx';
import { ShopFilter } from '../parts/shop-field.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { deliveryAdminWords } from './delivery-admin-words.ts';

type PickupPoint = ApiOutput<'GET /api/admin/pickup-points'>['items'][number];

export function AdminPickupPointsPage() {
  const words = useWords(deliveryAdminWords);
  const language = useLanguage();
  const [{ shop }, setAddress] = useAddress({ shop: '', page: 1 });
  const points = useRead('GET /api/admin/pickup-points', { ...(shop !== '' && { shop_id: shop }) });
  const regionOf = ({ region }: PickupPoint) =>
    region && (language === 'zh' ? region.name_zh : region.name_en);
  return (
    <>
      <PageTitle
        title={words.pickup}
        hint={words.pickupHint}
        actions={<PageButton to="/pickup-points/new">{words.newPoint}</PageButton>}
      />
      <DataTable<PickupPoint>
        label={words.pickup}
        rows={points.data?.items}
        error={points.error}
        retry={() => void points.refetch()}
        rowKey={({ pickup_point_id }) => pickup_point_id}
        rowTarget={({ pickup_point_id }) => ({ to: '/pickup-points/$id', params: { id: pickup_point_id } })}
        searchText={(point) => `${point.name} ${point.address} ${point.shop.name} ${regionOf(point) ?? ''}`}
        exportName="pickup-points"
        filters={<ShopFilter value={shop} onChange={(next) => setAddress({ shop: next, page: 1 })} />}
        empty={<EmptyState title={words.noPoints} />}
        columns={[
          { key: 'name', title: words.name, cell: ({ name }) => name, sortBy: ({ name }) => name },
          {
            key: 'shop',
            title: words.shop,
            cell: (point) => point.shop.name,
            sortBy: (point) => point.shop.name,
          },
          { key: 'region', title: words.region, cell: regionOf, sortBy: regionOf },
          {
            key: 'address',
            title: words.address,
            cell: ({ address }) => address,
            sortBy: ({ address }) => address,
          },
          {
            key: 'state',
            title: words.state,
            cell: ({ enabled, open_now }) => (
              <StateBadge tone={enabled && open_now ? 'good' : 'quiet'}>
                {!enabled ? words.disabled : open_now ? words.openNow : words.closedNow}
              </StateBadge>
            ),
            sortBy: ({ enabled, open_now }) => (enabled ? (open_now ? 0 : 1) : 2),
          },
          {
            key: 'phone',
            title: words.phone,
            cell: ({ phone }) => phone,
            sortBy: ({ phone }) => phone,
            isExtra: true,
          },
          {
            key: 'zone',
            title: words.timeZone,
            cell: ({ time_zone }) => time_zone,
            sortBy: ({ time_zone }) => time_zone,
            isExtra: true,
          },
        ]}
      />
    </>
  );
}
