/** How uploads look on the wire, as documents and as photos. Owns those shapes; decides nothing. */
import { restoreOptions } from '@platen/contracts/restore-task';
import { time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import { fileLink } from '../files/file-links.ts';
import { readDetails } from './document-details.ts';
import type { DocumentTable } from './document-tables.ts';

const pictureFields = {
  filename: z.string(),
  content_type: z.string().describe('Told by content: application/pdf, image/jpeg …'),
  bytes: z.int(),
  sha256: z.string().describe('SHA-256 of the bytes, hex'),
  thumbnail_url: z
    .url()
    .describe(
      'A small JPEG (at most 400 px), of the first page of a PDF; needs no key, good for a day at least',
    ),
  download_url: z.url().describe('The file as it was uploaded; needs no key, good for a day at least'),
  dpi: z.int().nullable().describe('What the file claims; it says nothing about the print'),
  icc_profile: z.string().nullable().describe('Embedded colour profile'),
  bit_depth: z.int().nullable().describe('Bits of a sample as stored'),
  taken_at: z
    .string()
    .nullable()
    .describe("When it was taken: the camera's local time, with its offset from UTC where known"),
};

export const documentShape = z.object({
  document_id: z.uuid(),
  kind: z.enum(['document', 'photo']),
  ...pictureFields,
  pages: z.int().describe('Pages of a PDF or TIFF; 1 for any other picture'),
  page_sizes: z
    .array(z.object({ first_page: z.int(), last_page: z.int(), width_mm: z.number(), height_mm: z.number() }))
    .describe('Sizes of the pages of a PDF, as runs of equal pages; empty for a picture'),
  width_px: z.int().nullable().describe('Upright, after EXIF orientation; null for a PDF'),
  height_px: z.int().nullable(),
  colour_space: z.string().nullable().describe('srgb, b-w, cmyk, rgb16 …; null for a PDF'),
  created_at: time,
});

export const photoShape = z.object({
  photo_id: z.uuid().describe('Also accepted as document_id or photo_id of an order item'),
  ...pictureFields,
  width_px: z.int().describe('Upright, after EXIF orientation'),
  height_px: z.int(),
  colour_space: z.string().describe('srgb, b-w, cmyk, rgb16 …'),
  restored_from: z.uuid().nullable().describe('photo_id that this one restores'),
  restoration: z
    .object({
      restoration_id: z.uuid().describe('For get_restoration'),
      engine: z.string().nullable().describe('Version that made it'),
      options: restoreOptions,
    })
    .nullable()
    .describe('How it was restored'),
  contact_sheet_of: z.array(z.uuid()).nullable().describe('Photos on this contact sheet'),
  created_at: time,
});

export type LinkDeps = Pick<Deps, 'secret' | 'now' | 'publicUrl'>;

function pictureView(deps: LinkDeps, row: DocumentTable) {
  const details = readDetails(row);
  return {
    filename: row.filename,
    content_type: row.content_type,
    bytes: row.bytes,
    sha256: row.sha256,
    thumbnail_url: fileLink(deps, row.id, 'thumbnail'),
    download_url: fileLink(deps, row.id, 'original'),
    dpi: details.dpi ?? null,
    icc_profile: details.icc_profile ?? null,
    bit_depth: details.bit_depth ?? null,
    taken_at: details.taken_at ?? null,
  };
}

export const documentView = (deps: LinkDeps, row: DocumentTable) => ({
  document_id: row.id,
  kind: row.kind,
  ...pictureView(deps, row),
  pages: row.pages,
  page_sizes: readDetails(row).page_sizes ?? [],
  width_px: row.width_px,
  height_px: row.height_px,
  colour_space: row.colour_space,
  created_at: toTime(row.created_at),
});

export const photoView = (deps: LinkDeps, row: DocumentTable) => ({
  photo_id: row.id,
  ...pictureView(deps, row),
  width_px: row.width_px ?? 0,
  height_px: row.height_px ?? 0,
  colour_space: row.colour_space ?? 'unknown',
  restored_from: row.restored_from,
  restoration: readDetails(row).restored_by ?? null,
  contact_sheet_of: readDetails(row).contact_sheet?.photo_ids ?? null,
  created_at: toTime(row.created_at),
});
