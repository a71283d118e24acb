/**
 * Announcements as printers: the same one seen by ipp and ipps, or by several interfaces, is one. Pure. Owns what of an announcement
 * is believed and how long it may be: anybody in the network can announce anything.
 */
import type { PrinterAnnouncement } from '../ports/printer-discovery.ts';
import { rankedAddresses } from '../printers/local-address-rules.ts';

/** A printer that was seen in the network. It is offered, and used by nobody until somebody adds it. */
export interface FoundPrinter {
  /** printer-uuid as it was announced: `urn:uuid:…` in lower case. */
  printerUuid: string | undefined;
  name: string;
  makeAndModel: string;
  /** What its owner wrote where it stands. */
  note: string;
  /** Where it can be reached, the best first: encrypted before not, the shop's own network first. Never empty. */
  uris: string[];
  /** document-formats, as far as announced. */
  formats: string[];
  isColor: boolean | undefined;
  isDuplex: boolean | undefined;
  isAirPrint: boolean;
  /** It looks like a queue of CUPS: its path says so. */
  isQueue: boolean;
}

const maxUris = 12;
const maxPrinters = 200;

/** One entry a printer, by name. */
export function mergeAnnouncements(announcements: readonly PrinterAnnouncement[]): FoundPrinter[] {
  const usable = announcements.flatMap((announcement) => {
    const uris = urisOf(announcement);
    return uris.length > 0 ? [{ announcement, uris }] : [];
  });
  const groups = Map.groupBy(usable, ({ announcement }) => keyOf(announcement));
  return [...groups.values()]
    .map((group) => foundOf(group))
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.uris[0] ?? '').localeCompare(b.uris[0] ?? ''))
    .slice(0, maxPrinters);
}

const uuidOf = ({ txt }: PrinterAnnouncement): string | undefined => {
  const told = (txt.get('uuid') ?? '')
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '');
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(told) ? `urn:uuid:${told}` : undefined;
};

/** Without a uuid the same host and path are the same printer. */
const keyOf = (announcement: PrinterAnnouncement): string =>
  uuidOf(announcement) ?? `${announcement.host.toLowerCase()} ${pathOf(announcement) ?? ''}`;

/** What a path may hold by RFC 3986; anything else is no path that we would ask. */
function pathOf({ txt }: PrinterAnnouncement): string | undefined {
  const path = (txt.get('rp') ?? 'ipp/print').replace(/^\/+/, '');
  return path.length <= 500 && /^[\w!$&'()*+,;=:@./~%-]*$/.test(path) ? path : undefined;
}

function urisOf(announcement: PrinterAnnouncement): string[] {
  const path = pathOf(announcement);
  if (path === undefined) return [];
  const { isTls, port } = announcement;
  return rankedAddresses(announcement.addresses).map((address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    return `ipp${isTls ? 's' : ''}://${host}${port === 631 ? '' : `:${port}`}/${path}`;
  });
}

function foundOf(group: { announcement: PrinterAnnouncement; uris: string[] }[]): FoundPrinter {
  const all = group.map(({ announcement }) => announcement);
  const first = all.find(({ isTls }) => isTls) ?? (all[0] as PrinterAnnouncement);
  const told = (key: string) => all.map(({ txt }) => txt.get(key)).find((value) => value !== undefined);
  const encryptedFirst = group.toSorted(
    (a, b) => Number(b.announcement.isTls) - Number(a.announcement.isTls),
  );
  const formats = (told('pdl') ?? '').split(',').map((format) => format.trim().toLowerCase());
  return {
    printerUuid: uuidOf(first),
    name: shown(first.instance) || shown(told('ty')) || first.host.slice(0, 100),
    makeAndModel: shown(told('ty')),
    note: shown(told('note')),
    uris: [...new Set(encryptedFirst.flatMap(({ uris }) => uris))].slice(0, maxUris),
    formats: [...new Set(formats)].filter((format) => /^[\w.+-]+\/[\w.+-]+$/.test(format)).slice(0, 32),
    isColor: flagOf(told('color')),
    isDuplex: flagOf(told('duplex')),
    isAirPrint: all.some(({ isUniversal }) => isUniversal) || told('urf') !== undefined,
    isQueue: all.some((one) => /^(printers|classes)\//.test(pathOf(one) ?? '')),
  };
}

/** T, F or U. */
const flagOf = (told: string | undefined): boolean | undefined =>
  told === undefined || !/^[tf]$/i.test(told) ? undefined : told.toUpperCase() === 'T';

const shown = (text: string | undefined): string =>
  (text ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 120);
