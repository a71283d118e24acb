import { sizeOfMediaName } from '@platen/contracts/media-size-name';
import type { PrintMedia } from '@platen/contracts/print-ticket';
import { describe, expect, it } from 'vitest';
import { judgeMedia } from '../paper/media-rules.ts';
import type { PrinterDescription, PrinterMedium } from '../ports/printer.ts';
import { fakeDescription, photoMedium } from '../testing/fake-printer.ts';
import {
  judgePrinters,
  type PrinterView,
  type PrintNeeds,
  printFormatOf,
  reportOfPrinter,
  troubleWhilePrinting,
} from './printer-rules.ts';

const photo: PrintMedia = {
  size_name: 'na_index-4x6_4x6in',
  x_dimension: 10_160,
  y_dimension: 15_240,
  media_type: 'photographic-glossy',
  borderless: true,
};
const needs: PrintNeeds = { format: 'image/jpeg', media: photo, color_mode: 'color', sides: 'one-sided' };
const margin = { top: 300, bottom: 300, left: 300, right: 300 };
const medium = (x: number, y: number, more: Partial<PrinterMedium> = {}): PrinterMedium => ({
  x: { lower: x, upper: x },
  y: { lower: y, upper: y },
  mediaType: 'stationery',
  margins: margin,
  ...more,
});
const a4 = medium(21_000, 29_700);

const view = (more: Partial<PrinterDescription> = {}, other: Partial<PrinterView> = {}): PrinterView => ({
  printerId: 'urn:uuid:1',
  uri: 'ipp://127.0.0.1/ipp/print',
  name: 'Photo One',
  reachable: true,
  asOfMs: 0,
  description: fakeDescription(more),
  ...other,
});

describe('media', () => {
  it.each([
    ['exact', photoMedium, 'ready'],
    ['0.9 mm off', medium(10_070, 15_330, { ...photoMedium, x: { lower: 10_070, upper: 10_070 } }), 'ready'],
    ['1.1 mm off', { ...photoMedium, x: { lower: 10_050, upper: 10_050 } }, 'loadable'],
    ['turned', { ...photoMedium, x: photoMedium.y, y: photoMedium.x }, 'ready'],
    ['matte', { ...photoMedium, mediaType: 'photographic-matte' }, 'loadable'],
    ['of the family', { ...photoMedium, mediaType: 'photographic' }, 'unsaid'],
    ['of no told type', { ...photoMedium, mediaType: undefined }, 'unsaid'],
    [
      'a range',
      { ...photoMedium, x: { lower: 8900, upper: 21_600 }, y: { lower: 12_700, upper: 35_600 } },
      'ready',
    ],
    ['A4', a4, 'loadable'],
  ] as [string, PrinterMedium, string][])('%s: %s', (_name, loaded, wanted) => {
    expect(judgeMedia(photo, fakeDescription({ mediaReady: [loaded] })).kind).toBe(wanted);
  });

  it('takes the paper that was ordered and no other, whatever their names have in common', () => {
    const office = { ...photo, x_dimension: 21_000, y_dimension: 29_700, borderless: false };
    const verdict = (media_type: string, loaded: string[]) =>
      judgeMedia(
        { ...office, media_type },
        fakeDescription({
          mediaReady: loaded.map((mediaType) => ({ ...a4, mediaType })),
          mediaTypes: ['stationery', 'stationery-recycled'],
        }),
      );
    expect(verdict('stationery-recycled', ['stationery'])).toEqual({ kind: 'loadable' });
    expect(verdict('stationery', ['stationery-recycled'])).toEqual({ kind: 'loadable' });
    const both = verdict('stationery', ['stationery-recycled', 'stationery']);
    expect(both).toMatchObject({ kind: 'ready', medium: { mediaType: 'stationery' } });
  });

  it('knows printers that print on one side only', () => {
    const both: PrintNeeds = { ...needs, sides: 'two-sided-short-edge' };
    expect(judgePrinters(both, [view()])).toMatchObject({ kind: 'hold', reason: 'no-printer' });
  });

  it("asks for the printer's own numbers, turned as the printer holds it", () => {
    const turned = {
      ...photoMedium,
      x: { lower: 15_200, upper: 15_200 },
      y: { lower: 10_200, upper: 10_200 },
    };
    expect(judgeMedia(photo, fakeDescription({ mediaReady: [turned] }))).toEqual({
      kind: 'ready',
      medium: { xDimension: 15_200, yDimension: 10_200, mediaType: 'photographic-glossy', borderless: true },
    });
    const roll = { ...photoMedium, x: { lower: 8900, upper: 21_600 }, y: { lower: 8900, upper: 35_600 } };
    expect(judgeMedia(photo, fakeDescription({ mediaReady: [roll] }))).toMatchObject({
      medium: { xDimension: 10_160, yDimension: 15_240 },
    });
  });

  it('borderless needs margins of 0 where the printer tells margins', () => {
    const bordered = { ...photoMedium, margins: margin };
    const only = { mediaReady: [bordered], mediaDatabase: [bordered] };
    expect(judgeMedia(photo, fakeDescription(only))).toEqual({ kind: 'unsupported', what: 'borderless' });
    expect(judgeMedia({ ...photo, borderless: false }, fakeDescription(only)).kind).toBe('ready');
    const database = { mediaReady: [bordered], mediaDatabase: [bordered, photoMedium] };
    expect(judgeMedia(photo, fakeDescription(database)).kind).toBe('ready');
    const untold = { mediaReady: [{ ...photoMedium, margins: undefined }], mediaDatabase: [] };
    expect(judgeMedia(photo, fakeDescription({ ...untold, hasBorderless: true })).kind).toBe('ready');
    expect(judgeMedia(photo, fakeDescription({ ...untold, hasBorderless: false })).kind).toBe('unsupported');
  });

  it('guesses no type where a printer tells names alone, and nothing where it tells nothing', () => {
    const names = { mediaReady: undefined, mediaReadyNames: ['iso_a4_210x297mm'] };
    expect(judgeMedia(photo, fakeDescription(names)).kind).toBe('unsaid');
    const silent = { mediaReady: undefined, mediaReadyNames: [] };
    expect(judgeMedia(photo, fakeDescription(silent)).kind).toBe('unsaid');
  });

  it('knows a size that no tray of this printer takes', () => {
    expect(judgeMedia({ ...photo, x_dimension: 42_000, y_dimension: 59_400 }, fakeDescription())).toEqual({
      kind: 'unsupported',
      what: 'size',
    });
  });

  it.each([
    ['na_index-4x6_4x6in', { x_dimension: 10_160, y_dimension: 15_240 }],
    ['iso_a4_210x297mm', { x_dimension: 21_000, y_dimension: 29_700 }],
    ['oe_photo-l_3.5x5in', { x_dimension: 8890, y_dimension: 12_700 }],
    ['custom_max_8.5x14in', undefined],
    ['letter', undefined],
  ])('%s', (name, size) => expect(sizeOfMediaName(name)).toEqual(size));
});

