/** /basket: what is to be printed, what each costs, and what can't be ordered and why. */
import { ActionIcon, Alert, Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useCatalogue } from '../../kit/catalogue.ts';
import { BasketIcon, CloseIcon } from '../../kit/icons.tsx';
import { useWords } from '../../kit/language.ts';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { PageButton, PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { PhotoThumb } from '../../kit/parts/photo-thumb.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import type { BasketItem } from '../basket/basket-rules.ts';
import { useBasket } from '../basket/basket-store.ts';
import { CopiesInput } from '../basket/choice-selects.tsx';
import { itemAddress } from '../basket/item-address.ts';
import { useItemLine } from '../basket/item-line.ts';
import type { PricedLine } from '../basket/quote-around.ts';
import { RefusalNote } from '../basket/refusal-note.tsx';
import { useQuote } from '../basket/use-quote.ts';
import classes from '../checkout/checkout.module.css';
import { checkoutWords } from '../checkout/checkout-words.ts';
import { CouponChoice } from '../checkout/coupon-choice.tsx';
import { Sums } from '../checkout/sums.tsx';
import { thumbnailPath } from '../photo/picture-paths.ts';

export function BasketPage() {
  const words = useWords(checkoutWords);
  const { basket, setCopies, remove, setCoupon } = useBasket();
  const { options } = useCatalogue();
  const { items, couponId } = basket;
  const input =
    items.length === 0
      ? undefined
      : { items: items.map(({ item }) => item), ...(couponId !== '' && { coupon_id: couponId }) };
  const { answer, error, isAsking, isCurrent, retry } = useQuote(input);
  const quote = answer?.quote;
  const kinds = new Set(
    items.map(({ item }) => options?.sizes.find(({ code }) => code === item.size)?.made_for),
  );
  const scope = kinds.size === 1 ? ([...kinds][0] ?? 'all') : 'all';
  const takeOut = ({ key, filename }: BasketItem) => {
    const undo = remove(key);
    showToast({ text: words.removed(filename), ...(undo && { undo }) });
  };
  if (items.length === 0) {
    return (
      <>
        <PageTitle title={words.basket} />
        <EmptyState
          icon={<BasketIcon size={40} />}
          title={words.empty}
          hint={words.emptyHint}
          action={<PageButton to="/upload">{words.upload}</PageButton>}
        />
      </>
    );
  }
  const refused = answer?.refusedItems.size ?? 0;
  return (
    <>
      <PageTitle
        title={words.basket}
        actions={
          <PageButton to="/upload" variant="default">
            {words.addMore}
          </PageButton>
        }
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Paper withBorder p="lg">
            <ul className={classes.lines}>
              {items.map((line, index) => (
                <BasketLine
                  key={line.key}
                  line={line}
                  priced={
                    isCurrent || answer?.lines.length === items.length ? answer?.lines[index] : undefined
                  }
                  currency={quote?.currency ?? 'CNY'}
                  refusal={isCurrent ? answer?.refusedItems.get(index) : undefined}
                  onCopies={(copies) => setCopies(line.key, copies)}
                  onRemove={() => takeOut(line)}
                />
              ))}
            </ul>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack className={classes.sticky}>
            <Paper withBorder p="lg">
              <CouponChoice
                subtotal={quote?.subtotal}
                scope={scope}
                couponId={couponId}
                onChange={setCoupon}
                refusal={isCurrent ? answer?.couponRefusal : undefined}
              />
            </Paper>
            <Paper withBorder p="lg" aria-busy={isAsking}>
              <Title order={2} mb="sm">
                {words.summary}
              </Title>
              <ErrorNote error={error} retry={retry} />
              {!quote && !error && refused === 0 && <LoadingLines lines={3} />}
              {quote && (
                <div role="status">
                  <Sums sums={quote} withoutShipping />
                </div>
              )}
              {isCurrent && refused > 0 && (
                <Alert color="seal" variant="light" mt="sm" p="sm">
                  {words.notAll(refused)}
                </Alert>
              )}
              {quote && refused === 0 ? (
                <PageButton to="/checkout" fullWidth size="md" mt="md">
                  {words.toCheckout}
                </PageButton>
              ) : (
                <Button fullWidth size="md" mt="md" disabled>
                  {words.toCheckout}
                </Button>
              )}
            </Paper>
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

interface BasketLineProps {
  line: BasketItem;
  priced: PricedLine | undefined;
  currency: string;
  refusal: string | undefined;
  onCopies(copies: number): void;
  onRemove(): void;
}

function BasketLine({ line, priced, currency, refusal, onCopies, onRemove }: BasketLineProps) {
  const words = useWords(checkoutWords);
  const describe = useItemLine();
  const { filename, isPhoto, item } = line;
  return (
    <li className={classes.line}>
      <PhotoThumb src={thumbnailPath(item.document_id!)} alt="" sizePx={72} />
      <div style={{ minWidth: 0 }}>
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <span className={classes.name} title={filename}>
            {filename}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={words.remove(filename)}
            onClick={onRemove}
          >
            <CloseIcon size={18} />
          </ActionIcon>
        </Group>
        <Text size="sm" c="dimmed">
          {describe(item, { isPhoto })}
        </Text>
      </div>
      <div className={classes.foot}>
        <CopiesInput label={words.copiesOf(filename)} value={item.quantity} onChange={onCopies} isBare />
        <PageLink
          to={isPhoto ? '/photos/$id' : '/documents/$id'}
          params={{ id: item.document_id! }}
          search={{ ...itemAddress(item), line: line.key }}
          size="sm"
          aria-label={words.changeOne(filename)}
        >
          {words.change}
        </PageLink>
        <span>{priced ? <Money amount={priced.amount} currency={currency} /> : ''}</span>
      </div>
      {refusal !== undefined && (
        <div style={{ gridColumn: '1 / -1' }}>
          <RefusalNote sentence={refusal} />
        </div>
      )}
    </li>
  );
}
