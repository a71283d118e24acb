/** The page Colours: the output profile of each printer and paper, and what a photo will look like with it. */
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RenderingIntent, renderingIntents } from '@platen/imaging/sheet/sheet-output';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import {
  findProfile,
  giveProfile,
  type ProfileDeps,
  resetProfile,
  showProof,
} from '../sheets/profile-admin.ts';
import { mediaText } from '../sheets/sheet-text.ts';
import { type Html, html } from './console-html.ts';
import { answered, changeIn, type LoadedPaper, loadedIn, placeIn } from './console-loaded-paper.ts';
import {
  type ActOutcome,
  type ActRequest,
  askingButton,
  type ConsolePage,
  done,
  type Language,
  type PageRequest,
  refused,
} from './console-page.ts';

export type ColourPageDeps = ProfileDeps & { registry: Pick<PrinterRegistry, 'list'> };

const path = '/colours';
const proofEdgePx = 1000;

interface ColourWords {
  hint: string;
  noPaper: string;
  none: string;
  holds: (name: string, version: number, by: string) => string;
  file: string;
  intent: string;
  intents: Record<RenderingIntent, string>;
  give: string;
  given: (name: string) => string;
  remove: string;
  removeAsks: string;
  removed: string;
  proof: string;
  photo: string;
  showsPaper: string;
  show: string;
  shown: string;
  noFile: string;
}

const words: Record<Language, ColourWords> = {
  en: {
    hint: 'An ICC profile (RGB) of a printer with one paper: photos are printed in its colours from then on. Without one the printer gets sRGB.',
    noPaper: 'No printer tells what paper is loaded: nothing can be set now.',
    none: 'No profile: sRGB.',
    holds: (name, version, by) => `${name} (version ${version} by ${by})`,
    file: 'Profile (.icc, .icm)',
    intent: 'Colours that the paper can not show',
    intents: {
      perceptual: 'perceptual: all move closer together',
      relative: 'relative: those that it can show stay',
    },
    give: 'Use this profile',
    given: (name) => `Saved: ${name}. Sheets that are made from now on have its colours.`,
    remove: 'Back to sRGB',
    removeAsks:
      'This profile is gone from here then: whoever wants its colours back must give the file again.',
    removed: 'Removed. Sheets that are made from now on are sRGB.',
    proof: 'What a photo will look like',
    photo: 'Photo, at most 32 MB',
    showsPaper: 'On the white of the paper',
    show: 'Show it',
    shown: 'As it will be on that paper, as far as this screen can show it:',
    noFile: 'Choose a file first.',
  },
  'zh-CN': {
    hint: '打印机配某种纸的 ICC 配置文件（RGB）：此后照片按它的色彩打印。没有配置文件时按 sRGB 打印。',
    noPaper: '没有打印机报告已装的纸：现在无法设置。',
    none: '没有配置文件：sRGB。',
    holds: (name, version, by) => `${name}（版本 ${version}，${by}）`,
    file: '配置文件（.icc、.icm）',
    intent: '纸张无法呈现的颜色',
    intents: { perceptual: '感知：所有颜色一起收拢', relative: '相对：能呈现的颜色不变' },
    give: '使用这个配置文件',
    given: (name) => `已保存：${name}。此后制作的页面采用它的色彩。`,
    remove: '恢复 sRGB',
    removeAsks: '配置文件将被删除；要恢复其色彩，需重新上传文件。',
    removed: '已移除。此后制作的页面为 sRGB。',
    proof: '照片印出来的样子',
    photo: '照片，最大 32 MB',
    showsPaper: '以纸张的白色为底',
    show: '查看',
    shown: '在这种纸上的效果（以本屏幕所能显示的为限）：',
    noFile: '请先选择文件。',
  },
};

