/**
 * Which addresses a file may be fetched from. Owns the refusal of everything that isn't the public internet. Pure: no name is
 * looked up here, and nothing is connected to.
 *
 * URL.parse writes every form of a host in one way before it is judged: 2130706433, 0x7f.1, 0177.0.0.1 and fullwidth digits
 * are 127.0.0.1 then, and international names are in ASCII.
 */
import { isIP } from 'node:net';
import { AppError } from '@platen/contracts/app-error';
import ipaddr from 'ipaddr.js';

/** Where files are served; other ports belong to services that were not made for untrusted requests. */
const ports: ReadonlySet<string> = new Set(['', '80', '443', '8080', '8443']);

/** Reads what a client sent. Throws malformed with what it must be. */
export function readRemoteUrl(text: string): URL {
  const url = URL.parse(text);
  const refusal = url ? findFault(url) : 'must be an address such as https://example.com/photo.jpg';
  if (refusal) throw new AppError('malformed', `file_url: ${refusal}.`);
  return url!;
}

/** Reads where a server sends us on to, from `from`. Throws unprocessable. */
export function readRedirect(location: string, from: URL): URL {
  const url = URL.parse(location, from.href);
  const refusal = url ? findFault(url) : 'must be an address';
  if (refusal) {
    throw new AppError('unprocessable', `file_url: it redirects, and where to ${refusal}.`);
  }
  return url!;
}

function findFault({ protocol, username, password, port, hostname }: URL): string | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return `must begin with https:// or http://`;
  if (username !== '' || password !== '') return 'must carry no user name and no password';
  if (!ports.has(port)) return 'must have port 80, 443, 8080 or 8443';
  if (hostname === '' || hostname.length > 255) return 'must name a server';
  return undefined;
}

/** The host of a URL as DNS and certificates know it: without the brackets of IPv6 and the dot at the end. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Global unicast: whatever lies outside is no machine on the internet, or a way around IPv4's rules. */
const globalV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** Public by its digits, and every virtual machine's own host on Azure. */
const azureHost = '168.63.129.16';

/** The address in its plain form when it is on the public internet; undefined for every other and for what is no address. */
export function publicAddress(text: string): string | undefined {
  // A zone (fe80::1%eth0) names a network of this machine.
  if (isIP(text) === 0 || text.includes('%')) return undefined;
  // IPv4 inside IPv6 (::ffff:10.0.0.1) is judged, and connected to, as IPv4.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || address.toString() === azureHost) return undefined;
  if (address.kind() === 'ipv6' && !(address as ipaddr.IPv6).match(globalV6)) return undefined;
  return address.toString();
}
