/** A printer of the list as the cloud is told of it, within the bounds of the protocol; and what of it changed since. Pure. */
import type { PrinterChange, PrinterReport } from '@platen/contracts/agent-protocol';
import type { PrinterAnswer } from '@platen/contracts/printer-requests';
import type { FoundPrinter } from '../discovery/found-printer-rules.ts';
import { type ShownTray, shownTrays } from '../paper/paper-rules.ts';
import type { PrinterTrustEntry } from '../printer-trust/printer-trust.ts';
import { reportOfPrinter } from '../printers/printer-rules.ts';
import type { PrinterListing } from './printer-listing.ts';

const cut = (text: string, max: number): string => text.slice(0, max);
const whole = (value: number): number => Math.min(10_000_000, Math.max(0, Math.round(value)));

/** Everything that is known of it. */
export function reportOfListing(listing: PrinterListing): PrinterReport {
  const { view, listed, reasons, notices, sizes, speeds, trust } = listing;
  const { description } = view;
  const base = {
    ...reportOfPrinter(view),
    entry_id: listed.id,
    entry_version: listed.version,
    enabled: listed.isEnabled,
    ...(view.kind && { kind: view.kind }),
    reasons: reasons.slice(0, 64).map(({ keyword, severity, en, zh }) => ({
      keyword: cut(keyword, 255),
      severity,
      en: cut(en, 300),
      zh: cut(zh, 300),
    })),
    notices: notices.slice(0, 10).map((said) => ({ en: cut(said.en, 600), zh: cut(said['zh-CN'], 600) })),
    ...(trust && { certificate: certificateOf(trust) }),
    ...(view.identityTrouble && {
      other_printer: {
        uuid: cut(view.identityTrouble.shownUuid, 200),
        name: cut(view.identityTrouble.shownName, 255),
      },
    }),
  };
  if (!description) return base;
  return {
    ...base,
    location: cut(description.location, 255),
    trays: shownTrays(description, view.paper?.stated ?? [])
      .slice(0, 64)
      .map(trayOf),
    supplies: description.supplies.slice(0, 32).map(({ name, type, color, levelPercent, state }) => ({
      name: cut(name, 100),
      type: cut(type, 100),
      color: color ?? null,
      state,
      level_percent: levelPercent ?? null,
    })),
    sizes: sizes.slice(0, 200).map(({ x, y, margins, isBorderless, mediaTypes }) => ({
      x: { lower: whole(x.lower), upper: whole(x.upper) },
      y: { lower: whole(y.lower), upper: whole(y.upper) },
      margins: margins
        ? {
            top: whole(margins.top),
            bottom: whole(margins.bottom),
            left: whole(margins.left),
            right: whole(margins.right),
          }
        : null,
      borderless: isBorderless,
      media_types: mediaTypes.slice(0, 50).map((type) => cut(type, 255)),
    })),
    media_types: description.mediaTypes.slice(0, 100).map((type) => cut(type, 255)),
    color: description.isColor || description.colorModes.includes('color'),
    sides: description.sides.slice(0, 10).map((side) => cut(side, 40)),
    resolutions: description.resolutions.filter(({ x, y }) => x <= 100_000 && y <= 100_000).slice(0, 32),
    finishings: description.finishings.slice(0, 64),
    pages_per_minute: {
      advertised: description.pagesPerMinuteColor ?? description.pagesPerMinute ?? null,
      measured: speeds.slice(0, 50).map(({ mediaKind, pagesPerMinute, jobs, asOfMs }) => ({
        media: cut(mediaKind, 300),
        pages_per_minute: pagesPerMinute,
        jobs,
        as_of: new Date(asOfMs).toISOString(),
      })),
    },
  };
}

function trayOf({ source, name, medium, levelPercent, isEmpty, isAsked, stated }: ShownTray) {
  const margins = medium?.margins;
  return {
    source: source === undefined ? null : cut(source, 255),
    name: name === undefined ? null : cut(name, 100),
    x_dimension: medium ? whole(medium.x.upper) : null,
    y_dimension: medium ? whole(medium.y.upper) : null,
    media_type: medium?.mediaType === undefined ? null : cut(medium.mediaType, 255),
    borderless: margins !== undefined && Object.values(margins).every((margin) => margin === 0),
    level_percent: levelPercent ?? null,
    empty: isEmpty ?? null,
    asks: isAsked,
    said: stated ? { by: cut(stated.by, 100), at: new Date(stated.atMs).toISOString() } : null,
  };
}

function certificateOf({ fingerprint, offered, version }: PrinterTrustEntry) {
  const state = offered ? ('changed' as const) : fingerprint ? ('pinned' as const) : ('none' as const);
  return {
    state,
    fingerprint: fingerprint?.slice(0, 64) ?? null,
    offered: offered?.slice(0, 64) ?? null,
    version,
  };
}

/** What the network offers, as pages show it. */
export const foundPrinterOf = (
  one: FoundPrinter & { entryId: number | undefined },
): NonNullable<PrinterAnswer['found']>[number] => ({
  uuid: one.printerUuid ?? null,
  name: one.name,
  make_and_model: one.makeAndModel,
  note: one.note,
  uris: one.uris.map((uri) => uri.slice(0, 1023)),
  airprint: one.isAirPrint,
  queue: one.isQueue,
  color: one.isColor ?? null,
  duplex: one.isDuplex ?? null,
  entry_id: one.entryId ?? null,
});

/**
 * The fields that differ, with id and as-of. Undefined when that can't say it: another printer_id, or a field that is gone, which
 * only the whole report says.
 */
export function changeOfReport(before: PrinterReport, after: PrinterReport): PrinterChange | undefined {
  const keys = Object.keys(after) as (keyof PrinterReport)[];
  const isGone = (key: string) => after[key as keyof PrinterReport] === undefined;
  if (before.printer_id !== after.printer_id || Object.keys(before).some(isGone)) return undefined;
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const fields = Object.fromEntries(changed.map((key) => [key, after[key]]));
  return { ...fields, printer_id: after.printer_id, as_of: after.as_of };
}
