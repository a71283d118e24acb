/** /checkout: how the order reaches its customer, how it is paid, and the one button that does it. */
import { Alert, Button, Grid, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { ApiError, api, isUndecided } from '../../kit/api.ts';
import { useRead } from '../../kit/api-hooks.ts';
import type { ApiInput } from '../../kit/api-types.ts';
import { moneyText, numberText, timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { newKey } from '../../kit/new-key.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { openPaymentPage } from '../../kit/paying.ts';
import { copiesIn } from '../basket/basket-rules.ts';
import { useBasket } from '../basket/basket-store.ts';
import { itemWords } from '../basket/item-words.ts';
import type { Quote, QuoteInput } from '../basket/quote-around.ts';
import { RefusalNote } from '../basket/refusal-note.tsx';
import { useQuote } from '../basket/use-quote.ts';
import classes from '../checkout/checkout.module.css';
import { checkoutWords } from '../checkout/checkout-words.ts';
import { OptionList } from '../checkout/option-list.tsx';
import { ParcelChoice, useChosenAddress } from '../checkout/parcel-choice.tsx';
import { PayMethodChoice, usePayMethods } from '../checkout/pay-method.tsx';
import { PickupChoice } from '../checkout/pickup-choice.tsx';
import { Sums } from '../checkout/sums.tsx';

const methods = ['pickup', 'shipping', 'express'] as const;
type Method = (typeof methods)[number];

/** How it is delivered stands in the address: coming back from the address book finds it as it was. */
const firstDelivery = { by: 'pickup', point: '', region: '', address: '', carrier: '', pay: '' };

export function CheckoutPage() {
  const words = useWords(checkoutWords);
  const { copies } = useWords(itemWords);
  const own = useBasket();
  const { basket, setNote } = own;
  const [address, setAddress] = useAddress(firstDelivery);
  const method: Method = methods.find((each) => each === address.by) ?? 'pickup';
  const parcel = useChosenAddress(address.address, method !== 'pickup');
  const addressId = parcel.chosen?.address_id;
  const canQuote = basket.items.length > 0 && (method === 'pickup' || addressId !== undefined);
  const input: QuoteInput | undefined = canQuote
    ? {
        items: basket.items.map(({ item }) => item),
        delivery_method: method,
        ...(method === 'pickup' && address.point !== '' && { pickup_point_id: address.point }),
        ...(method !== 'pickup' && { address_id: addressId! }),
        ...(method === 'shipping' && address.carrier !== '' && { shipping_carrier_id: address.carrier }),
        ...(basket.couponId !== '' && { coupon_id: basket.couponId }),
      }
    : undefined;
  const live = useQuote(input);
  const { answer, error, isCurrent, retry } = live;
  const isWhole =
    isCurrent &&
    answer?.quote !== undefined &&
    answer.refusedItems.size === 0 &&
    answer.deliveryRefusal === undefined &&
    answer.couponRefusal === undefined;
  const ways = usePayMethods(address.pay, answer?.quote?.total);
  const placing = usePlacing(own.clear);
  if (basket.items.length === 0 && !placing.isRunning && !placing.isDone)
    return <Navigate to="/basket" replace />;
  const place = () => {
    if (!input || !answer?.quote) return;
    void placing.run({
      order: Object.assign({}, input, basket.note.trim() === '' ? {} : { note: basket.note.trim() }),
      shown: answer.quote,
      payMethod: ways.chosen,
      async ask() {
        const fresh = await live.askAgain();
        return fresh.quote;
      },
    });
  };
  return (
    <>
      <PageTitle title={words.checkout} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Paper withBorder p="lg" component="section" aria-label={words.how}>
              <Title order={2} mb="sm">
                {words.how}
              </Title>
              <MethodChoice method={method} onChange={(by) => setAddress({ by, pay: address.pay })} />
              {method === 'pickup' ? (
                <Stack mt="lg">
                  <PickupChoice
                    pointId={address.point}
                    onPoint={(point) => setAddress({ point })}
                    regionId={address.region}
                    onRegion={(region) => setAddress({ region })}
                  />
                </Stack>
              ) : (
                <Stack mt="lg">
                  <ParcelChoice
                    method={method}
                    addressId={address.address}
                    onAddress={(id) => setAddress({ address: id })}
                    carrierId={address.carrier}
                    onCarrier={(carrier) => setAddress({ carrier })}
                  />
                </Stack>
              )}
              {isCurrent && answer?.deliveryRefusal !== undefined && (
                <RefusalNote sentence={answer.deliveryRefusal} />
              )}
              {isCurrent && !answer?.deliveryRefusal && answer?.quote && <Arrival quote={answer.quote} />}
            </Paper>
            <Paper withBorder p="lg">
              <Textarea
                label={words.note}
                description={words.noteHint}
                autosize
                minRows={2}
                maxRows={6}
                maxLength={500}
                value={basket.note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            </Paper>
            <Paper withBorder p="lg" component="section" aria-label={words.pay}>
              <Title order={2} mb="sm">
                {words.pay}
              </Title>
              <PayMethodChoice ways={ways} onChoose={(pay) => setAddress({ pay })} />
            </Paper>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Paper withBorder p="lg" className={classes.sticky} component="section" aria-label={words.summary}>
            <Title order={2}>{words.summary}</Title>
            <Text size="sm" c="dimmed" mb="sm">
              {copies(copiesIn(basket))} ·{' '}
              <PageLink to="/basket" underline="always">
                {words.basket}
              </PageLink>
            </Text>
            <ErrorNote error={error} retry={retry} />
            {!answer?.quote && !error && input && <LoadingLines lines={4} />}
            {answer?.quote && (
              <div role="status">
                <Sums sums={answer.quote} />
              </div>
            )}
            {isCurrent && answer?.couponRefusal !== undefined && (
              <RefusalNote sentence={answer.couponRefusal} field="coupon_id" />
            )}
            {isCurrent && (answer?.refusedItems.size ?? 0) > 0 && (
              <Alert color="seal" variant="light" mt="sm" p="sm">
                {words.notAll(answer!.refusedItems.size)}
              </Alert>
            )}
            {placing.notice && (
              <Alert color="seal" variant="light" mt="sm" p="sm" role="alert">
                {placing.notice}
              </Alert>
            )}
            <ErrorNote error={placing.error} />
            <PlaceButton
              total={answer?.quote}
              byBalance={ways.chosen === 'balance'}
              isRunning={placing.isRunning}
              disabled={!isWhole || !ways.isKnown || ways.missing > 0}
              why={method !== 'pickup' && parcel.addresses.data?.total === 0 ? words.addressFirst : undefined}
              onClick={place}
            />
          </Paper>
        </Grid.Col>
      </Grid>
    </>
  );
}

function MethodChoice({ method, onChange }: { method: Method; onChange(method: string): void }) {
  const words = useWords(checkoutWords);
  const config = useRead('GET /api/shipping/config', {}, { staleTime: 60_000 });
  const isOffered = (name: Method) =>
    name === 'pickup' ||
    (config.data?.delivery_methods.find((each) => each.delivery_method === name)?.offered ?? false);
  return (
    <>
      <ErrorNote error={config.error} retry={() => void config.refetch()} />
      <OptionList
        label={words.how}
        value={method}
        onChange={onChange}
        options={methods.map((name) => ({
          value: name,
          label: words.methods[name],
          hint: config.data && !isOffered(name) ? words.notOffered : words.methodHints[name],
          disabled: !isOffered(name),
        }))}
      />
    </>
  );
}

function Arrival({ quote }: { quote: Quote }) {
  const words = useWords(checkoutWords);
  const language = useLanguage();
  const { expected, weight_g: weight } = quote.delivery;
  if (!expected) return null;
  const day = (date: string) => timeText(`${date}T12:00:00`, language, 'date');
  return (
    <Text size="sm" mt="sm" role="status">
      {words.arrives(day(expected.earliest), day(expected.latest))}
      {weight !== null && ` · ${words.weight(numberText(weight, language, 0))}`}
    </Text>
  );
}

interface PlaceButtonProps {
  total: Quote | undefined;
  byBalance: boolean;
  isRunning: boolean;
  disabled: boolean;
  /** What is still missing, where something is. */
  why: string | undefined;
  onClick(): void;
}

function PlaceButton({ total, byBalance, isRunning, disabled, why, onClick }: PlaceButtonProps) {
  const words = useWords(checkoutWords);
  const language = useLanguage();
  const amount = total ? moneyText(total.total, total.currency, language) : '';
  return (
    <>
      <Button
        fullWidth
        size="md"
        mt="md"
        loading={isRunning}
        disabled={disabled}
        onClick={onClick}
        h="auto"
        py="sm"
        styles={{ label: { whiteSpace: 'normal' } }}
      >
        {byBalance ? words.place(amount) : words.placeAndGo(amount)}
      </Button>
      <Text size="xs" c="dimmed" mt="xs" ta="center">
        {why ?? words.nothingCharged}
      </Text>
    </>
  );
}

interface Placing {
  order: ApiInput<'POST /api/orders'>;
  /** The price that the customer saw. */
  shown: Quote;
  payMethod: string;
  /** The price as it is at this moment. */
  ask(): Promise<Quote | undefined>;
}

/**
 * Orders and pays, and never at another price than the one that was seen. Where no answer came, the next press goes under the same keys: an
 * order that was made all the same is not made twice.
 */
function usePlacing(clearBasket: () => void) {
  const words = useWords(checkoutWords);
  const language = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const key = useRef<{ text: string; key: string } | undefined>(undefined);
  const [isRunning, setRunning] = useState(false);
  const [isDone, setDone] = useState(false);
  const [notice, setNotice] = useState<string>();
  const [error, setError] = useState<unknown>();
  const keyFor = (text: string): string => {
    if (key.current?.text !== text) key.current = { text, key: newKey() };
    return key.current.key;
  };
  const money = (amount: number, currency: string) => moneyText(amount, currency, language);
  const place = async ({ order, shown, payMethod, ask }: Placing): Promise<void> => {
    // After a lost answer the order may be there already: then the price is that of the order, not of today.
    if (key.current?.text !== JSON.stringify(order)) {
      const fresh = await ask();
      if (!fresh) return;
      if (fresh.total !== shown.total) {
        setNotice(words.changed(money(shown.total, shown.currency), money(fresh.total, fresh.currency)));
        return;
      }
    }
    const created = await api('POST /api/orders', order, { idempotencyKey: keyFor(JSON.stringify(order)) });
    key.current = undefined;
    setDone(true);
    clearBasket();
    const order_id = created.order_id;
    const toOrder = () => navigate({ to: '/orders/$id', params: { id: order_id } as never, replace: true });
    try {
      if (created.total !== shown.total) {
        const now = money(created.total, created.currency);
        showToast({ text: words.changedOrder(money(shown.total, shown.currency), now), tone: 'refused' });
      } else if (payMethod === 'balance') {
        await api('POST /api/payment/balance', { order_id });
        showToast({ text: words.paid });
      } else {
        const payment = await api('POST /api/payment/create', { order_id, payment_method: payMethod });
        if (payment.checkout_url) {
          openPaymentPage(payment.checkout_url, `/orders/${order_id}`);
          return;
        }
      }
    } catch (thrown) {
      const why = thrown instanceof ApiError ? ` ${thrown.message}` : '';
      showToast({ text: words.failedPay + why, tone: 'refused' });
    }
    for (const route of ['GET /api/orders', 'GET /api/user/balance']) {
      void client.invalidateQueries({ queryKey: [route] });
    }
    await toOrder();
  };
  const run = async (placing: Placing): Promise<void> => {
    if (isRunning) return;
    setRunning(true);
    setNotice(undefined);
    setError(undefined);
    try {
      await place(placing);
    } catch (thrown) {
      if (!isUndecided(thrown)) key.current = undefined;
      setError(thrown);
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning, isDone, notice, error };
}
