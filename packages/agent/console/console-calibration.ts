/** The page Calibration: print the page for a printer and its loaded paper, enter what was read, look, reset. */
import type { PrinterTrials } from '../printer-trust/printer-trials.ts';
import {
  type CalibrationDeps,
  enterReadings,
  findCalibration,
  printCalibrationPage,
  resetCalibration,
} from '../sheets/calibration-admin.ts';
import type { CalibrationReadings } from '../sheets/calibration-rules.ts';
import { mediaText } from '../sheets/sheet-text.ts';
import { type Html, html } from './console-html.ts';
import { answered, changeIn, type LoadedPaper, loadedIn, placeIn } from './console-loaded-paper.ts';
import { actButton, askingButton, type ConsolePage, consoleActor, type PageRequest } from './console-page.ts';
import { type PrinterPageWords, printerPageWords } from './console-printer-text.ts';

const path = '/calibration';

/** `trials` hears of readings: somebody held a page of this printer in hand, so it works. */
export function calibrationPage(
  deps: CalibrationDeps,
  trials: Pick<PrinterTrials, 'testPrinted'>,
): ConsolePage {
  return {
    path,
    title: (words) => words.calibration,
    isLive: false,
    render: (request) => render(deps, request),
    acts: {
      page: async (form, { language }) =>
        answered(
          await printCalibrationPage(placeIn(form, deps), deps),
          language,
          printerPageWords(language).printed,
        ),
      readings(form, { language }) {
        const entered = enterReadings({ ...changeIn(form, deps), readings: readingsIn(form) }, deps);
        if (entered.done) trials.testPrinted(placeIn(form, deps).printerId, consoleActor);
        return answered(entered, language, printerPageWords(language).saved);
      },
      reset: (form, { language }) =>
        answered(resetCalibration(changeIn(form, deps), deps), language, printerPageWords(language).saved),
    },
  };
}

/** A number as it was typed, with a point or a comma; what is none stays none, for the rules to refuse. */
const numberIn = (form: URLSearchParams, name: string): number => {
  const text = form.get(name)?.trim().replace(',', '.') ?? '';
  return text === '' ? Number.NaN : Number(text);
};

function readingsIn(form: URLSearchParams): CalibrationReadings {
  const sides = ['left', 'right', 'top', 'bottom'] as const;
  const [left, right, top, bottom] = sides.map((side) => numberIn(form, `ladder_${side}`)) as [
    number,
    number,
    number,
    number,
  ];
  const hasLadders = sides.some((side) => (form.get(`ladder_${side}`) ?? '').trim() !== '');
  return {
    leftCrossMm: numberIn(form, 'left'),
    rightCrossMm: numberIn(form, 'right'),
    topCrossMm: numberIn(form, 'top'),
    bottomCrossMm: numberIn(form, 'bottom'),
    ...(hasLadders && { ladders: { left, right, top, bottom } }),
  };
}

interface Drawing extends PageRequest {
  page: PrinterPageWords;
}

function render(deps: CalibrationDeps, request: PageRequest): Html {
  const page = printerPageWords(request.language);
  const places = loadedIn(deps);
  if (places.length === 0) return html`<p>${page.noPaper}</p>`;
  return html`<p>${page.pageHint}</p>
<div class="grid">${places.map((place) => card(place, deps, { ...request, page }))}</div>`;
}

function card(place: LoadedPaper, deps: CalibrationDeps, { page, language }: Drawing): Html {
  const holding = findCalibration(place, deps);
  const version = String(holding?.version ?? 0);
  const fields = { place: place.key, version };
  const number = (name: string, label: string, step: string) =>
    html`<label>${label} <input name="${name}" inputmode="decimal" size="7" data-step="${step}"></label>`;
  const crosses = ['left', 'right', 'top', 'bottom'] as const;
  const { calibration } = holding ?? {};
  return html`<section class="card"><h3>${place.printerName}: ${mediaText(place.media, language)}</h3>
${
  calibration
    ? html`<p>${page.holds(holding!.version, holding!.changedBy)}</p><pre>${JSON.stringify(calibration, null, 1)}</pre>
${askingButton(page.reset, { question: page.resetAsks, action: `${path}/reset`, fields })}`
    : html`<p>${page.noneYet}</p>`
}
${actButton(page.printPage, { action: `${path}/page`, fields, kind: 'main' })}
<details><summary>${page.readings}</summary>
<form method="post" action="${path}/readings" class="login">
<input type="hidden" name="place" value="${place.key}"><input type="hidden" name="version" value="${version}">
<div class="acts">${crosses.map((side) => number(side, page[side], '0.1'))}</div>
${
  place.media.borderless &&
  html`<p>${page.ladders}</p><div class="acts">${crosses.map((side) => number(`ladder_${side}`, page[side], '1'))}</div>`
}
<button class="main">${page.save}</button></form></details></section>`;
}
