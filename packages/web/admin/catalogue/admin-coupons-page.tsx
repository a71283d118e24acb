/** /admin/coupons: codes that many redeem, and coupons for one account. */

import { Text } from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { couponLine } from '../../kit/coupon-worth.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { Moment } from '../../kit/parts/moment.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { Card } from '../parts/facts.tsx';
import { FormButton } from '../parts/form-button.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { RecordForm } from '../parts/record-form.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { couponAdminWords } from './coupon-admin-words.ts';
import { firstTerms, termFields, withKind } from './coupon-terms.ts';

type Campaign = ListItem<'GET /api/admin/coupon-campaigns'>;

export function AdminCouponsPage() {
  const words = useWords(couponAdminWords);
  return (
    <>
      <PageTitle title={words.title} hint={words.campaignsHint} actions={<NewCampaign />} />
      <PageTabs
        tabs={[
          { value: 'codes', label: words.campaigns, panel: <Campaigns /> },
          { value: 'grant', label: words.grantTab, panel: <Grant /> },
        ]}
      />
    </>
  );
}

function NewCampaign() {
  const words = useWords(couponAdminWords);
  return (
    <FormButton
      route="POST /api/admin/coupon-campaigns"
      label={words.create}
      look={{ variant: 'filled' }}
      initial={Object.assign({ max_per_account: 1 }, firstTerms)}
      fields={[
        {
          name: 'name',
          label: words.name,
          hint: words.nameHint,
          kind: 'text',
          isRequired: true,
          maxLength: 100,
        },
        { name: 'code', label: words.code, hint: words.codeHint, kind: 'text', maxLength: 40 },
        ...termFields(words),
        { name: 'expires_at', label: words.expiresAt, kind: 'moment' },
        { name: 'coupon_days', label: words.couponDays, kind: 'whole', min: 1 },
        { name: 'max_total', label: words.maxTotal, kind: 'whole', min: 1 },
        { name: 'max_per_account', label: words.perAccount, kind: 'whole', min: 1 },
      ]}
      change={withKind}
      changes={['GET /api/admin/coupon-campaigns']}
      submit={words.create}
      onDone={({ code }) => showToast({ text: words.created(code) })}
    />
  );
}

/** Whether a code can be redeemed now. */
export function CampaignState({ campaign }: { campaign: Campaign }) {
  const words = useWords(couponAdminWords);
  const now = Date.now();
  const isOver = campaign.expires_at !== null && Date.parse(campaign.expires_at) <= now;
  const isFull = campaign.max_total !== null && campaign.redeemed >= campaign.max_total;
  if (campaign.disabled_at !== null || isOver || isFull) {
    return <StateBadge tone="quiet">{words.ended}</StateBadge>;
  }
  if (campaign.valid_from !== null && Date.parse(campaign.valid_from) > now) {
    return <StateBadge tone="busy">{words.notYet}</StateBadge>;
  }
  return <StateBadge tone="good">{words.running}</StateBadge>;
}

function Campaigns() {
  const words = useWords(couponAdminWords);
  const language = useLanguage();
  return (
    <ListTable
      route="GET /api/admin/coupon-campaigns"
      input={{}}
      label={words.campaigns}
      exportName="coupon-codes"
      rowKey={({ campaign_id }) => campaign_id}
      rowTarget={({ campaign_id }) => ({ to: '/coupons/$id', params: { id: campaign_id } })}
      empty={<EmptyState title={words.noCodes} hint={words.noCodesHint} />}
      columns={[
        { key: 'name', title: words.name, cell: ({ name }) => name, sortBy: ({ name }) => name },
        {
          key: 'code',
          title: words.code,
          cell: ({ code }) => <Text ff="monospace">{code}</Text>,
          sortBy: ({ code }) => code,
        },
        {
          key: 'description',
          title: words.description,
          cell: (campaign) => couponLine(campaign, language),
          csv: (campaign) => couponLine(campaign, language),
        },
        {
          key: 'redeemed',
          title: words.redeemed,
          align: 'right',
          cell: ({ redeemed, max_total }) =>
            max_total === null ? redeemed : words.ofTotal(redeemed, max_total),
          sortBy: ({ redeemed }) => redeemed,
        },
        {
          key: 'state',
          title: words.state,
          isMark: true,
          cell: (campaign) => <CampaignState campaign={campaign} />,
        },
        {
          key: 'ends',
          title: words.expiresAt,
          cell: ({ expires_at }) => expires_at && <Moment time={expires_at} />,
          sortBy: ({ expires_at }) => expires_at,
        },
        {
          key: 'since',
          title: words.since,
          cell: ({ created_at }) => <Moment time={created_at} style="date" />,
          sortBy: ({ created_at }) => created_at,
          isExtra: true,
        },
      ]}
    />
  );
}

function Grant() {
  const words = useWords(couponAdminWords);
  const language = useLanguage();
  const [{ phone }] = useAddress({ phone: '' });
  const [round, setRound] = useState(0);
  return (
    <Card title={words.grantTab}>
      <RecordForm
        key={round}
        route="POST /api/admin/coupons"
        initial={Object.assign({ phone }, firstTerms)}
        fields={[
          { name: 'phone', label: words.phone, kind: 'text', isRequired: true, maxLength: 40 },
          ...termFields(words),
          { name: 'expires_in_days', label: words.expiresInDays, kind: 'whole', min: 1 },
          { name: 'note', label: words.note, hint: words.nameHint, kind: 'text', maxLength: 200 },
        ]}
        change={withKind}
        changes={['GET /api/admin/coupon-campaigns']}
        submit={words.grant}
        onDone={(coupon) => {
          showToast({ text: words.granted(couponLine(coupon, language), coupon.phone) });
          setRound(round + 1);
        }}
      />
    </Card>
  );
}
