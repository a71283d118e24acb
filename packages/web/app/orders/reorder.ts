/** The items of an order once more, for the basket. Owns how what was printed becomes what is wanted. */
import type { BasketItem, OrderItemInput } from '../basket/basket-rules.ts';
import type { Order } from './order-progress-rules.ts';

type Item = Order['items'][number];

/** As it was ordered; what was not chosen is left out. */
function wantedAgain(item: Item): OrderItemInput {
  const {
    document_id,
    size,
    paper_type,
    quantity,
    fit,
    color_mode,
    sides,
    crop,
    border,
    layout,
    slip,
    page_ranges,
  } = item;
  return {
    document_id,
    size,
    paper_type,
    quantity,
    color_mode,
    sides,
    ...(layout?.kind !== 'id_photo' && { fit }),
    ...(crop && { crop }),
    ...(border && { border }),
    ...(layout && { layout: layout as NonNullable<OrderItemInput['layout']> }),
    ...(slip && { slip }),
    ...(page_ranges && { page_ranges }),
  };
}

/** With the names of their files; one that was deleted comes too, and the basket says that it can't be had. */
export const reorderItems = (order: Order, nameless: string): Array<Omit<BasketItem, 'key'>> =>
  order.items.map((item) => ({
    filename: item.filename ?? nameless,
    isPhoto: item.file_kind === 'photo',
    item: wantedAgain(item),
  }));
