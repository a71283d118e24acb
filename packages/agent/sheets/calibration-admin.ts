/**
 * What an operator does about calibration: print the page, enter what was read from it, look, reset. Owns no screen: consoles
 * call these functions. A calibration page is nobody's order: it goes to the printer without the journal, and may be lost.
 */
import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unchosen } from '@platen/contracts/print-choices';
import type { PrintMedia } from '@platen/contracts/print-ticket';
import type { CalibrationPageOptions } from '@platen/imaging/sheet/calibration-page';
import type { AgentLog } from '../machine/agent-log.ts';
import { formFor, type PrintForm } from '../paper/form-rules.ts';
import { judgeMedia, mediumFor } from '../paper/media-rules.ts';
import { noPaperWord } from '../paper/paper-rules.ts';
import { type ChosenMedium, type PrinterDescription, PrinterFault } from '../ports/printer.ts';
import type { SheetTools } from '../ports/sheet-tools.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import { transferPatience } from '../submissions/transfer-rules.ts';
import {
  type Calibration,
  type CalibrationReadings,
  calibrationOf,
  calibrationOfOverspray,
  faultOfReadings,
  type Overspray,
} from './calibration-rules.ts';
import { refused, type SheetAnswer } from './sheet-admin-text.ts';
import { mediumKeyOf, sizeNameOf } from './sheet-plan.ts';
import type { CalibrationVersion, SheetStore } from './sheet-store.ts';

export interface CalibrationDeps {
  store: SheetStore;
  registry: PrinterRegistry;
  tools: SheetTools;
  /** Printers at which something of ours is. */
  busyPrinterIds: () => ReadonlySet<string>;
  preparedDir: string;
  now: () => number;
  log: AgentLog;
}

/** One printer and one medium, as tickets name it. */
export interface CalibrationPlace {
  printerId: string;
  media: PrintMedia;
}

/** `basedOn`: the version that whoever changes it has seen, 0 for none. */
export interface CalibrationChange extends CalibrationPlace {
  basedOn: number;
  changedBy: string;
}

interface PageSheet {
  view: PrinterView;
  description: PrinterDescription;
  medium: ChosenMedium;
  form: Exclude<PrintForm, { format: 'application/pdf' }>;
  colour: 'color' | 'monochrome';
}

function findSheet(
  { printerId, media }: CalibrationPlace,
  { registry }: CalibrationDeps,
): SheetAnswer<PageSheet> {
  const view = registry.list().find((one) => one.printerId === printerId);
  if (!view) return refused('no-such-printer');
  const { description } = view;
  if (!description || !view.reachable) return refused('not-known-yet');
  const verdict = judgeMedia(media, description, { ...noPaperWord, stated: view.paper?.stated ?? [] });
  if (verdict.kind === 'unsupported') return refused('medium-not-taken');
  if (verdict.kind !== 'ready') return refused('medium-not-loaded');
  const colour = description.isColor || description.colorModes.includes('color') ? 'color' : 'monochrome';
  const form = formFor({ format: 'image/jpeg', color_mode: colour }, description);
  if (!form || form.format === 'application/pdf') return refused('no-form');
  return { done: true, view, description, medium: verdict.medium, form, colour };
}

function pageOptions(
  { media }: CalibrationPlace,
  { medium, form, description }: PageSheet,
): Omit<CalibrationPageOptions, 'targetPath'> {
  const output: CalibrationPageOptions['output'] =
    form.format === 'image/jpeg'
      ? { format: form.format }
      : {
          format: form.format,
          type: form.type,
          sheetBack: form.sheetBack,
          sides: 'one-sided',
          quality: 5,
          sizeName: sizeNameOf(media, { medium, description }),
          mediaType: medium.mediaType,
        };
  const margins = { top: 0, right: 0, bottom: 0, left: 0 };
  const size = { widthHmm: medium.xDimension, heightHmm: medium.yDimension };
  return { sheet: { ...size, dpiX: form.dpi.x, dpiY: form.dpi.y, marginsHmm: margins }, output };
}

/** Prints the page, uncorrected, as every sheet for this medium goes to the printer. */
export async function printCalibrationPage(
  place: CalibrationPlace,
  deps: CalibrationDeps,
): Promise<SheetAnswer<{ jobName: string }>> {
  const found = findSheet(place, deps);
  if (!found.done) return found;
  if (deps.busyPrinterIds().has(place.printerId)) return refused('printer-busy');
  const jobName = `Platen-calibration-${randomUUID()}`;
  const targetPath = join(deps.preparedDir, `.part-${jobName}`);
  try {
    await deps.tools.calibrationPage({ targetPath, ...pageOptions(place, found) });
    await send(targetPath, jobName, { found, deps });
    deps.log('info', 'calibration.page', { printer: found.view.name, jobName });
    return { done: true, jobName };
  } catch (error) {
    deps.log('warn', 'calibration.page-failed', { printer: found.view.name, error });
    if (!(error instanceof PrinterFault)) throw error;
    return refused(error.kind === 'busy' ? 'printer-busy' : 'printer-failed', error.message);
  } finally {
    rmSync(targetPath, { force: true });
  }
}

