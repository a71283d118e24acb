/** /admin: what needs somebody, the numbers of today, how the service is; each with its age, asked for again by itself. */
import { Alert, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../kit/api-hooks.ts';
import {
  colon,
  comma,
  durationText,
  fileSizeText,
  listText,
  moneyText,
  numberText,
} from '../../kit/formats.ts';
import { CheckIcon, WarningIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { Facts } from '../parts/facts.tsx';
import { useShops } from '../parts/shops.ts';
import classes from './admin-overview-page.module.css';
import { healthReasonsInChinese } from './health-reasons.ts';
import { overviewWords } from './overview-words.ts';

const often = { refetchInterval: 10_000 };
const seldom = { refetchInterval: 30_000 };

export function AdminOverviewPage() {
  const words = useWords(overviewWords);
  const health = useRead('GET /api/health', {}, often);
  return (
    <>
      <PageTitle
        title={words.title}
        {...(health.data && {
          hint: (
            <>
              {words.asOf} <Age time={health.data.as_of} />
            </>
          ),
        })}
      />
      <ErrorNote error={health.error} retry={() => void health.refetch()} />
      <Stack gap="lg">
        <Needs />
        <Today />
        {health.isPending ? <LoadingLines /> : health.data && <Health health={health.data} />}
      </Stack>
    </>
  );
}

/** Midnight of the reader; a page that stays open goes over to the next day by itself. */
const midnight = (): string => new Date(new Date().setHours(0, 0, 0, 0)).toISOString();

function Today() {
  const words = useWords(overviewWords);
  const language = useLanguage();
  const numbers = useRead(
    'GET /api/admin/overview',
    { since: midnight() },
    { ...seldom, keepsPrevious: true },
  );
  const { data } = numbers;
  const money = (amount: number) => moneyText(amount, data?.currency ?? 'CNY', language);
  return (
    <section aria-label={words.today}>
      <Title order={2} mb="xs">
        {words.today}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {words.todayHint}
        {data && (
          <>
            {' · '}
            {words.asOf} <Age time={data.as_of} />
          </>
        )}
      </Text>
      <ErrorNote error={numbers.error} retry={() => void numbers.refetch()} />
      {numbers.isPending && <LoadingLines lines={2} heightPx={48} />}
      {data && (
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md">
          <Figure
            name={words.orders}
            value={numberText(data.orders.count, language)}
            more={money(data.orders.total)}
          />
          <Figure
            name={words.paid}
            value={money(data.payments.amount)}
            more={words.payments(data.payments.count)}
          />
          <Figure
            name={words.refunds}
            value={money(data.refunds.amount)}
            more={words.refundCount(data.refunds.count)}
          />
          <Figure name={words.copies} value={numberText(data.copies_printed, language)} />
          <Figure name={words.accounts} value={numberText(data.new_accounts, language)} />
        </SimpleGrid>
      )}
    </section>
  );
}

function Figure({ name, value, more }: { name: string; value: string; more?: string }) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz={24} fw={700} className="platen-numbers" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      {more && (
        <Text size="sm" c="dimmed" className="platen-numbers">
          {more}
        </Text>
      )}
    </Paper>
  );
}

/** The oldest entry of a list that is newest first is its last page of one. */
function useOldest(
  route: 'GET /api/shop/jobs' | 'GET /api/shop/after-sales' | 'GET /api/admin/payments',
  filter: object,
  total: number | undefined,
): string | undefined {
  const { data } = useRead(route, Object.assign({ page: total ?? 1, page_size: 1 }, filter), {
    enabled: total !== undefined && total > 0,
    keepsPrevious: true,
  });
  return data?.items[0]?.created_at;
}

