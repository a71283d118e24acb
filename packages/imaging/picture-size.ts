/**
 * Owns the word about how large a picture is, from whoever opens it to whoever watches the work: a process that decodes for others
 * listens once, and nobody else has to. Must never import sharp.
 */

let tell: (pixels: number) => void = () => {};

/** Calls `listener` for each picture that is opened from now on, in place of an earlier listener. */
export function onPictureOpened(listener: (pixels: number) => void): void {
  tell = listener;
}

/** Says that a picture of so many pixels is being decoded. A PDF counts a pixel for each byte of its file. */
export function tellPictureSize(pixels: number): void {
  tell(pixels);
}
