/**
 * Owns reading tags of an ICC profile, its name above all (ICC.1:2022, sections 7.2, 7.3 and 10.15; ICC.1:2001 section 6.5.17 for older
 * ones). The bytes are untrusted: every offset is checked and every loop is bounded. Must never judge colours.
 */

const maxTags = 100;
const maxName = 100;

/** The bytes of a tag, its type signature included; undefined when there is none or it lies outside of the profile. */
export function findIccTag(profile: Buffer, signature: string): Buffer | undefined {
  if (profile.length < 132) return undefined;
  const count = Math.min(profile.readUInt32BE(128), maxTags);
  for (let i = 0; i < count; i++) {
    const at = 132 + i * 12;
    if (at + 12 > profile.length) return undefined;
    if (profile.toString('latin1', at, at + 4) !== signature) continue;
    const start = profile.readUInt32BE(at + 4);
    const end = start + profile.readUInt32BE(at + 8);
    return end <= profile.length && end - start >= 12 ? profile.subarray(start, end) : undefined;
  }
  return undefined;
}

/** UTF-16, big-endian. */
const textOf = (bytes: Buffer): string => new TextDecoder('utf-16be').decode(bytes);

function readDescription(tag: Buffer): string | undefined {
  const type = tag.toString('latin1', 0, 4);
  if (type === 'desc') {
    const length = Math.min(tag.readUInt32BE(8), maxName);
    return tag.toString('latin1', 12, Math.min(tag.length, 12 + length)).split('\0')[0];
  }
  if (type !== 'mluc' || tag.length < 28) return undefined;
  const length = Math.min(tag.readUInt32BE(20), maxName * 2) & ~1;
  const start = tag.readUInt32BE(24);
  return start + length <= tag.length ? textOf(tag.subarray(start, start + length)) : undefined;
}

/** The profile's description, such as `Display P3`; null when it has none that can be read. Never throws. */
export function nameOfIccProfile(icc: Uint8Array | undefined): string | null {
  if (!icc) return null;
  const tag = findIccTag(Buffer.from(icc.buffer, icc.byteOffset, icc.byteLength), 'desc');
  const name =
    tag &&
    readDescription(tag)
      ?.replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, maxName);
  return name || null;
}
