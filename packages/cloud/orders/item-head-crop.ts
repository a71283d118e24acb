/**
 * Cutting ID photos by the head where an item doesn't say which part: what was measured of the photo decides, and the part is written
 * down with the item, so that everybody sees what will be printed. Owns the refusals; draws nothing.
 */
import { AppError } from '@platen/contracts/app-error';
import { chooseIdPhotoCrop } from '@platen/imaging/layout/id-photo-crop-rules';
import type { Context } from '../context.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { idPhotoRule, idPhotoSentence } from '../photos/id-photo-rules.ts';
import { getMeasures } from '../photos/photo-measuring.ts';
import type { WantedItem } from './pricing-rules.ts';

/** A millionth: both ends stay in the photo. */
const rounded = (share: number) => Math.floor(share * 1e6) / 1e6;

/** The item with the part of the photo that its ID photos show. Throws unprocessable where the head can't be found or has no room. */
export async function withHeadCrop(
  context: Context,
  item: WantedItem,
  { document, position }: { document: DocumentTable; position: number },
): Promise<WantedItem> {
  const { layout, crop } = item;
  if (layout?.kind !== 'id_photo' || crop || !document.content_type.startsWith('image/')) return item;
  const refuse = (sentence: string): never => {
    throw new AppError('unprocessable', `items[${position}].layout: ${sentence}`);
  };
  if (document.pages > 1)
    return refuse('a file of several pictures needs crop, which holds for all of them.');
  const measures = await getMeasures(context, document);
  const found = chooseIdPhotoCrop(measures, idPhotoRule(layout.photo_size));
  if (typeof found === 'string') return refuse(idPhotoSentence(found, layout.photo_size));
  const { left, top, width, height } = found.crop;
  return {
    ...item,
    crop: {
      left: rounded(left),
      top: rounded(top),
      width: rounded(width),
      height: rounded(height),
      if_other_shape: 'extend',
    },
  };
}
