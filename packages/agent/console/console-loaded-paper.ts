/** Which paper lies in which printer, for pages on which a person chooses both, and how what they ask of it is answered. */
import { listPaperPlaces, type PaperPlace } from '../floor/floor-papers.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import type { CalibrationChange, CalibrationPlace } from '../sheets/calibration-admin.ts';
import { type SheetAnswer, sheetRefusalText } from '../sheets/sheet-admin-text.ts';
import { type ActOutcome, consoleActor, done, type Language, refused } from './console-page.ts';

interface WithRegistry {
  registry: Pick<PrinterRegistry, 'list'>;
}

/** A printer and a paper that lies in it; `key` names both in a form. */
export interface LoadedPaper extends PaperPlace {
  key: string;
}

/** Every printer with each paper that lies in it. */
export const loadedIn = ({ registry }: WithRegistry): LoadedPaper[] =>
  listPaperPlaces(registry.list()).map((place) => ({ ...place, key: place.id }));

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
