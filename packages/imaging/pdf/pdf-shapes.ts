/**
 * Owns what may stand in a page that is printed: for each kind of dictionary the keys that change marks on paper (ISO 32000-1,
 * sections 7.4, 7.10, 8 to 11), and of which kind their values are. What isn't named here doesn't reach a printer: actions,
 * structure, metadata, files, other pages, makers' own keys. Arrays, numbers, names and strings need no shape. Pure.
 */
import { type PdfValue, wordOf } from './pdf-value.ts';

export type PdfShapeName = keyof typeof shapes;

/** `keys`: what may stand in it; `rest`: of which kind everything else is, for dictionaries that are keyed by free names. */
export interface PdfShape {
  keys: ReadonlyMap<string, PdfShapeName>;
  rest: PdfShapeName | undefined;
  /** It may be a stream. */
  isStream: boolean;
}

interface Told {
  /** Keys whose values have no dictionaries. */
  plain?: string;
  keys?: Record<string, string>;
  rest?: string;
  isStream?: boolean;
}

const functionKeys = 'FunctionType Domain Range Size BitsPerSample Order Encode Decode C0 C1 N Bounds';

/** Pictures and forms (sections 8.9.5 and 8.10); their layer is another matter. */
const drawnObject: Told = {
  plain:
    'Type Subtype Width Height BitsPerComponent Intent ImageMask Decode Interpolate SMaskInData Matte FormType BBox Matrix',
  keys: { ColorSpace: 'colour', Mask: 'mask', SMask: 'mask', Resources: 'resources', Group: 'group' },
  isStream: true,
};

const fontData: Told = { plain: 'Subtype Length1 Length2 Length3', isStream: true };

const told = {
  nothing: {},
  data: { isStream: true },
  parameters: {
    plain:
      'Predictor Colors BitsPerComponent Columns EarlyChange K EndOfLine EncodedByteAlign Rows EndOfBlock BlackIs1 DamagedRowsBeforeError ColorTransform',
    keys: { JBIG2Globals: 'data' },
  },
  resources: {
    plain: 'ProcSet',
    keys: {
      Font: 'fonts',
      XObject: 'xobjects',
      ColorSpace: 'colours',
      Pattern: 'patterns',
      Shading: 'shadings',
      ExtGState: 'states',
    },
  },
  fonts: { rest: 'font' },
  font: {
    plain: 'Type Subtype BaseFont Name FirstChar LastChar Widths DW W DW2 W2 FontBBox FontMatrix',
    keys: {
      FontDescriptor: 'fontDescriptor',
      Encoding: 'encoding',
      ToUnicode: 'encoding',
      DescendantFonts: 'font',
      CIDSystemInfo: 'systemInfo',
      CIDToGIDMap: 'data',
      CharProcs: 'glyphs',
      Resources: 'resources',
    },
  },
  glyphs: { rest: 'data' },
  systemInfo: { plain: 'Registry Ordering Supplement' },
  encoding: {
    plain: 'Type BaseEncoding CMapName WMode',
    keys: { CIDSystemInfo: 'systemInfo', UseCMap: 'encoding', Differences: 'differences' },
    isStream: true,
  },
  // Names of glyphs, and where they begin.
  differences: {},
  fontDescriptor: {
    plain:
      'Type FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading CapHeight XHeight StemV StemH AvgWidth MaxWidth MissingWidth CharSet Lang',
    keys: {
      FontFile: 'fontProgram',
      FontFile2: 'fontFile',
      FontFile3: 'fontFile',
      Style: 'style',
      FD: 'fontDescriptors',
      CIDSet: 'data',
    },
  },
  fontDescriptors: { rest: 'fontDescriptor' },
  style: { plain: 'Panose' },
  fontProgram: fontData,
  fontFile: fontData,
  xobjects: { rest: 'xobject' },
  xobject: drawnObject,
  // What an annotation shows is a form, whether it says so or not.
  appearance: drawnObject,
  // A picture or form that another one names as its mask needs no subtype.
  mask: drawnObject,
  group: { plain: 'Type S I K', keys: { CS: 'colour' } },
  colours: { rest: 'colour' },
  colour: {
    // Those of an ICC profile, of calibrated colours, of a tint function and of DeviceN (sections 8.6.5, 8.6.6).
    plain: `${functionKeys} WhitePoint BlackPoint Gamma Matrix Subtype`,
    keys: {
      Alternate: 'colour',
      Functions: 'function',
      Colorants: 'colours',
      Process: 'process',
      MixingHints: 'mixing',
    },
    isStream: true,
  },
  process: { plain: 'Components', keys: { ColorSpace: 'colour' } },
  mixing: { plain: 'PrintingOrder', keys: { Solidities: 'numbers', DotGain: 'functions' } },
  numbers: { rest: 'nothing' },
  functions: { rest: 'function' },
  function: { plain: functionKeys, keys: { Functions: 'function' }, isStream: true },
  patterns: { rest: 'pattern' },
  pattern: {
    plain: 'Type PatternType PaintType TilingType BBox XStep YStep Matrix',
    keys: { Resources: 'resources', Shading: 'shading', ExtGState: 'state' },
    isStream: true,
  },
  shadings: { rest: 'shading' },
  shading: {
    plain:
      'ShadingType Background BBox AntiAlias Coords Domain Extend Matrix BitsPerCoordinate BitsPerComponent BitsPerFlag Decode VerticesPerRow',
    keys: { ColorSpace: 'colour', Function: 'function' },
    isStream: true,
  },
  states: { rest: 'state' },
  state: {
    plain: 'Type LW LC LJ ML D RI OP op OPM FL SM SA BM CA ca AIS TK UseBlackPtComp',
    keys: {
      Font: 'font',
      BG: 'function',
      BG2: 'function',
      UCR: 'function',
      UCR2: 'function',
      TR: 'function',
      TR2: 'function',
      HT: 'halftone',
      SMask: 'softMask',
    },
  },
  softMask: { plain: 'Type S BC', keys: { G: 'mask', TR: 'function' } },
  halftone: {
    plain:
      'Type HalftoneType HalftoneName Frequency Angle AccurateScreens Width Height Width2 Height2 Xsquare Ysquare',
    keys: { SpotFunction: 'function', TransferFunction: 'function' },
    isStream: true,
  },
  halftones: { plain: 'Type HalftoneType HalftoneName', rest: 'halftone' },
  outputIntent: { plain: 'Type S OutputConditionIdentifier', keys: { DestOutputProfile: 'colour' } },
} satisfies Record<string, Told>;

