/** The page Schedule: when paid jobs print, what waits for an approval, and who changed what. */
import { scheduleWords } from '@platen/contracts/schedule/schedule-words';
import type { ScheduleAdmin } from '../schedule/schedule-admin.ts';
import { ScheduleRefusal } from '../schedule/schedule-edits.ts';
import { type Html, html } from './console-html.ts';
import {
  actButton,
  type ConsolePage,
  consoleActor,
  dayAndClockOf,
  done,
  type PageRequest,
  refused,
} from './console-page.ts';
import { planText, quietText, readScheduleForm } from './console-schedule-form.ts';
import { type SchedulePageWords, schedulePageWords } from './console-schedule-text.ts';

const path = '/schedule';
const maxEdits = 20;

export const schedulePage = (schedule: ScheduleAdmin): ConsolePage => ({
  path,
  title: (words) => words.schedule,
  isLive: false,
  render: (request) => render(schedule, request),
  acts: {
    save: (form, { language }) =>
      unlessRefused(() => {
        const content = readScheduleForm(form, schedule.read().content);
        const version = Number(form.get('version'));
        return schedulePageWords(language).saved(
          schedule.save(content, { by: consoleActor, version }).version,
        );
      }),
    decide: (form, { language }) =>
      unlessRefused(() => {
        const decision = form.get('decision') === 'print_now' ? 'print_now' : 'by_schedule';
        schedule.decide(form.get('backlog') ?? '', { decision, by: consoleActor });
        return schedulePageWords(language).decided;
      }),
  },
});

function unlessRefused(act: () => string) {
  try {
    return done(act());
  } catch (error) {
    if (error instanceof ScheduleRefusal) return refused(error.message);
    throw error;
  }
}

interface Drawing extends PageRequest {
  page: SchedulePageWords;
}

function render(schedule: ScheduleAdmin, request: PageRequest): Html {
  const drawing = { ...request, page: schedulePageWords(request.language) };
  return html`<h2>${drawing.page.now}</h2>
${stateOf(schedule, drawing)}
<h2>${drawing.page.change}</h2>
${formOf(schedule, drawing)}
<h2>${drawing.page.edits}</h2>
${editsOf(schedule, drawing)}`;
}

const timeText = (time: string | null, { language, page }: Drawing): string =>
  time === null ? page.none : dayAndClockOf(Date.parse(time), language);

function stateOf(schedule: ScheduleAdmin, drawing: Drawing): Html {
  const { page, words, language } = drawing;
  const { rules, waiting, backlog } = schedule.state();
  const rows = rules.map(
    (rule) => html`<tr><td>${rule.name}</td><td>${page.modes[rule.mode]}</td>
<td>${timeText(rule.next_run, drawing)}</td>
<td>${rule.last_run ? html`${timeText(rule.last_run.at, drawing)}, ${page.outcomes[rule.last_run.outcome]}` : page.none}</td></tr>`,
  );
  const ask = (decision: string, label: string, kind: 'main' | 'normal') =>
    actButton(label, { action: `${path}/decide`, kind, fields: { backlog: backlog!.backlog_id, decision } });
  return html`${
    backlog &&
    html`<section class="card"><h3>${words.needsYou}</h3>
<p>${scheduleWords[language].backlog(backlog.jobs, backlog.causes)}</p>
<div class="acts">${ask('print_now', page.printNow, 'main')}${ask('by_schedule', page.bySchedule, 'normal')}</div></section>`
  }
<div class="wide"><table><thead><tr><th></th><th>${page.plan}</th><th>${page.next}</th><th>${page.last}</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p>${page.waiting(waiting)}</p>`;
}

function formOf(schedule: ScheduleAdmin, { page }: Drawing): Html {
  const { document, content } = schedule.read();
  const options = (all: Record<string, string>, chosen: string) =>
    Object.entries(all).map(
      ([value, text]) =>
        html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
    );
  const minutes = (name: 'promise_minutes' | 'deadline_minutes' | 'outage_limit_minutes', label: string) =>
    html`<label>${label} <input name="${name}" type="number" min="0" value="${content[name] ?? ''}"></label>`;
  return html`<form method="post" action="${path}/save" class="login">
<input type="hidden" name="version" value="${document.version}">
<label>${page.mode} <select name="mode">${options(page.modes, content.plan.mode)}</select></label>
<label>${page.lines} <textarea name="lines" rows="4" spellcheck="false">${planText(content.plan)}</textarea></label>
<p class="age">${page.linesHint}</p>
<label>${page.timeZone} <input name="time_zone" value="${content.time_zone}" spellcheck="false" required></label>
<label>${page.quiet} <textarea name="quiet" rows="2" spellcheck="false">${quietText(content)}</textarea></label>
<label>${page.missed} <select name="missed_runs">${options(page.policies, content.missed_runs)}</select></label>
${minutes('promise_minutes', page.promise)}
${minutes('deadline_minutes', page.deadline)}
${minutes('outage_limit_minutes', page.outage)}
${content.rules.length > 0 && html`<p>${page.rulesNote(content.rules.length)}</p>`}
<button class="main">${page.save}</button>
</form>`;
}

function editsOf(schedule: ScheduleAdmin, drawing: Drawing): Html {
  const { page, words } = drawing;
  const rows = schedule.history(maxEdits).map(
    ({ document, state }) => html`<tr><td class="number">${document.version}</td>
<td>${document.edited_by}, ${page.origins[document.origin]}</td><td>${timeText(document.edited_at, drawing)}</td>
<td>${page.results[state]}</td></tr>`,
  );
  if (rows.length === 0) return html`<p>${page.none}</p>`;
  return html`<div class="wide"><table><thead><tr><th class="number">${page.version}</th><th>${page.by}</th><th>${words.time}</th>
<th>${words.state}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
