/** /orders/$id/receipt: what was paid for, to be printed. */
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { usePathPart } from '../../kit/address-state.ts';
import { useRead } from '../../kit/api-hooks.ts';
import { moneyText, timeText } from '../../kit/formats.ts';
import { PrinterIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { useSession } from '../../kit/session.ts';
import { useItemLine } from '../basket/item-line.ts';
import { orderPageWords } from '../orders/order-page-words.ts';
import type { Order } from '../orders/order-progress-rules.ts';
import classes from '../orders/orders.module.css';

export function ReceiptPage() {
  const { receiptOf, print, backToOrder } = useWords(orderPageWords);
  const order_id = usePathPart('id');
  const order = useRead('GET /api/orders/{order_id}', { order_id });
  return (
    <>
      <div className="platen-screen-only">
        <PageTitle
          title={receiptOf.title}
          actions={
            <Group gap="xs">
              <PageButton to="/orders/$id" params={{ id: order_id }} variant="default">
                {backToOrder}
              </PageButton>
              <Button leftSection={<PrinterIcon size={18} />} onClick={() => window.print()}>
                {print}
              </Button>
            </Group>
          }
        />
      </div>
      <ErrorNote error={order.error} retry={() => void order.refetch()} />
      {order.isPending && <LoadingLines lines={8} />}
      {order.data && <Receipt order={order.data} />}
    </>
  );
}

function Receipt({ order }: { order: Order }) {
  const { receiptOf: words } = useWords(orderPageWords);
  const language = useLanguage();
  const { account } = useSession();
  const money = (amount: number) => moneyText(amount, order.currency, language);
  const name = order.delivery.address?.name ?? account?.nickname ?? '';
  return (
    <article className={classes.receipt} aria-label={words.title}>
      {!order.paid_at && (
        <Alert color="seal" variant="light" mb="md">
          {words.notPaid}
        </Alert>
      )}
      <Title order={2} mb="md">
        {words.title}
      </Title>
      <dl className={classes.facts}>
        <dt>{words.no}</dt>
        <dd className="platen-numbers">{order.order_no}</dd>
        <dt>{words.date}</dt>
        <dd>{timeText(order.paid_at ?? order.created_at, language, 'moment')}</dd>
        {name !== '' && (
          <>
            <dt>{words.customer}</dt>
            <dd>{name}</dd>
          </>
        )}
      </dl>
      <table className="platen-numbers">
        <thead>
          <tr>
            <th scope="col">{words.item}</th>
            <th scope="col">{words.quantity}</th>
            <th scope="col" className={classes.unit}>
              {words.unit}
            </th>
            <th scope="col">{words.amount}</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <ReceiptRow key={item.position} item={item} money={money} />
          ))}
        </tbody>
        <tfoot>
          <SumRow name={words.subtotal} amount={money(order.subtotal)} />
          {order.discount > 0 && <SumRow name={words.discount} amount={`−${money(order.discount)}`} />}
          {order.delivery_method !== 'pickup' && (
            <SumRow name={words.shipping} amount={money(order.shipping)} />
          )}
          <SumRow name={words.total} amount={money(order.total)} isTotal />
          {order.refunded > 0 && <SumRow name={words.refunded} amount={`−${money(order.refunded)}`} />}
        </tfoot>
      </table>
      <Text size="sm" mt="lg">
        {words.seller}
      </Text>
    </article>
  );
}

function ReceiptRow({ item, money }: { item: Order['items'][number]; money(amount: number): string }) {
  const describe = useItemLine();
  const { filename, file_kind } = item;
  const isPhoto = file_kind === 'photo';
  return (
    <tr>
      <td>
        {typeof filename === 'string' && (
          <>
            <strong style={{ overflowWrap: 'anywhere' }}>{filename}</strong>
            <br />
          </>
        )}
        {describe(item, { isPhoto })}
      </td>
      <td>
        {item.quantity} × {item.pages}
      </td>
      <td className={classes.unit}>{money(item.unit_price)}</td>
      <td>{money(item.amount)}</td>
    </tr>
  );
}

function SumRow({ name, amount, isTotal = false }: { name: string; amount: string; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? classes.sum : undefined}>
      <th scope="row" colSpan={2}>
        {name}
      </th>
      <td className={classes.unit} />
      <td>{amount}</td>
    </tr>
  );
}
