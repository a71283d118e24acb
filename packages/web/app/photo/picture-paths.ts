/** Where pictures of one's own uploads are: paths of this origin, for whoever is logged in. Pure. */
import type { OrderItemInput } from '../basket/basket-rules.ts';

/** At most 400 px on a side. */
export const thumbnailPath = (documentId: string): string => `/api/documents/${documentId}/thumbnail`;

/** At most 1280 px on a side. */
export const previewPath = (documentId: string): string => `/api/documents/${documentId}/preview`;

/** The sheet that an item of a photo will be. */
export function sheetPath(photoId: string, item: Omit<OrderItemInput, 'quantity' | 'paper_type'>): string {
  const { size, fit, color_mode, crop, border, layout, slip } = item;
  const query = new URLSearchParams({ size });
  if (fit) query.set('fit', fit);
  if (color_mode) query.set('color_mode', color_mode);
  if (crop)
    query.set(
      'crop',
      [crop.left, crop.top, crop.width, crop.height].map((share) => +share.toFixed(6)).join(),
    );
  if (border) query.set('border', border);
  if (layout?.kind === 'id_photo') query.set('photo_size', layout.photo_size);
  if (slip) query.set('slip', 'true');
  return `/api/photos/${photoId}/sheet?${query}`;
}
