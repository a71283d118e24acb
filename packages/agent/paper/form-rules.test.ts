import { describe, expect, it } from 'vitest';
import type { PrinterDescription } from '../ports/printer.ts';
import { judgePrinters, type PrinterView, type PrintNeeds } from '../printers/printer-rules.ts';
import { fakeDescription, photoMedium } from '../testing/fake-printer.ts';
import { copiesAtOnce, formFor } from './form-rules.ts';
import { judgeMedia, mediumFor, trayFor } from './media-rules.ts';

const photo = { format: 'image/jpeg', color_mode: 'color', sides: 'one-sided' } as const;
const letter = { ...photo, format: 'application/pdf' };
const dpi = (x: number, y = x) => ({ x, y });
const raster = (more: Partial<PrinterDescription> = {}) =>
  fakeDescription({
    formats: ['image/pwg-raster', 'image/urf'],
    pwgRaster: { types: ['sgray_8', 'srgb_8'], resolutions: [dpi(300), dpi(600)], sheetBack: 'rotated' },
    urf: ['V1.4', 'W8', 'SRGB24', 'RS300-600', 'DM3'],
    ...more,
  });

describe('the form in which a document goes', () => {
  it('is JPEG and PDF as they are, where the printer takes them', () => {
    expect(formFor(photo, fakeDescription())).toEqual({ format: 'image/jpeg', dpi: dpi(300) });
    expect(formFor(letter, fakeDescription())).toEqual({ format: 'application/pdf' });
  });

  it('is PWG raster before URF, in what the printer has', () => {
    expect(formFor(photo, raster())).toEqual({
      format: 'image/pwg-raster',
      dpi: dpi(300),
      type: 'srgb_8',
      sheetBack: 'rotated',
    });
    expect(formFor({ ...photo, color_mode: 'monochrome' }, raster())).toMatchObject({ type: 'sgray_8' });
    const urf = raster({ formats: ['image/urf'] });
    expect(formFor(photo, urf)).toEqual({
      format: 'image/urf',
      dpi: dpi(300),
      type: 'srgb_8',
      sheetBack: 'rotated',
    });
    expect(formFor({ ...photo, color_mode: 'monochrome' }, urf)).toMatchObject({ type: 'sgray_8' });
  });

  it.each([
    [['srgb_8'], 'srgb_8'],
    [['black_1', 'black_8'], 'black_8'],
    [['black_1'], 'black_1'],
    [[], 'sgray_8'],
  ])('grey by %j', (types, type) => {
    const printer = raster({ pwgRaster: { types, resolutions: [dpi(600)], sheetBack: undefined } });
    expect(formFor({ ...photo, color_mode: 'monochrome' }, printer)).toMatchObject({
      type,
      dpi: dpi(600),
      sheetBack: 'normal',
    });
  });

  it('is none where colour would become grey', () => {
    const pwgRaster = { types: ['sgray_8', 'black_1'], resolutions: [dpi(300)], sheetBack: undefined };
    expect(formFor(photo, raster({ formats: ['image/pwg-raster'], pwgRaster }))).toBeUndefined();
    expect(formFor(photo, raster({ formats: ['image/urf'], urf: ['W8', 'RS300'] }))).toBeUndefined();
    // One of the two is enough.
    expect(formFor(photo, raster({ pwgRaster }))).toMatchObject({ format: 'image/urf' });
  });

  it('renders here what a printer can not do to a PDF by itself', () => {
    const formats = ['application/pdf', 'image/pwg-raster'];
    expect(formFor(letter, raster({ formats }))).toEqual({ format: 'application/pdf' });
    const grey = { ...letter, color_mode: 'monochrome' } as const;
    expect(formFor(grey, raster({ formats, colorModes: ['color'] }))).toMatchObject({ type: 'sgray_8' });
    expect(formFor(grey, raster({ formats, colorModes: ['auto', 'monochrome'] }))).toEqual({
      format: 'application/pdf',
    });
  });

  it.each([
    ['photos: the least that is enough', photo, [300, 600, 1200], undefined, 300],
    ['photos: the best where nothing is', photo, [150, 200], undefined, 200],
    ['photos on a printer of 360 dpi', photo, [360, 720], undefined, 360],
    ['pages: as the printer likes it', letter, [300, 600, 1200], 300, 300],
    ['pages: not finer than 600', letter, [300, 600, 1200], 1200, 600],
    ['pages: what there is', letter, [1200], 1200, 1200],
  ])('%s', (_name, needs, told, preferred, wanted) => {
    const pwgRaster = { types: ['srgb_8'], resolutions: told.map((one) => dpi(one)), sheetBack: 'normal' };
    const resolutionDefault = preferred === undefined ? undefined : dpi(preferred);
    expect(formFor(needs, raster({ pwgRaster, resolutionDefault }))).toMatchObject({ dpi: dpi(wanted) });
  });

  it('asks a printer for copies of several pages only where it keeps them together', () => {
    const collated = fakeDescription({ multipleDocumentHandlings: ['separate-documents-collated-copies'] });
    expect(copiesAtOnce(collated, { pages: 3 })).toBe(99);
    expect(copiesAtOnce(fakeDescription(), { pages: 3 })).toBe(1);
    expect(copiesAtOnce(fakeDescription(), { pages: 1 })).toBe(99);
  });
});

