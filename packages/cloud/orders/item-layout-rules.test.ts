import { wantedArrangement, wantedCrop } from '@platen/contracts/print-layout';
import { describe, expect, it } from 'vitest';
import { fitWithLayout, layoutOf, printedPages, refuseLayout, ticketLayout } from './item-layout-rules.ts';

const photo = { content_type: 'image/jpeg', pages: 1, width_px: 6000, height_px: 4000 };
const size = { code: '4x6', x_dimension: 10_160, y_dimension: 15_240 };
const crop = { left: 0, top: 0, width: 0.5, height: 0.5, if_other_shape: 'refuse' } as const;
const idPhoto = { kind: 'id_photo', photo_size: '35x45' } as const;
const contact = { kind: 'contact_sheet', columns: 3, rows: 4, captions: true } as const;

const refusal = (wanted: Parameters<typeof layoutOf>[0], changes: object = {}) =>
  refuseLayout(layoutOf(wanted), { document: photo, size, fit: undefined, ...changes });

describe('what an item may ask for', () => {
  it('is nothing, unless it is said', () => {
    const nothing = { crop: null, border: null, layout: null, slip: false };
    expect(layoutOf({})).toEqual(nothing);
    expect(layoutOf({ slip: true, border: 'white' })).toEqual({ ...nothing, slip: true, border: 'white' });
    expect(refusal({}, { document: { ...photo, content_type: 'application/pdf' } })).toBeUndefined();
  });

  it('is for pictures', () => {
    const document = { ...photo, content_type: 'application/pdf' };
    expect(refusal({ slip: true }, { document })).toMatchObject({ field: 'slip' });
    expect(refusal({ slip: true })).toBeUndefined();
  });

  it('a rectangle of another shape is refused where that was asked for', () => {
    expect(refusal({ crop })).toBeUndefined();
    const square = { ...crop, width: 1 / 3 };
    expect(refusal({ crop: square })?.sentence).toContain('has the shape 1.000 : 1 and the paper 1.500 : 1');
    expect(refusal({ crop: { ...square, if_other_shape: 'extend' } })).toBeUndefined();
    expect(refusal({ crop: square }, { fit: 'fit' })).toBeUndefined();
    const passport = { left: 0, top: 0, width: 0.35 / 1.5, height: 0.45, if_other_shape: 'refuse' } as const;
    expect(refusal({ crop: passport, layout: idPhoto })).toBeUndefined();
    expect(refusal({ crop, layout: idPhoto })).toMatchObject({ field: 'crop' });
  });

  it('a border needs fit, and a single picture', () => {
    expect(refusal({ border: 'blurred' })).toBeUndefined();
    expect(refusal({ border: 'blurred' }, { fit: 'fill' })).toMatchObject({ field: 'border' });
    expect(refusal({ border: 'white', layout: idPhoto })).toMatchObject({ field: 'border' });
  });

  it('ID photos need room and fill it; contact sheets need several pictures', () => {
    expect(refusal({ layout: idPhoto })).toBeUndefined();
    expect(refusal({ layout: idPhoto }, { fit: 'fit' })).toMatchObject({ field: 'fit' });
    const small = { ...size, x_dimension: 5000, y_dimension: 5000 };
    expect(refusal({ layout: idPhoto }, { size: small })?.sentence).toBe(
      '4x6 has no room for a photo of 35x45.',
    );
    expect(refusal({ layout: contact })).toMatchObject({ field: 'layout' });
    expect(refusal({ layout: contact }, { document: { ...photo, pages: 2 } })).toBeUndefined();
  });
});

describe('what becomes of it', () => {
  it('fit, pages and the ticket', () => {
    expect(fitWithLayout(layoutOf({ border: 'blurred' }), { fit: undefined, madeFor: 'photo' })).toBe('fit');
    expect(fitWithLayout(layoutOf({ layout: contact }), { fit: undefined, madeFor: 'photo' })).toBe('fit');
    expect(fitWithLayout(layoutOf({ layout: contact }), { fit: 'fill', madeFor: 'photo' })).toBe('fill');
    expect(fitWithLayout(layoutOf({ layout: idPhoto }), { fit: undefined, madeFor: 'document' })).toBe(
      'fill',
    );
    expect(fitWithLayout(layoutOf({}), { fit: undefined, madeFor: 'photo' })).toBe('fill');
    expect([12, 13, 24].map((pages) => printedPages(pages, layoutOf({ layout: contact })))).toEqual([
      1, 2, 2,
    ]);
    expect(printedPages(3, layoutOf({ layout: idPhoto }))).toBe(3);
    expect(ticketLayout(layoutOf({ border: 'white' }))).toBeUndefined();
    expect(ticketLayout(layoutOf({ crop, layout: idPhoto, slip: true }))).toEqual({
      crop: { left: 0, top: 0, width: 0.5, height: 0.5 },
      arrangement: { kind: 'id_photo', width_hmm: 3500, height_hmm: 4500 },
      slip: true,
    });
  });
});

describe('the shapes', () => {
  it('take a rectangle within the picture', () => {
    const { if_other_shape: _, ...shares } = crop;
    expect(wantedCrop.parse(shares).if_other_shape).toBe('extend');
    for (const wrong of [{ left: 0.6 }, { width: 0 }, { top: -0.1 }, { height: Number.NaN }, { more: 1 }])
      expect(wantedCrop.safeParse({ ...shares, ...wrong }).success).toBe(false);
    expect(wantedCrop.safeParse({ left: 1 / 3, top: 0, width: 2 / 3, height: 1 }).success).toBe(true);
  });

  it('take the layouts that there are', () => {
    expect(wantedArrangement.parse({ kind: 'contact_sheet', columns: 2, rows: 2 })).toMatchObject({
      captions: true,
    });
    expect(wantedArrangement.safeParse({ kind: 'id_photo', photo_size: '1x1' }).success).toBe(false);
    expect(wantedArrangement.safeParse({ kind: 'contact_sheet', columns: 11, rows: 2 }).success).toBe(false);
  });
});
