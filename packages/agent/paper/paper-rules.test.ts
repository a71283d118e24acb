/** Paper is never guessed: what lies where, who says so, and what may be printed on it. */
import { knownMediaTypes } from '@platen/contracts/media-type-rules';
import { describe, expect, it } from 'vitest';
import type { PrinterDescription } from '../ports/printer.ts';
import { judgePrinters, type PrintNeeds } from '../printers/printer-rules.ts';
import { fakeDescription, photoMedium } from '../testing/fake-printer.ts';
import { judgeMedia } from './media-rules.ts';
import { paperPlaces, refusePaperWord, type StatedPaper, sayablePaper, shownTrays } from './paper-rules.ts';

const a4 = { ...photoMedium, x: { lower: 21_000, upper: 21_000 }, y: { lower: 29_700, upper: 29_700 } };
const office = {
  size_name: 'iso_a4_210x297mm',
  x_dimension: 21_000,
  y_dimension: 29_700,
  media_type: 'stationery',
  borderless: false,
};
const photo = { ...office, x_dimension: 10_160, y_dimension: 15_240, media_type: 'photographic-glossy' };

const word = (more: Partial<StatedPaper> = {}): StatedPaper => ({
  source: 'main',
  xHmm: 21_000,
  yHmm: 29_700,
  mediaType: 'stationery',
  by: 'Li',
  atMs: 5,
  ...more,
});

/** As cupsd tells of a queue, whatever lies in the printer behind it. */
const queue = (more: Partial<PrinterDescription> = {}) =>
  fakeDescription({
    kind: 'cups-queue',
    mediaSources: ['auto', 'main', 'photo'],
    mediaReadyNames: ['iso_a4_210x297mm'],
    mediaReady: [{ ...a4, mediaType: undefined }],
    mediaDatabase: [a4, photoMedium],
    mediaTypes: ['auto', 'stationery', 'stationery-letterhead', 'photographic-glossy'],
    ...more,
  });

describe('papers', () => {
  // Whatever a shop may load, beside the paper that was ordered and the words that name none.
  const catalogue = ['stationery', 'stationery-recycled', 'cardstock', 'photographic-glossy'].concat([
    'photographic-satin',
    'photographic-matte',
  ]);
  const loadable = knownMediaTypes.concat(['auto', 'other', 'unknown', 'com.example.pearl']);

  it.each(catalogue)('%s is printed on nothing else', (ordered) => {
    const kinds = loadable.map((mediaType) => {
      const printer = fakeDescription({ mediaReady: [{ ...a4, mediaType }], mediaTypes: [] });
      const { kind } = judgeMedia({ ...office, media_type: ordered }, printer);
      return { mediaType, kind };
    });
    expect(kinds.filter(({ kind }) => kind === 'ready')).toEqual([{ mediaType: ordered, kind: 'ready' }]);
    const asked = kinds.filter(({ kind }) => kind === 'unsaid').map(({ mediaType }) => mediaType);
    const family = ordered.startsWith('photographic') ? ['photographic'] : [];
    expect(asked.toSorted()).toEqual([...family, 'auto', 'other', 'unknown'].toSorted());
  });

  it('of a family is what a printer calls by that very name', () => {
    const printer = fakeDescription({ mediaReady: [{ ...a4, mediaType: 'photographic' }], mediaTypes: [] });
    expect(judgeMedia({ ...office, media_type: 'photographic' }, printer).kind).toBe('ready');
  });

  it('stand in for each other where the shop says so, after the very paper', () => {
    const substitutes = [{ ordered: 'stationery', loaded: 'stationery-recycled' }];
    const on = (types: string[]) => {
      const printer = fakeDescription({
        mediaReady: types.map((mediaType) => ({ ...a4, mediaType })),
        mediaTypes: ['stationery', 'stationery-recycled', 'stationery-letterhead'],
      });
      const verdict = judgeMedia(office, printer, { stated: [], substitutes });
      return verdict.kind === 'ready' ? verdict.medium.mediaType : verdict.kind;
    };
    expect(on(['stationery-recycled', 'stationery'])).toBe('stationery');
    expect(on(['stationery-letterhead', 'stationery-recycled'])).toBe('stationery-recycled');
    expect(on(['stationery-letterhead'])).toBe('loadable');
  });
});

