/** /admin/accounts/$id: one account: who it is, its role and standing, its balance and its room. */
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { usePathPart } from '../../kit/address-state.ts';
import { api } from '../../kit/api.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { colon, fileSizeText, inBrackets, moneyText, timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton, PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { useSession } from '../../kit/session.ts';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { Card, Facts } from '../parts/facts.tsx';
import { FormButton } from '../parts/form-button.tsx';
import { useShops } from '../parts/shops.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { useUndo } from '../parts/undo.ts';
import { choicesOf, stateWords } from '../state-words.ts';
import { accountAdminWords } from './account-admin-words.ts';

type Account = ApiOutput<'GET /api/admin/accounts/{account_id}'>;

const changed = ['GET /api/admin/accounts/{account_id}', 'GET /api/admin/accounts'] as const;

export function AdminAccountPage() {
  const words = useWords(accountAdminWords);
  const states = useWords(stateWords);
  const account_id = usePathPart('id');
  const account = useRead('GET /api/admin/accounts/{account_id}', { account_id });
  const { data } = account;
  return (
    <>
      <PageTitle
        title={data ? data.nickname || data.phone : words.account}
        {...(data && { hint: `${data.phone} · ${states.role[data.role]}` })}
        actions={
          data && (
            <Group gap="xs">
              <PageButton variant="default" to="/orders" search={{ phone: data.phone }}>
                {words.orders}
              </PageButton>
              <PageButton variant="default" to="/payments" search={{ account: account_id }}>
                {words.payments}
              </PageButton>
              <PageButton variant="default" to="/coupons" search={{ tab: 'grant', phone: data.phone }}>
                {words.grant}
              </PageButton>
            </Group>
          )
        }
      />
      <ErrorNote error={account.error} retry={() => void account.refetch()} />
      {account.isPending && <LoadingLines lines={8} />}
      {data && (
        <Stack gap="lg">
          <AccountCards account={data} />
          <Keys accountId={account_id} />
        </Stack>
      )}
    </>
  );
}

function AccountCards({ account }: { account: Account }) {
  const words = useWords(accountAdminWords);
  const states = useWords(stateWords);
  const language = useLanguage();
  const { nameOf } = useShops();
  const money = (amount: number) => moneyText(amount, account.currency, language);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Facts
        title={words.account}
        facts={[
          [words.phone, account.phone],
          [words.nickname, account.nickname || '–'],
          [words.since, timeText(account.created_at, language)],
          [words.language, account.language ? words.languages[account.language] : '–'],
          [words.sessions, account.live_sessions],
          [words.keys, account.live_keys],
          [words.id, account.account_id],
        ]}
      >
        <Text size="sm" c="dimmed" mt="md">
          {words.keysHint}
        </Text>
      </Facts>
      <Standing account={account} />
      <Facts
        title={words.balance}
        actions={<AdjustBalance account={account} />}
        columns={1}
        facts={[
          [
            words.balance,
            <Text key="amount" fz={28} fw={700}>
              {money(account.balance)}
            </Text>,
          ],
        ]}
      />
      <Facts
        title={words.storage}
        actions={<Quota account={account} />}
        columns={1}
        facts={[
          [
            words.storage,
            `${words.ofQuota(fileSizeText(account.stored_bytes, language), fileSizeText(account.quota_bytes, language))}${account.has_own_quota ? inBrackets(words.ownQuota, language) : ''}`,
          ],
          [words.role, states.role[account.role]],
          account.shop_id !== null && [words.shop, nameOf(account.shop_id)],
        ]}
      />
    </SimpleGrid>
  );
}

/** Seen, never read: what a key is, its owner was told once. */
function Keys({ accountId }: { accountId: string }) {
  const words = useWords(accountAdminWords);
  const language = useLanguage();
  const time = (at: string | null) => (at === null ? '–' : timeText(at, language));
  return (
    <Card title={words.keysOf}>
      <ListTable
        route="GET /api/admin/accounts/{account_id}/api-keys"
        input={{ account_id: accountId }}
        label={words.keysOf}
        prefix="keys"
        exportName="api-keys"
        rowKey={({ api_key_id }) => api_key_id}
        empty={<EmptyState title={words.noKeys} />}
        columns={[
          { key: 'name', title: words.keyName, cell: ({ name }) => name },
          { key: 'key_hint', title: words.keyHint, cell: ({ key_hint }) => <code>{key_hint}</code> },
          {
            key: 'status',
            title: words.standing,
            cell: ({ status }) => (
              <StateBadge tone={status === 'active' ? 'good' : 'quiet'}>{words.keyStates[status]}</StateBadge>
            ),
          },
          { key: 'last_used_at', title: words.keyUsed, cell: ({ last_used_at }) => time(last_used_at) },
          { key: 'expires_at', title: words.keyExpires, cell: ({ expires_at }) => time(expires_at) },
        ]}
      />
    </Card>
  );
}

