/** The page Printers: what each is doing and since when that is known, what a person must do about it, and the list itself. */

import { type ShownTray, sayablePaper, shownTrays } from '../paper/paper-rules.ts';
import type { PrinterMedium } from '../ports/printer.ts';
import type { PrinterAdmin, PrinterOutcome, SaidPaper } from '../printer-admin/printer-admin.ts';
import type { PrinterListing } from '../printer-admin/printer-listing.ts';
import type { PrinterTrials } from '../printer-trust/printer-trials.ts';
import type { PrinterTrust } from '../printer-trust/printer-trust.ts';
import { mediaSourceText, mediaText, mediaTypeText } from '../sheets/sheet-text.ts';
import { type Html, html } from './console-html.ts';
import {
  type Act,
  type ActOutcome,
  actButton,
  ageOf,
  askingButton,
  type ConsolePage,
  consoleActor,
  done,
  type Language,
  type PageRequest,
} from './console-page.ts';
import { type PrinterPageWords, printerPageWords } from './console-printer-text.ts';

export interface PrintersPageDeps {
  admin: PrinterAdmin;
  trust: PrinterTrust;
  trials: PrinterTrials;
}

const path = '/printers';

export function printersPage(deps: PrintersPageDeps): ConsolePage {
  const { admin, trust, trials } = deps;
  const said = (
    { kind, said: words }: Pick<PrinterOutcome, 'said'> & { kind: string },
    language: 'en' | 'zh-CN',
  ): ActOutcome => ({
    text: words[language],
    isRefusal: kind !== 'done',
  });
  /** A change of an entry, in the version that the person saw. */
  const onEntry =
    (
      act: (entry: { entryId: number; version: number; by: string }, form: URLSearchParams) => PrinterOutcome,
    ): Act =>
    (form, { language }) => {
      const entry = {
        entryId: Number(form.get('entry')),
        version: Number(form.get('version')),
        by: consoleActor,
      };
      return said(act(entry, form), language);
    };
  return {
    path,
    title: (words) => words.printers,
    isLive: true,
    render: (request) => render(admin, request),
    acts: {
      add: async (form, { language }) =>
        said(
          await admin.add({ uri: form.get('uri') ?? '', name: form.get('name') ?? '', by: consoleActor }),
          language,
        ),
      rename: onEntry((entry, form) => admin.rename({ ...entry, name: form.get('name') ?? '' })),
      enable: onEntry((entry, form) => admin.enable({ ...entry, isEnabled: form.get('enabled') === 'yes' })),
      remove: onEntry((entry) => admin.remove(entry)),
      paper: onEntry((entry, form) =>
        admin.sayPaper({ ...entry, source: form.get('source') || undefined, paper: paperIn(form) }),
      ),
      'no-paper': onEntry((entry, form) =>
        admin.sayPaper({ ...entry, source: form.get('source') || undefined, paper: undefined }),
      ),
      'accept-printer': onEntry((entry, form) =>
        admin.acceptPrinter({ ...entry, shownUuid: form.get('uuid') ?? '' }),
      ),
      'accept-certificate': onEntry(({ entryId, version }, form) =>
        admin.acceptFingerprint({
          entryId,
          fingerprint: form.get('fingerprint') ?? '',
          trustVersion: version,
          by: consoleActor,
        }),
      ),
      credentials: (form, { language }) => {
        const listing = admin.list().find(({ entryId }) => entryId === Number(form.get('entry')));
        const username = form.get('user')?.trim() ?? '';
        const password = form.get('password') ?? '';
        if (listing)
          trust.setCredentials(
            listing.listed.uri,
            username ? { username, password } : undefined,
            consoleActor,
          );
        return done(printerPageWords(language).credentialsSaved);
      },
      'put-back': (form, { language }) => {
        trials.putBack(form.get('printer') ?? '', { byWhom: consoleActor, origin: 'console' });
        return done(printerPageWords(language).putBack);
      },
    },
  };
}

interface Drawing extends PageRequest {
  page: PrinterPageWords;
}

