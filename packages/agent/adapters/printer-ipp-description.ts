/** Get-Printer-Attributes and job attributes, read into the port's words. Owns which attributes are asked for. No I/O. */
import {
  attributeBoolean,
  attributeNumber,
  attributeNumbers,
  attributeText,
  attributeTexts,
  collectionMembers,
  findAttribute,
  type IppAttributeList,
  type IppValue,
  valueNumber,
} from '@platen/ipp/ipp-message';
import type {
  DimensionSpan,
  DotsPerInch,
  MediaMargins,
  PrinterDescription,
  PrinterJob,
  PrinterJobState,
  PrinterKind,
  PrinterMedium,
  PrinterPulse,
  PrinterStatus,
} from '../ports/printer.ts';
import { readSupplies, readTrays, supplyAttributes } from './printer-ipp-supplies.ts';

/** Asked most often: a few numbers and words. */
export const pulseAttributes = [
  'printer-uuid',
  'printer-state',
  'printer-state-reasons',
  'printer-is-accepting-jobs',
  'queued-job-count',
  'printer-up-time',
  'printer-state-change-time',
  'printer-config-change-time',
];

/** Asked when something may have changed. */
export const statusAttributes = [
  ...pulseAttributes,
  'media-ready',
  'media-col-ready',
  'media-source-supported',
  ...supplyAttributes,
];

/** Asked at the first look and from time to time. media-col-database comes only by name (PWG 5100.7). */
export const descriptionAttributes = [
  ...statusAttributes,
  'printer-name',
  'printer-info',
  'printer-dns-sd-name',
  'printer-make-and-model',
  'document-format-supported',
  'media-supported',
  'media-col-database',
  'media-top-margin-supported',
  'media-bottom-margin-supported',
  'media-left-margin-supported',
  'media-right-margin-supported',
  'media-type-supported',
  'copies-supported',
  'print-color-mode-supported',
  'color-supported',
  'sides-supported',
  'print-scaling-supported',
  'print-quality-supported',
  'multiple-document-handling-supported',
  'media-source-supported',
  'printer-resolution-supported',
  'printer-resolution-default',
  'pwg-raster-document-type-supported',
  'pwg-raster-document-resolution-supported',
  'pwg-raster-document-sheet-back',
  'urf-supported',
  'finishings-supported',
  'pages-per-minute',
  'pages-per-minute-color',
  'ipp-versions-supported',
  'printer-location',
  // Told by CUPS alone: how one of its queues is told from a printer.
  'cups-version',
  'printer-type',
  'printer-is-shared',
];

export const jobAttributes = [
  'job-id',
  'job-uuid',
  'job-name',
  'job-state',
  'job-state-reasons',
  'number-of-documents',
  'job-impressions-completed',
  'job-media-sheets-completed',
  'copies',
];

/** RFC 8011 section 5.4.11. */
const printerStates: Record<number, PrinterStatus['state']> = { 3: 'idle', 4: 'processing', 5: 'stopped' };

/** RFC 8011 section 5.3.7. */
const jobStates: Record<number, PrinterJobState> = {
  3: 'pending',
  4: 'pending-held',
  5: 'processing',
  6: 'processing-stopped',
  7: 'canceled',
  8: 'aborted',
  9: 'completed',
};

export function readPulse(list: IppAttributeList | undefined): PrinterPulse {
  return {
    printerUuid: attributeText(list, 'printer-uuid'),
    state: printerStates[attributeNumber(list, 'printer-state') ?? 0] ?? 'stopped',
    stateReasons: attributeTexts(list, 'printer-state-reasons').filter((reason) => reason !== 'none'),
    acceptingJobs: attributeBoolean(list, 'printer-is-accepting-jobs') ?? true,
    queuedJobs: attributeNumber(list, 'queued-job-count') ?? 0,
    upTimeSeconds: attributeNumber(list, 'printer-up-time'),
    changeMark: changeMarkOf(list),
  };
}

/** Both times: the first moves with the state, the second with settings and media (PWG 5100.13 section 5.6.3). */
function changeMarkOf(list: IppAttributeList | undefined): string | undefined {
  const config = attributeNumber(list, 'printer-config-change-time');
  const state = attributeNumber(list, 'printer-state-change-time');
  return config === undefined || state === undefined ? undefined : `${config}/${state}`;
}

export function readStatus(list: IppAttributeList | undefined): PrinterStatus {
  const mediaReady = findAttribute(list, 'media-col-ready') && mediaOf(list, 'media-col-ready');
  return {
    ...readPulse(list),
    mediaReadyNames: attributeTexts(list, 'media-ready'),
    mediaReady,
    trays: readTrays(list, mediaReady),
    supplies: readSupplies(list),
  };
}