async function send(
  path: string,
  jobName: string,
  { found, deps }: { found: PageSheet; deps: CalibrationDeps },
): Promise<void> {
  const { view, description, medium, form, colour } = found;
  const port = deps.registry.getPort(view.uri);
  const request = {
    jobName,
    format: form.format,
    copies: 1,
    pages: 1,
    medium,
    choices: { ...unchosen, color_mode: colour },
    scaling: 'fill' as const,
  };
  const { jobId } = await port.createJob(request, description);
  const document = { path, bytes: statSync(path).size, format: form.format };
  const signal = AbortSignal.timeout(transferPatience.waitingMs);
  await port.sendDocument(jobId, document, { onHandedOver() {}, onProgress() {}, signal });
}

const sizeOf = ({ xDimension, yDimension }: ChosenMedium) => ({
  widthHmm: xDimension,
  heightHmm: yDimension,
});

function keep(
  change: CalibrationChange,
  { calibration, readings }: { calibration: Calibration; readings?: CalibrationReadings | undefined },
  { store, now, log }: CalibrationDeps,
): SheetAnswer<{ calibration: Calibration; version: number }> {
  const { printerId, media, basedOn, changedBy } = change;
  const row = { printerId, mediumKey: mediumKeyOf(media), basedOn, changedBy, atMs: now() };
  if (!store.addCalibration(row, { calibration, readings })) return refused('changed-meanwhile');
  log('info', 'calibration.changed', { printerId, mediumKey: row.mediumKey, changedBy });
  return { done: true, calibration, version: basedOn + 1 };
}

/** Takes what was read from the page. Sheets that are made from now on are corrected by it; those already made are made anew. */
export function enterReadings(
  change: CalibrationChange & { readings: CalibrationReadings },
  deps: CalibrationDeps,
): SheetAnswer<{ calibration: Calibration; version: number }> {
  const found = findSheetSize(change, deps);
  if (!found.done) return found;
  const { readings, media } = change;
  // Ladders are drawn at the edges: with margins nothing of them is on the paper.
  const told = media.borderless ? readings : { ...readings, ladders: undefined };
  const fault = faultOfReadings(told, found.size);
  if (fault) return refused(fault);
  return keep(change, { calibration: calibrationOf(told, found.size), readings: told }, deps);
}

/** Takes only how far a borderless print goes beyond each edge, in hundredths of a millimetre, where that is known. */
export function enterOverspray(
  change: CalibrationChange & { oversprayHmm: Overspray },
  deps: CalibrationDeps,
): SheetAnswer<{ calibration: Calibration; version: number }> {
  const found = findSheetSize(change, deps);
  if (!found.done) return found;
  const sides = Object.values(change.oversprayHmm);
  if (!sides.every((side) => side >= 0 && side <= maxOversprayHmm)) return refused('overspray-number');
  return keep(change, { calibration: calibrationOfOverspray(change.oversprayHmm, found.size) }, deps);
}

const maxOversprayHmm = 1000;

/** The sheet as the printer holds it: a page may be measured after its paper has run out. */
function findSheetSize(
  { printerId, media }: CalibrationPlace,
  { registry }: CalibrationDeps,
): SheetAnswer<{ size: { widthHmm: number; heightHmm: number } }> {
  const view = registry.list().find((one) => one.printerId === printerId);
  if (!view) return refused('no-such-printer');
  if (!view.description) return refused('not-known-yet');
  const medium = mediumFor(media, view.description, view.paper);
  return medium ? { done: true, size: sizeOf(medium) } : refused('medium-not-taken');
}

/** Back to no correction; the history stays. */
export function resetCalibration(
  { printerId, media, basedOn, changedBy }: CalibrationChange,
  { store, now, log }: CalibrationDeps,
): SheetAnswer<{ version: number }> {
  const place = { printerId, mediumKey: mediumKeyOf(media) };
  if (!store.findCalibration(place)?.calibration) return refused('nothing-to-reset');
  const row = { ...place, basedOn, changedBy, atMs: now() };
  if (!store.addCalibration(row, { calibration: undefined, readings: undefined }))
    return refused('changed-meanwhile');
  log('info', 'calibration.reset', { ...place, changedBy });
  return { done: true, version: basedOn + 1 };
}

/** What counted in an earlier version counts again, as another version; `ofVersion` 0 is no correction. */
export function restoreCalibration(
  { printerId, media, basedOn, changedBy, ofVersion }: CalibrationChange & { ofVersion: number },
  { store, now, log }: CalibrationDeps,
): SheetAnswer<{ version: number }> {
  const place = { printerId, mediumKey: mediumKeyOf(media) };
  const meant = ofVersion === 0 ? undefined : store.findCalibrationVersion(place, ofVersion);
  if (ofVersion !== 0 && !meant) return refused('nothing-to-restore');
  const row = { ...place, basedOn, changedBy, atMs: now() };
  if (!store.addCalibration(row, { calibration: meant?.calibration, readings: meant?.readings }))
    return refused('changed-meanwhile');
  log('info', 'calibration.changed', { ...place, changedBy });
  return { done: true, version: basedOn + 1 };
}

/** What counts now for one printer and medium; undefined when it never was calibrated. */
export const findCalibration = (
  { printerId, media }: CalibrationPlace,
  { store }: Pick<CalibrationDeps, 'store'>,
): CalibrationVersion | undefined => store.findCalibration({ printerId, mediumKey: mediumKeyOf(media) });

/** Every version, newest first, of one printer where it is named: who changed what when. */
export const listCalibrations = (
  { printerId, limit = 100 }: { printerId?: string; limit?: number },
  { store }: Pick<CalibrationDeps, 'store'>,
): CalibrationVersion[] => store.listCalibrations({ printerId, limit });
