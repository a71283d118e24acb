/** Which paper lies in which printer, for pages on which a person chooses both, and how what they ask of it is answered. */
import type { PrintMedia } from '@platen/contracts/print-ticket';
import { paperPlaces } from '../paper/paper-rules.ts';
import type { PrinterMedium } from '../ports/printer.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import type { CalibrationChange, CalibrationPlace } from '../sheets/calibration-admin.ts';
import { type SheetAnswer, sheetRefusalText } from '../sheets/sheet-admin-text.ts';
import { type ActOutcome, consoleActor, done, type Language, refused } from './console-page.ts';

interface WithRegistry {
  registry: Pick<PrinterRegistry, 'list'>;
}

/** A printer and a paper that lies in it; `key` names both in a form. */
export interface LoadedPaper extends CalibrationPlace {
  printerName: string;
  key: string;
}

/** Every printer with each paper that lies in it. */
export const loadedIn = ({ registry }: WithRegistry): LoadedPaper[] => registry.list().flatMap(loadedBy);

function loadedBy({ printerId, name: printerName, description, paper }: PrinterView): LoadedPaper[] {
  const seen = new Map<string, LoadedPaper>();
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
    const key = [printerId, short, long, media.media_type, borderless ? 'borderless' : 'bordered'].join('|');
    seen.set(key, { printerId, printerName, media, key });
  }
  return [...seen.values()];
}

const isBorderless = ({ margins }: PrinterMedium): boolean =>
  margins !== undefined && Object.values(margins).every((margin) => margin === 0);

/** What was chosen, as long as it is there; else nobody's printer, which is refused with a sentence. */
export function placeIn(form: URLSearchParams, deps: WithRegistry): CalibrationPlace {
  const place = loadedIn(deps).find(({ key }) => key === form.get('place'));
  const media = { size_name: '', x_dimension: 1000, y_dimension: 1000, media_type: '', borderless: false };
  return place ?? { printerId: '', media };
}

/** A change of what was chosen, as the person saw it. */
export const changeIn = (form: URLSearchParams, deps: WithRegistry): CalibrationChange => ({
  ...placeIn(form, deps),
  basedOn: Number(form.get('version')),
  changedBy: consoleActor,
});

/** `well`: what is said when it was done. */
export const answered = (answer: SheetAnswer<unknown>, language: Language, well: string): ActOutcome =>
  answer.done
    ? done(well)
    : refused(`${sheetRefusalText[language][answer.why]} ${answer.detail ?? ''}`.trim());
