/** /admin/shops: the shops, all agents, and what agents found when they came back. */
import { Button, Stack, Switch } from '@mantine/core';
import { useAddress } from '../../kit/address-state.ts';
import { useAct } from '../../kit/api-hooks.ts';
import { useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { FormButton } from '../parts/form-button.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { ShopFilter } from '../parts/shop-field.tsx';
import { useShops } from '../parts/shops.ts';
import { agentColumns } from './agent-columns.tsx';
import { shopAdminWords } from './shop-admin-words.ts';

export function AdminShopsPage() {
  const words = useWords(shopAdminWords);
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} actions={<NewShop />} />
      <PageTabs
        tabs={[
          { value: 'shops', label: words.title, panel: <Shops /> },
          { value: 'agents', label: words.agents, panel: <Agents /> },
          { value: 'resyncs', label: words.resyncs, panel: <Resyncs /> },
        ]}
        filters={['shop', 'revoked']}
      />
    </>
  );
}

function NewShop() {
  const words = useWords(shopAdminWords);
  return (
    <FormButton
      route="POST /api/admin/shops"
      label={words.create}
      look={{ variant: 'filled' }}
      fields={[{ name: 'name', label: words.name, kind: 'text', isRequired: true, maxLength: 100 }]}
      changes={['GET /api/admin/shops']}
      submit={words.create}
      onDone={({ name }) => showToast({ text: words.created(name) })}
    />
  );
}

function Shops() {
  const words = useWords(shopAdminWords);
  return (
    <ListTable
      route="GET /api/admin/shops"
      input={{}}
      label={words.title}
      exportName="shops"
      rowKey={({ shop_id }) => shop_id}
      rowTarget={({ shop_id }) => ({ to: '/shops/$id', params: { id: shop_id } })}
      columns={[
        { key: 'name', title: words.name, cell: ({ name }) => name, sortBy: ({ name }) => name },
        {
          key: 'since',
          title: words.since,
          cell: ({ created_at }) => <Age time={created_at} />,
          sortBy: ({ created_at }) => created_at,
        },
      ]}
    />
  );
}

function Agents() {
  const words = useWords(shopAdminWords);
  const { nameOf } = useShops();
  const [{ shop, revoked }, setAddress] = useAddress({ shop: '', revoked: false, page: 1 });
  return (
    <ListTable
      route="GET /api/admin/agents"
      input={{ revoked, ...(shop !== '' && { shop_id: shop }) }}
      label={words.allAgents}
      exportName="agents"
      refetchInterval={10_000}
      rowKey={({ agent_id }) => agent_id}
      rowTarget={({ shop_id }) => ({ to: '/shops/$id', params: { id: shop_id } })}
      filters={
        <>
          <ShopFilter value={shop} onChange={(next) => setAddress({ shop: next, page: 1 })} />
          <Switch
            label={words.revokedOnes}
            checked={revoked}
            mb={8}
            onChange={(event) => setAddress({ revoked: event.currentTarget.checked, page: 1 })}
          />
        </>
      }
      columns={agentColumns(words, nameOf)}
    />
  );
}

function Resyncs() {
  const words = useWords(shopAdminWords);
  const acknowledge = useAct('POST /api/admin/agent-resyncs/{resync_id}/acknowledge', {
    changes: ['GET /api/admin/agent-resyncs'],
    onDone: () => showToast({ text: words.changed }),
  });
  return (
    <Stack>
      <ErrorNote error={acknowledge.error} />
      <ListTable
        route="GET /api/admin/agent-resyncs"
        input={{}}
        label={words.resyncs}
        exportName="resyncs"
        rowKey={({ resync_id }) => resync_id}
        columns={[
          {
            key: 'found',
            title: words.found,
            cell: ({ found_at }) => <Age time={found_at} />,
            sortBy: ({ found_at }) => found_at,
          },
          {
            key: 'applied',
            title: words.applied,
            align: 'right',
            cell: ({ jobs_applied }) => jobs_applied,
            sortBy: ({ jobs_applied }) => jobs_applied,
          },
          {
            key: 'missing',
            title: words.missing,
            align: 'right',
            cell: ({ jobs_missing }) => jobs_missing,
            sortBy: ({ jobs_missing }) => jobs_missing,
            csv: ({ missing_job_ids }) => missing_job_ids.join(' '),
          },
          {
            key: 'seen',
            title: words.seen,
            csv: ({ seen_at }) => seen_at,
            cell: ({ resync_id, seen_at }) =>
              seen_at ? (
                <Age time={seen_at} />
              ) : (
                <Button size="compact-sm" variant="default" onClick={() => acknowledge.run({ resync_id })}>
                  {words.markSeen}
                </Button>
              ),
          },
        ]}
      />
    </Stack>
  );
}
