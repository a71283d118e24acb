/** Who counts as one client in limits. Pure. */
import ipaddr from 'ipaddr.js';

/** Whose attempts from this address count together: the address, or for IPv6 its /64, which one client has to itself. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toByteArray().slice(0, 8).join('.');
}

/** Networks by the names that PLATEN_TRUST_PROXY takes. */
const namedRanges: Record<string, ReadonlySet<string>> = {
  loopback: new Set(['loopback']),
  linklocal: new Set(['linkLocal']),
  uniquelocal: new Set(['private', 'uniqueLocal']),
};

/** Whether an address is in one of these: addresses, networks (CIDR), or loopback, linklocal, uniquelocal. */
export function createNetworkMatcher(networks: readonly string[]): (address: string) => boolean {
  const tests = networks.map((network) => {
    const ranges = namedRanges[network];
    if (ranges) return (address: Address) => ranges.has(address.range());
    const [base, bits] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.process(network), undefined] as const);
    const length = bits ?? (base.kind() === 'ipv4' ? 32 : 128);
    return (address: Address) => address.kind() === base.kind() && address.match(base, length);
  });
  return (text) => ipaddr.isValid(text) && tests.some((test) => test(ipaddr.process(text)));
}

type Address = ReturnType<typeof ipaddr.process>;
