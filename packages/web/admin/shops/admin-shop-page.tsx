/** /admin/shops/$id: one shop, its agents and how another is enrolled, its contact, its way out. */
import { Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAddress, usePathPart } from '../../kit/address-state.ts';
import { api } from '../../kit/api.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import { timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { ListTable } from '../../kit/tables/list-table.tsx';
import { Card } from '../parts/facts.tsx';
import { FormButton } from '../parts/form-button.tsx';
import { RecordForm } from '../parts/record-form.tsx';
import { useUndo } from '../parts/undo.ts';
import { type Agent, agentColumns } from './agent-columns.tsx';
import { EnrolmentButton } from './enrolment-button.tsx';
import { shopAdminWords } from './shop-admin-words.ts';

export function AdminShopPage() {
  const words = useWords(shopAdminWords);
  const language = useLanguage();
  const shop_id = usePathPart('id');
  const shop = useRead('GET /api/admin/shops/{shop_id}', { shop_id });
  const showDone = useUndo(['GET /api/admin/shops/{shop_id}', 'GET /api/admin/shops']);
  const name = shop.data?.name ?? '';
  return (
    <>
      <PageTitle
        title={name === '' ? words.title : name}
        {...(shop.data && { hint: `${words.since} ${timeText(shop.data.created_at, language, 'date')}` })}
        actions={
          <Group gap="xs">
            <PageButton variant="default" to="/jobs" search={{ shop: shop_id }}>
              {words.openShop}
            </PageButton>
            <PageButton variant="default" to="/orders" search={{ shop: shop_id }}>
              {words.ordersOfShop}
            </PageButton>
            <PageButton variant="default" to="/accounts" search={{ shop: shop_id }}>
              {words.staff}
            </PageButton>
            {shop.data && (
              <FormButton
                route="PUT /api/admin/shops/{shop_id}"
                label={words.rename}
                fixed={{ shop_id }}
                initial={{ name }}
                fields={[{ name: 'name', label: words.name, kind: 'text', isRequired: true, maxLength: 100 }]}
                changes={['GET /api/admin/shops/{shop_id}', 'GET /api/admin/shops']}
                submit={words.rename}
                onDone={() =>
                  showDone(words.renamed, () => api('PUT /api/admin/shops/{shop_id}', { shop_id, name }))
                }
              />
            )}
          </Group>
        }
      />
      <ErrorNote error={shop.error} retry={() => void shop.refetch()} />
      {shop.isPending && <LoadingLines />}
      {shop.data && (
        <Stack gap="lg">
          <Agents shop_id={shop_id} shopName={name} />
          <Contact shop_id={shop_id} />
          <DeleteShop shop_id={shop_id} name={name} />
        </Stack>
      )}
    </>
  );
}

function Agents({ shop_id, shopName }: { shop_id: string; shopName: string }) {
  const words = useWords(shopAdminWords);
  const [{ revoked }, setAddress] = useAddress({ revoked: false, page: 1 });
  return (
    <Card title={words.agents} actions={<EnrolmentButton shop_id={shop_id} shopName={shopName} />}>
      <Text c="dimmed" size="sm" mb="md">
        {words.agentsHint}
      </Text>
      <ListTable
        route="GET /api/admin/agents"
        input={{ shop_id, revoked }}
        label={words.agents}
        rowKey={({ agent_id }) => agent_id}
        filters={
          <Switch
            label={words.revokedOnes}
            checked={revoked}
            onChange={(event) => setAddress({ revoked: event.currentTarget.checked, page: 1 })}
          />
        }
        empty={<EmptyState title={words.noAgents} hint={words.noAgentsHint} />}
        columns={[
          ...agentColumns(words),
          {
            key: 'actions',
            title: '',
            align: 'right',
            cell: (agent) => !agent.revoked_at && <AgentActions agent={agent} />,
          },
        ]}
      />
    </Card>
  );
}

