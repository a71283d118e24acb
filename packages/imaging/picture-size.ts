/**
 * Owns the word about how large a picture is, from whoever opens it to whoever watches the work: a process that decodes for others
 * listens once, and nobody else has to. Must never import sharp.
 */

/**
 * `bytesPerPixel`: what a decoder is known to hold of the whole picture at once, where that is more than the rows it works on. A PDF
 * counts a pixel for each byte of its file.
 */
export interface PictureSize {
  pixels: number;
  bytesPerPixel?: number;
}

let tell: (size: PictureSize) => void = () => {};

/** Calls `listener` for each picture that is opened from now on, in place of an earlier listener. */
export function onPictureOpened(listener: (size: PictureSize) => void): void {
  tell = listener;
}

/** Says that a picture of this size is being decoded. */
export function tellPictureSize(size: PictureSize): void {
  tell(size);
}
