/** /admin/coupons/$id: one code: its terms, and who has coupons of it. */

import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePathPart } from '../../kit/address-state.ts';
import { type ApiError, api } from '../../kit/api.ts';
import { useAct } from '../../kit/api-hooks.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { couponLine } from '../../kit/coupon-worth.ts';
import { moneyText, timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { CopyButton } from '../../kit/parts/copy-button.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { NotFoundPage } from '../../kit/parts/not-found-page.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { readWholeList } from '../../kit/tables/whole-list.ts';
import { Facts } from '../parts/facts.tsx';
import { CampaignState } from './admin-coupons-page.tsx';
import { couponAdminWords } from './coupon-admin-words.ts';

type Campaign = ListItem<'GET /api/admin/coupon-campaigns'>;

const maxCampaigns = 2000;

/** Campaigns are few; one is looked for in their list. */
const useCampaign = (campaign_id: string) =>
  useQuery<Campaign | null, ApiError>({
    queryKey: ['GET /api/admin/coupon-campaigns', {}, campaign_id],
    queryFn: async ({ signal }) => {
      const all = await readWholeList((page) => api('GET /api/admin/coupon-campaigns', page, { signal }), {
        maxRows: maxCampaigns,
        keyOf: (campaign) => campaign.campaign_id,
      });
      return all.rows.find((campaign) => campaign.campaign_id === campaign_id) ?? null;
    },
  });

export function AdminCouponPage() {
  const words = useWords(couponAdminWords);
  const campaign_id = usePathPart('id');
  const campaign = useCampaign(campaign_id);
  if (campaign.data === null) return <NotFoundPage />;
  return (
    <>
      <PageTitle
        title={campaign.data?.name ?? words.title}
        actions={campaign.data && <EndCampaign campaign={campaign.data} />}
        hint={<PageLink to="/coupons">{words.backToAll}</PageLink>}
      />
      <ErrorNote error={campaign.error} retry={() => void campaign.refetch()} />
      {campaign.isPending && <LoadingLines />}
      {campaign.data && (
        <Stack gap="lg">
          <Terms campaign={campaign.data} />
          <Coupons campaign_id={campaign_id} />
        </Stack>
      )}
    </>
  );
}

function EndCampaign({ campaign }: { campaign: Campaign }) {
  const words = useWords(couponAdminWords);
  const { campaign_id, code, disabled_at } = campaign;
  const end = useAct('DELETE /api/admin/coupon-campaigns/{campaign_id}', {
    changes: ['GET /api/admin/coupon-campaigns'],
  });
  return (
    <Group gap="xs">
      <CopyButton text={code} label={code} />
      {disabled_at === null && (
        <ConfirmButton
          variant="light"
          color="seal"
          title={words.endTitle(code)}
          text={words.endText}
          confirm={words.end}
          act={async () => {
            await end.runAsync({ campaign_id });
            showToast({ text: words.endDone });
          }}
        >
          {words.end}
        </ConfirmButton>
      )}
    </Group>
  );
}

function Terms({ campaign }: { campaign: Campaign }) {
  const words = useWords(couponAdminWords);
  const language = useLanguage();
  const money = (amount: number) => moneyText(amount, campaign.currency, language);
  const moment = (time: string | null) => (time === null ? '–' : timeText(time, language));
  return (
    <Facts
      columns={3}
      facts={[
        [words.state, <CampaignState key="state" campaign={campaign} />],
        [
          words.code,
          <Text key="code" ff="monospace">
            {campaign.code}
          </Text>,
        ],
        [words.description, couponLine(campaign, language)],
        [words.minAmount, money(campaign.min_amount)],
        campaign.cap !== null && [words.cap, money(campaign.cap)],
        [words.scope, words.scopes[campaign.scope]],
        [words.validFrom, moment(campaign.valid_from)],
        [words.expiresAt, moment(campaign.expires_at)],
        [words.couponDays, campaign.coupon_days ?? '–'],
        [
          words.redeemed,
          campaign.max_total === null
            ? campaign.redeemed
            : words.ofTotal(campaign.redeemed, campaign.max_total),
        ],
        [words.perAccount, campaign.max_per_account],
        [words.since, moment(campaign.created_at)],
      ]}
    />
  );
}

function Coupons({ campaign_id }: { campaign_id: string }) {
  const words = useWords(couponAdminWords);
  return (
    <ListTable
      route="GET /api/admin/coupon-campaigns/{campaign_id}/coupons"
      input={{ campaign_id }}
      label={words.whoUsed}
      exportName="coupons"
      rowKey={({ coupon_id }) => coupon_id}
      rowTarget={({ account_id }) => ({ to: '/accounts/$id', params: { id: account_id } })}
      empty={<EmptyState title={words.noCoupons} />}
      columns={[
        { key: 'phone', title: words.phone, cell: ({ phone }) => phone, sortBy: ({ phone }) => phone },
        {
          key: 'since',
          title: words.redeemed,
          cell: ({ created_at }) => <Age time={created_at} />,
          sortBy: ({ created_at }) => created_at,
        },
        {
          key: 'status',
          title: words.state,
          cell: ({ status }) => words.status[status],
          sortBy: ({ status }) => words.status[status],
        },
        {
          key: 'order',
          title: words.order,
          sortBy: ({ order_no }) => order_no,
          cell: ({ order_id, order_no }) =>
            order_id && (
              <PageLink to="/orders/$id" params={{ id: order_id }}>
                {order_no}
              </PageLink>
            ),
        },
      ]}
    />
  );
}
