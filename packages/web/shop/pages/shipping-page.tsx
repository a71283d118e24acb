/** /shipping: printed orders that go somewhere: the label, the carrier, its number, and off they are. */
import { Button, Group, Paper, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { useCatalogue } from '../../kit/catalogue.ts';
import { colon, numberText, timeText } from '../../kit/formats.ts';
import { TruckIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { SessionLive } from '../../kit/live/live-hooks.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { Pager } from '../../kit/tables/pager.tsx';
import { deskWords } from './desk-words.ts';
import classes from './shipping-page.module.css';

type ShopOrder = ListItem<'GET /api/shop/orders'>;

export const ShippingPage = () => (
  <SessionLive>
    <ShippingDesk />
  </SessionLive>
);

function ShippingDesk() {
  const { shipping: words } = useWords(deskWords);
  const [{ view, page }, setAddress] = useAddress({ view: 'to-send', page: 1 });
  const [printed, setPrinted] = useState<ShopOrder>();
  const isSent = view === 'sent';
  const orders = useRead(
    'GET /api/shop/orders',
    { status: isSent ? 'shipped' : 'printed', page },
    { keepsPrevious: true },
  );
  const items = orders.data?.items.filter(({ delivery_method }) => delivery_method !== 'pickup') ?? [];
  const label = (order: ShopOrder) => {
    setPrinted(order);
    // Printed once it is drawn.
    setTimeout(() => print(), 50);
  };
  return (
    <Stack gap="lg">
      <PageTitle title={words.title} hint={words.hint} />
      <SegmentedControl
        aria-label={words.views}
        value={isSent ? 'sent' : 'to-send'}
        onChange={(next) => setAddress({ view: next, page: 1 })}
        data={[
          { value: 'to-send', label: words.toSend },
          { value: 'sent', label: words.sent },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      <ErrorNote error={orders.error} retry={() => void orders.refetch()} />
      {orders.isPending && <LoadingLines lines={6} />}
      {orders.isSuccess && items.length === 0 && (
        <EmptyState
          icon={<TruckIcon size={40} />}
          title={isSent ? words.sentNone : words.none}
          hint={isSent ? undefined : words.noneHint}
        />
      )}
      {items.map((order) => (
        <Parcel key={order.order_id} order={order} isSent={isSent} label={() => label(order)} />
      ))}
      {orders.data && (
        <Pager list={orders.data} onPage={(next) => setAddress({ page: next }, { push: true })} />
      )}
      {printed && <Label order={printed} />}
    </Stack>
  );
}

/** As an envelope has them: Chinese addresses begin with the province, others with the house. */
function addressLines(address: NonNullable<ShopOrder['delivery']['address']>): string[] {
  const { name, phone, country, province, city, district, detail, postcode } = address;
  const isChinese = country === 'CN';
  const places = isChinese
    ? [`${province}${city === province ? '' : city}${district}`, detail]
    : [detail, [district, city].filter((text) => text !== '').join(', '), province];
  return [
    `${name} ${phone}`,
    ...places,
    [postcode, isChinese ? '' : country].filter((text) => text !== '').join(' '),
  ].filter((line) => line.trim() !== '');
}

function Parcel({ order, isSent, label }: { order: ShopOrder; isSent: boolean; label(): void }) {
  const { shipping: words, pickup } = useWords(deskWords);
  const language = useLanguage();
  const { sizeName, paperName } = useCatalogue();
  const { delivery } = order;
  const { address, carrier, expected, weight_g } = delivery;
  const facts = [
    ...(carrier ? [language === 'zh' ? carrier.name_zh : carrier.name_en] : []),
    ...(weight_g === null ? [] : [words.grams(numberText(weight_g, language, 0))]),
    ...(expected ? [words.expected(timeText(`${expected.latest}T12:00:00`, language, 'date'))] : []),
  ];
  return (
    <Paper withBorder p="md" component="article" aria-label={order.order_no}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={650} className="platen-numbers">
            {order.order_no}
          </Text>
          {address && (
            <address className={classes.address}>
              {addressLines(address).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          )}
          <Text size="sm" c="dimmed">
            {order.items
              .map(({ quantity, size, paper_type }) =>
                pickup.item(quantity, sizeName(size), paperName(paper_type)),
              )
              .join(language === 'zh' ? '；' : '; ')}
          </Text>
          <Text size="sm" c="dimmed">
            {facts.join(' · ')}
          </Text>
          {order.note !== '' && (
            <Text size="sm">
              {pickup.note}
              {colon(language)}
              {order.note}
            </Text>
          )}
        </div>
        <Button variant="default" onClick={label} aria-label={words.label + colon(language) + order.order_no}>
          {words.label}
        </Button>
      </Group>
      {isSent ? <Arrived order={order} /> : <ShipForm order={order} />}
    </Paper>
  );
}

function ShipForm({ order }: { order: ShopOrder }) {
  const { shipping: words } = useWords(deskWords);
  const language = useLanguage();
  const carriers = useRead('GET /api/shipping/carriers', {}, { staleTime: 60_000 });
  const [carrier, setCarrier] = useState<string | null>(order.delivery.carrier?.carrier_id ?? null);
  const [number, setNumber] = useState('');
  const ship = useAct('POST /api/shop/orders/{order_id}/ship', {
    changes: ['GET /api/shop/orders'],
    onDone: () => showToast({ text: words.shipped(order.order_no) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ship.run({
      order_id: order.order_id,
      tracking_no: number.trim(),
      ...(carrier !== null && { carrier_id: carrier }),
    });
  };
  const isExpress = order.delivery_method === 'express';
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" mt="md">
        {!isExpress && (
          <Select
            label={words.carrier}
            value={carrier}
            onChange={setCarrier}
            data={(carriers.data?.items ?? []).map(({ carrier_id, name_zh, name_en }) => ({
              value: carrier_id,
              label: language === 'zh' ? name_zh : name_en,
            }))}
          />
        )}
        <TextInput
          label={words.tracking}
          description={words.trackingHint}
          style={{ flex: '1 1 14rem' }}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <Button type="submit" loading={ship.isRunning} disabled={number.trim() === '' && !isExpress}>
          {words.ship}
        </Button>
      </Group>
      <ErrorNote error={ship.error} />
    </form>
  );
}

function Arrived({ order }: { order: ShopOrder }) {
  const { shipping: words } = useWords(deskWords);
  const language = useLanguage();
  const complete = useAct('POST /api/shop/orders/{order_id}/complete', {
    changes: ['GET /api/shop/orders'],
    onDone: () => showToast({ text: words.completed(order.order_no) }),
  });
  return (
    <Group mt="md">
      {order.delivery.tracking_no !== null && (
        <Text className="platen-numbers">
          {words.tracking}
          {colon(language)}
          {order.delivery.tracking_no}
        </Text>
      )}
      <Button
        variant="default"
        loading={complete.isRunning}
        onClick={() => complete.run({ order_id: order.order_id })}
      >
        {words.arrived}
      </Button>
      <ErrorNote error={complete.error} />
    </Group>
  );
}

/** Seen on paper alone: large enough to be read on a parcel. */
function Label({ order }: { order: ShopOrder }) {
  const { shipping: words } = useWords(deskWords);
  const { address } = order.delivery;
  return (
    <div className={classes.label} aria-hidden="true">
      <p>{words.to}</p>
      {address &&
        addressLines(address).map((line) => (
          <p key={line} className={classes.big}>
            {line}
          </p>
        ))}
      <p>
        {words.order} {order.order_no}
      </p>
    </div>
  );
}
