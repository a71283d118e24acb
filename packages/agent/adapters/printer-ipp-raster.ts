/** Resolutions and raster abilities of a printer, read into the port's words: IPP resolutions, urf-supported. No I/O. */
import { attributeTexts, findAttribute, type IppAttributeList } from '@platen/ipp/ipp-message';
import type { PrinterResolution, UrfAbilities } from '../ports/printer.ts';

const centimetresAnInch = 2.54;
const mostResolutions = 32;

/** In dots per inch, whichever unit the printer tells (3: inch, 4: centimetre). */
export function readResolutions(list: IppAttributeList | undefined, key: string): PrinterResolution[] {
  const told = (findAttribute(list, key)?.values ?? []).flatMap((value) => {
    if (value.kind !== 'resolution' || value.cross <= 0 || value.feed <= 0) return [];
    const scale = value.unit === 4 ? centimetresAnInch : 1;
    return [{ x: Math.round(value.cross * scale), y: Math.round(value.feed * scale) }];
  });
  return told.slice(0, mostResolutions);
}

/** `V1.4`, `RS300-600`, `DM1`, `PQ3-4-5`, `W8`, `SRGB24` …; undefined when the printer takes no URF. */
export function readUrf(list: IppAttributeList | undefined): UrfAbilities | undefined {
  const words = attributeTexts(list, 'urf-supported');
  if (words.length === 0 || words.includes('none')) return undefined;
  const find = (pattern: RegExp): string | undefined =>
    words.flatMap((word) => pattern.exec(word)?.[1] ?? [])[0];
  const numbers = (pattern: RegExp): number[] =>
    (find(pattern) ?? '')
      .split('-')
      .filter((part) => /^\d{1,5}$/.test(part))
      .map(Number);
  const duplex = find(/^DM(\d)$/i);
  return {
    version: find(/^V(\d+(?:\.\d+)?)$/i) ?? '',
    colorSpaces: words.filter((word) => /^(W|S?RGB|ADOBERGB|DEV(W|RGB|CMYK)|CMYK)\d/i.test(word)),
    resolutions: numbers(/^RS([\d-]+)$/i),
    duplexMode: duplex === undefined ? undefined : Number(duplex),
    qualities: numbers(/^PQ([\d-]+)$/i),
  };
}