function Needs() {
  const words = useWords(overviewWords);
  const language = useLanguage();
  const { nameOf } = useShops();
  const one = { page_size: 1 };
  const agents = useRead('GET /api/admin/agents', { page_size: 100 }, often);
  const stuck = useRead('GET /api/shop/jobs', Object.assign({ stuck: true }, one), often);
  const requests = useRead(
    'GET /api/shop/after-sales',
    Object.assign({ status: 'requested' as const }, one),
    seldom,
  );
  const pending = useRead(
    'GET /api/admin/payments',
    Object.assign({ status: 'pending' as const }, one),
    seldom,
  );
  const refused = useRead(
    'GET /api/admin/refunds',
    Object.assign({ status: 'failed' as const }, one),
    seldom,
  );
  const returning = useRead(
    'GET /api/admin/refunds',
    Object.assign({ status: 'pending' as const }, one),
    seldom,
  );
  const reviews = useRead('GET /api/shop/order-reviews', Object.assign({ replied: false }, one), seldom);
  const resyncs = useRead('GET /api/admin/agent-resyncs', { page_size: 100 }, seldom);
  const oldestJob = useOldest('GET /api/shop/jobs', { stuck: true }, stuck.data?.total);
  const oldestRequest = useOldest('GET /api/shop/after-sales', { status: 'requested' }, requests.data?.total);
  const oldestPayment = useOldest('GET /api/admin/payments', { status: 'pending' }, pending.data?.total);
  const reads = [agents, stuck, requests, pending, refused, returning, reviews, resyncs];
  const offline = agents.data?.items.filter(({ online }) => !online) ?? [];
  const unseen = resyncs.data?.items.filter(({ seen_at }) => seen_at === null).length ?? 0;
  const since = (time: string | undefined) =>
    time && (
      <>
        {words.oldest}
        {language === 'zh' ? '' : ' '}
        <Age time={time} />
      </>
    );
  const rows: Array<NeedProps | false> = [
    offline.length > 0 && {
      what: words.offline(offline.length),
      more: offline.slice(0, 3).map((agent) => {
        const last = agent.offline_since ?? agent.last_seen_at;
        return (
          <span key={agent.agent_id} className={classes.line}>
            {words.agent(agent.name, nameOf(agent.shop_id))}
            {colon(language)}
            {last ? <Age time={last} /> : words.never}
            {agent.offline_because && comma(language) + words.because[agent.offline_because]}
          </span>
        );
      }),
      to: '/shops',
      search: { tab: 'agents' },
    },
    isMore(stuck.data) && {
      what: words.stuck(stuck.data.total),
      more: since(oldestJob),
      to: '/jobs',
    },
    isMore(requests.data) && {
      what: words.afterSales(requests.data.total),
      more: since(oldestRequest),
      to: '/after-sales',
    },
    isMore(refused.data) && {
      what: words.refundsFailed(refused.data.total),
      to: '/payments',
      search: { tab: 'refunds', status: 'failed' },
    },
    unseen > 0 && { what: words.resyncs(unseen), to: '/shops', search: { tab: 'resyncs' } },
    isMore(pending.data) && {
      what: words.pending(pending.data.total),
      more: oldestPayment && (
        <>
          {words.pendingOldest} <Age time={oldestPayment} />
        </>
      ),
      to: '/payments',
      search: { status: 'pending' },
    },
    isMore(returning.data) && {
      what: words.refundsPending(returning.data.total),
      to: '/payments',
      search: { tab: 'refunds', status: 'pending' },
    },
    isMore(reviews.data) && {
      what: words.reviews(reviews.data.total),
      to: '/reviews',
      search: { replied: 'no' },
    },
  ];
  const shown = rows.filter((row) => row !== false);
  return (
    <section aria-label={words.needs}>
      <Title order={2} mb="md">
        {words.needs}
      </Title>
      <ErrorNote
        error={reads.find(({ error }) => error)?.error}
        retry={() => {
          for (const read of reads) if (read.error) void read.refetch();
        }}
      />
      {reads.some(({ isPending }) => isPending) && shown.length === 0 ? (
        <LoadingLines lines={3} heightPx={40} />
      ) : shown.length === 0 ? (
        <Alert color="ink" icon={<CheckIcon />}>
          {words.calm}
        </Alert>
      ) : (
        <Paper withBorder component="ul" className={classes.needs}>
          {shown.map((row) => (
            <Need key={row.what} {...row} />
          ))}
        </Paper>
      )}
    </section>
  );
}

const isMore = (list: { total: number } | undefined): list is { total: number } =>
  list !== undefined && list.total > 0;

interface NeedProps {
  what: string;
  more?: ReactNode;
  to: string;
  search?: Record<string, string>;
}

function Need({ what, more, to, search }: NeedProps) {
  return (
    <li>
      <PageLink to={to} {...(search && { search })} className={classes.need!}>
        {what}
      </PageLink>
      {more && (
        <Text size="sm" c="dimmed" component="div">
          {more}
        </Text>
      )}
    </li>
  );
}

function Health({ health }: { health: NonNullable<ReturnType<typeof useRead<'GET /api/health'>>['data']> }) {
  const words = useWords(overviewWords);
  const language = useLanguage();
  const title = { ok: words.healthy, degraded: words.degraded, failing: words.failing }[health.status];
  return (
    <section aria-label={words.health}>
      <Title order={2} mb="md">
        {words.health}
      </Title>
      <Stack>
        <Alert
          color={health.status === 'ok' ? 'ink' : 'seal'}
          icon={health.status === 'ok' ? <CheckIcon /> : <WarningIcon />}
          title={title}
        >
          {health.reasons.length > 0 && (
            <List size="sm">
              {health.reasons.map((reason) => (
                <List.Item key={reason}>
                  {language === 'zh' ? (healthReasonsInChinese[reason] ?? reason) : reason}
                </List.Item>
              ))}
            </List>
          )}
        </Alert>
        <Facts
          columns={3}
          facts={[
            [
              words.printers,
              listText(
                [
                  words.ofPrinters(health.printers.reachable, health.printers.total),
                  ...(health.printers.stopped > 0 ? [words.stopped(health.printers.stopped)] : []),
                ],
                language,
              ),
            ],
            [words.agents, words.ofAgents(health.agents.online, health.agents.total)],
            [
              words.room,
              health.files_free_bytes === null
                ? words.noLimit
                : fileSizeText(health.files_free_bytes, language),
            ],
            health.database_latency_ms !== null && [words.database, `${health.database_latency_ms} ms`],
            [words.uptime, durationText(health.uptime_seconds, language)],
            [words.version, health.version],
          ]}
        />
      </Stack>
    </section>
  );
}