function AgentActions({ agent }: { agent: Agent }) {
  const words = useWords(shopAdminWords);
  const { agent_id, name, shop_id, image_work } = agent;
  const showDone = useUndo(['GET /api/admin/agents']);
  const revoke = useAct('DELETE /api/admin/agents/{agent_id}', { changes: ['GET /api/admin/agents'] });
  const act = async () => {
    await revoke.runAsync({ agent_id });
    const stuck = await api('GET /api/shop/jobs', { shop_id, stuck: true, page_size: 1 });
    showToast({ text: words.revokedDone(name, stuck.total) });
  };
  return (
    <Group gap="xs" justify="flex-end">
      <FormButton
        route="PUT /api/admin/agents/{agent_id}"
        label={words.edit}
        title={name}
        look={{ size: 'compact-sm' }}
        fixed={{ agent_id }}
        initial={{ name, image_work }}
        fields={[
          { name: 'name', label: words.name, kind: 'text', isRequired: true, maxLength: 100 },
          { name: 'image_work', label: words.imageWork, hint: words.imageWorkHint, kind: 'switch' },
        ]}
        changes={['GET /api/admin/agents']}
        submit={words.edit}
        onDone={() =>
          showDone(words.changed, () =>
            api('PUT /api/admin/agents/{agent_id}', { agent_id, name, image_work }),
          )
        }
      />
      <ConfirmButton
        size="compact-sm"
        variant="light"
        color="seal"
        title={words.revokeTitle(name)}
        text={<RevokeText shop_id={shop_id} />}
        confirm={words.revoke}
        act={act}
      >
        {words.revoke}
      </ConfirmButton>
    </Group>
  );
}

/** States in which a job is with an agent and not done. */
const openStates = ['sent', 'accepted', 'preparing', 'ready', 'submitting', 'printing', 'held'] as const;

/** What happens to its jobs, with their number. */
function RevokeText({ shop_id }: { shop_id: string }) {
  const words = useWords(shopAdminWords);
  const open = useQuery({
    queryKey: ['GET /api/shop/jobs', { shop_id }, 'open'],
    queryFn: async () => {
      const lists = await Promise.all(
        openStates.map((state) => api('GET /api/shop/jobs', { shop_id, state, page_size: 1 })),
      );
      return lists.reduce((sum, { total }) => sum + total, 0);
    },
  });
  return (
    <>
      <Text>{words.revokeText}</Text>
      {open.data !== undefined && (
        <Text mt="sm" fw={600}>
          {words.openJobs(open.data)}
        </Text>
      )}
    </>
  );
}

function Contact({ shop_id }: { shop_id: string }) {
  const words = useWords(shopAdminWords);
  const contacts = useRead('GET /api/shop/referral-codes', {});
  const contact = contacts.data?.items.find((each) => each.shop_id === shop_id);
  if (contacts.isPending) return <LoadingLines />;
  return (
    <Card title={words.contact}>
      <Text c="dimmed" size="sm" mb="md">
        {words.contactHint}
      </Text>
      <ErrorNote error={contacts.error} />
      {contact && (
        <RecordForm
          key={JSON.stringify(contact)}
          route="PUT /api/admin/shops/{shop_id}/contact"
          fixed={{ shop_id }}
          initial={{
            referral_code: contact.referral_code,
            phone: contact.phone,
            address: contact.address,
            region_id: contact.region?.region_id,
          }}
          fields={[
            {
              name: 'referral_code',
              label: words.code,
              hint: words.codeHint,
              kind: 'text',
              empty: 'null',
              when: ({ new_referral_code }) => new_referral_code !== true,
            },
            { name: 'new_referral_code', label: words.newCode, kind: 'switch' },
            { name: 'phone', label: words.phone, kind: 'text', empty: 'null', maxLength: 40 },
            { name: 'region_id', label: words.region, kind: 'region', empty: 'null' },
            { name: 'address', label: words.address, kind: 'text', empty: 'null', maxLength: 200 },
          ]}
          change={({ new_referral_code, ...rest }) =>
            new_referral_code === true ? Object.assign(rest, { new_referral_code }) : rest
          }
          changes={['GET /api/shop/referral-codes']}
          submit={words.edit}
          onDone={() => showToast({ text: words.changed })}
        />
      )}
    </Card>
  );
}

function DeleteShop({ shop_id, name }: { shop_id: string; name: string }) {
  const words = useWords(shopAdminWords);
  const navigate = useNavigate();
  const remove = useAct('DELETE /api/admin/shops/{shop_id}', { changes: ['GET /api/admin/shops'] });
  return (
    <Group justify="flex-end">
      <ConfirmButton
        variant="subtle"
        color="seal"
        title={words.deleteTitle(name)}
        text={words.deleteText}
        confirm={words.delete}
        act={async () => {
          await remove.runAsync({ shop_id });
          await navigate({ to: '/shops' as never });
        }}
      >
        {words.delete}
      </ConfirmButton>
    </Group>
  );
}
