/** What a page of the console is, and the frame around each. Owns titles, the way between pages, and how a page says its age. */
import type { JobState } from '@platen/contracts/states';
import { type Html, html } from './console-html.ts';
import type { Words } from './console-text.ts';

export type Language = 'zh-CN' | 'en';

/** What a page is rendered for. */
export interface PageRequest {
  words: Words;
  language: Language;
  /** Milliseconds since 1970. */
  nowMs: number;
  /** The words behind `?`. */
  query: URLSearchParams;
}

/** What an act answers: a sentence for the person, and whether it was refused. */
export interface ActOutcome {
  text: string;
  isRefusal: boolean;
  /** A PNG that is shown with it. */
  picture?: Uint8Array;
}

/** What an act is done for; `files`: what was posted with the form, by the names of its inputs. */
export type ActRequest = Omit<PageRequest, 'query'> & { files: ReadonlyMap<string, Uint8Array> };

export type Act = (form: URLSearchParams, request: ActRequest) => ActOutcome | Promise<ActOutcome>;

/** One page; its acts are reached by POST to `{path}/{name of the act}`. */
export interface ConsolePage {
  path: string;
  title: (words: Words) => string;
  /** It is drawn anew every few seconds while somebody looks at it. */
  isLive: boolean;
  render(request: PageRequest): Html | Promise<Html>;
  acts?: Record<string, Act>;
}

/** Who acts here; there is one PIN. */
export const consoleActor = 'the console';

export const done = (text: string): ActOutcome => ({ text, isRefusal: false });
export const refused = (text: string): ActOutcome => ({ text, isRefusal: true });

export interface Frame {
  title: string;
  content: Html;
  /** The path of the page, or undefined before the PIN was given. */
  at: string | undefined;
  pages: readonly ConsolePage[];
  said: ActOutcome | undefined;
  isLive: boolean;
}

/** The whole document. */
export function framed(frame: Frame, { words, language, nowMs }: Omit<PageRequest, 'query'>): Html {
  const { title, content, at, pages, said, isLive } = frame;
  const [other, otherName] = language === 'en' ? ['zh-CN', '中文'] : ['en', 'English'];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Platen</title>
<link rel="stylesheet" href="/console.css">
${at !== undefined && html`<script src="/console.js" defer></script>`}
</head>
<body data-live="${isLive ? 'yes' : 'no'}" data-silent="${words.silentSince}">
<a class="skip" href="#content">${words.skip}</a>
<header>
<strong>Platen</strong>
${
  at !== undefined &&
  html`<nav aria-label="${words.pages}">${pages.map(
    (page) =>
      html`<a href="${page.path}"${page.path === at && html` aria-current="page"`}>${page.title(words)}</a>`,
  )}</nav>`
}
<form method="post" action="/language"><input type="hidden" name="language" value="${other}"><button class="plain" lang="${other}">${otherName}</button></form>
${at !== undefined && html`<form method="post" action="/leave"><button class="plain">${words.leave}</button></form>`}
</header>
<p id="silent" role="status" hidden></p>
<main id="content" tabindex="-1">
<h1>${title}</h1>
${said && html`<p class="${said.isRefusal ? 'refusal' : 'done'}" role="status">${said.text}</p>`}
${said?.picture && html`<p><img class="proof" src="/picture?at=${nowMs}" alt="${said.text}"></p>`}
${content}
${isLive && html`<p class="age">${words.asOf} <time>${clockOf(nowMs, language)}</time></p>`}
</main>
</body>
</html>
`;
}

/** A button that is a whole form. */
export function actButton(label: string, { action, fields = {}, kind = 'normal' }: ButtonOptions): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${action}">${inputs}<button class="${kind}">${label}</button></form>`;
}

/** A button of which the act can't be taken back: it asks first, in a part that opens, for which no script is needed. */
export const askingButton = (
  label: string,
  { question, ...options }: ButtonOptions & { question: string },
): Html =>
  html`<details class="asks"><summary>${label}</summary><p>${question}</p>${actButton(label, options)}</details>`;

export interface ButtonOptions {
  action: string;
  fields?: Record<string, string>;
  kind?: 'normal' | 'main' | 'plain';
}

/** Time of day by the machine's clock and zone. */
export const clockOf = (ms: number, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(ms);

/** Day and time by the machine's clock and zone. */
export const dayAndClockOf = (ms: number, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ms);

/** How long ago, in the largest unit that is at least one. */
export function ageOf(ms: number, { nowMs, language }: Pick<PageRequest, 'nowMs' | 'language'>): string {
  const seconds = Math.max(0, Math.round((nowMs - ms) / 1000));
  const [amount, unit] =
    seconds < 60
      ? ([seconds, 'second'] as const)
      : seconds < 3600
        ? ([Math.floor(seconds / 60), 'minute'] as const)
        : seconds < 86_400
          ? ([Math.floor(seconds / 3600), 'hour'] as const)
          : ([Math.floor(seconds / 86_400), 'day'] as const);
  return new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(-amount, unit);
}

/** A state as a word and a colour class; the word is what counts. */
export const stateTag = (state: JobState, words: Words): Html =>
  html`<span class="tag ${state}">${words.states[state]}</span>`;
