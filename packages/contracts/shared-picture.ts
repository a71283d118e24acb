/**
 * The two widths in which a shared photo is served, so that a phone loads no more than its screen has dots. Owns how they are asked for: the
 * service names the first picture in the page in the same words with which the page then shows it, or it would be loaded twice. Pure.
 */

/** Longest edges: of what a phone shows, and of the preview that is served to who asks for nothing. */
export const phoneEdgePx = 960;
export const previewEdgePx = 1280;

/** As wide as the page lays it out. */
const sizes = '(max-width: 40rem) 100vw, 40rem';

export interface PictureSources {
  src: string;
  /** What `srcset` and `sizes` of an image say, or `imagesrcset` and `imagesizes` of a link. */
  srcSet: string;
  sizes: string;
}

/** Of a picture's path in a share. */
export const sharedPictureSources = (path: string): PictureSources => ({
  src: path,
  srcSet: `${path}?edge=${phoneEdgePx} ${phoneEdgePx}w, ${path} ${previewEdgePx}w`,
  sizes,
});
