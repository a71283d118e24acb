/**
 * Owns the job template of the virtual printer: for each attribute what is default, what is supported, and whether
 * a job's value will do (RFC 8011 section 5.2, PWG 5100.14). One table serves the answer to Get-Printer-Attributes
 * and the validation of jobs, so the two can't disagree. No I/O.
 */
import {
  attributeBoolean,
  boolean,
  enumValue,
  type IppAttribute,
  type IppAttributes,
  type IppGroup,
  type IppMessage,
  type IppValue,
  integer,
  keyword,
  outOfBand,
  range,
  resolution,
  valueNumber,
  valueTags,
  valueText,
} from '@platen/ipp/ipp-message';
import {
  mediaColMembers,
  mediaColOf,
  mediaKeyOf,
  mediaSizeOf,
  type Tray,
  traysFor,
} from './printer-media.ts';

interface TemplateEntry {
  default?: IppValue | IppValue[];
  supported: IppValue | IppValue[];
  isSupported(attribute: IppAttribute): boolean;
}

const keywords = (supported: string[], byDefault: string): TemplateEntry => ({
  default: keyword(byDefault),
  supported: supported.map(keyword),
  isSupported: ({ values }) => values.every((value) => supported.includes(valueText(value) ?? '')),
});

const enums = (supported: number[], byDefault: number): TemplateEntry => ({
  default: enumValue(byDefault),
  supported: supported.map(enumValue),
  isSupported: ({ values }) => values.every((value) => supported.includes(valueNumber(value) ?? -1)),
});

const integers = (
  lower: number,
  upper: number,
  entry: { default: IppValue; supported: IppValue },
): TemplateEntry => ({
  ...entry,
  isSupported: ({ values }) =>
    values.length === 1 &&
    values.every((value) => value.kind === 'integer' && value.value >= lower && value.value <= upper),
});

const resolutions = [300, 600];

/** What a printer can do, as far as its job template goes. */
export interface TemplateFacts {
  /** The paper that it can be given. */
  possible: readonly Tray[];
  /** The paper that is in it. */
  loaded: readonly Tray[];
  isColor: boolean;
  /** Enums of PWG 5100.1: 3 is none, 4 staple, 60 trim-after-pages … */
  finishings: readonly number[];
}

/** Every job template attribute of a printer. */
function templateOf({ possible: trays, isColor, finishings }: TemplateFacts): Record<string, TemplateEntry> {
  const [first] = trays;
  if (!first) throw new TypeError('a printer needs at least one tray');
  const hasTray = (attribute: IppAttribute): boolean =>
    attribute.values.length === 1 && traysFor(trays, [attribute]).length > 0;
  return {
    copies: integers(1, 999, { default: integer(1), supported: range(1, 999) }),
    finishings: enums([...finishings], 3),
    'job-hold-until': keywords(['no-hold', 'indefinite'], 'no-hold'),
    'job-priority': integers(1, 100, { default: integer(50), supported: integer(1) }),
    'job-sheets': keywords(['none'], 'none'),
    media: {
      default: keyword(first.sizeName),
      supported: [...new Set(trays.map((tray) => tray.sizeName))].map(keyword),
      isSupported: hasTray,
    },
    'media-col': {
      default: mediaColOf(first, { hasSource: true }),
      supported: mediaColMembers.map(keyword),
      isSupported: (attribute) => attribute.values[0]?.kind === 'collection' && hasTray(attribute),
    },
    'multiple-document-handling': keywords(
      ['separate-documents-uncollated-copies', 'separate-documents-collated-copies'],
      'separate-documents-collated-copies',
    ),
    'number-up': integers(1, 1, { default: integer(1), supported: integer(1) }),
    'orientation-requested': enums([3, 4, 5, 6], 3),
    'output-bin': keywords(['face-up'], 'face-up'),
    overrides: {
      supported: [
        'document-number',
        'document-numbers',
        'pages',
        'media',
        'media-col',
        'orientation-requested',
      ].map(keyword),
      isSupported: ({ values }) => values.every((value) => value.kind === 'collection'),
    },
    'page-ranges': {
      supported: boolean(true),
      isSupported: ({ values }) =>
        values.every((value) => value.kind === 'range' && value.lower >= 1 && value.upper >= value.lower),
    },
    'print-color-mode': keywords(isColor ? ['auto', 'color', 'monochrome'] : ['auto', 'monochrome'], 'auto'),
    'print-content-optimize': keywords(['auto', 'graphic', 'photo', 'text', 'text-and-graphic'], 'auto'),
    'print-quality': enums([3, 4, 5], 4),
    'print-rendering-intent': keywords(['auto', 'perceptual', 'relative'], 'auto'),
    'print-scaling': keywords(['auto', 'auto-fit', 'fill', 'fit', 'none'], 'auto'),
    'printer-resolution': {
      default: resolution(300, 300),
      supported: resolutions.map((dpi) => resolution(dpi, dpi)),
      isSupported: ({ values }) =>
        values.every(
          (value) =>
            value.kind === 'resolution' &&
            value.unit === 3 &&
            value.cross === value.feed &&
            resolutions.includes(value.cross),
        ),
    },
    sides: keywords(['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'], 'one-sided'),
  };
}

