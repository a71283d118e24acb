/**
 * Supplies and trays as printers tell them: marker-* (CUPS), printer-supply and printer-input-tray (PWG 5100.13 sections 5.6.15
 * and 5.6.29, values of RFC 3805), read into the port's words. No I/O.
 */
import {
  attributeNumbers,
  attributeTexts,
  findAttribute,
  type IppAttributeList,
  type IppValue,
  valueText,
} from '@platen/ipp/ipp-message';
import type { PrinterMedium, PrinterSupply, PrinterTray } from '../ports/printer.ts';

/** Part of what is asked for with the status. */
export const supplyAttributes = [
  'marker-names',
  'marker-types',
  'marker-colors',
  'marker-levels',
  'marker-low-levels',
  'marker-high-levels',
  'printer-supply',
  'printer-supply-description',
  'printer-input-tray',
];

const maxSupplies = 32;
const maxTrays = 64;

/** What a person reads: one line, not too long. */
const shownText = (text: string | undefined): string =>
  (text ?? '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 100);

export function readSupplies(list: IppAttributeList | undefined): PrinterSupply[] {
  const names = attributeTexts(list, 'marker-names');
  const supplies = names.length > 0 ? markersOf(list, names) : tableOf(list);
  return supplies.slice(0, maxSupplies);
}

function markersOf(list: IppAttributeList | undefined, names: string[]): PrinterSupply[] {
  const types = attributeTexts(list, 'marker-types');
  const colors = attributeTexts(list, 'marker-colors');
  const levels = attributeNumbers(list, 'marker-levels');
  const low = attributeNumbers(list, 'marker-low-levels');
  const high = attributeNumbers(list, 'marker-high-levels');
  return names.map((name, at) => {
    const type = shownText(types[at]) || 'unknown';
    const levelPercent = percentOf(levels[at], 100);
    return {
      name: shownText(name),
      type,
      color: colorOf(colors[at]),
      levelPercent,
      state: supplyState({ type, levelPercent, low: low[at] ?? 10, high: high[at] ?? 90 }),
    };
  });
}

function tableOf(list: IppAttributeList | undefined): PrinterSupply[] {
  const descriptions = attributeTexts(list, 'printer-supply-description');
  return pairsOf(list, 'printer-supply').map((pairs, at) => {
    const type = (pairs.get('type') ?? 'unknown').replaceAll(/(?<=[a-z])([A-Z])/g, '-$1').toLowerCase();
    const isFilled = pairs.get('class') === 'receptacleThatIsFilled';
    const levelPercent = percentOf(numberOf(pairs.get('level')), numberOf(pairs.get('maxcapacity')));
    const color = shownText(pairs.get('colorantname'));
    return {
      name: shownText(descriptions[at]) || [color, type].filter((word) => word !== '').join(' '),
      type: isFilled && !type.startsWith('waste') ? `waste-${type}` : type,
      levelPercent,
      color: colorOf(color),
      state: supplyState({ type: isFilled ? 'waste' : type, levelPercent, low: 10, high: 90 }),
    };
  });
}

/** A waste box is the other way round: it has trouble when it is full. */
function supplyState(supply: {
  type: string;
  levelPercent: number | undefined;
  low: number;
  high: number;
}): PrinterSupply['state'] {
  const { type, levelPercent, low, high } = supply;
  if (levelPercent === undefined) return 'unknown';
  if (type.startsWith('waste')) {
    if (levelPercent >= 100) return 'full';
    return high > 0 && levelPercent >= high ? 'low' : 'ok';
  }
  if (levelPercent === 0) return 'empty';
  return levelPercent <= low ? 'low' : 'ok';
}

/** Negative levels are words (RFC 3805 prtMarkerSuppliesLevel): other, unknown, some. */
function percentOf(level: number | undefined, capacity: number | undefined): number | undefined {
  if (level === undefined || level < 0 || capacity === undefined || capacity <= 0) return undefined;
  return Math.min(100, Math.round((level / capacity) * 100));
}

const knownColors: Record<string, string> = {
  black: '#000000',
  cyan: '#00FFFF',
  magenta: '#FF00FF',
  yellow: '#FFFF00',
};

/** marker-colors of several inks in one cartridge stand in one value: `#00FFFF#FF00FF#FFFF00`. */
function colorOf(told: string | undefined): string | undefined {
  if (told && /^#[0-9a-f]{6}$/i.test(told)) return told.toUpperCase();
  return told === undefined ? undefined : knownColors[told.toLowerCase()];
}

export function readTrays(
  list: IppAttributeList | undefined,
  ready: readonly PrinterMedium[] | undefined,
): PrinterTray[] {
  const sources = attributeTexts(list, 'media-source-supported').filter((source) => source !== 'auto');
  const told = pairsOf(list, 'printer-input-tray');
  // An own tray for `auto` is told by some: it holds nothing itself.
  const trays = told.filter((pairs) => sourceWord(pairs.get('name')) !== 'auto');
  const inOrder = trays.length === sources.length;
  const loaded = [...(ready ?? [])];
  const found = trays.map((pairs, at): PrinterTray => {
    const word = sourceWord(pairs.get('name'));
    const source = sources.includes(word) || !inOrder ? word || undefined : sources[at];
    const mediumAt = loaded.findIndex((medium) => medium.source !== undefined && medium.source === source);
    const [medium] = mediumAt < 0 ? [] : loaded.splice(mediumAt, 1);
    const level = numberOf(pairs.get('level'));
    return {
      source,
      name: shownText(pairs.get('name')) || undefined,
      medium,
      levelPercent: percentOf(level, numberOf(pairs.get('maxcapacity'))),
      isEmpty: level === undefined || level === -1 || level === -2 ? undefined : level === 0,
    };
  });
  const others = loaded.map((medium) => ({
    source: medium.source,
    name: undefined,
    medium,
    levelPercent: undefined,
    isEmpty: undefined,
  }));
  return [...found, ...others].slice(0, maxTrays);
}

/** `Tray 1` and `tray-1` are the same place. */
const sourceWord = (name: string | undefined): string =>
  (name ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;

/** `key=value;` pairs in octetStrings or texts. */
function pairsOf(list: IppAttributeList | undefined, key: string): Map<string, string>[] {
  return (findAttribute(list, key)?.values ?? []).slice(0, maxTrays).map((value) => {
    const pairs = bytesText(value)
      .split(';')
      .map((pair) => pair.split('='))
      .filter((pair) => pair.length === 2);
    return new Map(pairs.map(([name = '', content = '']) => [name.trim().toLowerCase(), content.trim()]));
  });
}

const bytesText = (value: IppValue): string =>
  value.kind === 'bytes' ? value.bytes.toString('utf8').slice(0, 2000) : (valueText(value) ?? '');
