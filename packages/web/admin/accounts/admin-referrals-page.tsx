/** /admin/referrals: which shop has which referral code, and what who comes by it sees. */
import { Text } from '@mantine/core';
import { useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { CopyButton } from '../../kit/parts/copy-button.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { DataTable } from '../../kit/tables/data-table.tsx';
import { couponAdminWords } from '../catalogue/coupon-admin-words.ts';

type Referral = ApiOutput<'GET /api/shop/referral-codes'>['items'][number];

export function AdminReferralsPage() {
  const words = useWords(couponAdminWords);
  const language = useLanguage();
  const codes = useRead('GET /api/shop/referral-codes', {});
  const regionOf = ({ region }: Referral) => region && (language === 'zh' ? region.name_zh : region.name_en);
  return (
    <>
      <PageTitle title={words.referrals} hint={words.referralsHint} />
      <DataTable<Referral>
        label={words.referrals}
        rows={codes.data?.items}
        error={codes.error}
        retry={() => void codes.refetch()}
        rowKey={({ shop_id }) => shop_id}
        rowTarget={({ shop_id }) => ({ to: '/shops/$id', params: { id: shop_id } })}
        searchText={(row) =>
          `${row.name} ${row.referral_code ?? ''} ${row.phone ?? ''} ${regionOf(row) ?? ''}`
        }
        exportName="referral-codes"
        columns={[
          { key: 'shop', title: words.referralShop, cell: ({ name }) => name, sortBy: ({ name }) => name },
          {
            key: 'code',
            title: words.code,
            cell: ({ referral_code }) =>
              referral_code === null ? (
                <Text c="dimmed">{words.noReferral}</Text>
              ) : (
                <CopyButton size="compact-sm" text={referral_code} label={referral_code} />
              ),
            sortBy: ({ referral_code }) => referral_code,
          },
          { key: 'phone', title: words.phone, cell: ({ phone }) => phone, sortBy: ({ phone }) => phone },
          { key: 'region', title: words.region, cell: regionOf, sortBy: regionOf },
          {
            key: 'address',
            title: words.address,
            cell: ({ address }) => address,
            csv: ({ address }) => address,
          },
        ]}
      />
    </>
  );
}
