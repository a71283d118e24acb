/**
 * Owns the bytes by which a printer leaves the language that it is in, wherever they stand in what it gets: the Universal Exit
 * Language of PJL (PJL Technical Reference Manual, chapter 3). A document has no use for them.
 */
export const printerEscape = Buffer.from('\x1b%-12345X', 'latin1');

/** Looks for the escape in bytes that come in pieces. */
export function createEscapeFinder(): (piece: Uint8Array) => boolean {
  let tail = Buffer.alloc(0);
  const keep = printerEscape.length - 1;
  return (piece) => {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const seam = Buffer.concat([tail, bytes.subarray(0, keep)]);
    const isFound = seam.includes(printerEscape) || bytes.includes(printerEscape);
    tail = Buffer.concat([tail, bytes.subarray(-keep)]).subarray(-keep);
    return isFound;
  };
}
