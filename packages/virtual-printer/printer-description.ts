/**
 * Owns what the printer says about itself (RFC 8011 section 5.4, PWG 5100.14) and which part of it a client asked
 * for. No I/O.
 */
import {
  attributeTexts,
  boolean,
  charset,
  dateTime,
  enumValue,
  type IppAttribute,
  type IppAttributes,
  type IppGroup,
  integer,
  keyword,
  mimeMediaType,
  name,
  naturalLanguage,
  octets,
  outOfBand,
  range,
  resolution,
  text,
  uri,
  valueTags,
} from '@platen/ipp/ipp-message';
import { getOperationId } from '@platen/ipp/ipp-tables';
import { upTime } from './job-record.ts';
import type { PaperTrays } from './printer-media.ts';
import { type Supply, supplyAttributes } from './printer-supplies.ts';
import { type TemplateFacts, templateAttributes, templateNames } from './printer-template.ts';

/** What the description is made of; `state` and what follows are of this moment. */
export interface PrinterFacts {
  name: string;
  uuid: string;
  uri: string;
  pageUrl: string;
  paper: PaperTrays;
  supplies: readonly Supply[];
  isColor: boolean;
  finishings: readonly number[];
  /** What uri-authentication-supported says. */
  authentication: 'none' | 'basic' | 'digest';
  formats: readonly string[];
  pageMs: number;
  operations: readonly string[];
  multipleOperationTimeOutSeconds: number;
  state: 'idle' | 'processing' | 'stopped';
  reasons: string[];
  queuedJobs: number;
  startedAt: number;
  changedAt: number;
}

/** The paper of this moment for the job template. */
export const templateFactsOf = ({
  paper,
  isColor,
  finishings,
}: Pick<PrinterFacts, 'paper' | 'isColor' | 'finishings'>): TemplateFacts => ({
  possible: paper.possible(),
  loaded: paper.loaded(),
  isColor,
  finishings,
});

const ascii = (content: string) => octets(Buffer.from(content, 'ascii'));

const whichJobs = [
  'completed',
  'not-completed',
  'aborted',
  'all',
  'canceled',
  'pending',
  'pending-held',
  'processing',
  'processing-stopped',
];

const operationNames = [
  'document-format',
  'document-name',
  'ipp-attribute-fidelity',
  'job-name',
  'compression',
  'requesting-user-name',
];

const stateNumbers = { idle: 3, processing: 4, stopped: 5 };

function identity(facts: PrinterFacts): IppAttributes {
  const device = `MFG:Platen;MDL:Virtual Printer;CMD:${facts.formats
    .map((format) => format.split('/')[1])
    .join(',')
    .toUpperCase()};`;
  return {
    'printer-name': name(facts.name),
    'printer-info': text(facts.name),
    'printer-make-and-model': text('Platen Virtual Printer'),
    'printer-device-id': text(device),
    'printer-uuid': uri(facts.uuid),
    'printer-location': text(''),
    'printer-geo-location': outOfBand(valueTags.unknown),
    'printer-organization': text(''),
    'printer-organizational-unit': text(''),
    'printer-more-info': uri(facts.pageUrl),
    'printer-icons': uri(`${facts.pageUrl}icon.png`),
    'printer-supply-info-uri': uri(facts.pageUrl),
    'printer-uri-supported': uri(facts.uri),
    'uri-authentication-supported': keyword(facts.authentication),
    'uri-security-supported': keyword(facts.uri.startsWith('ipps:') ? 'tls' : 'none'),
  };
}

