/** Judging before ordering how a photo will print. */
import { idPhotoSizeNames } from '@platen/contracts/print-layout';
import { id, line } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { judgePhotoQuality } from './quality-check.ts';
import { qualityShape } from './quality-view.ts';

export const qualityOperations = [
  defineOperation({
    name: 'check_photo_quality',
    title: 'Check how a photo will print',
    summary:
      'Judges before ordering how well a photo will look printed in a size: verdict good, acceptable, poor or unprintable, what is printed of it and a suggested crop, the resolution on paper, and findings (resolution, sharpness, noise, exposure, tint, compression, damaged data, faces at the edge) with advice in English and Chinese.',
    rest: { method: 'GET', path: '/api/photos/{photo_id}/quality-check' },
    tool: { group: 'photos', core: true },
    access: 'customer',
    effect: 'read',
    etag: true,
    input: z.strictObject({
      photo_id: id('From upload_photo, or list_documents with kind photo'),
      size: line(1, 40).describe('Code from get_print_options, e.g. 4x6'),
      fit: z
        .enum(['fill', 'fit'])
        .optional()
        .describe('fill crops to cover the sheet (default of photo sizes), fit leaves borders'),
      photo_size: z
        .enum(idPhotoSizeNames)
        .optional()
        .describe('Judges one ID photo of an id_photo layout, cut by the head as create_order cuts it'),
      printer_id: line(1, 200)
        .optional()
        .describe('From get_printer_status: counts with the margins and resolution of that one'),
    }),
    output: qualityShape,
    run: judgePhotoQuality,
  }),
];