/** The names of all job template attributes, for job-creation-attributes-supported. */
export const templateNames = (facts: TemplateFacts): string[] => Object.keys(templateOf(facts));

/** The xxx-default, xxx-supported and xxx-ready attributes, and the media lists that go with them. */
export function templateAttributes(facts: TemplateFacts): IppAttributes {
  const { possible: trays, loaded, finishings } = facts;
  const attributes: IppAttributes = {};
  for (const [key, entry] of Object.entries(templateOf(facts))) {
    if (entry.default) attributes[`${key}-default`] = entry.default;
    attributes[`${key}-supported`] = entry.supported;
  }
  const margins = [...new Set(trays.map((tray) => tray.marginHmm))].map(integer);
  const sizes = new Map(trays.map((tray) => [tray.sizeName, mediaSizeOf(tray)]));
  return {
    ...attributes,
    'finishings-ready': finishings.map(enumValue),
    'media-ready': someOrNone([...new Set(loaded.map((tray) => tray.sizeName))].map(keyword)),
    'media-col-ready': someOrNone(loaded.map((tray) => mediaColOf(tray, { hasSource: true }))),
    'media-col-database': trays.map((tray) => mediaColOf(tray, { hasSource: false })),
    'media-size-supported': [...sizes.values()],
    'media-key-supported': trays.map((tray) => keyword(mediaKeyOf(tray, { hasSource: true }))),
    'media-source-supported': ['auto', ...new Set(trays.map((tray) => tray.source))].map(keyword),
    'media-type-supported': [...new Set(trays.map((tray) => tray.type))].map(keyword),
    'media-bottom-margin-supported': margins,
    'media-left-margin-supported': margins,
    'media-right-margin-supported': margins,
    'media-top-margin-supported': margins,
  };
}

/** An attribute needs a value: a printer whose trays are all empty says no-value. */
const someOrNone = <Value extends IppValue>(values: Value[]): IppValue[] =>
  values.length > 0 ? values : [outOfBand(valueTags.noValue)];

/** What became of a job's attributes. */
export interface TemplateVerdict {
  /** client-error-attributes-or-values-not-supported is due. */
  isRefused: boolean;
  /** For the unsupported group: unknown attributes with the out-of-band value, bad values as they came. */
  unsupported: IppAttribute[];
  /** What the job will be printed with. */
  accepted: IppAttribute[];
}

/** Printing these wrongly wastes paper or money, so they are refused even when fidelity is not asked for. */
const alwaysFaithful = new Set(['copies', 'media', 'media-col']);

/** Checks the job group of a request (RFC 8011 section 4.1.7); without fidelity the rest is left out and named. */
export function judgeTemplate(message: IppMessage, facts: TemplateFacts): TemplateVerdict {
  const template = templateOf(facts);
  const operation: IppGroup | undefined = message.groups[0];
  const wantsFidelity = attributeBoolean(operation, 'ipp-attribute-fidelity') ?? false;
  const verdict: TemplateVerdict = { isRefused: false, unsupported: [], accepted: [] };
  const jobAttributes = message.groups
    .filter((group) => group.tag === 0x02)
    .flatMap((group) => group.attributes);
  for (const attribute of jobAttributes) {
    const entry = template[attribute.name];
    if (entry?.isSupported(attribute)) {
      verdict.accepted.push(attribute);
      continue;
    }
    verdict.unsupported.push(
      entry ? attribute : { name: attribute.name, values: [{ kind: 'outOfBand', tag: 0x10 }] },
    );
    if (wantsFidelity || alwaysFaithful.has(attribute.name)) verdict.isRefused = true;
  }
  return verdict;
}