function render(admin: PrinterAdmin, request: PageRequest): Html {
  const drawing = { ...request, page: printerPageWords(request.language) };
  const { page } = drawing;
  const listings = admin.list();
  return html`<div class="grid">${listings.map((listing) => card(listing, drawing))}</div>
${listings.length === 0 && html`<p>${page.none}</p>`}
${listings[0]?.view.paper?.substitutes.map(({ ordered, loaded }) => {
  const [paper, other] = [mediaTypeText(ordered, request.language), mediaTypeText(loaded, request.language)];
  return html`<p>${page.standsIn(paper, other)}</p>`;
})}
<h2>${page.found}</h2>
${foundOf(admin, drawing)}
<h2>${page.addByHand}</h2>
<form method="post" action="${path}/add" class="acts"><label>${page.address} <input name="uri" required maxlength="1023" spellcheck="false"></label>
<button>${page.add}</button></form>`;
}

function card(listing: PrinterListing, drawing: Drawing): Html {
  const { view, listed } = listing;
  return html`<section class="card"><h3>${view.name}</h3>
${stateOf(listing, drawing)}
${listing.notices.map((notice) => html`<p class="refusal">${notice[drawing.language]}</p>`)}
${answersOf(listing, drawing)}
${paperOf(listing, drawing)}
<p class="age">${listed.uri}</p>
${settingsOf(listing, drawing)}</section>`;
}

/** What was told last says how old it is; a silent printer is never shown as ready. */
function stateOf({ view, reasons }: PrinterListing, drawing: Drawing): Html {
  const { page, language } = drawing;
  const { description, asOfMs, reachable } = view;
  if (view.isEnabled === false) return html`<p><span class="tag">${page.off}</span></p>`;
  if (!description || asOfMs === undefined) return html`<p class="off">${page.never}</p>`;
  const age = ageOf(asOfMs, drawing);
  const lines = reasons.map(
    (reason) =>
      html`<br><span class="${reason.severity === 'error' ? 'off' : ''}">${language === 'en' ? reason.en : reason.zh}</span>`,
  );
  const tag = html`<span class="tag ${description.state === 'stopped' ? 'held' : ''}">${page.states[description.state]}</span>`;
  return reachable
    ? html`<p>${tag} <span class="age">${page.answered(age)}</span>${lines}</p>`
    : html`<p><span class="off">${page.lastKnown(age)}</span> ${tag}${lines}</p>`;
}

/** Buttons for what only a person can say. */
function answersOf({ entryId, listed, view, trust }: PrinterListing, { page }: Drawing): Html {
  const { setAside, identityTrouble, printerId } = view;
  const entry = { entry: String(entryId), version: String(listed.version) };
  return html`${
    setAside &&
    html`<p class="off">${page.setAside(setAside.because)}</p>
${actButton(page.putBack, { action: `${path}/put-back`, fields: { printer: printerId }, kind: 'main' })}`
  }${
    trust?.offered !== undefined &&
    html`<p><code>${page.certificate(trust.offered)}</code></p>
${actButton(page.accept, {
  action: `${path}/accept-certificate`,
  fields: { entry: String(entryId), version: String(trust.version), fingerprint: trust.offered },
})}`
  }${
    identityTrouble &&
    actButton(page.acceptPrinter, {
      action: `${path}/accept-printer`,
      fields: { ...entry, uuid: identityTrouble.shownUuid },
    })
  }`;
}

function paperOf(listing: PrinterListing, drawing: Drawing): Html | false {
  const { view, speeds } = listing;
  const { page, language } = drawing;
  const { description } = view;
  if (!description) return false;
  const shown = shownTrays(description, view.paper?.stated ?? []);
  const trays = shown.map((tray) => {
    const { medium, stated, isAsked } = tray;
    const loaded = medium ? mediumText(medium, language) : isAsked ? page.unsaid : page.nothingLoaded;
    const name = tray.name ?? (tray.source && mediaSourceText(tray.source, language)) ?? page.trays;
    return html`<dt>${name}</dt><dd>${loaded}${
      stated && html` <span class="age">${page.said(stated.by, ageOf(stated.atMs, drawing))}</span>`
    }${isAsked && paperForm(tray, listing, drawing)}</dd>`;
  });
  const supplies = description.supplies.map(
    ({ name, levelPercent, state }) => html`<dt>${name}</dt>
<dd class="${state === 'empty' || state === 'full' ? 'off' : ''}">${levelPercent === undefined ? state : `${levelPercent} %`}</dd>`,
  );
  return html`<dl>${trays}${supplies}</dl>
${speeds.slice(0, 3).map(({ mediaKind: media, pagesPerMinute }) => html`<p class="age">${page.speed(pagesPerMinute.toFixed(1), media)}</p>`)}`;
}

