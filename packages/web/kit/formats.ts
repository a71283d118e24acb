/**
 * Money, times, ages, numbers and measures as people read them, by language. Owns these texts; pure but for Intl. Money on the wire is a
 * number in major units, and so it is here.
 */
import { type Language, localeOf } from './language.ts';

const cache = new Map<string, unknown>();

/** Formatters cost more than what they format. */
function kept<T>(key: string, make: () => T): T {
  const known = cache.get(key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}

/** `¥12.50`, in major units as the wire has it. */
export function moneyText(amount: number, currency: string, language: Language): string {
  const locale = localeOf(language);
  const format = kept(
    `money ${locale} ${currency}`,
    () => new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
  );
  return format.format(amount);
}

/** `¥50`: the same, of an amount that is chosen and not owed; what is behind the point only where there is something. */
export function wholeMoneyText(amount: number, currency: string, language: Language): string {
  const locale = localeOf(language);
  const format = kept(
    `whole money ${locale} ${currency}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        trailingZeroDisplay: 'stripIfInteger',
      }),
  );
  return format.format(amount);
}

export function numberText(value: number, language: Language, maxDecimals = 1): string {
  const locale = localeOf(language);
  const format = kept(
    `number ${locale} ${maxDecimals}`,
    () => new Intl.NumberFormat(locale, { maximumFractionDigits: maxDecimals }),
  );
  return format.format(value);
}

/** `0.25` as `25 %`. */
export function percentText(share: number, language: Language): string {
  const locale = localeOf(language);
  return kept(`percent ${locale}`, () => new Intl.NumberFormat(locale, { style: 'percent' })).format(share);
}

const styles = {
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
  weekday: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeStyle = keyof typeof styles;

/** An RFC 3339 time of the wire in the reader's time zone, or in one that is named (IANA). */
export function timeText(
  time: string | number | Date,
  language: Language,
  style: TimeStyle = 'moment',
  timeZone?: string,
): string {
  const locale = localeOf(language);
  const format = kept(
    `time ${locale} ${style} ${timeZone ?? ''}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        ...styles[style],
        ...(timeZone !== undefined && { timeZone }),
      }),
  );
  return format.format(new Date(time));
}

/** What a field of a day (2026-05-01) or of a moment (2026-05-01T18:30) holds, in the reader's own time; undefined for what is neither. */
export function fieldTimeText(value: string, language: Language): string | undefined {
  const isDay = /^\d{4,6}-\d\d-\d\d$/.test(value);
  const time = new Date(isDay ? `${value}T12:00` : value);
  if (value === '' || Number.isNaN(time.getTime())) return undefined;
  return timeText(time, language, isDay ? 'date' : 'moment');
}

/** Between a name and what it is: each language has a colon of its own. */
export const colon = (language: Language): string => (language === 'zh' ? '：' : ': ');

/** Between two parts of a line. */
export const comma = (language: Language): string => (language === 'zh' ? '，' : ', ');

/** What is said beside something, with the blank that the language has before it. */
export const inBrackets = (text: string, language: Language): string =>
  language === 'zh' ? `（${text}）` : ` (${text})`;

/** Parts of a line one after the other: with the comma of the language. */
export const listText = (parts: readonly string[], language: Language): string => parts.join(comma(language));

const steps: ReadonlyArray<[unit: Intl.RelativeTimeFormatUnit, seconds: number]> = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** `12 s ago`, `in 3 min`; "now" within a second. */
export function ageText(time: string | number | Date, now: number, language: Language): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  const locale = localeOf(language);
  const format = kept(
    `age ${locale}`,
    () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
  );
  const [unit, size] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  // "Yesterday" is a day; "last year" may be eleven months.
  if (size > 86_400) {
    const counted = kept(
      `age ${locale} counted`,
      () => new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' }),
    );
    return counted.format(Math.trunc(seconds / size), unit);
  }
  return format.format(Math.trunc(seconds / size), unit);
}

/** How long something takes: `2 min 10 s`, `3 h 5 min`; two units at most. */
export function durationText(totalSeconds: number, language: Language): string {
  const rounded = Math.max(0, Math.round(totalSeconds));
  const parts: Array<[value: number, unit: 'day' | 'hour' | 'minute' | 'second']> = [
    [Math.floor(rounded / 86_400), 'day'],
    [Math.floor(rounded / 3600) % 24, 'hour'],
    [Math.floor(rounded / 60) % 60, 'minute'],
    [rounded % 60, 'second'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  if (first < 0) return unitText(0, 'second', language);
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => unitText(value, unit, language))
    .join(' ');
}

function unitText(value: number, unit: string, language: Language, maxDecimals = 0): string {
  const locale = localeOf(language);
  const format = kept(
    `unit ${locale} ${unit} ${maxDecimals}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        // The short form of a byte has no plural.
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumFractionDigits: maxDecimals,
      }),
  );
  return format.format(value);
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `3.4 MB`, in powers of 1000. */
export function fileSizeText(bytes: number, language: Language): string {
  const power = bytes < 1000 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(bytes) / 3));
  return unitText(bytes / 1000 ** power, sizes[power]!, language, power === 0 ? 0 : 1);
}

/** `102 × 152 mm`. */
export const sizeInMm = (widthMm: number, heightMm: number, language: Language): string =>
  `${numberText(widthMm, language, 0)} × ${numberText(heightMm, language, 0)} mm`;

const mmPerInch = 25.4;

/** `4 × 6 in`. */
export const sizeInInches = (widthMm: number, heightMm: number, language: Language): string =>
  `${numberText(widthMm / mmPerInch, language, 2)} × ${numberText(heightMm / mmPerInch, language, 2)} in`;
