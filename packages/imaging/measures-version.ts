/** The numbers that are measured of a photo. Owns their shape and version; types and a number, so that loading it costs nothing. */

/** Numbers of a whole photo; lengths are in its own pixels, upright. */
export type PhotoMeasures = {
  version: typeof MEASURES_VERSION;
  widthPx: number;
  heightPx: number;
  /** Sigma of the blur of the sharpest edges, in pixels; null when there are too few edges to tell. */
  blurPx: number | null;
  /** Standard deviation of the noise on a scale of 255, and its roughness: 2 for white noise, less for texture. */
  noiseSigma: number;
  noiseRoughness: number;
  /** Luma, 0 to 255: the values under which 1, 50 and 99 percent of the photo lie. */
  lumaLow: number;
  lumaMedian: number;
  lumaHigh: number;
  /** Shares (0 to 1) of the photo where all channels are black, and where one is clipped to white. */
  blackShare: number;
  whiteShare: number;
  /** As libjpeg counts; null for other formats. */
  jpegQuality: number | null;
};

/** Raised when what is measured means something else than before: kept numbers are then taken anew. */
export const MEASURES_VERSION = 1;
