/**
 * What an upload is, before it is kept: type, pages, pixels, when it was taken. Owns how the imaging pool's answer becomes
 * a row's facts. Nothing is believed that the name or the client says.
 */
import { AppError } from '@platen/contracts/app-error';
import type { FileProbe } from '@platen/imaging/decode/probe-file';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import type { Deps } from '../context.ts';
import { pictureRefusal } from '../picture-refusal.ts';
import { type DocumentDetails, writeDetails } from './document-details.ts';
import type { DocumentKind } from './document-store.ts';
import type { DocumentTable } from './document-tables.ts';

export type DocumentFacts = Pick<
  DocumentTable,
  'content_type' | 'pages' | 'width_px' | 'height_px' | 'colour_space' | 'details'
>;

/** Throws unprocessable with the reason for what can't be printed, or isn't what `kind` says. */
export async function readDocumentFacts(
  { imaging }: Pick<Deps, 'imaging'>,
  { path, kind }: { path: string; kind: DocumentKind },
): Promise<DocumentFacts> {
  let probe: FileProbe;
  try {
    probe = await imaging.probe(path);
  } catch (error) {
    if (error instanceof ImagingRefusal) throw pictureRefusal(error, 'file: ');
    throw error;
  }
  if (kind === 'photo' && probe.kind !== 'image') {
    throw new AppError('unprocessable', 'file: is a PDF, not a picture.', {
      hint: 'Upload it as a document.',
    });
  }
  const picture = probe.kind === 'image' ? probe : undefined;
  return {
    content_type: probe.mediaType,
    pages: probe.pages,
    width_px: picture?.widthPx ?? null,
    height_px: picture?.heightPx ?? null,
    colour_space: picture?.colourSpace ?? null,
    details: writeDetails(detailsOf(probe)),
  };
}

function detailsOf(probe: FileProbe): DocumentDetails {
  if (probe.kind === 'document') {
    return {
      page_sizes: probe.pageRuns.map((run) => ({
        first_page: run.firstPage,
        last_page: run.lastPage,
        width_mm: run.widthMm,
        height_mm: run.heightMm,
      })),
    };
  }
  return {
    bit_depth: probe.bitDepth,
    has_alpha: probe.hasAlpha,
    ...(probe.takenAt !== null && { taken_at: probe.takenAt }),
    ...(probe.hasProfile && { icc_profile: probe.profileName ?? 'unnamed' }),
    ...(probe.dpi !== null && { dpi: probe.dpi }),
  };
}