function abilities(facts: PrinterFacts): IppAttributes {
  const created = [...operationNames, ...templateNames(templateFactsOf(facts))];
  return {
    'charset-configured': charset('utf-8'),
    'charset-supported': ['us-ascii', 'utf-8'].map(charset),
    'natural-language-configured': naturalLanguage('en'),
    'generated-natural-language-supported': naturalLanguage('en'),
    'ipp-versions-supported': ['1.1', '2.0'].map(keyword),
    'ipp-features-supported': keyword('ipp-everywhere'),
    'operations-supported': facts.operations.map((operation) => enumValue(getOperationId(operation))),
    'document-format-default': mimeMediaType('application/octet-stream'),
    'document-format-supported': ['application/octet-stream', ...facts.formats].map(mimeMediaType),
    'compression-supported': ['none', 'gzip', 'deflate'].map(keyword),
    'pdl-override-supported': keyword('attempted'),
    'color-supported': boolean(facts.isColor),
    'pages-per-minute': integer(pagesPerMinute(facts.pageMs)),
    ...(facts.isColor && { 'pages-per-minute-color': integer(pagesPerMinute(facts.pageMs)) }),
    'job-ids-supported': boolean(true),
    'job-k-octets-supported': range(0, 0x7fffffff),
    'job-creation-attributes-supported': created.map(keyword),
    'printer-get-attributes-supported': keyword('document-format'),
    'preferred-attributes-supported': boolean(false),
    'multiple-document-jobs-supported': boolean(false),
    'multiple-operation-time-out': integer(facts.multipleOperationTimeOutSeconds),
    'multiple-operation-time-out-action': keyword('abort-job'),
    'which-jobs-supported': whichJobs.map(keyword),
    'identify-actions-default': keyword('display'),
    'identify-actions-supported': keyword('display'),
    'document-password-supported': integer(0),
    'pwg-raster-document-resolution-supported': [resolution(300, 300), resolution(600, 600)],
    'pwg-raster-document-sheet-back': keyword('normal'),
    'pwg-raster-document-type-supported': [
      'black_1',
      'black_8',
      'sgray_8',
      ...(facts.isColor ? ['srgb_8'] : []),
    ].map(keyword),
    'urf-supported': [
      'V1.4',
      'CP255',
      'W8',
      ...(facts.isColor ? ['SRGB24'] : []),
      'RS300-600',
      'DM1',
      'PQ3-4-5',
    ].map(keyword),
  };
}

/** At least 1, so that a slow printer does not claim to stand still. */
const pagesPerMinute = (pageMs: number): number =>
  pageMs <= 0 ? 1000 : Math.min(1000, Math.max(1, Math.round(60_000 / pageMs)));

function suppliesAndTrays(facts: PrinterFacts): IppAttributes {
  return {
    ...supplyAttributes(facts.supplies),
    'printer-input-tray': facts.paper.sources.map((source) => {
      const tray = facts.paper.loaded().find((each) => each.source === source);
      const level = tray && !facts.paper.isEmpty(tray) ? 200 : 0;
      const feed = `mediafeed=${tray?.heightHmm ?? 0};mediaxfeed=${tray?.widthHmm ?? 0}`;
      return ascii(
        `type=sheetFeedAutoRemovableTray;${feed};maxcapacity=250;level=${level};status=0;name=${source};`,
      );
    }),
  };
}

function presentState(facts: PrinterFacts): IppAttributes {
  return {
    'printer-state': enumValue(stateNumbers[facts.state]),
    'printer-state-reasons': facts.reasons.map(keyword),
    'printer-state-message': text(
      `${facts.state}${facts.reasons[0] === 'none' ? '' : `: ${facts.reasons.join(', ')}`}`,
    ),
    'printer-state-change-time': integer(Math.max(1, upTime(facts, facts.changedAt))),
    'printer-state-change-date-time': dateTime(new Date(facts.changedAt)),
    'printer-config-change-time': integer(1),
    'printer-config-change-date-time': dateTime(new Date(facts.startedAt)),
    'printer-is-accepting-jobs': boolean(true),
    'queued-job-count': integer(facts.queuedJobs),
    'printer-up-time': integer(upTime(facts, Date.now())),
    'printer-current-time': dateTime(new Date()),
  };
}

/** Picks the attributes a client asked for, by name or by group name (RFC 8011 section 4.2.5.1). */
export function pickAttributes(
  attributes: IppAttribute[],
  operation: IppGroup | undefined,
  options: { groups: Record<string, (name: string) => boolean>; byDefault: string[] },
): IppAttribute[] {
  const requested = attributeTexts(operation, 'requested-attributes');
  const wanted = requested.length > 0 ? requested : options.byDefault;
  const names = new Set(wanted);
  const groups = wanted.flatMap((group) => options.groups[group] ?? []);
  return attributes.filter(({ name: own }) => names.has(own) || groups.some((group) => group(own)));
}

/** The printer's attributes for a Get-Printer-Attributes request. */
export function printerAttributes(facts: PrinterFacts, operation: IppGroup | undefined): IppAttribute[] {
  const template = templateAttributes(templateFactsOf(facts));
  const description = {
    ...identity(facts),
    ...abilities(facts),
    ...suppliesAndTrays(facts),
    ...presentState(facts),
  };
  const all = Object.entries({ ...template, ...description }).map(([key, value]) => ({
    name: key,
    values: Array.isArray(value) ? value : [value],
  }));
  return pickAttributes(all, operation, {
    byDefault: ['all'],
    groups: {
      // Large, so it comes only when it is named (PWG 5100.11 section 10).
      all: (key) => key !== 'media-col-database',
      'printer-description': (key) => key in description,
      'job-template': (key) => key in template && key !== 'media-col-database',
    },
  });
}
