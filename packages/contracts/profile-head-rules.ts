/** What of an ICC file can be judged by its length and its first bytes. Pure; without zod, for browsers too. */

/** Of a profile, in bytes: what agents take (imaging/sheet/icc-profile.ts). Those of printers have 0.5 to 4 MB. */
export const maxProfileBytes = 8 * 1024 * 1024;
/** An ICC file has a header of 128 bytes and a table of tags (ICC.1:2022, section 7.2). */
export const minProfileBytes = 132;
/** Enough of a profile for refuseProfileHead. */
export const profileHeadBytes = 40;

export type ProfileRefusal = 'too-large' | 'too-short' | 'no-profile' | 'cut-off' | 'other-colours';

/** Why a file that begins so, of so many bytes, is no profile that a printer could have; undefined: it may be one. Its agent looks into it. */
export function refuseProfileHead(head: Uint8Array, bytes: number): ProfileRefusal | undefined {
  if (bytes > maxProfileBytes) return 'too-large';
  if (bytes < minProfileBytes || head.length < profileHeadBytes) return 'too-short';
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const textAt = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
  if (textAt(36) !== 'acsp') return 'no-profile';
  if (view.getUint32(0) !== bytes) return 'cut-off';
  return textAt(16) === 'RGB ' || textAt(16) === 'GRAY' ? undefined : 'other-colours';
}