export function coloursPage(deps: ColourPageDeps): ConsolePage {
  return {
    path,
    title: ({ colours }) => colours,
    isLive: false,
    render: (request) => render(deps, request),
    acts: {
      profile: (form, request) => withFile(request, deps, (file) => give(form, { file, request }, deps)),
      remove: (form, { language }) =>
        answered(resetProfile(changeIn(form, deps), deps), language, words[language].removed),
      proof: (form, request) => withFile(request, deps, (file) => prove(form, { file, request }, deps)),
    },
  };
}

interface Given {
  /** Where the posted file lies. */
  file: string;
  request: ActRequest;
}

/** The posted file on the disk for as long as the act takes. */
async function withFile(
  { files, language }: ActRequest,
  { profilesDir }: ColourPageDeps,
  act: (path: string) => Promise<ActOutcome>,
): Promise<ActOutcome> {
  const bytes = files.get('file');
  if (!bytes || bytes.length === 0) return refused(words[language].noFile);
  const file = join(profilesDir, `.part-${randomUUID()}`);
  try {
    writeFileSync(file, bytes);
    return await act(file);
  } finally {
    rmSync(file, { force: true });
  }
}

async function give(
  form: URLSearchParams,
  { file, request: { language } }: Given,
  deps: ColourPageDeps,
): Promise<ActOutcome> {
  const intent = renderingIntents.find((one) => one === form.get('intent')) ?? 'perceptual';
  const answer = await giveProfile({ ...changeIn(form, deps), path: file, intent }, deps);
  return answered(answer, language, answer.done ? words[language].given(answer.facts.name) : '');
}

async function prove(
  form: URLSearchParams,
  { file, request: { language } }: Given,
  deps: ColourPageDeps,
): Promise<ActOutcome> {
  const showsPaper = form.get('paper') === 'yes';
  const wanted = { ...placeIn(form, deps), sourcePath: file, edgePx: proofEdgePx, showsPaper };
  const answer = await showProof(wanted, deps);
  if (!answer.done) return answered(answer, language, '');
  return { ...done(words[language].shown), picture: answer.proof.png };
}

function render(deps: ColourPageDeps, { language }: PageRequest): Html {
  const page = words[language];
  const places = loadedIn(deps);
  if (places.length === 0) return html`<p>${page.noPaper}</p>`;
  return html`<p>${page.hint}</p>
<div class="grid">${places.map((place) => card(place, deps, language))}</div>`;
}

function card(place: LoadedPaper, deps: ColourPageDeps, language: Language): Html {
  const page = words[language];
  const holding = findProfile(place, deps);
  const version = String(holding?.version ?? 0);
  const profile = holding?.profile;
  const intent = (one: RenderingIntent) =>
    html`<option value="${one}"${one === (profile?.intent ?? 'perceptual') && html` selected`}>${page.intents[one]}</option>`;
  const hidden = html`<input type="hidden" name="place" value="${place.key}"><input type="hidden" name="version" value="${version}">`;
  const form = (act: string, content: Html) =>
    html`<form method="post" action="${path}/${act}" enctype="multipart/form-data" class="login">${hidden}${content}</form>`;
  return html`<section class="card"><h3>${place.printerName}: ${mediaText(place.media, language)}</h3>
<p>${profile ? page.holds(profile.facts.name, holding.version, holding.changedBy) : page.none}</p>
${profile && askingButton(page.remove, { question: page.removeAsks, action: `${path}/remove`, fields: { place: place.key, version } })}
<details><summary>${page.give}</summary>
${form(
  'profile',
  html`<label>${page.file} <input type="file" name="file" accept=".icc,.icm" required></label>
<label>${page.intent} <select name="intent">${renderingIntents.map(intent)}</select></label>
<button class="main">${page.give}</button>`,
)}</details>
${
  profile &&
  html`<details><summary>${page.proof}</summary>
${form(
  'proof',
  html`<label>${page.photo} <input type="file" name="file" accept="image/*" required></label>
<label><span><input type="checkbox" name="paper" value="yes"> ${page.showsPaper}</span></label>
<button>${page.show}</button>`,
)}</details>`
}</section>`;
}
