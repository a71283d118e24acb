/** /admin/orders/$id: one order: what is printed, where it goes, its jobs, its money, and all that happened to it. */

import { Alert, Divider, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { usePathPart } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { useCatalogue } from '../../kit/catalogue.ts';
import { colon, comma, listText, moneyText, numberText, timeText } from '../../kit/formats.ts';
import { WarningIcon } from '../../kit/icons.tsx';
import { jobReasonText } from '../../kit/job-reasons.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { orderWords } from '../../kit/order-words.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { CopyButton } from '../../kit/parts/copy-button.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { ScrollRegion } from '../../kit/parts/scroll-region.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { serviceText } from '../../kit/service-words.ts';
import { ListTable } from '../../kit/tables/list-table.tsx';
import cards from '../../kit/tables/table-cards.module.css';
import { eventTitle } from '../accounts/event-words.ts';
import { Card, Facts } from '../parts/facts.tsx';
import { FormButton } from '../parts/form-button.tsx';
import { useShops } from '../parts/shops.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { Story } from '../parts/story.tsx';
import { useJobColumns } from '../shops/admin-jobs-page.tsx';
import { stateWords, toneOf } from '../state-words.ts';
import classes from './admin-order-page.module.css';
import { usePaymentColumns, useRefundColumns } from './admin-payments-page.tsx';
import { useAfterSalesColumns } from './after-sales-columns.tsx';
import { orderAdminWords } from './order-admin-words.ts';

type Order = ApiOutput<'GET /api/shop/orders/{order_id}'>;

const changed = [
  'GET /api/shop/orders/{order_id}',
  'GET /api/shop/orders/{order_id}/events',
  'GET /api/admin/orders',
] as const;

export function AdminOrderPage() {
  const words = useWords(orderAdminWords);
  const { status } = useWords(orderWords);
  const order_id = usePathPart('id');
  const order = useRead('GET /api/shop/orders/{order_id}', { order_id });
  const { data } = order;
  return (
    <>
      <PageTitle
        title={data?.order_no ?? words.order}
        {...(data && {
          hint: (
            <Group gap="xs">
              <StateBadge tone={toneOf(data.status)}>{status[data.status]}</StateBadge>
              {data.on_hold && <StateBadge tone="alarm">{words.onHold}</StateBadge>}
            </Group>
          ),
          actions: <OrderActs order={data} />,
        })}
      />
      <ErrorNote error={order.error} retry={() => void order.refetch()} />
      {order.isPending && <LoadingLines lines={10} />}
      {data && <OrderParts order={data} />}
    </>
  );
}

function OrderParts({ order }: { order: Order }) {
  const words = useWords(orderAdminWords);
  const language = useLanguage();
  const { order_id } = order;
  const jobColumns = useJobColumns().filter(({ key }) => key !== 'order');
  const paymentColumns = usePaymentColumns().filter(({ key }) => key !== 'order' && key !== 'account');
  const refundColumns = useRefundColumns().filter(({ key }) => key !== 'order');
  const requestColumns = useAfterSalesColumns().filter(({ key }) => key !== 'order');
  return (
    <Stack gap="lg">
      {order.on_hold && (
        <Alert color="seal" icon={<WarningIcon />} title={words.onHold}>
          {jobReasonText(order.on_hold, language)}
          {language === 'zh' ? '。' : ' '}
          {words.waitsFor(order.on_hold.who_must_act)}
        </Alert>
      )}
      {order.cancellation === 'requested' && (
        <Alert color="seal" icon={<WarningIcon />} title={words.cancelRequested} />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <OrderFacts order={order} />
        <DeliveryFacts order={order} />
      </SimpleGrid>
      <Items order={order} />
      <Card title={words.jobs}>
        <ListTable
          route="GET /api/shop/jobs"
          input={{ order_id }}
          prefix="job_"
          label={words.jobs}
          rowKey={({ job_id }) => job_id}
          rowTarget={({ job_id }) => ({ to: '/jobs/$id', params: { id: job_id } })}
          columns={jobColumns}
        />
      </Card>
      <Card title={words.payments}>
        <ListTable
          route="GET /api/admin/payments"
          input={{ order_id }}
          prefix="payment_"
          label={words.payments}
          rowKey={({ payment_id }) => payment_id}
          columns={paymentColumns}
        />
      </Card>
      {order.refund_status !== 'none' && (
        <Card title={words.refunds}>
          <ListTable
            route="GET /api/admin/refunds"
            input={{ order_id }}
            prefix="refund_"
            label={words.refunds}
            rowKey={({ refund_id }) => refund_id}
            columns={refundColumns}
          />
        </Card>
      )}
      <Card title={words.afterSales}>
        <ListTable
          route="GET /api/shop/after-sales"
          input={{ order_id }}
          prefix="request_"
          label={words.afterSales}
          rowKey={({ after_sales_id }) => after_sales_id}
          rowTarget={({ after_sales_id }) => ({ to: '/after-sales/$id', params: { id: after_sales_id } })}
          columns={requestColumns}
          empty={<Text c="dimmed">{words.noRequests}</Text>}
        />
      </Card>
      <OrderStory order_id={order_id} />
    </Stack>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const words = useWords(orderAdminWords);
  const language = useLanguage();
  const { nameOf } = useShops();
  const moment = (time: string | null) => (time === null ? '–' : timeText(time, language));
  return (
    <Facts
      title={words.order}
      actions={<CopyButton size="compact-sm" text={order.order_no} label={words.orderNo} />}
      facts={[
        [
          words.customer,
          <PageLink key="customer" to="/accounts/$id" params={{ id: order.customer.account_id }}>
            {order.customer.nickname || order.customer.phone}
          </PageLink>,
        ],
        [words.phone, order.customer.phone],
        [
          words.shop,
          <PageLink key="shop" to="/shops/$id" params={{ id: order.shop_id }}>
            {nameOf(order.shop_id)}
          </PageLink>,
        ],
        [words.placed, moment(order.created_at)],
        [words.paidAt, moment(order.paid_at)],
        order.status === 'pending_payment' && [words.expiresAt, moment(order.expires_at)],
        order.completed_at !== null && [words.completedAt, moment(order.completed_at)],
        order.note !== '' && [words.note, order.note],
      ]}
    />
  );
}

function DeliveryFacts({ order }: { order: Order }) {
  const words = useWords(orderAdminWords);
  const states = useWords(stateWords);
  const language = useLanguage();
  const { address, pickup_point, carrier, expected, tracking_no, weight_g } = order.delivery;
  return (
    <Facts
      title={words.delivery}
      facts={[
        [words.delivery, states.delivery[order.delivery_method]],
        pickup_point !== null && [
          words.pickupPoint,
          listText([pickup_point.name, pickup_point.address], language),
        ],
        address !== null && [
          words.address,
          `${address.name}${comma(language)}${address.phone}${comma(language)}${[address.province, address.city, address.district, address.detail].filter(Boolean).join(' ')}`,
        ],
        carrier !== null && [words.carrier, language === 'zh' ? carrier.name_zh : carrier.name_en],
        tracking_no !== null && tracking_no !== '' && [words.tracking, tracking_no],
        expected !== null && [words.expected, `${expected.earliest} – ${expected.latest}`],
        weight_g !== null && [words.weight, `${numberText(weight_g, language, 0)} g`],
      ]}
    />
  );
}

function Items({ order }: { order: Order }) {
  const words = useWords(orderAdminWords);
  const states = useWords(stateWords);
  const language = useLanguage();
  const { sizeName, paperName } = useCatalogue();
  const money = (amount: number) => moneyText(amount, order.currency, language);
  return (
    <Card title={words.items}>
      <ScrollRegion label={order.order_no + colon(language) + words.items} className={classes.scroll!}>
        <Table className={cards.cards!} aria-label={words.items} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th ta="right">#</Table.Th>
              <Table.Th>{words.size}</Table.Th>
              <Table.Th>{words.paper}</Table.Th>
              <Table.Th>{words.choices}</Table.Th>
              <Table.Th ta="right">{words.pages}</Table.Th>
              <Table.Th ta="right">{words.copies}</Table.Th>
              <Table.Th ta="right">{words.price}</Table.Th>
              <Table.Th ta="right">{words.amount}</Table.Th>
              <Table.Th ta="right">{words.refunded}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="platen-numbers">
            {order.items.map((item) => (
              <Table.Tr key={item.position}>
                <Table.Td ta="right" data-label="#">
                  {item.position}
                </Table.Td>
                <Table.Td data-label={words.size}>{sizeName(item.size)}</Table.Td>
                <Table.Td data-label={words.paper}>{paperName(item.paper_type)}</Table.Td>
                <Table.Td data-label={words.choices}>
                  {listText(
                    [
                      states.color[item.color_mode],
                      item.sides === 'one-sided' ? states.sides['one-sided'] : states.sides['two-sided'],
                      item.page_ranges ?? '',
                      item.layout ? states.layout[item.layout.kind] : '',
                    ].filter((part) => part !== ''),
                    language,
                  )}
                </Table.Td>
                <Table.Td ta="right" data-label={words.pages}>
                  {item.pages}
                </Table.Td>
                <Table.Td ta="right" data-label={words.copies}>
                  {item.quantity}
                </Table.Td>
                <Table.Td ta="right" data-label={words.price}>
                  {money(item.unit_price)}
                </Table.Td>
                <Table.Td ta="right" data-label={words.amount}>
                  {money(item.amount)}
                </Table.Td>
                <Table.Td ta="right" data-label={words.refunded}>
                  {item.refunded === 0 ? '–' : money(item.refunded)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
      <Divider my="sm" />
      <Stack gap={4} align="flex-end" className="platen-numbers">
        <Sum name={words.subtotal} value={money(order.subtotal)} />
        {order.discount > 0 && <Sum name={words.discount} value={money(-order.discount)} />}
        <Sum name={words.shipping} value={money(order.shipping)} />
        {order.shipping_discount > 0 && (
          <Sum name={words.shippingDiscount} value={money(-order.shipping_discount)} />
        )}
        <Sum name={words.total} value={money(order.total)} isMain />
        {order.refunded > 0 && <Sum name={words.refunded} value={money(-order.refunded)} />}
      </Stack>
    </Card>
  );
}

function Sum({ name, value, isMain = false }: { name: string; value: string; isMain?: boolean }) {
  return (
    <Group gap="lg">
      <Text {...(isMain ? { fw: 700 } : { c: 'dimmed' })}>{name}</Text>
      <Text fw={isMain ? 700 : 400} miw={90} ta="right">
        {value}
      </Text>
    </Group>
  );
}

function OrderActs({ order }: { order: Order }) {
  const words = useWords(orderAdminWords);
  const language = useLanguage();
  const { order_id, status, order_no } = order;
  const carriers = useRead('GET /api/admin/carriers', {}, { enabled: status === 'printed' });
  const complete = useAct('POST /api/shop/orders/{order_id}/complete', { changes: [...changed] });
  const handOver = useAct('POST /api/shop/orders/{order_id}/hand-over', { changes: [...changed] });
  if (status === 'printed' && order.delivery_method !== 'pickup') {
    return (
      <FormButton
        route="POST /api/shop/orders/{order_id}/ship"
        label={words.ship}
        title={words.shipTitle(order_no)}
        look={{ variant: 'filled' }}
        fixed={{ order_id }}
        initial={{ carrier_id: order.delivery.carrier?.carrier_id }}
        fields={[
          {
            name: 'carrier_id',
            label: words.carrierField,
            kind: 'choice',
            options: (carriers.data?.items ?? []).map((carrier) => ({
              value: carrier.carrier_id,
              label: language === 'zh' ? carrier.name_zh : carrier.name_en,
            })),
          },
          {
            name: 'tracking_no',
            label: words.tracking,
            hint: words.trackingHint,
            kind: 'text',
            maxLength: 60,
          },
        ]}
        question={() => ({ title: words.shipQuestion, text: words.shipText, confirm: words.ship })}
        changes={[...changed]}
        submit={words.ship}
        onDone={() => showToast({ text: words.shipped })}
      />
    );
  }
  if (status === 'shipped') {
    return (
      <ConfirmButton
        title={words.completeTitle}
        text={words.completeText}
        confirm={words.complete}
        act={async () => {
          await complete.runAsync({ order_id });
          showToast({ text: words.done });
        }}
      >
        {words.complete}
      </ConfirmButton>
    );
  }
  if (status === 'ready_for_pickup') {
    return (
      <ConfirmButton
        title={words.handOverTitle}
        text={words.handOverText}
        confirm={words.handOver}
        act={async () => {
          await handOver.runAsync({ order_id });
          showToast({ text: words.done });
        }}
      >
        {words.handOver}
      </ConfirmButton>
    );
  }
  return null;
}

function OrderStory({ order_id }: { order_id: string }) {
  const words = useWords(orderAdminWords);
  const language = useLanguage();
  const story = useRead('GET /api/shop/orders/{order_id}/events', { order_id });
  const events = story.data?.events ?? [];
  return (
    <Card title={words.story}>
      <ErrorNote error={story.error} retry={() => void story.refetch()} />
      {story.isPending && <LoadingLines />}
      {story.data && events.length === 0 && <Text c="dimmed">{words.noStory}</Text>}
      <Story
        lines={events.map(({ sequence, type, at, data }) => ({
          key: String(sequence),
          title: eventTitle(type, language),
          detail: [
            typeof data.reason === 'string' &&
              jobReasonText({ reason: data.reason, message: String(data.message ?? '') }, language),
            typeof data.detail === 'string' && serviceText(data.detail, language),
            typeof data.failure === 'string' && data.failure,
          ]
            .filter(Boolean)
            .join(language === 'zh' ? '：' : ': '),
          by: typeof data.actor === 'string' ? data.actor : '',
          at,
        }))}
      />
    </Card>
  );
}