const media = {
  size_name: 'na_index-4x6_4x6in',
  x_dimension: 10_160,
  y_dimension: 15_240,
  media_type: 'photographic-glossy',
  borderless: true,
};
const a4 = { ...photoMedium, x: { lower: 21_000, upper: 21_000 }, y: { lower: 29_700, upper: 29_700 } };

describe('the tray to load', () => {
  const printer = (more: Partial<PrinterDescription>) =>
    fakeDescription({ mediaSources: ['auto', 'tray-1', 'tray-2'], ...more });
  it.each([
    ['the only empty one', { mediaReady: [{ ...a4, source: 'tray-1' }] }, 'tray-2'],
    [
      'the one with another paper of that size',
      {
        mediaReady: [
          { ...a4, source: 'tray-1' },
          { ...photoMedium, mediaType: 'photographic-matte', source: 'tray-2' },
        ],
      },
      'tray-2',
    ],
    [
      'the only one that takes it',
      {
        mediaReady: [],
        mediaDatabase: [
          { ...photoMedium, source: 'photo' },
          { ...a4, source: 'main' },
        ],
      },
      'photo',
    ],
    ['none, where two are empty', { mediaReady: [{ ...a4, source: 'tray-3' }] }, undefined],
    ['none, where nothing tells', { mediaReady: undefined, mediaSources: [] }, undefined],
  ] as [string, Partial<PrinterDescription>, string | undefined][])('%s', (_name, more, tray) => {
    expect(trayFor(media, printer(more))).toBe(tray);
  });

  it('is in the sentence, in both languages', () => {
    const view: PrinterView = {
      printerId: 'p',
      uri: 'ipp://127.0.0.1/ipp/print',
      name: 'Photo One',
      reachable: true,
      asOfMs: 0,
      description: printer({ mediaReady: [{ ...a4, source: 'tray-1' }] }),
    };
    const needs: PrintNeeds = { ...photo, media };
    expect(judgePrinters(needs, [view])).toEqual({
      kind: 'hold',
      reason: 'media-needed',
      message: 'Load 102 x 152 mm glossy photo paper in tray 2 of Photo One.',
    });
    expect(judgePrinters(needs, [view], 'zh-CN')).toMatchObject({
      message: '请在 Photo One 的纸盒 2 中装入 102 x 152 mm 光面相纸。',
    });
    const both: PrintNeeds = { ...needs, sides: 'two-sided-short-edge' };
    expect(judgePrinters(both, [view], 'zh-CN')).toMatchObject({ kind: 'hold', reason: 'no-printer' });
  });
});

describe('the medium', () => {
  it('has the margins that the printer tells, nearest first', () => {
    const margins = { top: 102, bottom: 1168, left: 340, right: 340 };
    const office = { ...media, borderless: false };
    const told = { ...photoMedium, margins };
    const ready = (more: Partial<PrinterDescription>) => judgeMedia(office, fakeDescription(more));
    expect(ready({ mediaReady: [told] })).toMatchObject({ medium: { margins } });
    const untold = { ...photoMedium, margins: undefined };
    expect(ready({ mediaReady: [untold], mediaDatabase: [told] })).toMatchObject({ medium: { margins } });
    const min = { top: 300, bottom: 300, left: 300, right: 300 };
    expect(ready({ mediaReady: [untold], mediaDatabase: [], minMargins: min })).toMatchObject({
      medium: { margins: min },
    });
    expect(judgeMedia(media, fakeDescription({ mediaReady: [photoMedium] }))).not.toHaveProperty(
      'medium.margins',
    );
  });

  it('is known before it is loaded', () => {
    expect(mediumFor(media, fakeDescription({ mediaReady: [a4] }))).toMatchObject({ xDimension: 10_160 });
    expect(mediumFor({ ...media, x_dimension: 50_000 }, fakeDescription())).toBeUndefined();
  });
});