describe('one printer', () => {
  const holdOf = (printer: PrinterView, more: Partial<PrintNeeds> = {}) =>
    judgePrinters({ ...needs, ...more }, [printer]);

  it.each([
    ['media-needed', view({ mediaReady: [a4] }), 'Load 102 x 152 mm glossy photo paper in Photo One.'],
    [
      'media-needed',
      view({ state: 'stopped', stateReasons: ['media-empty-error'] }),
      'Load 102 x 152 mm glossy photo paper in Photo One.',
    ],
    [
      'printer-stopped',
      view({ state: 'stopped', stateReasons: ['paused'] }),
      'Photo One has stopped (paused).',
    ],
    ['printer-stopped', view({ acceptingJobs: false }), 'Photo One accepts no jobs.'],
    [
      'printer-unreachable',
      view({}, { reachable: false }),
      "Photo One doesn't answer: see that it is on and connected.",
    ],
    ['format-not-supported', view({ formats: ['application/pdf'] }), "Photo One doesn't take image/jpeg."],
    [
      'no-printer',
      view({ isColor: false, colorModes: ['monochrome'] }),
      'No printer here can print in colour.',
    ],
  ])('%s', (reason, printer, message) => {
    expect(holdOf(printer)).toEqual({ kind: 'hold', reason, message });
  });

  it('says what nobody can print', () => {
    const poster = { ...photo, x_dimension: 42_000, y_dimension: 59_400 };
    expect(holdOf(view(), { media: poster })).toMatchObject({
      reason: 'no-printer',
      message: 'No printer here can print 420 x 594 mm glossy photo paper.',
    });
    expect(holdOf(view(), { sides: 'two-sided-short-edge' })).toMatchObject({ reason: 'no-printer' });
  });

  it('waits for the first answer, and knows a switched-off printer from before', () => {
    expect(judgePrinters(needs, [view({}, { reachable: undefined })])).toEqual({ kind: 'wait' });
    const never = view({}, { description: undefined, reachable: undefined });
    expect(judgePrinters(needs, [never])).toEqual({ kind: 'wait' });
    expect(judgePrinters(needs, [{ ...never, reachable: false }])).toMatchObject({
      reason: 'printer-unreachable',
    });
  });

  it('no printer at all', () => {
    expect(judgePrinters(needs, [])).toMatchObject({ kind: 'hold', reason: 'no-printer' });
  });
});

