/** /pre-orders/$id: one collection: what came in, its link, its order, its settings, what happened. The tab stands in the address. */
import { Badge, Button, Group, Paper, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import { useAddress, usePathPart } from '../../kit/address-state.ts';
import { isGone } from '../../kit/api.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { useCatalogue } from '../../kit/catalogue.ts';
import { colon, timeText } from '../../kit/formats.ts';
import { PeopleIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { ShareLink } from '../parts/share-link.tsx';
import { PreOrderOrdering } from './pre-order-ordering.tsx';
import { preOrderWords } from './pre-order-words.ts';
import { SubmissionReview } from './submission-review.tsx';

type PreOrder = ApiOutput<'GET /api/user/pre-orders/{pre_order_id}'>;

const tabs = ['photos', 'share', 'order', 'settings', 'history'] as const;

export function PreOrderPage() {
  const words = useWords(preOrderWords);
  const pre_order_id = usePathPart('id');
  const [{ tab }, setAddress] = useAddress({ tab: 'photos', show: '', page: 1 });
  const read = useRead('GET /api/user/pre-orders/{pre_order_id}', { pre_order_id, page_size: 1 });
  const preOrder = read.data;
  if (isGone(read.error)) {
    return (
      <>
        <PageTitle title={words.gone} />
        <EmptyState
          icon={<PeopleIcon size={40} />}
          title={words.goneHint}
          action={<PageButton to="/pre-orders">{words.toList}</PageButton>}
        />
      </>
    );
  }
  if (!preOrder) {
    return (
      <>
        <PageTitle title={words.title} />
        <ErrorNote error={read.error} retry={() => void read.refetch()} />
        {read.isPending && <LoadingLines lines={6} />}
      </>
    );
  }
  const { status } = preOrder;
  const canOrder = status === 'open' || status === 'closed';
  const shownTabs = tabs.filter((each) => each !== 'order' || canOrder);
  const shown = shownTabs.find((each) => each === tab) ?? 'photos';
  return (
    <>
      <PageTitle
        title={preOrder.title}
        hint={preOrder.description || undefined}
        actions={<Acts preOrder={preOrder} />}
      />
      <Stack>
        <ErrorNote error={read.error} retry={() => void read.refetch()} />
        <Facts preOrder={preOrder} />
        <Tabs
          value={shown}
          keepMounted={false}
          onChange={(next) => setAddress({ tab: next ?? 'photos', show: '', page: 1 }, { push: true })}
        >
          <Tabs.List mb="md">
            {shownTabs.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {words.tabs[each]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="photos">
            <SubmissionReview preOrder={preOrder} />
          </Tabs.Panel>
          <Tabs.Panel value="share">
            <Paper withBorder p="lg">
              <Text mb="md">{words.shareHint}</Text>
              <ShareLink url={preOrder.share_url} title={preOrder.title} />
            </Paper>
          </Tabs.Panel>
          {canOrder && (
            <Tabs.Panel value="order">
              <PreOrderOrdering preOrder={preOrder} />
            </Tabs.Panel>
          )}
          <Tabs.Panel value="settings">
            <Settings preOrder={preOrder} />
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <History preOrder={preOrder} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </>
  );
}

const changes = ['GET /api/user/pre-orders', 'GET /api/user/pre-orders/{pre_order_id}'] as const;

function Acts({ preOrder }: { preOrder: PreOrder }) {
  const words = useWords(preOrderWords);
  const { pre_order_id, status, order_id } = preOrder;
  const route = 'PUT /api/user/pre-orders/{pre_order_id}/status';
  const back = useAct(route, { changes });
  const move = useAct(route, {
    changes,
    onDone(_moved, { status: to }) {
      if (to === 'open') showToast({ text: words.opened });
      if (to === 'closed')
        showToast({ text: words.closed, undo: () => back.run({ pre_order_id, status: 'open' }) });
    },
    onRefused: (error) => showToast({ text: error.message, tone: 'refused' }),
  });
  const to = (next: 'open' | 'closed') => () => move.run({ pre_order_id, status: next });
  if (status === 'cancelled') return null;
  if (status === 'ordered') {
    return order_id ? (
      <PageButton to="/orders/$id" params={{ id: order_id }}>
        {words.toOrder}
      </PageButton>
    ) : null;
  }
  return (
    <Group gap="xs">
      {status === 'open' ? (
        <Button variant="default" loading={move.isRunning} onClick={to('closed')}>
          {words.close}
        </Button>
      ) : (
        <Button loading={move.isRunning} onClick={to('open')}>
          {status === 'draft' ? words.open : words.reopen}
        </Button>
      )}
      <PageButton to="/pre-orders/$id/edit" params={{ id: pre_order_id }} variant="default">
        {words.edit}
      </PageButton>
      <ConfirmButton
        variant="subtle"
        color="seal"
        title={words.callOffTitle}
        text={words.callOffText}
        confirm={words.callOff}
        act={() => move.runAsync({ pre_order_id, status: 'cancelled' })}
      >
        {words.callOff}
      </ConfirmButton>
    </Group>
  );
}

function Facts({ preOrder }: { preOrder: PreOrder }) {
  const words = useWords(preOrderWords);
  const language = useLanguage();
  const { status, share_state, deadline, submissions, remaining } = preOrder;
  const isLive = status === 'open' || status === 'closed';
  return (
    <Group gap="sm">
      <Badge variant="light" size="lg" color={status === 'open' ? 'ink' : 'gray'}>
        {words.states[status]}
      </Badge>
      {isLive && <Text>{words.shareStates[share_state]}</Text>}
      {isLive && deadline && <Text c="dimmed">{words.until(timeText(deadline, language))}</Text>}
      {status === 'open' && <Text c="dimmed">{words.room(remaining)}</Text>}
      <Text c="dimmed">
        {words.counts.approved}
        {colon(language)}
        {words.count(submissions.approved.submissions, submissions.approved.photos)}
      </Text>
    </Group>
  );
}

function Settings({ preOrder }: { preOrder: PreOrder }) {
  const words = useWords(preOrderWords);
  const { form, delivery: deliveryWords } = words;
  const language = useLanguage();
  const { sizeName, paperName } = useCatalogue();
  const { fixed_spec: spec } = preOrder;
  const facts: Array<[name: string, value: string]> = [
    [form.type, form.types[preOrder.order_type]],
    [form.mode, form.modes[preOrder.spec_mode]],
    ...(spec
      ? ([
          [form.size, sizeName(spec.size)],
          [form.paper, paperName(spec.paper_type)],
          [form.copies, String(spec.quantity)],
          [form.fit, form.fits[spec.fit ?? 'usual']],
          [form.colour, form.colours[spec.color_mode]],
          [form.sides, form.sideNames[spec.sides]],
        ] as Array<[string, string]>)
      : ([[form.maxCopies, String(preOrder.max_quantity)]] as Array<[string, string]>)),
    [form.deadline, preOrder.deadline ? timeText(preOrder.deadline, language) : form.noDeadline],
    [
      form.quotaPerson,
      preOrder.quota_per_person === null ? form.unlimited : String(preOrder.quota_per_person),
    ],
    [form.quotaTotal, preOrder.quota_total === null ? form.unlimited : String(preOrder.quota_total)],
    [form.password, preOrder.has_password ? '••••••' : form.noPassword],
    [form.allow, form.allows[preOrder.allow]],
    ...(preOrder.allow === 'phones'
      ? ([[form.phones, preOrder.allowed_phones.join(language === 'zh' ? '、' : ', ')]] as Array<
          [string, string]
        >)
      : []),
    [form.steps.delivery, deliveryWords[preOrder.delivery.delivery_method as 'pickup']],
  ];
  return (
    <Paper withBorder p="lg">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} component="dl" m={0}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  );
}

function History({ preOrder }: { preOrder: PreOrder }) {
  const { history: words } = useWords(preOrderWords);
  const language = useLanguage();
  if (preOrder.history.length === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <Stack component="ol" gap="sm" pl="lg" m={0}>
      {preOrder.history.toReversed().map(({ event, by, detail, at }) => (
        <li key={`${event} ${at} ${detail}`}>
          <Text>
            {words.events[event] ?? event}{' '}
            <Text span c="dimmed">
              {words.by[by] ?? by}
            </Text>
          </Text>
          <Text size="sm" c="dimmed">
            <time dateTime={at}>{timeText(at, language, 'exact')}</time>
            {detail !== '' && ` · ${detail}`}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