const mediumText = ({ x, y, mediaType }: PrinterMedium, language: Language): string =>
  mediaText(
    {
      size_name: '',
      x_dimension: x.lower,
      y_dimension: y.lower,
      borderless: false,
      media_type: mediaType ?? '',
    },
    language,
  ).trim();

/** What a person says lies in a tray, of what the printer can hold there; or that it is not known any more. */
function paperForm(
  tray: ShownTray,
  { entryId, listed, view }: PrinterListing,
  { page, language }: Drawing,
): Html {
  const { sizes, types } = sayablePaper(view.description!, tray);
  const { stated, source = '' } = tray;
  const fields = { entry: String(entryId), version: String(listed.version), source };
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const option = (value: string, text: string, isChosen: boolean) =>
    html`<option value="${value}"${isChosen && html` selected`}>${text}</option>`;
  return html`<form method="post" action="${path}/paper" class="acts">${hidden}
<label>${page.lies} <select name="size">${sizes.map(({ xHmm, yHmm }) =>
    option(`${xHmm}x${yHmm}`, sizeText(xHmm, yHmm), stated?.xHmm === xHmm && stated.yHmm === yHmm),
  )}</select></label>
<select name="type">${types.map((type) => option(type, mediaTypeText(type, language), stated?.mediaType === type))}</select>
<button>${page.sayPaper}</button></form>
${stated && actButton(page.forgetPaper, { action: `${path}/no-paper`, fields })}`;
}

const sizeText = (xHmm: number, yHmm: number): string =>
  `${Math.round(xHmm / 100)} x ${Math.round(yHmm / 100)} mm`;

/** What the form says; what is no size is one that no printer takes. */
function paperIn(form: URLSearchParams): SaidPaper {
  const [, x = 0, y = 0] = /^(\d{3,6})x(\d{3,6})$/.exec(form.get('size') ?? '') ?? [];
  return { xHmm: Number(x), yHmm: Number(y), mediaType: form.get('type') ?? '' };
}

function settingsOf({ entryId, listed, trust }: PrinterListing, { page }: Drawing): Html {
  const entry = { entry: String(entryId), version: String(listed.version) };
  const hidden = Object.entries(entry).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<details><summary>${page.settings}</summary>
<form method="post" action="${path}/rename" class="acts">${hidden}
<label>${page.name} <input name="name" value="${listed.name}" maxlength="100"></label><button>${page.rename}</button></form>
<form method="post" action="${path}/credentials" class="acts">${hidden}
<label>${page.user} <input name="user" value="${trust?.username ?? ''}" autocomplete="off" maxlength="200"></label>
<label>${page.password} <input name="password" type="password" autocomplete="new-password" maxlength="200"></label><button>${page.save}</button></form>
<div class="acts">${actButton(listed.isEnabled ? page.switchOff : page.switchOn, {
    action: `${path}/enable`,
    fields: { ...entry, enabled: listed.isEnabled ? 'no' : 'yes' },
  })}${askingButton(page.remove, { question: page.removeAsks, action: `${path}/remove`, fields: entry })}</div></details>`;
}

function foundOf(admin: PrinterAdmin, { page }: Drawing): Html {
  const { isOn, found } = admin.discover();
  if (!isOn) return html`<p>${page.notLooking}</p>`;
  if (found.length === 0) return html`<p>${page.foundNone}</p>`;
  const rows = found.map(
    ({
      name,
      makeAndModel,
      note,
      uris,
      entryId,
    }) => html`<tr><td>${name}</td><td>${makeAndModel} ${note}</td><td>${uris[0]}</td>
<td>${entryId === undefined ? actButton(page.add, { action: `${path}/add`, fields: { uri: uris[0]! } }) : page.known}</td></tr>`,
  );
  return html`<div class="wide"><table><tbody>${rows}</tbody></table></div>`;
}
