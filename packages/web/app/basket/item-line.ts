/** The line of words that says how an item is printed. Owns which choices are worth a word: those that are not the usual. */

import { useCatalogue } from '../../kit/catalogue.ts';
import { useWords } from '../../kit/language.ts';
import { itemWords } from './item-words.ts';

/** Of an item in a basket, and of one in an order. */
export interface DescribedItem {
  size: string;
  paper_type: string;
  fit?: 'fill' | 'fit' | undefined;
  color_mode?: 'color' | 'monochrome' | undefined;
  sides?: string | undefined;
  page_ranges?: string | null | undefined;
  crop?: object | null | undefined;
  border?: 'white' | 'blurred' | null | undefined;
  layout?:
    | {
        kind: string;
        photo_size?: string | undefined;
        columns?: number | undefined;
        rows?: number | undefined;
      }
    | null
    | undefined;
  slip?: boolean | undefined;
}

/** `102 x 152 mm photo · Glossy photo paper · White border`. */
export function useItemLine(): (item: DescribedItem, kind: { isPhoto: boolean }) => string {
  const words = useWords(itemWords);
  const { sizeName, paperName } = useCatalogue();
  const layoutText = ({ layout }: DescribedItem): string | undefined => {
    if (layout?.kind === 'id_photo') {
      const size = layout.photo_size ?? '';
      return words.idPhoto(words.idSizes[size as keyof typeof words.idSizes] ?? size);
    }
    return layout ? words.contactSheet(layout.columns ?? 1, layout.rows ?? 1) : undefined;
  };
  return (item, { isPhoto }) => {
    const sides = words.sides[item.sides as keyof typeof words.sides];
    return [
      sizeName(item.size),
      paperName(item.paper_type),
      layoutText(item),
      item.color_mode === 'monochrome' && words.monochrome,
      sides,
      item.page_ranges && words.pageRanges(item.page_ranges),
      isPhoto && !item.layout && item.fit === 'fit' && !item.border && words.someMore.whole,
      item.border && words.someMore[item.border],
      item.crop && !item.layout && words.someMore.cropped,
      item.slip && words.someMore.slip,
    ]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(' · ');
  };
}
