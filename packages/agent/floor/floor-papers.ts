/**
 * Each printer with each paper of it, and what was measured and given for the two: what lies in it now, and what lay there once and is
 * kept. Owns how both are named, and what is said of them.
 */

import type { PaperReport } from '@platen/contracts/paper-report';
import type { PrintMedia } from '@platen/contracts/print-ticket';
import { toTime } from '@platen/contracts/shapes';
import { paperPlaces } from '../paper/paper-rules.ts';
import type { PrinterMedium } from '../ports/printer.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import type { CalibrationPlace } from '../sheets/calibration-admin.ts';
import { mediumKeyOf } from '../sheets/sheet-plan.ts';
import type { SheetPlace, SheetStore } from '../sheets/sheet-store.ts';

/** A printer and a paper of it; `id` names both at this agent. */
export interface PaperPlace extends CalibrationPlace {
  id: string;
  printerName: string;
  isLoaded: boolean;
}

/** Every printer with each paper that lies in it, then those that lay there once and of which something counts. */
export function listPaperPlaces(views: readonly PrinterView[], store: SheetStore): PaperPlace[] {
  const places = new Map(views.flatMap(loadedPlacesOf).map((place) => [place.id, place]));
  for (const kept of store.listPlaces()) {
    const view = views.find(({ printerId }) => printerId === kept.printerId);
    const media = mediaOfKey(kept.mediumKey);
    if (!view || !media) continue;
    const place = placeOf(view, media, false);
    if (!places.has(place.id) && counts(kept, store)) places.set(place.id, place);
  }
  return [...places.values()];
}

function loadedPlacesOf(view: PrinterView): PaperPlace[] {
  const { description, paper } = view;
  const places = description ? paperPlaces(description, paper?.stated ?? []) : [];
  return places.flatMap(({ medium }) => {
    if (!medium) return [];
    const [short, long] = [medium.x.lower, medium.y.lower].toSorted((a, b) => a - b) as [number, number];
    const media: PrintMedia = {
      size_name: 'custom',
      x_dimension: short,
      y_dimension: long,
      borderless: isBorderless(medium),
      media_type: medium.mediaType ?? 'auto',
    };
    return [placeOf(view, media, true)];
  });
}

function placeOf(
  { printerId, name: printerName }: PrinterView,
  media: PrintMedia,
  isLoaded: boolean,
): PaperPlace {
  const { x_dimension: x, y_dimension: y, media_type: type, borderless } = media;
  const id = [printerId, x, y, type, borderless ? 'borderless' : 'bordered'].join('|');
  return { printerId, printerName, media, id, isLoaded };
}

const isBorderless = ({ margins }: PrinterMedium): boolean =>
  margins !== undefined && Object.values(margins).every((margin) => margin === 0);

/** The paper that `mediumKeyOf` names so. */
function mediaOfKey(key: string): PrintMedia | undefined {
  const [, x, y, media_type, edges] = /^(\d+)x(\d+) (.+) (borderless|bordered)$/.exec(key) ?? [];
  if (media_type === undefined) return undefined;
  return {
    size_name: 'custom',
    x_dimension: Number(x),
    y_dimension: Number(y),
    borderless: edges === 'borderless',
    media_type,
  };
}

const counts = (place: SheetPlace, store: SheetStore): boolean =>
  store.findCalibration(place)?.calibration !== undefined || store.findProfile(place)?.profile !== undefined;

const mmOf = (hundredths: number): number => hundredths / 100;

/** As the cloud is told of it, and as the shop floor shows it. */
export function paperReportOf(place: PaperPlace, store: SheetStore): PaperReport {
  const { x_dimension, y_dimension, media_type, borderless } = place.media;
  const key = { printerId: place.printerId, mediumKey: mediumKeyOf(place.media) };
  const calibration = store.findCalibration(key);
  const profile = store.findProfile(key);
  const numbers = calibration?.calibration;
  const given = profile?.profile;
  return {
    paper_id: place.id,
    printer_id: place.printerId,
    printer_name: place.printerName.slice(0, 255),
    media: { x_dimension, y_dimension, media_type, borderless },
    loaded: place.isLoaded,
    calibration:
      calibration && numbers
        ? {
            by: calibration.changedBy.slice(0, 200),
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
        ? {
            name: given.facts.name.slice(0, 300),
            by: profile.changedBy.slice(0, 200),
            at: toTime(profile.atMs),
            intent: given.intent,
          }
        : null,
    profile_version: profile?.version ?? 0,
  };
}
