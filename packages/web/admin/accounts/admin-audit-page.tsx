/** /admin/audit: who changed what, when; one entry in full beside the list. */
import { Button, Code, Stack, Text } from '@mantine/core';
import { useAddress } from '../../kit/address-state.ts';
import { useRead } from '../../kit/api-hooks.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { colon, timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { SidePanel } from '../../kit/parts/dialog.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { Moment } from '../../kit/parts/moment.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { momentsOf } from '../../kit/tables/day-span-rules.ts';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { FilterText } from '../../kit/tables/table-filters.tsx';
import { Facts } from '../parts/facts.tsx';
import { actionText, thingText } from './action-words.ts';
import { auditWords } from './audit-words.ts';

type Entry = ListItem<'GET /api/admin/audit-log'>;

export function AdminAuditPage() {
  const words = useWords(auditWords);
  const language = useLanguage();
  const [{ target, account, action, from, to, entry }, setAddress] = useAddress({
    target: '',
    account: '',
    action: '',
    from: '',
    to: '',
    entry: '',
    page: 1,
  });
  const filter = (name: 'target' | 'account' | 'action' | 'from' | 'to') => (next: string) =>
    setAddress({ [name]: next, page: 1 });
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} />
      <ListTable
        route="GET /api/admin/audit-log"
        input={{
          ...(target !== '' && { target }),
          ...(account !== '' && { account_id: account }),
          ...(action !== '' && { action }),
          ...momentsOf({ from, to }),
        }}
        label={words.title}
        exportName="audit-log"
        rowKey={({ audit_id }) => audit_id}
        empty={<EmptyState title={words.empty} />}
        filters={
          <>
            <FilterText label={words.action} value={action} onChange={filter('action')} />
            <FilterText
              label={words.target}
              value={target}
              placeholder={words.targetHint}
              onChange={filter('target')}
            />
            <FilterText label={words.who} value={account} onChange={filter('account')} />
            <FilterText label={words.from} type="date" value={from} onChange={filter('from')} />
            <FilterText label={words.to} type="date" value={to} onChange={filter('to')} />
          </>
        }
        columns={[
          {
            key: 'at',
            title: words.at,
            cell: ({ at }) => <Moment time={at} style="exact" />,
            sortBy: ({ at }) => at,
          },
          {
            key: 'action',
            title: words.action,
            cell: (row) => actionText(row.action, language),
            sortBy: (row) => row.action,
          },
          {
            key: 'target',
            title: words.target,
            cell: (row) => <ShortTarget target={row.target} />,
            sortBy: (row) => row.target,
          },
          {
            key: 'who',
            title: words.who,
            cell: ({ account_id }) => <Who id={account_id} />,
            sortBy: ({ account_id }) => account_id,
          },
          {
            key: 'detail',
            title: words.detail,
            csv: ({ detail }) => JSON.stringify(detail),
            cell: (row) => (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${words.show}${colon(language)}${row.action} ${row.target}`}
                onClick={() => setAddress({ entry: row.audit_id })}
              >
                {words.show}
              </Button>
            ),
          },
        ]}
      />
      <EntryPanel
        id={entry}
        input={{
          ...(target !== '' && { target }),
          ...(account !== '' && { account_id: account }),
          ...(action !== '' && { action }),
          ...momentsOf({ from, to }),
        }}
        close={() => setAddress({ entry: '' })}
      />
    </>
  );
}

function ShortTarget({ target }: { target: string }) {
  const language = useLanguage();
  const [kind = '', ...rest] = target.split(':');
  const id = rest.join(':');
  const isUuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id);
  return (
    <span title={target}>
      {thingText(kind, language)} {isUuid ? `${id.slice(0, 4)}…${id.slice(-4)}` : id}
    </span>
  );
}

/** By phone where it is an account. */
function Who({ id }: { id: string }) {
  const words = useWords(auditWords);
  const isAgent = id.startsWith('agent:');
  const account = useRead(
    'GET /api/admin/accounts/{account_id}',
    { account_id: id },
    { enabled: !isAgent, staleTime: 300_000 },
  );
  if (isAgent) return `${words.agent} ${id.slice(6, 14)}`;
  return account.data ? account.data.nickname || account.data.phone : id.slice(0, 8);
}

/** Where the thing that was changed has a page. */
function placeOf({ target }: Entry): string | undefined {
  const [kind, id] = target.split(':');
  if (!id) return undefined;
  const pages: Record<string, string> = {
    account: `/accounts/${id}`,
    shop: `/shops/${id}`,
    order: `/orders/${id}`,
    print_job: `/jobs/${id}`,
    after_sales: `/after-sales/${id}`,
    coupon_campaign: `/coupons/${id}`,
    pickup_point: `/pickup-points/${id}`,
    carrier: '/shipping',
    size: '/catalogue?tab=sizes',
    paper_type: '/catalogue?tab=papers',
    price: '/catalogue',
    coverage_rule: '/coverage',
    rate_limit: '/limits',
  };
  return kind ? pages[kind] : undefined;
}

interface EntryPanelProps {
  id: string;
  input: Record<string, string>;
  close(): void;
}

function EntryPanel({ id, input, close }: EntryPanelProps) {
  const words = useWords(auditWords);
  const language = useLanguage();
  const [{ page }] = useAddress({ page: 1 });
  // Its neighbours are in the cache already; an address that was sent to somebody finds it on the same page.
  const list = useRead('GET /api/admin/audit-log', Object.assign({}, input, { page, page_size: 25 }), {
    enabled: id !== '',
  });
  const found = list.data?.items.find(({ audit_id }) => audit_id === id);
  const place = found && placeOf(found);
  return (
    <SidePanel opened={id !== '' && found !== undefined} onClose={close} title={words.detail}>
      {found && (
        <Stack>
          <Facts
            columns={1}
            facts={[
              [words.at, timeText(found.at, language, 'exact')],
              ['', <Age key="age" time={found.at} />],
              [words.action, actionText(found.action, language)],
              [words.target, <Code key="target">{found.target}</Code>],
              [words.who, <Who key="who" id={found.account_id} />],
              found.api_key_id !== null && [words.key, found.api_key_id],
              found.session_id !== null && [words.session, found.session_id],
            ]}
          />
          <Text fw={600}>{words.detail}</Text>
          <Code block>{JSON.stringify(found.detail, null, 2)}</Code>
          {place && (
            <PageButton
              to={place.split('?')[0]!}
              search={Object.fromEntries(new URLSearchParams(place.split('?')[1]))}
            >
              {words.look}
            </PageButton>
          )}
          <PageButton variant="default" to="/audit" search={{ target: found.target }}>
            {words.ofTarget}
          </PageButton>
          {!found.account_id.startsWith('agent:') && (
            <PageButton variant="default" to="/audit" search={{ account: found.account_id }}>
              {words.ofAccount}
            </PageButton>
          )}
        </Stack>
      )}
    </SidePanel>
  );
}
