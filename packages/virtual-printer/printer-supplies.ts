/**
 * Owns the ink of the virtual printer and what it says about it (RFC 3805 by PWG 5100.13: marker-*, printer-supply). No I/O.
 */
import { type IppAttributes, integer, keyword, name, octets, text } from '@platen/ipp/ipp-message';

/** One ink and how much there is of it. */
export interface Supply {
  /** Unique: `cyan`, `magenta`, `yellow`, `black`. */
  color: string;
  /** `#RRGGBB`. */
  hex: string;
  /** Per cent. */
  level: number;
}

/** At this level and below a printer warns. */
const lowLevel = 10;

/** What a new printer comes with. */
export const fullSupplies = (isColor: boolean): Supply[] =>
  [
    { color: 'cyan', hex: '#00FFFF', level: 80 },
    { color: 'magenta', hex: '#FF00FF', level: 75 },
    { color: 'yellow', hex: '#FFFF00', level: 70 },
    { color: 'black', hex: '#000000', level: 65 },
  ].filter(({ color }) => isColor || color === 'black');

/** printer-state-reasons (RFC 8011 section 5.4.12): a warning while it is low, an error once it is empty. */
export function supplyReasons(supplies: readonly Supply[]): string[] {
  if (supplies.some(({ level }) => level === 0)) return ['marker-supply-empty-error'];
  return supplies.some(({ level }) => level <= lowLevel) ? ['marker-supply-low-warning'] : [];
}

/** The attributes about ink. */
export const supplyAttributes = (supplies: readonly Supply[]): IppAttributes => ({
  'marker-names': supplies.map(({ color }) => name(`${color} ink`)),
  'marker-colors': supplies.map(({ hex }) => name(hex)),
  'marker-types': supplies.map(() => keyword('ink-cartridge')),
  'marker-levels': supplies.map(({ level }) => integer(level)),
  'marker-low-levels': supplies.map(() => integer(lowLevel)),
  'marker-high-levels': supplies.map(() => integer(100)),
  'printer-supply': supplies.map(({ color, level }, index) =>
    octets(
      Buffer.from(
        `index=${index + 1};class=supplyThatIsConsumed;type=inkCartridge;unit=percent;maxcapacity=100;level=${level};colorantname=${color};`,
        'ascii',
      ),
    ),
  ),
  'printer-supply-description': supplies.map(({ color }) => text(`${color} ink`)),
});
