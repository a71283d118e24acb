/** What printers tell of trays, supplies, resolutions and URF, as they tell it, read into the port's words. */
import {
  attributesOf,
  collection,
  type IppAttributes,
  integer,
  keyword,
  mimeMediaType,
  name,
  octets,
  outOfBand,
  resolution,
  text,
  valueTags,
} from '@platen/ipp/ipp-message';
import { describe, expect, it } from 'vitest';
import { readDescription, readPulse, readStatus } from './printer-ipp-description.ts';

const listOf = (attributes: IppAttributes) => ({ attributes: attributesOf(attributes) });
const bytes = (content: string) => octets(Buffer.from(content));

const medium = (source: string | undefined, type: string, margin = 0) =>
  collection({
    'media-size': collection({ 'x-dimension': integer(10_160), 'y-dimension': integer(15_240) }),
    'media-type': keyword(type),
    ...(source && { 'media-source': keyword(source) }),
    ...Object.fromEntries(
      ['top', 'bottom', 'left', 'right'].map((side) => [`media-${side}-margin`, integer(margin)]),
    ),
  });

describe('supplies', () => {
  it('of marker attributes, levels that are words and a waste box included', () => {
    const { supplies } = readStatus(
      listOf({
        'marker-names': ['Black\u0007 ink', 'Photo', 'Waste', 'Drum'].map(name),
        'marker-types': ['ink-cartridge', 'ink-cartridge', 'waste-ink', 'opc'].map(keyword),
        'marker-colors': ['#000000', '#00FFFF#FF00FF', 'none', 'none'].map(name),
        'marker-levels': [5, 0, 100, -2].map(integer),
        'marker-low-levels': [10, 10, 0, 10].map(integer),
        'marker-high-levels': [100, 100, 95, 100].map(integer),
      }),
    );
    expect(supplies).toEqual([
      { name: 'Black ink', type: 'ink-cartridge', color: '#000000', levelPercent: 5, state: 'low' },
      { name: 'Photo', type: 'ink-cartridge', color: undefined, levelPercent: 0, state: 'empty' },
      { name: 'Waste', type: 'waste-ink', color: undefined, levelPercent: 100, state: 'full' },
      { name: 'Drum', type: 'opc', color: undefined, levelPercent: undefined, state: 'unknown' },
    ]);
  });

  it('of printer-supply, where there are no markers', () => {
    const row = (more: string) => bytes(`index=1;class=supplyThatIsConsumed;${more}`);
    const { supplies } = readStatus(
      listOf({
        'printer-supply': [
          row('type=tonerCartridge;unit=impressions;maxcapacity=2000;level=100;colorantname=cyan;'),
          bytes('class=receptacleThatIsFilled;type=wasteToner;maxcapacity=100;level=92;'),
          row('type=ink;maxcapacity=-2;level=-3;'),
          bytes('nonsense'),
        ],
        'printer-supply-description': [text('Cyan toner')],
      }),
    );
    expect(supplies).toEqual([
      { name: 'Cyan toner', type: 'toner-cartridge', color: '#00FFFF', levelPercent: 5, state: 'low' },
      { name: 'waste-toner', type: 'waste-toner', color: undefined, levelPercent: 92, state: 'low' },
      { name: 'ink', type: 'ink', color: undefined, levelPercent: undefined, state: 'unknown' },
      { name: 'unknown', type: 'unknown', color: undefined, levelPercent: undefined, state: 'unknown' },
    ]);
  });
});

describe('trays', () => {
  const tray = (more: string) => bytes(`type=sheetFeedAutoRemovableTray;${more}`);

  it('with what lies in them, by name, and by order where names are the maker’s own', () => {
    const media = [medium('tray-2', 'stationery'), medium('by-pass-tray', 'photographic-glossy')];
    const sources = ['auto', 'tray-1', 'tray-2', 'by-pass-tray'].map(keyword);
    const told = {
      'media-col-ready': media,
      'media-source-supported': sources,
      'printer-input-tray': [
        tray('maxcapacity=250;level=0;name=Tray 1;'),
        tray('maxcapacity=250;level=125;name=Tray 2;'),
        tray('maxcapacity=-2;level=-3;name=Mehrzweck;'),
      ],
    };
    expect(
      readStatus(listOf(told)).trays.map(({ medium: loaded, ...one }) => ({
        ...one,
        type: loaded?.mediaType,
      })),
    ).toEqual([
      { source: 'tray-1', name: 'Tray 1', levelPercent: 0, isEmpty: true, type: undefined },
      { source: 'tray-2', name: 'Tray 2', levelPercent: 50, isEmpty: false, type: 'stationery' },
      {
        source: 'by-pass-tray',
        name: 'Mehrzweck',
        levelPercent: undefined,
        isEmpty: false,
        type: 'photographic-glossy',
      },
    ]);
  });

  it('that are told by their media alone', () => {
    const media = [medium('main', 'stationery'), medium(undefined, 'photographic')];
    const { trays, mediaReady } = readStatus(listOf({ 'media-col-ready': media }));
    expect(trays.map(({ source, isEmpty }) => [source, isEmpty])).toEqual([
      ['main', undefined],
      [undefined, undefined],
    ]);
    expect(mediaReady?.[0]).toMatchObject({ source: 'main' });
  });
});

describe('abilities', () => {
  it('resolutions in dots per inch, URF words, speed, and a CUPS queue by what only CUPS tells', () => {
    const told = {
      'printer-resolution-supported': [resolution(300, 600), resolution(118, 118, 4), resolution(0, 0)],
      'pwg-raster-document-resolution-supported': resolution(300, 300),
      'urf-supported': ['V1.5', 'W8', 'SRGB24', 'RS300-600', 'DM3', 'PQ4-5', 'CP1', 'MT1-2'].map(keyword),
      'pages-per-minute': integer(12),
      'document-format-supported': mimeMediaType('image/urf'),
    };
    const description = readDescription(listOf(told), 'ipp://x/');
    expect(description).toMatchObject({
      resolutions: [
        { x: 300, y: 600 },
        { x: 300, y: 300 },
      ],
      pwgRaster: { resolutions: [{ x: 300, y: 300 }] },
      urf: ['V1.5', 'W8', 'SRGB24', 'RS300-600', 'DM3', 'PQ4-5', 'CP1', 'MT1-2'],
      pagesPerMinute: 12,
      kind: 'direct',
      trays: [],
      supplies: [],
      finishings: [],
    });
    const cups = { ...told, 'cups-version': text('2.4.2') };
    expect(readDescription(listOf(cups), 'ipp://x/').kind).toBe('cups-queue');
    const unknown = { ...told, 'printer-type': outOfBand(valueTags.unknown) };
    expect(readDescription(listOf(unknown), 'ipp://x/').kind).toBe('direct');
  });

  it('a mark of change only from both times', () => {
    const times = { 'printer-config-change-time': integer(4), 'printer-state-change-time': integer(9) };
    expect(readPulse(listOf(times)).changeMark).toBe('4/9');
    expect(readPulse(listOf({ 'printer-state-change-time': integer(9) })).changeMark).toBeUndefined();
  });
});