function Standing({ account }: { account: Account }) {
  const words = useWords(accountAdminWords);
  const language = useLanguage();
  const session = useSession();
  const { account_id } = account;
  const name = account.nickname || account.phone;
  const isOwn = session.account?.account_id === account_id;
  const enable = useAct('POST /api/admin/accounts/{account_id}/enable', { changes: [...changed] });
  return (
    <Card title={words.standing} actions={<ChangeRole account={account} />}>
      <Stack>
        <Group>
          <StateBadge tone={account.disabled_at ? 'alarm' : 'good'}>
            {account.disabled_at ? words.disabled : words.active}
          </StateBadge>
          {account.disabled_at && <Text size="sm">{timeText(account.disabled_at, language)}</Text>}
        </Group>
        {isOwn && <Text size="sm">{words.you}</Text>}
        <Group gap="xs">
          {account.disabled_at ? (
            <ConfirmButton
              variant="default"
              title={words.enableTitle(name)}
              text={words.enableText}
              confirm={words.enable}
              act={async () => {
                await enable.runAsync({ account_id });
                showToast({ text: words.enabledDone });
              }}
            >
              {words.enable}
            </ConfirmButton>
          ) : (
            <FormButton
              route="POST /api/admin/accounts/{account_id}/disable"
              label={words.disable}
              title={words.disableTitle(name)}
              look={{ variant: 'light', color: 'seal', disabled: isOwn }}
              color="seal"
              intro={<Text mb="md">{words.disableText}</Text>}
              fixed={{ account_id }}
              fields={[
                { name: 'reason', label: words.reason, hint: words.reasonHint, kind: 'text', maxLength: 200 },
              ]}
              changes={[...changed]}
              submit={words.disable}
              onDone={() => showToast({ text: words.disabledDone })}
            />
          )}
        </Group>
        <Group gap="md">
          <PageLink size="sm" to="/audit" search={{ target: `account:${account_id}` }}>
            {words.audit}
          </PageLink>
          <PageLink size="sm" to="/audit" search={{ account: account_id }}>
            {words.acts}
          </PageLink>
        </Group>
      </Stack>
    </Card>
  );
}

function ChangeRole({ account }: { account: Account }) {
  const words = useWords(accountAdminWords);
  const states = useWords(stateWords);
  const { account_id, role, shop_id } = account;
  const showDone = useUndo([...changed]);
  const name = account.nickname || account.phone;
  return (
    <FormButton
      route="PUT /api/admin/accounts/{account_id}/role"
      label={words.changeRole}
      fixed={{ account_id }}
      initial={{ role, shop_id }}
      fields={[
        { name: 'role', label: words.role, kind: 'choice', options: choicesOf(states.role) },
        {
          name: 'shop_id',
          label: words.shop,
          hint: words.shopHint,
          kind: 'shop',
          isRequired: true,
          when: (values) => values.role === 'operator',
        },
      ]}
      question={(values) => ({
        title: words.roleQuestion(name, states.role[values.role as keyof typeof states.role]),
        text: words.roleText,
        confirm: words.changeRole,
      })}
      changes={[...changed]}
      submit={words.changeRole}
      onDone={() =>
        showDone(words.roleDone, () =>
          api('PUT /api/admin/accounts/{account_id}/role', {
            account_id,
            role,
            ...(shop_id !== null && { shop_id }),
          }),
        )
      }
    />
  );
}

function AdjustBalance({ account }: { account: Account }) {
  const words = useWords(accountAdminWords);
  const language = useLanguage();
  const { account_id, currency } = account;
  const money = (amount: number) => moneyText(amount, currency, language);
  const signed = (amount: number) => `${amount > 0 ? '+' : ''}${money(amount)}`;
  return (
    <FormButton
      route="POST /api/admin/balance"
      label={words.adjust}
      fixed={{ account_id }}
      fields={[
        { name: 'amount', label: words.amount, hint: words.amountHint, kind: 'amount', isRequired: true },
        {
          name: 'note',
          label: words.note,
          hint: words.noteHint,
          kind: 'text',
          isRequired: true,
          maxLength: 200,
        },
      ]}
      preview={(values) => {
        const after = account.balance + Number(values.amount);
        if (typeof values.amount !== 'number') return null;
        return (
          <Text size="sm" className="platen-numbers" {...(after < 0 && { c: 'var(--mantine-color-error)' })}>
            {after < 0 ? words.adjustBelow(money(after)) : words.adjustAfter(money(after))}
          </Text>
        );
      }}
      question={(values) => ({
        title: words.adjustQuestion(signed(Number(values.amount))),
        text: `${account.nickname || account.phone}${colon(language)}${words.adjustAfter(money(account.balance + Number(values.amount)))}`,
        confirm: words.adjust,
      })}
      changes={['GET /api/admin/accounts/{account_id}']}
      submit={words.adjust}
      onDone={({ balance }) => showToast({ text: words.adjusted(money(balance)) })}
    />
  );
}

const bytesOfMib = 1024 * 1024;

function Quota({ account }: { account: Account }) {
  const words = useWords(accountAdminWords);
  const { account_id, quota_bytes, has_own_quota } = account;
  const before = has_own_quota ? Math.round(quota_bytes / bytesOfMib) : null;
  const showDone = useUndo(['GET /api/admin/accounts/{account_id}']);
  return (
    <FormButton
      route="PUT /api/admin/accounts/{account_id}/quota"
      label={words.quota}
      fixed={{ account_id }}
      initial={{ quota_mib: before }}
      fields={[
        {
          name: 'quota_mib',
          label: words.quotaField,
          hint: words.quotaHint,
          kind: 'whole',
          min: 0,
          empty: 'null',
        },
      ]}
      changes={['GET /api/admin/accounts/{account_id}']}
      submit={words.quota}
      onDone={() =>
        showDone(words.quotaDone, () =>
          api('PUT /api/admin/accounts/{account_id}/quota', { account_id, quota_mib: before }),
        )
      }
    />
  );
}
