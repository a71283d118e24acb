/**
 * A photo as its sheet will be printed, before it is ordered: made by what makes the printed sheet, of the photo's small preview. Owns how
 * an item's choices become that sheet, and how many are made at a time; keeps nothing.
 */
import { readFile } from 'node:fs/promises';
import { AppError } from '@platen/contracts/app-error';
import type { WantedChoices } from '@platen/contracts/print-choices';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import type { PreparePhotoOptions } from '@platen/imaging/sheet/prepare-photo';
import type { Deps } from '../context.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { thumbnailMakingOf } from '../files/thumbnail-making.ts';
import { pictureRefusal } from '../picture-refusal.ts';
import { currentCatalogue } from '../prices/catalogue-cache.ts';
import { findSize, offeredSizes } from '../prices/price-rules.ts';
import type { SizeTable } from '../prices/price-tables.ts';
import { createSingleFlight } from '../single-flight.ts';
import { fitWithLayout, type ItemLayout, layoutOf, refuseLayout, ticketLayout } from './item-layout-rules.ts';

/** The longest edge of what is shown. */
const edgePx = 900;
const hmmPerInch = 2540;
const deadlineMs = 20_000;
const maxWaiting = 50;
/** What stands on the slip before there is an order. */
const slipText = 'P000-0000-0000-0  #1  x1  2000-01-01';

/** Of an item: the size, and the choices that can be seen. */
export type WantedSheet = Pick<
  WantedChoices,
  'fit' | 'color_mode' | 'crop' | 'border' | 'layout' | 'slip'
> & {
  size: string;
};

type MakingDeps = Pick<Deps, 'database' | 'files' | 'imaging' | 'now'>;
type MakeSheet = (photo: DocumentTable, wanted: WantedSheet) => Promise<Buffer>;

/** One a process. The JPEG of the sheet; throws unprocessable naming the field that can't be honoured, rate_limited. */
export function createSheetPreviews(deps: MakingDeps): MakeSheet {
  const makeOnce = createSingleFlight<Buffer>({
    max: maxWaiting,
    tooMany: 'Too many previews are being made at this moment.',
  });
  return async (photo, wanted) => {
    const catalogue = await currentCatalogue(deps);
    const size = findSize(catalogue, wanted.size);
    if (size?.enabled !== 1) {
      const known = offeredSizes(catalogue).map(({ code }) => code);
      throw new AppError(
        'unprocessable',
        `size: "${wanted.size}" is not offered; sizes are ${known.join(', ')}.`,
      );
    }
    const layout = layoutOf(wanted);
    const refusal = refuseLayout(layout, { document: photo, size, fit: wanted.fit });
    if (refusal) throw new AppError('unprocessable', `${refusal.field}: ${refusal.sentence}`);
    const key = JSON.stringify([photo.sha256, wanted, size.x_dimension, size.y_dimension]);
    return await makeOnce(key, () => makeSheet(deps, { photo, wanted, size, layout }));
  };
}

interface SheetCase {
  photo: DocumentTable;
  wanted: WantedSheet;
  size: SizeTable;
  layout: ItemLayout;
}

async function makeSheet(deps: MakingDeps, sheet: SheetCase): Promise<Buffer> {
  const small = await thumbnailMakingOf(deps)({ sha256: sheet.photo.sha256, kind: 'preview' });
  try {
    return await deps.files.withLocal(small.sha256, async (sourcePath) => {
      const staged = await deps.files.stageMade(async (targetPath) => {
        const order = sheetOrderOf(sheet, { sourcePath, targetPath });
        await deps.imaging.preparePhoto(order, { priority: 'low', deadlineMs });
      });
      try {
        return await readFile(staged.path);
      } finally {
        await staged.discard();
      }
    });
  } catch (error) {
    if (error instanceof ImagingRefusal) throw pictureRefusal(error);
    throw error;
  }
}

function sheetOrderOf(
  { photo, wanted, size, layout }: SheetCase,
  paths: { sourcePath: string; targetPath: string },
): PreparePhotoOptions {
  const { crop, border, arrangement, slip } = ticketLayout(layout) ?? {};
  const held = isHeldSideways(photo, layout)
    ? { widthHmm: size.y_dimension, heightHmm: size.x_dimension }
    : { widthHmm: size.x_dimension, heightHmm: size.y_dimension };
  const dpi = Math.round((edgePx * hmmPerInch) / size.y_dimension);
  return {
    ...paths,
    sheet: { ...held, dpiX: dpi, dpiY: dpi, marginsHmm: { top: 0, right: 0, bottom: 0, left: 0 } },
    fit: fitWithLayout(layout, { fit: wanted.fit, madeFor: size.made_for }),
    colour: wanted.color_mode ?? 'color',
    output: { format: 'image/jpeg' },
    ...(crop && { crop }),
    ...(border && { border }),
    ...(arrangement?.kind === 'id_photo' && {
      arrangement: {
        kind: arrangement.kind,
        widthHmm: arrangement.width_hmm,
        heightHmm: arrangement.height_hmm,
      },
    }),
    ...(slip && { slip: slipText }),
  };
}

/** As one looks at it: a photo that is wider than high lies on paper that is held so. What has words or several pictures is shown as it is fed. */
function isHeldSideways(photo: DocumentTable, { crop, layout, slip }: ItemLayout): boolean {
  const wide = (photo.width_px ?? 1) * (crop?.width ?? 1);
  return !layout && !slip && wide > (photo.height_px ?? 1) * (crop?.height ?? 1);
}
