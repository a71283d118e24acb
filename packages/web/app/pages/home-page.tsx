/** The start: what one can do here, the newest orders, what a print costs. */
import { Anchor, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useRead } from '../../kit/api-hooks.ts';
import { moneyText } from '../../kit/formats.ts';
import {
  DocumentIcon,
  type IconProps,
  ListIcon,
  PeopleIcon,
  PersonIcon,
  PhotoIcon,
  SparkIcon,
  UploadIcon,
} from '../../kit/icons.tsx';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { usePollWhileAway } from '../../kit/live/live-hooks.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton, PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { useSession } from '../../kit/session.ts';
import { useBasket } from '../basket/basket-store.ts';
import { OrderCard } from '../orders/order-card.tsx';
import listClasses from '../orders/orders.module.css';
import classes from './home-page.module.css';
import { homeWords } from './home-words.ts';

/** While there is no stream. */
const lookAgainMs = 5000;

export function HomePage() {
  const words = useWords(homeWords);
  const { logIn } = useWords(kitWords);
  const { account } = useSession();
  const { basket } = useBasket();
  return (
    <Stack gap="xl">
      <div>
        <PageTitle
          title={account ? (account.nickname ? words.greeting(account.nickname) : words.hello) : words.title}
          hint={words.what}
        />
        <Group>
          <PageButton to="/upload" size="md" leftSection={<UploadIcon size={20} />}>
            {words.upload}
          </PageButton>
          {basket.items.length > 0 && (
            <PageButton to="/basket" size="md" variant="default">
              {words.basket}
            </PageButton>
          )}
          {account === null && (
            <PageButton to="/login" size="md" variant="default">
              {logIn}
            </PageButton>
          )}
        </Group>
      </div>
      {account && <NewestOrders />}
      <section aria-labelledby="can">
        <Title order={2} id="can" mb="sm">
          {words.can}
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          <Door to="/upload" icon={PhotoIcon} title={words.photos} hint={words.photosHint} />
          <Door to="/upload" icon={DocumentIcon} title={words.documents} hint={words.documentsHint} />
          <Door to="/upload" icon={PersonIcon} title={words.ids} hint={words.idsHint} />
          <Door to="/restorations" icon={SparkIcon} title={words.restore} hint={words.restoreHint} />
          <Door to="/pre-orders" icon={PeopleIcon} title={words.collect} hint={words.collectHint} />
        </SimpleGrid>
      </section>
      <PriceTable />
      <section aria-labelledby="developers">
        <Title order={2} id="developers" mb="xs">
          {words.developers}
        </Title>
        <Group gap="lg">
          <Anchor href="/docs">{words.reference}</Anchor>
          <Anchor href="/docs/mcp">{words.assistants}</Anchor>
          <Anchor href="/api/openapi.json">OpenAPI</Anchor>
        </Group>
      </section>
    </Stack>
  );
}

interface DoorProps {
  to: string;
  icon: ComponentType<IconProps>;
  title: string;
  hint: string;
}

function Door({ to, icon: Icon, title, hint }: DoorProps) {
  return (
    <Link to={to} className={classes.door!}>
      <Icon size={28} />
      <span>
        <Text component="span" display="block" fw={650}>
          {title}
        </Text>
        <Text component="span" display="block" size="sm" c="dimmed">
          {hint}
        </Text>
      </span>
    </Link>
  );
}

function NewestOrders() {
  const words = useWords(homeWords);
  const refetchInterval = usePollWhileAway(lookAgainMs);
  const orders = useRead('GET /api/orders', { page: 1, page_size: 3 }, { refetchInterval });
  return (
    <section aria-labelledby="newest">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="newest">
          {words.orders}
        </Title>
        {(orders.data?.total ?? 0) > 0 && <PageLink to="/orders">{words.allOrders}</PageLink>}
      </Group>
      <ErrorNote error={orders.error} retry={() => void orders.refetch()} />
      {orders.isPending && <LoadingLines lines={2} heightPx={100} />}
      {orders.data?.total === 0 && (
        <Paper withBorder>
          <EmptyState
            icon={<ListIcon size={36} />}
            title={words.none}
            hint={words.noneHint}
            action={<PageButton to="/upload">{words.upload}</PageButton>}
          />
        </Paper>
      )}
      <ul className={listClasses.list}>
        {orders.data?.items.map((order) => (
          <li key={order.order_id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As many as one takes in at a glance; the rest stands where a size is chosen. */
const maxRows = 10;

function PriceTable() {
  const words = useWords(homeWords);
  const language = useLanguage();
  const sold = useRead('GET /api/prices/catalogue', {}, { staleTime: 60_000 });
  const nameOf = (list: ReadonlyArray<{ code: string; name: string; name_zh: string }>, code: string) => {
    const found = list.find((each) => each.code === code);
    return found ? (language === 'zh' ? found.name_zh : found.name) : code;
  };
  const sizeName = (code: string) => nameOf(sold.data?.sizes ?? [], code);
  const paperName = (code: string) => nameOf(sold.data?.paper_types ?? [], code);
  const rows = (sold.data?.prices ?? [])
    .filter(
      (price) => price.color_mode === 'color' && price.sides === 'one-sided' && !price.unavailable_because,
    )
    .filter((price, index, all) => all.findIndex(({ size }) => size === price.size) === index)
    .slice(0, maxRows);
  const money = (amount: number) => moneyText(amount, sold.data?.currency ?? 'CNY', language);
  return (
    <section aria-labelledby="prices">
      <Title order={2} id="prices">
        {words.prices}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {words.pricesHint}
      </Text>
      <ErrorNote error={sold.error} retry={() => void sold.refetch()} />
      {sold.isPending && <LoadingLines lines={5} />}
      {rows.length > 0 && (
        <Paper withBorder px="md" py="xs">
          <Table className="platen-numbers">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{words.size}</Table.Th>
                <Table.Th scope="col" visibleFrom="xs">
                  {words.paper}
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  {words.price}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={`${row.size} ${row.paper_type}`}>
                  <Table.Td>{sizeName(row.size)}</Table.Td>
                  <Table.Td visibleFrom="xs">{paperName(row.paper_type)}</Table.Td>
                  <Table.Td ta="right">
                    {money(row.price)}
                    {row.breaks[0] && (
                      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                        {words.many(row.breaks[0].min_pages, money(row.breaks[0].price))}
                      </Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
    </section>
  );
}
