/** What it costs now, and the way into the basket. */
import { Button, Group, Paper, Skeleton, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { moneyText } from '../../kit/formats.ts';
import { BasketIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { type BasketItem, maxBasketItems } from '../basket/basket-rules.ts';
import { useBasket } from '../basket/basket-store.ts';
import { itemWords } from '../basket/item-words.ts';
import { RefusalNote } from '../basket/refusal-note.tsx';
import { useQuote } from '../basket/use-quote.ts';
import { photoWords } from './photo-words.ts';

export interface BuyPanelProps {
  wanted: Omit<BasketItem, 'key'>;
  /** The line of the basket that this changes; empty for a new one. */
  line: string;
  /** Said below the price: pages and sheets. */
  note?: (priced: { pages: number }) => string;
  /** What speaks against it; it may be bought all the same. */
  warning?: string | undefined;
}

export function BuyPanel({ wanted, line: key, note, warning }: BuyPanelProps) {
  const words = useWords(photoWords);
  const { each } = useWords(itemWords);
  const language = useLanguage();
  const navigate = useNavigate();
  const { basket, add, replace } = useBasket();
  const isChange = basket.items.some((each) => each.key === key);
  const { answer, error, isCurrent, isAsking, retry } = useQuote({ items: [wanted.item] });
  const line = answer?.lines[0];
  const refusal = answer?.refusedItems.get(0);
  const currency = answer?.quote?.currency ?? 'CNY';
  const put = () => {
    if (isChange) {
      const undo = replace(key, wanted);
      showToast({ text: words.changed, undo });
      void navigate({ to: '/basket' });
      return;
    }
    if (basket.items.length >= maxBasketItems) {
      showToast({ text: words.basketFull, tone: 'refused' });
      return;
    }
    add([wanted]);
    showToast({ text: words.added });
    void navigate({ to: '/basket' });
  };
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" align="baseline">
        <Text fw={600}>{words.price}</Text>
        <Text fz="1.6rem" fw={650} lh={1.2} role="status" aria-live="polite" aria-busy={isAsking}>
          {line ? (
            <Money amount={line.amount} currency={currency} />
          ) : (
            !refusal && !error && <Skeleton w={90} h={28} />
          )}
        </Text>
      </Group>
      {line && (
        <Text size="sm" c="dimmed" ta="right">
          {each(moneyText(line.unit_price, currency, language))}
          {note && ` · ${note(line)}`}
        </Text>
      )}
      {refusal !== undefined && <RefusalNote sentence={refusal} />}
      <ErrorNote error={error} retry={retry} />
      {warning !== undefined && (
        <Text size="sm" c="seal" mt="xs" role="status">
          {warning}
        </Text>
      )}
      <Button
        fullWidth
        mt="md"
        size="md"
        leftSection={<BasketIcon size={20} />}
        disabled={refusal !== undefined || (!line && isCurrent)}
        onClick={put}
      >
        {isChange ? words.change : words.add}
      </Button>
    </Paper>
  );
}
