import type { PrintTicket } from '@platen/contracts/print-ticket';
import { describe, expect, it } from 'vitest';
import { ticketFor } from '../testing/agent-bench.ts';
import { fakeDescription } from '../testing/fake-printer.ts';
import { planSheet, type SheetPlan, type SheetRecipe, type SheetTarget } from './sheet-plan.ts';

const content = Buffer.from('a picture');
const photo = ticketFor(content);
const letter = (more: Partial<PrintTicket> = {}): PrintTicket => ({
  ...ticketFor(content, more),
  document: { sha256: 'a'.repeat(64), bytes: 9, content_type: 'application/pdf', pages: 5 },
});
const medium = { xDimension: 10_160, yDimension: 15_240, mediaType: 'photographic-glossy', borderless: true };
const target = (more: Partial<SheetTarget> = {}): SheetTarget => ({
  description: fakeDescription(),
  medium,
  correction: undefined,
  profile: undefined,
  ...more,
});
const raster = fakeDescription({
  formats: ['image/pwg-raster'],
  multipleDocumentHandlings: [],
  pwgRaster: { types: ['srgb_8', 'sgray_8'], resolutions: [{ x: 600, y: 600 }], sheetBack: 'flipped' },
});

const sheetOf = ({ recipe }: SheetPlan): SheetRecipe => {
  if (!('sheet' in recipe)) throw new Error('a PDF is made of it');
  return recipe;
};

describe('the plan of a sheet', () => {
  it('is the same before a printer is known as for most printers', () => {
    const before = planSheet(photo, undefined);
    expect(before).toMatchObject({ format: 'image/jpeg', scaling: 'fill', pages: 1 });
    expect(sheetOf(before).sheet).toMatchObject({ widthHmm: 10_160, heightHmm: 15_240, dpiX: 300 });
    expect(planSheet(photo, target()).fileName).toBe(before.fileName);
  });

  it('has another name for everything that shapes the file, and for nothing else', () => {
    const correction = { offsetXHmm: -20, offsetYHmm: 0, scaleX: 1.004, scaleY: 1 };
    const profile = {
      sha256: 'b'.repeat(64),
      path: '/p.icc',
      intent: 'relative',
      colourSpace: 'RGB',
    } as const;
    const bordered = { ...medium, borderless: false };
    const onPaper = { ...photo, media: { ...photo.media, borderless: false } };
    const names = [
      planSheet(photo, target()),
      planSheet(photo, target({ correction })),
      planSheet(photo, target({ profile })),
      planSheet(photo, target({ profile: { ...profile, intent: 'perceptual' } })),
      planSheet(photo, target({ medium: { ...medium, xDimension: 10_200 } })),
      planSheet(photo, target({ description: raster })),
      planSheet({ ...photo, fit: 'fit' }, target()),
      planSheet({ ...photo, color_mode: 'monochrome' }, target()),
      planSheet({ ...photo, document: { ...photo.document, sha256: 'c'.repeat(64) } }, target()),
      planSheet(
        onPaper,
        target({ medium: { ...bordered, margins: { top: 1, right: 2, bottom: 3, left: 4 } } }),
      ),
    ].map(({ fileName }) => fileName);
    expect(new Set(names).size).toBe(names.length);
    const other = { ...photo, job_id: '00000000-0000-4000-8000-000000000009', copies: 7, order_no: 'X' };
    expect(planSheet(other, target()).fileName).toBe(names[0]);
    // Where the profile lies is no part of what it makes.
    expect(planSheet(photo, target({ profile: { ...profile, path: '/q.icc' } })).fileName).toBe(names[2]);
  });

  it('makes a PDF of exactly the pages, and renders for a printer that takes none', () => {
    const ranges = [
      { first: 2, last: 3 },
      { first: 5, last: 5 },
    ];
    const some = planSheet(letter({ page_ranges: ranges }), target());
    expect(some).toMatchObject({ format: 'application/pdf', pages: 3 });
    expect(some.recipe).toEqual({ output: { format: 'application/pdf' }, pages: [2, 3, 5] });
    const whole = planSheet(letter(), target());
    expect(whole.recipe.pages).toEqual([1, 2, 3, 4, 5]);
    expect(some.fileName).toMatch(/^[0-9a-f]{64}\.pdf$/);
    expect(whole.fileName).not.toBe(some.fileName);
    // One file for all printers: their sheets don't shape it.
    expect(planSheet(letter(), undefined).fileName).toBe(whole.fileName);
    const sides = 'two-sided-long-edge';
    const rendered = planSheet(letter({ page_ranges: ranges, sides }), target({ description: raster }));
    expect(rendered).toMatchObject({
      format: 'image/pwg-raster',
      pages: 3,
      copiesAtOnce: 1,
    });
    expect(rendered.fileName).toMatch(/\.pwg$/);
    expect(rendered.recipe).toMatchObject({
      pages: [2, 3, 5],
      output: { type: 'srgb_8', sides, sheetBack: 'flipped', sizeName: 'na_index-4x6_4x6in', quality: 5 },
      sheet: { dpiX: 600, dpiY: 600 },
    });
    // Exactly those that were paid for, whatever the file may hold.
    expect(planSheet(letter(), target({ description: raster })).recipe.pages).toEqual([1, 2, 3, 4, 5]);
  });

  it('leaves scaling to the printer only where its margins are not known', () => {
    const onPaper = { ...photo, fit: 'fit', media: { ...photo.media, borderless: false } } as const;
    const bordered = { ...medium, borderless: false };
    expect(planSheet(onPaper, target({ medium: bordered })).scaling).toBe('fit');
    const margins = { top: 300, right: 300, bottom: 300, left: 300 };
    const known = planSheet(onPaper, target({ medium: { ...bordered, margins } }));
    expect(known.scaling).toBe('fill');
    expect(sheetOf(known).sheet.marginsHmm).toEqual(margins);
  });

  it('takes a profile only for the colours that it is of', () => {
    const grey = {
      sha256: 'd'.repeat(64),
      path: '/g.icc',
      intent: 'perceptual',
      colourSpace: 'GRAY',
    } as const;
    expect(sheetOf(planSheet(photo, target({ profile: grey }))).profile).toBeUndefined();
    expect(
      sheetOf(planSheet({ ...photo, color_mode: 'monochrome' }, target({ profile: grey }))).profile,
    ).toEqual(grey);
  });

  it('names the size as the printer does, and by its measures where nobody names it', () => {
    const nameOf = (more: Partial<SheetTarget>) => {
      const { output } = sheetOf(planSheet(photo, target({ description: raster, ...more })));
      return output.format === 'image/jpeg' ? undefined : output.sizeName;
    };
    expect(nameOf({})).toBe('na_index-4x6_4x6in');
    expect(nameOf({ medium: { ...medium, xDimension: 8900, yDimension: 20_000 } })).toBe(
      'custom_89x200mm_89x200mm',
    );
  });
});
