/** Which addresses are of the shop's own network, and which of several is the best to print to. Pure. */

/** RFC 1918, RFC 4193, link-local (RFC 3927, RFC 4291) and loopback. */
function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').toLowerCase();
  if (plain.includes(':')) return /^(f[cd]|fe[89ab])/.test(plain) || plain === '::1';
  const [a = 0, b = 0] = plain.split('.').map(Number);
  return (
    a === 10 ||
    a === 127 ||
    (a === 192 && b === 168) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 169 && b === 254)
  );
}

/** A URI whose host is an address of the shop's own network, or a name that only such networks know. */
export function isPrivateUri(uri: string): boolean {
  const host = /^[a-z]+:\/\/(?:[^@/]*@)?(\[[^\]]+\]|[^:/?#]+)/i.exec(uri)?.[1] ?? '';
  if (/^[\d.]+$/.test(host) || host.startsWith('[')) return isPrivateAddress(host);
  return !host.includes('.') || host.toLowerCase().endsWith('.local');
}

/** Lower is better; undefined: no use. An IPv6 link-local address needs the name of an interface, which no URI carries. */
function rankOf(address: string): number | undefined {
  const plain = address.toLowerCase();
  if (plain.includes(':')) {
    if (/^fe[89ab]/.test(plain) || plain === '::' || plain.startsWith('ff')) return undefined;
    return plain === '::1' ? 6 : isPrivateAddress(plain) ? 3 : 4;
  }
  if (!/^(\d{1,3}\.){3}\d{1,3}$/.test(plain)) return undefined;
  const parts = plain.split('.').map(Number);
  if (parts.some((part) => part > 255) || parts[0] === 0 || (parts[0] ?? 0) >= 224) return undefined;
  if (parts[0] === 127) return 6;
  if (parts[0] === 169 && parts[1] === 254) return 5;
  return isPrivateAddress(plain) ? 1 : 2;
}

/** Usable addresses, the best first: the shop's IPv4, other IPv4, IPv6, and what was given for want of a better one. */
export const rankedAddresses = (addresses: readonly string[]): string[] =>
  [...new Set(addresses.map((address) => address.toLowerCase()))]
    .flatMap((address) => {
      const rank = rankOf(address);
      return rank === undefined ? [] : [{ address, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank || a.address.localeCompare(b.address))
    .map(({ address }) => address);