const shapeOf = ({ plain = '', keys = {}, rest, isStream = false }: Told): PdfShape => ({
  keys: new Map<string, PdfShapeName>(
    plain
      .split(' ')
      .map((key): [string, PdfShapeName] => [key, 'nothing'])
      .concat(Object.entries(keys).map(([key, shape]) => [key, shape as PdfShapeName])),
  ),
  rest: rest as PdfShapeName | undefined,
  isStream,
});

export const shapes = Object.fromEntries(
  Object.entries(told).map(([name, one]) => [name, shapeOf(one as Told)]),
) as Record<keyof typeof told, PdfShape>;

/** What a dictionary says of itself, references followed. */
export type PdfSaying = (key: string) => PdfValue;

/** A dictionary that decides by what it says of itself which kind it is. */
export function kindOf(shape: PdfShapeName, saying: PdfSaying): PdfShapeName {
  // Type 5 is one halftone for each colorant (section 10.5.5.5).
  return shape === 'halftone' && saying('HalftoneType') === 5 ? 'halftones' : shape;
}

/** PostScript inside of a page (section 8.8.2), and what is neither picture nor form, is no mark of the page's own. */
export const isDrawn = (saying: PdfSaying): boolean =>
  /^(Image|Form)$/.test(wordOf(saying('Subtype'))) &&
  saying('PS') === null &&
  wordOf(saying('Subtype2')) !== 'PS';

/** The filters of section 7.4 that a printer decodes, and their short names; `Crypt` is gone with the encryption. */
export const knownFilters: ReadonlySet<string> = new Set(
  (
    'ASCIIHexDecode ASCII85Decode LZWDecode FlateDecode RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode ' +
    'AHx A85 LZW Fl RL CCF DCT'
  ).split(' '),
);