describe('a printer that does not tell', () => {
  const needs: PrintNeeds = { format: 'image/jpeg', media: photo, color_mode: 'color', sides: 'one-sided' };
  const judged = (description: PrinterDescription, stated: StatedPaper[], wanted = needs) =>
    judgePrinters(wanted, [
      {
        printerId: 'one',
        uri: 'ipp://one',
        name: 'One',
        reachable: true,
        asOfMs: 0,
        description,
        paper: { stated, substitutes: [] },
      },
    ]);

  it.each([
    ['a queue of CUPS', queue()],
    ['one without media-ready', fakeDescription({ mediaReady: undefined, mediaReadyNames: [] })],
    ['one that names sizes alone', fakeDescription({ mediaReady: undefined })],
  ])('%s prints on nothing that nobody has named, and says who must', (_name, description) => {
    expect(judged(description, [])).toMatchObject({
      kind: 'hold',
      reason: 'media-needed',
      message: expect.stringMatching(
        /^One doesn't tell what is loaded: load 102 x 152 mm glossy photo paper, then say/,
      ),
    });
  });

  it('prints on what a person has said, from that tray', () => {
    const said = word({ source: 'photo', xHmm: 10_160, yHmm: 15_240, mediaType: 'photographic-glossy' });
    expect(judged(queue(), [said])).toMatchObject({
      kind: 'take',
      choices: [{ medium: { xDimension: 10_160, mediaType: 'photographic-glossy', source: 'photo' } }],
    });
    const matte = { ...said, mediaType: 'photographic-matte' };
    expect(judged(queue(), [matte, word()])).toMatchObject({ kind: 'hold', reason: 'media-needed' });
  });

  it('of which the type alone is open is asked for that, of the size that it tells', () => {
    const open = fakeDescription({
      mediaReady: [{ ...photoMedium, mediaType: 'photographic', source: 'main' }],
    });
    expect(judged(open, [])).toMatchObject({
      kind: 'hold',
      reason: 'media-needed',
      message: expect.stringMatching(/^One tells only the size of the paper in the main tray: say/),
    });
    const said = word({ xHmm: 10_160, yHmm: 15_240, mediaType: 'photographic-glossy' });
    expect(judged(open, [said]).kind).toBe('take');
    // Somebody has put other paper in since: the word was of another sheet.
    const other = { ...open, mediaReady: [{ ...a4, mediaType: 'auto', source: 'main' }] };
    expect(paperPlaces(other, [said])).toMatchObject([
      { isAsked: true, stated: undefined, medium: undefined },
    ]);
  });

  it('shows who said what, and never what CUPS makes up', () => {
    expect(shownTrays(queue(), [word()])).toMatchObject([
      { source: 'main', isAsked: true, medium: { mediaType: 'stationery' }, stated: { by: 'Li' } },
      { source: 'photo', isAsked: true, medium: undefined, stated: undefined },
    ]);
  });
});

describe('a word about paper', () => {
  const refusal = (description: PrinterDescription | undefined, more: Partial<StatedPaper> = {}) =>
    refusePaperWord({ name: 'One', description }, word(more))?.en;

  it.each([
    ['a printer that has never answered', undefined, {}, /never answered/],
    ['a tray that is none', queue(), { source: 'tray-9' }, /no such tray.*main, photo/],
    ['a size that it can not take', queue(), { xHmm: 42_000, yHmm: 59_400 }, /no paper of this size/],
    [
      'a type that it can not hold',
      queue({ mediaTypes: ['stationery'] }),
      { mediaType: 'cardstock' },
      /takes stationery/,
    ],
    ['a word that names no paper', queue(), { mediaType: 'auto' }, /names no paper/],
    [
      'what the printer tells itself',
      fakeDescription({ mediaReady: [{ ...a4, source: 'main' }] }),
      {},
      /tells itself/,
    ],
    [
      'another size than it tells',
      fakeDescription({ mediaReady: [{ ...photoMedium, mediaType: 'auto', source: 'main' }] }),
      {},
      /another size/,
    ],
  ] as const)('is refused of %s', (_name, description, more, sentence) => {
    expect(refusal(description, more)).toMatch(sentence);
  });

  it('is taken of what it can hold, and only that is offered', () => {
    expect(refusal(queue())).toBeUndefined();
    const { sizes, types } = sayablePaper(queue(), { source: 'main', medium: undefined });
    expect(sizes).toEqual([
      { xHmm: 10_160, yHmm: 15_240 },
      { xHmm: 21_000, yHmm: 29_700 },
    ]);
    for (const mediaType of types) expect(refusal(queue(), { mediaType })).toBeUndefined();
    const photos = queue({ mediaTypes: ['photographic'] });
    expect(sayablePaper(photos, { source: 'main', medium: undefined }).types).toContain('photographic-matte');
  });
});