export function readDescription(list: IppAttributeList | undefined, uri: string): PrinterDescription {
  return {
    ...readStatus(list),
    kind: kindOf(list),
    name: nameOf(list) ?? uri,
    makeAndModel: attributeText(list, 'printer-make-and-model') ?? '',
    formats: attributeTexts(list, 'document-format-supported'),
    mediaSupportedNames: attributeTexts(list, 'media-supported'),
    mediaDatabase: mediaOf(list, 'media-col-database'),
    hasBorderless: ['top', 'bottom', 'left', 'right'].every((side) =>
      attributeNumbers(list, `media-${side}-margin-supported`).includes(0),
    ),
    mediaTypes: attributeTexts(list, 'media-type-supported'),
    copiesMax: spanOf(findAttribute(list, 'copies-supported')?.values[0])?.upper ?? 1,
    colorModes: attributeTexts(list, 'print-color-mode-supported'),
    isColor: attributeBoolean(list, 'color-supported') ?? false,
    sides: attributeTexts(list, 'sides-supported'),
    printScalings: attributeTexts(list, 'print-scaling-supported'),
    printQualities: attributeNumbers(list, 'print-quality-supported'),
    multipleDocumentHandlings: attributeTexts(list, 'multiple-document-handling-supported'),
    mediaSources: attributeTexts(list, 'media-source-supported'),
    minMargins: minMarginsOf(list),
    resolutions: resolutionsOf(list, 'printer-resolution-supported'),
    resolutionDefault: resolutionsOf(list, 'printer-resolution-default')[0],
    pwgRaster: {
      types: attributeTexts(list, 'pwg-raster-document-type-supported'),
      resolutions: resolutionsOf(list, 'pwg-raster-document-resolution-supported'),
      sheetBack: attributeText(list, 'pwg-raster-document-sheet-back'),
    },
    urf: attributeTexts(list, 'urf-supported'),
    finishings: attributeNumbers(list, 'finishings-supported').filter((value) => value > 3),
    pagesPerMinute: attributeNumber(list, 'pages-per-minute'),
    pagesPerMinuteColor: attributeNumber(list, 'pages-per-minute-color'),
    ippVersions: attributeTexts(list, 'ipp-versions-supported'),
    location: (attributeText(list, 'printer-location') ?? '').slice(0, 255),
  };
}

/** Printers tell none of these; CUPS always tells the first two. */
const kindOf = (list: IppAttributeList | undefined): PrinterKind =>
  ['cups-version', 'printer-type', 'printer-is-shared'].some((key) =>
    (findAttribute(list, key)?.values ?? []).some((value) => value.kind !== 'outOfBand'),
  )
    ? 'cups-queue'
    : 'direct';

/** The name that people gave the printer: printer-info or its DNS-SD name say more than a queue called `print`. */
const nameOf = (list: IppAttributeList | undefined): string | undefined =>
  attributeText(list, 'printer-dns-sd-name') ||
  attributeText(list, 'printer-info') ||
  attributeText(list, 'printer-name') ||
  undefined;

/** Undefined when the answer names no job. */
export function readJob(list: IppAttributeList | undefined): PrinterJob | undefined {
  const jobId = attributeNumber(list, 'job-id');
  const state = jobStates[attributeNumber(list, 'job-state') ?? 0];
  if (jobId === undefined || state === undefined) return undefined;
  return {
    jobId,
    state,
    jobUuid: attributeText(list, 'job-uuid'),
    jobName: attributeText(list, 'job-name'),
    stateReasons: attributeTexts(list, 'job-state-reasons').filter((reason) => reason !== 'none'),
    documents: attributeNumber(list, 'number-of-documents'),
    impressionsCompleted: attributeNumber(list, 'job-impressions-completed'),
    sheetsCompleted: attributeNumber(list, 'job-media-sheets-completed'),
    copies: attributeNumber(list, 'copies'),
  };
}

function mediaOf(list: IppAttributeList | undefined, key: string): PrinterMedium[] {
  return (findAttribute(list, key)?.values ?? []).flatMap((value) => {
    const medium = mediumOf(collectionMembers(value));
    return medium ? [medium] : [];
  });
}

function mediumOf(members: IppAttributeList | undefined): PrinterMedium | undefined {
  const size = collectionMembers(findAttribute(members, 'media-size')?.values[0]);
  const x = spanOf(findAttribute(size, 'x-dimension')?.values[0]);
  const y = spanOf(findAttribute(size, 'y-dimension')?.values[0]);
  // Custom sizes come as ranges of the whole printer; a printer takes any size in them.
  if (!x || !y || x.upper <= 0 || y.upper <= 0) return undefined;
  const source = attributeText(members, 'media-source');
  return {
    x,
    y,
    mediaType: attributeText(members, 'media-type'),
    margins: marginsOf(members),
    ...(source !== undefined && { source }),
  };
}

/** RFC 8011 section 5.1.16: unit 3 is dots per inch, 4 dots per centimetre. */
function resolutionsOf(list: IppAttributeList | undefined, key: string): DotsPerInch[] {
  return (findAttribute(list, key)?.values ?? []).flatMap((value) => {
    if (value.kind !== 'resolution' || value.cross <= 0 || value.feed <= 0) return [];
    const scale = value.unit === 4 ? 2.54 : 1;
    return [{ x: Math.round(value.cross * scale), y: Math.round(value.feed * scale) }];
  });
}

function minMarginsOf(list: IppAttributeList | undefined): MediaMargins | undefined {
  const min = (side: string) => Math.min(...attributeNumbers(list, `media-${side}-margin-supported`));
  const margins = { top: min('top'), bottom: min('bottom'), left: min('left'), right: min('right') };
  return Object.values(margins).every(Number.isFinite) ? margins : undefined;
}

function marginsOf(members: IppAttributeList | undefined): MediaMargins | undefined {
  const [top, bottom, left, right] = ['top', 'bottom', 'left', 'right'].map((side) =>
    attributeNumber(members, `media-${side}-margin`),
  );
  if (top === undefined || bottom === undefined || left === undefined || right === undefined)
    return undefined;
  return { top, bottom, left, right };
}

function spanOf(value: IppValue | undefined): DimensionSpan | undefined {
  if (value?.kind === 'range') return { lower: value.lower, upper: value.upper };
  const number = value && valueNumber(value);
  return number === undefined ? undefined : { lower: number, upper: number };
}
