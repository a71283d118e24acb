/** The page Today: what waits for a person, what waits to be printed, what has ended since midnight. */
import { isFinal } from '@platen/contracts/state-machine';
import { jobMachine } from '@platen/contracts/states';
import type { createJobAdmin, ActOutcome as JobOutcome, JobView } from '../jobs/job-admin.ts';
import { jobAdminText } from '../jobs/job-admin-text.ts';
import { isReleasable } from '../jobs/release-rules.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import { mediaText } from '../sheets/sheet-text.ts';
import { type Html, html } from './console-html.ts';
import { type JobWords, jobWordsOf } from './console-job-text.ts';
import {
  type Act,
  actButton,
  ageOf,
  askingButton,
  type ConsolePage,
  consoleActor,
  type PageRequest,
  stateTag,
} from './console-page.ts';

export interface TodayDeps {
  admin: ReturnType<typeof createJobAdmin>;
  registry: PrinterRegistry;
  isLinked: () => boolean;
}

const path = '/today';
const well: ReadonlySet<JobOutcome> = new Set([
  'done',
  'told-the-cloud',
  'asked-the-printer',
  'printer-silent',
  'looked-again',
]);

export function todayPage(deps: TodayDeps): ConsolePage {
  const { admin } = deps;
  /** An act on one job, its outcome in words. */
  const onJob =
    (work: (jobId: string, form: URLSearchParams) => JobOutcome | Promise<JobOutcome>): Act =>
    async (form, { language }) => {
      const outcome = await work(form.get('job') ?? '', form);
      return { text: jobAdminText[language].outcome[outcome], isRefusal: !well.has(outcome) };
    };
  const decide = (choice: 'printed' | 'reprint' | 'refund' | 'wait') =>
    onJob((jobId, form) =>
      admin.decide({ jobId, choice, copiesPrinted: copiesIn(form), byWhom: consoleActor }),
    );
  return {
    path,
    title: (words) => words.today,
    isLive: true,
    render: (request) => render(deps, request),
    acts: {
      printed: decide('printed'),
      reprint: decide('reprint'),
      refund: decide('refund'),
      wait: decide('wait'),
      hold: onJob((jobId) => admin.hold({ jobId, byWhom: consoleActor })),
      release: onJob((jobId) => admin.release({ jobId, byWhom: consoleActor })),
      retry: onJob((jobId) => admin.retry({ jobId, byWhom: consoleActor })),
      cancel: onJob((jobId) => admin.cancel({ jobId, byWhom: consoleActor })),
    },
  };
}

/** What was typed; something that is no number is no number of copies either. */
function copiesIn(form: URLSearchParams): number | undefined {
  const text = form.get('copies')?.trim() ?? '';
  if (text === '') return undefined;
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}

interface Drawing extends PageRequest {
  jobWords: JobWords;
  printerName: (printerId: string | undefined) => string;
}

function render({ admin, registry, isLinked }: TodayDeps, request: PageRequest): Html {
  const { words } = request;
  const names = new Map(registry.list().map((view) => [view.printerId, view.name]));
  const drawing: Drawing = {
    ...request,
    jobWords: jobWordsOf(request.language),
    printerName: (printerId) => (printerId === undefined ? '' : (names.get(printerId) ?? printerId)),
  };
  const undecided = admin.listUndecided();
  const held = admin.listHeld();
  const all = admin.listToday(new Date(request.nowMs).setHours(0, 0, 0, 0));
  const queue = all.filter(
    ({ job }) => !isFinal(jobMachine, job.state) && job.state !== 'held' && job.state !== 'unknown',
  );
  const ended = all.filter(({ job }) => isFinal(jobMachine, job.state));
  const needsYou = [
    ...undecided.map((view) =>
      view.job.state === 'printing' ? longCard(view, drawing) : questionCard(view, drawing),
    ),
    ...held.map((view) => heldCard(view, drawing)),
  ];
  const up = isLinked();
  return html`<p class="${up ? 'on' : 'off'}">${words.link(up)}</p>
<h2>${words.needsYou}</h2>
${needsYou.length > 0 ? needsYou : html`<p>${words.nothingNeedsYou}</p>`}
<h2>${words.queue} (${queue.length})</h2>
${queue.length > 0 ? jobTable(queue.toReversed(), drawing) : html`<p>${words.queueEmpty}</p>`}
<h2>${words.ended} (${ended.length})</h2>
${ended.length > 0 ? jobTable(ended, drawing) : html`<p>${words.endedNone}</p>`}`;
}

const titleOf = ({ job }: JobView, { words, language }: Drawing): Html =>
  html`${words.order} ${job.ticket.order_no}, ${words.item} ${job.ticket.item_position}: ${mediaText(job.ticket.media, language)}, ${job.copiesPrinted} / ${job.copies}`;

/** The last word on a job, so that two people don't answer twice. */
function lastActOf({ lastAct }: JobView, drawing: Drawing): Html | false {
  return (
    lastAct !== undefined &&
    html`<p>${drawing.jobWords.lastAct(lastAct.byWhom, ageOf(lastAct.atMs, drawing))}</p>`
  );
}

