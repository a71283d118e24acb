/** What Platen uses of heic-decode, which has no types of its own. */
declare module 'heic-decode' {
  /** The primary picture, red, green, blue, alpha; rotated and mirrored as the file says. Rejects what it can't decode. */
  export default function decode(options: {
    buffer: Uint8Array;
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
}
