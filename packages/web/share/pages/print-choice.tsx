/** How photos are printed, where each sender chooses: size, then the papers that it comes on now, then copies. */
import { useLanguage, useWords } from '../../kit/language.ts';
import { useAnswer } from '../answers.ts';
import { ShareField, ShareSelect } from '../parts/share-field.tsx';
import parts from '../parts/share-parts.module.css';
import classes from './collection-page.module.css';
import { collectionWords } from './collection-words.ts';

export interface PrintChoice {
  size: string;
  paper_type: string;
  quantity: number;
}

export interface PrintOffer {
  sizes: Array<{
    code: string;
    name: string;
    name_zh: string;
    papers: Array<{ code: string; name: string; name_zh: string }>;
  }>;
}

/** What can be printed now in colour on one side: no choice that is refused once the photos were sent. */
export function usePrintOffer(isWanted: boolean): {
  offer: PrintOffer | undefined;
  error: unknown;
  retry(): void;
} {
  const options = useAnswer('GET /api/print-options', {}, { isWanted });
  const prices = useAnswer('GET /api/prices', {}, { isWanted });
  const error = options.error ?? prices.error;
  const retry = () => {
    options.readAgain();
    prices.readAgain();
  };
  if (!options.data || !prices.data) return { offer: undefined, error, retry };
  const { sizes, paper_types } = options.data;
  const sold = prices.data.items.filter(
    ({ color_mode, sides, unavailable_because }) =>
      color_mode === 'color' && sides === 'one-sided' && unavailable_because === undefined,
  );
  const offered = sizes.map(({ code, name, name_zh }) => ({
    code,
    name,
    name_zh,
    papers: paper_types.filter((paper) =>
      sold.some((one) => one.size === code && one.paper_type === paper.code),
    ),
  }));
  return { offer: { sizes: offered.filter(({ papers }) => papers.length > 0) }, error: undefined, retry };
}

export function PrintFields({
  offer,
  choice,
  maxQuantity,
  isOwn = false,
  change,
}: {
  offer: PrintOffer;
  choice: PrintChoice;
  maxQuantity: number;
  /** Of one photo, not of all. */
  isOwn?: boolean;
  change(choice: PrintChoice): void;
}) {
  const words = useWords(collectionWords);
  const language = useLanguage();
  const nameOf = (one: { name: string; name_zh: string }) => (language === 'zh' ? one.name_zh : one.name);
  const papersOf = (code: string) => offer.sizes.find((size) => size.code === code)?.papers ?? [];
  const chooseSize = (size: string) => {
    const papers = papersOf(size);
    const isKept = papers.some(({ code }) => code === choice.paper_type);
    change({ ...choice, size, paper_type: isKept ? choice.paper_type : (papers[0]?.code ?? '') });
  };
  return (
    <fieldset className={isOwn ? parts.stack : classes.choice}>
      <ShareSelect
        label={words.size}
        required
        value={choice.size}
        onChange={(event) => chooseSize(event.currentTarget.value)}
      >
        {choice.size === '' && <option value="">{words.chooseFirst}</option>}
        {offer.sizes.map((size) => (
          <option key={size.code} value={size.code}>
            {nameOf(size)}
          </option>
        ))}
      </ShareSelect>
      <ShareSelect
        label={words.paper}
        required
        disabled={choice.size === ''}
        value={choice.paper_type}
        onChange={(event) => change({ ...choice, paper_type: event.currentTarget.value })}
      >
        {choice.size === '' && <option value="">{words.sizeFirst}</option>}
        {papersOf(choice.size).map((paper) => (
          <option key={paper.code} value={paper.code}>
            {nameOf(paper)}
          </option>
        ))}
      </ShareSelect>
      <ShareField
        label={isOwn ? words.ownQuantity : words.quantity}
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={maxQuantity}
        value={choice.quantity === 0 ? '' : choice.quantity}
        onChange={(event) =>
          change({ ...choice, quantity: readQuantity(event.currentTarget.value, maxQuantity) })
        }
      />
    </fieldset>
  );
}

/** 0 while nothing is typed: the form waits for a number. */
const readQuantity = (typed: string, max: number): number => {
  const digits = typed.replaceAll(/\D/g, '');
  return digits === '' ? 0 : Math.min(max, Number(digits));
};