function questionCard(view: JobView, drawing: Drawing): Html {
  const { job } = view;
  const { words, jobWords } = drawing;
  const isUnknown = job.state === 'unknown';
  return html`<section class="card"><h3>${stateTag(job.state, words)} ${titleOf(view, drawing)}</h3>
<p>${isUnknown ? jobWords.question(job.copies) : jobWords.failedQuestion}</p>
${job.message !== '' && html`<p>${job.message} ${drawing.printerName(job.printerId)}</p>`}
${lastActOf(view, drawing)}
<div class="acts">
${isUnknown && actButton(jobWords.allCameOut, { action: `${path}/printed`, fields: { job: job.id }, kind: 'main' })}
${
  isUnknown && job.copies > 1
    ? countedForm(view, drawing)
    : html`
${actButton(jobWords.printRest, { action: `${path}/reprint`, fields: { job: job.id } })}
${payBackButton(job.id, jobWords)}`
}
</div></section>`;
}

/** A job that prints for longer than it should; nothing happens to it until somebody has looked. */
function longCard(view: JobView, drawing: Drawing): Html {
  const { job } = view;
  const { words, jobWords } = drawing;
  const fields = { job: job.id };
  return html`<section class="card"><h3>${stateTag(job.state, words)} ${titleOf(view, drawing)}</h3>
<p><strong>${jobWords.reasons[job.reason]}</strong> ${job.message}</p>
<p>${jobWords.longQuestion}</p>
<p class="age">${ageOf(job.updatedAtMs, drawing)}</p>
${lastActOf(view, drawing)}
<div class="acts">
${actButton(jobWords.keepWaiting, { action: `${path}/wait`, fields, kind: 'main' })}
${actButton(jobWords.allCameOut, { action: `${path}/printed`, fields })}
${callOffButton(job.id, jobWords)}
</div></section>`;
}

const callOffButton = (jobId: string, { callOff, callOffAsks }: JobWords): Html =>
  askingButton(callOff, { question: callOffAsks, action: `${path}/cancel`, fields: { job: jobId } });

const payBackButton = (jobId: string, { payBackRest, payBackAsks }: JobWords): Html =>
  askingButton(payBackRest, { question: payBackAsks, action: `${path}/refund`, fields: { job: jobId } });

/** A number of copies, and what becomes of the others. */
const countedForm = ({ job }: JobView, { jobWords }: Drawing): Html =>
  html`<form method="post" action="${path}/reprint" class="acts"><input type="hidden" name="job" value="${job.id}">
<label>${jobWords.cameOut} <input name="copies" type="number" min="0" max="${job.copies}" value="${job.copiesPrinted}" required></label>
<button>${jobWords.printRest}</button>
<details class="asks"><summary>${jobWords.payBackRest}</summary><p>${jobWords.payBackAsks}</p><button formaction="${path}/refund">${jobWords.payBackRest}</button></details></form>`;

function heldCard(view: JobView, drawing: Drawing): Html {
  const { job } = view;
  const { words, jobWords } = drawing;
  const mayGoOn = isReleasable(job.reason);
  return html`<section class="card"><h3>${stateTag(job.state, words)} ${titleOf(view, drawing)}</h3>
<p><strong>${jobWords.reasons[job.reason]}</strong> ${job.message}</p>
<p class="age">${ageOf(job.updatedAtMs, drawing)}</p>
${lastActOf(view, drawing)}
<div class="acts">
${
  mayGoOn
    ? actButton(jobWords.release, { action: `${path}/release`, fields: { job: job.id }, kind: 'main' })
    : actButton(jobWords.tryAgain, { action: `${path}/retry`, fields: { job: job.id }, kind: 'main' })
}
${job.reason !== 'held-by-person' && actButton(jobWords.hold, { action: `${path}/hold`, fields: { job: job.id } })}
${callOffButton(job.id, jobWords)}
</div></section>`;
}

function jobTable(views: readonly JobView[], drawing: Drawing): Html {
  const { words, jobWords, language } = drawing;
  const row = (view: JobView): Html => {
    const { job } = view;
    const isOver = isFinal(jobMachine, job.state);
    const canHold = ['accepted', 'preparing', 'ready'].includes(job.state);
    return html`<tr><td>${job.ticket.order_no} · ${job.ticket.item_position}</td><td>${mediaText(job.ticket.media, language)}</td>
<td class="number">${job.copiesPrinted} / ${job.copies}</td>
<td>${stateTag(job.state, words)} ${jobWords.reasons[job.reason]}</td><td>${drawing.printerName(job.printerId)}</td>
<td>${ageOf(job.updatedAtMs, drawing)}</td>
<td class="acts">${canHold && actButton(jobWords.hold, { action: `${path}/hold`, fields: { job: job.id } })}
${!isOver && callOffButton(job.id, jobWords)}</td></tr>`;
  };
  return html`<div class="wide"><table><thead><tr><th>${words.order}</th><th>${words.size}</th><th class="number">${words.copies}</th>
<th>${words.state}</th><th>${words.printer}</th><th>${words.since}</th><th></th></tr></thead><tbody>${views.map(row)}</tbody></table></div>`;
}