describe('several printers', () => {
  it('all that can, in their order', () => {
    const verdict = judgePrinters(needs, [
      view({ mediaReady: [a4] }),
      view({}, { name: 'B' }),
      view({}, { name: 'C' }),
    ]);
    expect(verdict.kind === 'take' && verdict.choices.map(({ printer }) => printer.name)).toEqual(['B', 'C']);
  });
  it('the hold that is nearest to paper', () => {
    const stopped = view({ state: 'stopped', stateReasons: [] });
    const empty = view({ mediaReady: [] });
    const off = view({}, { reachable: false });
    expect(judgePrinters(needs, [off, empty])).toMatchObject({ reason: 'media-needed' });
    expect(judgePrinters(needs, [off, empty, stopped])).toMatchObject({ reason: 'printer-stopped' });
  });
});

describe('a tray that has run out', () => {
  const inTray = (source: string) => ({ ...photoMedium, source });
  const tray = (source: string, isEmpty: boolean | undefined) => ({
    source,
    name: undefined,
    medium: inTray(source),
    levelPercent: isEmpty === undefined ? undefined : isEmpty ? 0 : 50,
    isEmpty,
  });
  const out = (more: Partial<PrinterDescription> = {}, name = 'Photo One') =>
    view(
      {
        mediaReady: [inTray('tray-5')],
        trays: [tray('tray-5', true)],
        stateReasons: ['media-empty-warning'],
        ...more,
      },
      { name },
    );

  it('gets no job: it waits here, and says for what', () => {
    expect(judgePrinters(needs, [out()])).toEqual({
      kind: 'hold',
      reason: 'media-needed',
      message: 'Load 102 x 152 mm glossy photo paper in tray 5 of Photo One.',
    });
  });
  it('leaves it to a printer, or to another tray, that has the paper', () => {
    const verdict = judgePrinters(needs, [out(), view({}, { name: 'B' })]);
    expect(verdict.kind === 'take' && verdict.choices.map(({ printer }) => printer.name)).toEqual(['B']);
    const both = out({
      mediaReady: [inTray('tray-5'), inTray('tray-6')],
      trays: [tray('tray-5', true), tray('tray-6', false)],
    });
    expect(judgePrinters(needs, [both])).toMatchObject({
      kind: 'take',
      choices: [{ medium: { source: 'tray-6' } }],
    });
  });
  it.each([
    ['by its level alone', out({ stateReasons: ['none'] })],
    ['by a reason that is about another tray', out({ trays: [tray('tray-5', false)] })],
    ['where it tells no level', out({ trays: [tray('tray-5', undefined)] })],
    ['where it names no trays', out({ mediaReady: [photoMedium], trays: [] })],
  ])('is not believed %s', (_how, printer) => {
    expect(judgePrinters(needs, [printer]).kind).toBe('take');
  });
  it('gets what a person sends to this very printer', () => {
    const chosen = { ...out(), entryId: 7 };
    expect(judgePrinters({ ...needs, printer_entry: 7 }, [chosen]).kind).toBe('take');
  });
});

describe('while printing', () => {
  const name = 'Photo One';
  it.each([
    [{ state: 'processing', stateReasons: [] }, false, undefined],
    [{ state: 'processing', stateReasons: ['media-low-warning'] }, false, undefined],
    [{ state: 'processing', stateReasons: ['media-empty-error'] }, false, 'media-needed'],
    [{ state: 'processing', stateReasons: ['media-empty-warning'] }, false, undefined],
    [{ state: 'stopped', stateReasons: ['media-empty'] }, false, 'media-needed'],
    [{ state: 'stopped', stateReasons: ['media-jam-error'] }, false, 'printer-stopped'],
    [{ state: 'processing', stateReasons: [] }, true, 'printer-stopped'],
  ] as const)('%o', (status, jobStopped, reason) => {
    const description = fakeDescription({ ...status, stateReasons: [...status.stateReasons] });
    expect(troubleWhilePrinting(description, { name, media: photo, jobStopped })?.reason).toBe(reason);
  });
});

it('pictures become JPEG, PDF stays', () => {
  expect(printFormatOf('image/png')).toBe('image/jpeg');
  expect(printFormatOf('application/pdf; charset=binary')).toBe('application/pdf');
  expect(printFormatOf('image/svg+xml')).toBeUndefined();
  expect(printFormatOf('text/plain')).toBeUndefined();
});

it('never reports a printer that has not answered as fresh', () => {
  const report = reportOfPrinter(
    view({}, { description: undefined, reachable: undefined, asOfMs: undefined }),
  );
  expect(report).toMatchObject({ reachable: false, as_of: null, state: 'stopped' });
});
