/** The numbers that are measured of a photo. Owns their shape and version; types and a number, so that loading it costs nothing. */
import type { SalienceGrid } from '../layout/crop-rules.ts';
import type { EdgeSwing } from './edge-widths.ts';

/** Widths of lines of one colour along the four sides, in pixels. */
export interface OwnBorder {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Numbers of a whole photo; lengths are in its own pixels, upright. */
export interface PhotoMeasures {
  version: typeof measuresVersion;
  widthPx: number;
  heightPx: number;
  /** Sigma of the blur of the sharpest edges, in pixels; null when there are too few edges to tell. */
  blurPx: number | null;
  /** Widths of the narrow edges, in pixels, by the direction they face (`edge-widths.ts`); null where too few are. */
  edgeWidths: readonly (number | null)[];
  /** How the widths swing with that direction within each place; null where too few places tell. */
  edgeSwing: EdgeSwing | null;
  /** How many times the picture was enlarged before, as far as its detail tells; 1 where nothing tells. */
  enlargedTimes: number;
  /** Standard deviation of the colour differences in even surfaces, coarse enough to be seen in print, on a scale of 255; null where too little is even. */
  colourNoise: number | null;
  /** Standard deviation of the noise on a scale of 255, and its roughness: 2 for white noise, less for texture. */
  noiseSigma: number;
  noiseRoughness: number;
  /** Luma, 0 to 255: the values under which 1, 50, 99 and 99.8 percent of the photo lie. */
  lumaLow: number;
  lumaMedian: number;
  lumaHigh: number;
  lumaPeak: number;
  /** Shares (0 to 1) of the photo that are black, and white, in all channels. */
  blackShare: number;
  whiteShare: number;
  /** Shares (0 to 1) that are white as JPEG leaves it, and that have some channels at their end and others not; the median luma of what isn't white. */
  clippedWhiteShare: number;
  clippedColourShare: number;
  restLuma: number;
  /** The share (0 to 1) that is grey, neither dark nor clipped. */
  greyShare: number;
  /** The tint of what was grey: how strong (CIELAB chroma; 0 where nothing tells of any) and which (hue in degrees, 0 to 360). */
  castChroma: number;
  castHue: number;
  /** True for black-and-white pictures, toned ones (sepia) too: their tint is meant. */
  isMonochrome: boolean;
  /** As libjpeg counts; null for other formats. */
  jpegQuality: number | null;
  /** How high the steps at the borders of 8 x 8 blocks are, on a scale of 255, also when the file was saved anew since. */
  blockStep: number;
  /** Stored as such: 1 to 8 as in EXIF; libvips' name; of the file, not of what it was decoded to. */
  orientation: number;
  colourSpace: string;
  bitDepth: number;
  hasProfile: boolean;
  profileName: string | null;
  /** The file says that its colours are not sRGB, and holds no profile that says what they are. */
  isColourUntold: boolean;
  /** Shares (0 to 1): of the photo that sRGB can't show; that is transparent; that ends in one even grey, as a broken transfer does. */
  wideGamutShare: number;
  transparentShare: number;
  missingShare: number;
  /** Shares of the photo: made of data that is provably wrong; behind a place from which on it looks shifted, as wrong data does. */
  damagedShare: number;
  shiftedShare: number;
  /** Pictures of an animation, whose first is printed; 1 for what doesn't move. */
  frames: number;
  /** Full pages of the file, of which the first was measured. */
  pages: number;
  ownBorder: OwnBorder;
  /** Faces, as shares of the upright photo; missing where nobody looked for them. */
  faces?: readonly { left: number; top: number; width: number; height: number; score: number }[];
  /** What draws the eye; missing where nobody looked for it. */
  salience?: SalienceGrid;
}

/** Raised when what is measured means something else than before: kept numbers are then taken anew. */
export const measuresVersion = 5;
