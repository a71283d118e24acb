/**
 * Printers announced by multicast DNS (RFC 6762), by bonjour-service. Owns the browsing of _ipp, _ipps and _universal, and that a
 * host's addresses are asked for here and not of the operating system, which often knows no `.local`. Listens and asks; announces
 * nothing. Bounded, whatever the network says.
 */
import { Bonjour, type Browser, type Service } from 'bonjour-service';
import type { AgentLog } from '../machine/agent-log.ts';
import type { PrinterAnnouncement, PrinterDiscovery } from '../ports/printer-discovery.ts';

/** What multicast-dns beneath it can be told; tests keep to one address of this machine. */
export interface MdnsOptions {
  multicast?: boolean;
  ip?: string;
  port?: number;
  bind?: string | false;
}

interface DnsRecord {
  type: string;
  name: string;
  data?: unknown;
  ttl?: number;
}

/** The part of multicast-dns that is used; bonjour-service keeps it to itself, and offers no other way to its errors and records. */
interface Mdns {
  on(event: 'error', heard: (error: Error) => void): void;
  on(event: 'response', heard: (packet: { answers: DnsRecord[]; additionals: DnsRecord[] }) => void): void;
  query(name: string, type: 'A' | 'AAAA'): void;
}

const types = ['ipp', 'ipps', 'universal._sub._ipp'] as const;
const maxServices = 500;
const maxHosts = 1000;
/** Asked at first a few times, for packets get lost, then now and then. */
const firstAsksMs = [1000, 3000, 9000];
const againMs = 60_000;

export function createMdnsDiscovery(log: AgentLog, options: MdnsOptions = {}): PrinterDiscovery {
  const hosts = new Map<string, Map<string, number>>();
  const timers: NodeJS.Timeout[] = [];
  let bonjour: Bonjour | undefined;
  let browsers: Browser[] = [];
  let mdns: Mdns | undefined;
  let onChange = () => {};

  const learn = ({ type, name, data, ttl = 120 }: DnsRecord): void => {
    if ((type !== 'A' && type !== 'AAAA') || typeof data !== 'string') return;
    const host = name.toLowerCase();
    const known = hosts.get(host) ?? new Map<string, number>();
    if (known.size >= 16 || (!hosts.has(host) && hosts.size >= maxHosts)) return;
    const isNew = !known.has(data);
    hosts.set(host, known.set(data, performance.now() + Math.min(ttl, 4500) * 1000));
    if (isNew && services().some((service) => service.host?.toLowerCase() === host)) onChange();
  };

  const services = (): Service[] => browsers.flatMap((browser) => browser.services);

  const heard = (service: Service): void => {
    if (!service.host) return;
    if ((service.addresses ?? []).length === 0) {
      mdns?.query(service.host, 'A');
      mdns?.query(service.host, 'AAAA');
    }
    onChange();
  };

  const browse = (): void => {
    if (!bonjour) return;
    for (const browser of browsers) browser.stop();
    browsers = types.map((type) => {
      const browser = (bonjour as Bonjour).find({ type });
      for (const event of ['up', 'srv-update', 'txt-update'] as const) browser.on(event, heard);
      browser.on('down', () => onChange());
      return browser;
    });
  };

  const ask = (): void => {
    // More than any shop has: somebody plays tricks. Everything is forgotten and asked anew.
    if (services().length > maxServices) {
      browse();
      return;
    }
    const nowMs = performance.now();
    for (const [host, addresses] of hosts) {
      for (const [address, until] of addresses) if (until < nowMs) addresses.delete(address);
      if (addresses.size === 0) hosts.delete(host);
    }
    for (const browser of browsers) {
      browser.expire();
      browser.update();
    }
  };

  return {
    start(told) {
      onChange = told;
      const failed = (error: Error) => log('warn', 'discovery.failed', { error });
      // Its type takes a service's settings, its program those of multicast-dns.
      bonjour = new Bonjour(options as object, failed);
      mdns = (bonjour as unknown as { server: { mdns: Mdns } }).server.mdns;
      mdns.on('error', failed);
      mdns.on('response', ({ answers, additionals }) => {
        for (const record of [...answers, ...additionals]) learn(record);
      });
      browse();
      for (const afterMs of firstAsksMs) timers.push(setTimeout(ask, afterMs).unref());
      timers.push(setInterval(ask, againMs).unref());
    },
    list() {
      const universal = new Set(browsers[2]?.services.map(({ fqdn }) => fqdn));
      const found = new Map(services().map((service) => [service.fqdn, service]));
      return [...found.values()]
        .slice(0, maxServices)
        .flatMap(
          (service) => announcementOf(service, { hosts, isUniversal: universal.has(service.fqdn) }) ?? [],
        );
    },
    ask,
    stop() {
      for (const timer of timers) clearTimeout(timer);
      for (const browser of browsers) browser.stop();
      bonjour?.destroy();
      bonjour = undefined;
      browsers = [];
    },
  };
}

/** Undefined for what is no printer's service. */
function announcementOf(
  service: Service & { rawTxt?: Buffer[] },
  { hosts, isUniversal }: { hosts: ReadonlyMap<string, ReadonlyMap<string, number>>; isUniversal: boolean },
): PrinterAnnouncement | undefined {
  // Names may hold dots, so bonjour's own split of them isn't used.
  const [, instance, type] = /^(.*)\._(ipps?)\._tcp\.local$/i.exec(service.fqdn ?? '') ?? [];
  const { host, port } = service;
  if (instance === undefined || type === undefined || !host || !(port > 0 && port < 65_536)) return undefined;
  const known = hosts.get(host.toLowerCase());
  return {
    service: service.fqdn,
    instance,
    host,
    port,
    isUniversal,
    isTls: type.toLowerCase() === 'ipps',
    addresses: [...new Set([...(service.addresses ?? []), ...(known?.keys() ?? [])])].slice(0, 16),
    txt: readTxt(service.rawTxt),
  };
}

/** Keys are without case (RFC 6763 section 6.4), and the first of several counts. */
function readTxt(raw: unknown): ReadonlyMap<string, string> {
  const entries = Array.isArray(raw) ? raw.slice(0, 64) : [];
  const txt = new Map<string, string>();
  for (const entry of entries) {
    const text = String(entry);
    const at = text.indexOf('=');
    const key = (at < 0 ? text : text.slice(0, at)).toLowerCase();
    if (key !== '' && !txt.has(key)) txt.set(key, at < 0 ? '' : text.slice(at + 1));
  }
  return txt;
}
