/**
 * Each printer with each paper of it, and what was measured and given for the two: what lies in it now, and what lay there once and is
 * kept. Owns how both are named in acts.
 */

import type { FloorPaper } from '@platen/contracts/floor/shop-floor';
import type { PrintMedia } from '@platen/contracts/print-ticket';
import { toTime } from '@platen/contracts/shapes';
import { paperPlaces } from '../paper/paper-rules.ts';
import type { PrinterMedium } from '../ports/printer.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import type { CalibrationPlace } from '../sheets/calibration-admin.ts';
import { mediumKeyOf } from '../sheets/sheet-plan.ts';
import type { SheetStore } from '../sheets/sheet-store.ts';

/** A printer and a paper that lies in it; `id` names both. */
export interface PaperPlace extends CalibrationPlace {
  id: string;
  printerName: string;
}

/** Every printer with each paper that lies in it. */
export const listPaperPlaces = (views: readonly PrinterView[]): PaperPlace[] => views.flatMap(placesOf);

function placesOf({ printerId, name: printerName, description, paper }: PrinterView): PaperPlace[] {
  const seen = new Map<string, PaperPlace>();
  const places = description ? paperPlaces(description, paper?.stated ?? []) : [];
  for (const medium of places.flatMap((place) => place.medium ?? [])) {
    const borderless = isBorderless(medium);
    const [short, long] = [medium.x.lower, medium.y.lower].toSorted((a, b) => a - b) as [number, number];
    const media: PrintMedia = {
      size_name: 'custom',
      x_dimension: short,
      y_dimension: long,
      borderless,
      media_type: medium.mediaType ?? 'auto',
    };
    const id = [printerId, short, long, media.media_type, borderless ? 'borderless' : 'bordered'].join('|');
    seen.set(id, { printerId, printerName, media, id });
  }
  return [...seen.values()];
}

const isBorderless = ({ margins }: PrinterMedium): boolean =>
  margins !== undefined && Object.values(margins).every((margin) => margin === 0);

const mmOf = (hundredths: number): number => hundredths / 100;

/** As the shop floor shows it. */
export function floorPaperOf(
  place: PaperPlace,
  {
    store,
    floorPrinterIdOf,
    nowMs,
  }: { store: SheetStore; floorPrinterIdOf: (printerId: string) => string; nowMs: number },
): FloorPaper {
  const { x_dimension, y_dimension, media_type, borderless } = place.media;
  const key = { printerId: place.printerId, mediumKey: mediumKeyOf(place.media) };
  const calibration = store.findCalibration(key);
  const profile = store.findProfile(key);
  const numbers = calibration?.calibration;
  const given = profile?.profile;
  return {
    id: place.id,
    printer: { id: floorPrinterIdOf(place.printerId), name: place.printerName },
    media: { x_dimension, y_dimension, media_type, borderless },
    loaded: true,
    calibration:
      calibration && numbers
        ? {
            by: calibration.changedBy,
            at: toTime(calibration.atMs),
            offset_mm: { x: mmOf(numbers.offsetXHmm), y: mmOf(numbers.offsetYHmm) },
            scale: { x: numbers.scaleX, y: numbers.scaleY },
            overspray_mm: {
              top: mmOf(numbers.oversprayHmm.top),
              right: mmOf(numbers.oversprayHmm.right),
              bottom: mmOf(numbers.oversprayHmm.bottom),
              left: mmOf(numbers.oversprayHmm.left),
            },
          }
        : null,
    calibration_version: calibration?.version ?? 0,
    profile:
      profile && given
        ? { name: given.facts.name, by: profile.changedBy, at: toTime(profile.atMs), intent: given.intent }
        : null,
    profile_version: profile?.version ?? 0,
    as_of: toTime(nowMs),
  };
}
