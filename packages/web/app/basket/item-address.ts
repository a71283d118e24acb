/** The choices of an item as they stand in the address of its photo's or document's page. Pure; the pages read the same names. */
import { cropText } from '../../kit/crop-rules.ts';
import type { OrderItemInput } from './basket-rules.ts';

export function itemAddress(item: OrderItemInput): Record<string, string | number | boolean> {
  const { size, paper_type, quantity, fit, border, color_mode, sides, page_ranges, layout, slip, crop } =
    item;
  const address = {
    size,
    paper: paper_type,
    copies: quantity > 1 ? quantity : undefined,
    fit: fit === 'fit' ? fit : undefined,
    border: border === 'blurred' ? border : undefined,
    colour: color_mode === 'monochrome' ? color_mode : undefined,
    sides: sides === 'one-sided' ? undefined : sides,
    pages: page_ranges,
    as: layout?.kind === 'id_photo' ? 'id' : undefined,
    id: layout?.kind === 'id_photo' ? layout.photo_size : undefined,
    slip: slip ? true : undefined,
    crop: crop ? cropText(crop) : undefined,
  };
  return Object.fromEntries(
    Object.entries(address).filter(
      (entry): entry is [string, string | number | boolean] => entry[1] !== undefined,
    ),
  );
}
