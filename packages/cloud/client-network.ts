/** Who counts as one client in limits. Pure. */
import ipaddr from 'ipaddr.js';

/** Whose attempts from this address count together: the address, or for IPv6 its /64, which one client has to itself. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toByteArray().slice(0, 8).join('.');
}
