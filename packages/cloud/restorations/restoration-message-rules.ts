/** What a restoration found and did, in words for people. Owns the sentences, in English and Chinese. Pure. */
import type {
  RestoreOptions,
  RestoreRegion,
  RestoreReport,
  RestoreStepName,
} from '@platen/contracts/restore-task';
import { isChanged } from '@platen/contracts/restore-task';
import { isLeftOffer } from './restoration-choice-rules.ts';
import { damageLookedFor, type Words, wordsOfRegions } from './restoration-region-rules.ts';

const stepWords: Record<Exclude<RestoreStepName, 'defects'>, Words> = {
  deskew: { en: 'straightened', zh: '扶正画面' },
  border: { en: 'the border of the scan cut off', zh: '裁去扫描边框' },
  descreen: { en: 'the print screen removed', zh: '去除印刷网纹' },
  denoise: { en: 'grain removed', zh: '去除颗粒噪点' },
  deblock: { en: 'JPEG blocks smoothed', zh: '消除 JPEG 压缩方块' },
  fade: { en: 'faded tones brought back', zh: '恢复褪色的层次' },
  cast: { en: 'a colour tint removed', zh: '去除偏色' },
  contrast: { en: 'the middle tones set right', zh: '调整中间调' },
  enlarge: { en: 'enlarged', zh: '放大尺寸' },
};

/** One thing that was done: a step's name, `models`, `monochrome` or `coloured`. */
export interface Done extends Words {
  step: string;
}

/** What was done, in order. */
export function wordsOfDone(options: RestoreOptions, report: RestoreReport): Done[] {
  const steps = report.applied.map((step) => ({ step, ...wordsOfStep(step, options, report) }));
  const { coloured_by: painter } = report;
  const models = report.models.filter((name) => name !== painter).join(', ');
  return [
    ...steps,
    ...(models ? [{ step: 'models', en: `improved by ${models}`, zh: `经模型 ${models} 处理` }] : []),
    ...(options.colour === 'monochrome'
      ? [{ step: 'monochrome', en: 'made black and white', zh: '转为黑白' }]
      : []),
    ...(painter === undefined ? [] : [{ step: 'coloured', ...wordsOfColours(painter) }]),
  ];
}

/** Nobody may take guesses for what was there. */
const wordsOfColours = (painter: string): Words => ({
  en: `coloured by ${painter}, whose colours are guesses`,
  zh: `由模型 ${painter} 上色（颜色为推测，并非原色）`,
});

/** That colours were asked for and nobody gave them. */
function wordsOfNoColours({ colour }: RestoreOptions, { coloured_by: painter }: RestoreReport): Words {
  if (colour !== 'coloured' || painter !== undefined) return { en: '', zh: '' };
  return {
    en: ' No colours were given: there is no model for it that could be used.',
    zh: '未上色：没有可用的上色模型。',
  };
}

function wordsOfStep(
  step: RestoreStepName,
  { enlarge_factor: factor }: RestoreOptions,
  report: RestoreReport,
): Words {
  if (step === 'defects') {
    const done = leftOf(report);
    if (done.length === 0) return { en: 'what the mask marks filled in', zh: '按蒙版修补' };
    const { en, zh } = wordsOfRegions(done);
    return { en: `${en} repaired`, zh: `修补${zh}` };
  }
  // A tint that was taken back by half, where stains were too.
  if (step === 'cast' && report.stain_share)
    return { en: 'yellowing and stains evened out', zh: '减轻泛黄与污渍' };
  if (step === 'enlarge') return { en: `enlarged ${factor} times`, zh: `放大到 ${factor} 倍` };
  return stepWords[step];
}

/** What was taken for damage and isn't refused. */
const leftOf = ({ regions }: RestoreReport): RestoreRegion[] =>
  regions.filter(({ is_refused }) => !is_refused);

/** One thing that was found; `value` in `unit`. */
export interface Found extends Words {
  code: 'defects' | 'noise' | 'fade' | 'stains';
  value: number | null;
  unit: 'percent' | 'sigma' | null;
}

/** Under this nobody sees grain, unless tones are stretched. */
const visibleNoise = 4;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** What was found that a person would call damage. */
export function wordsOfFound({ steps, mode }: RestoreOptions, report: RestoreReport): Found[] {
  const found: Found[] = [];
  const { applied, defect_share: share, noise_sigma: sigma } = report;
  if (share > 0) {
    const value = rounded(share * 100) || 0.01;
    found.push({ code: 'defects', value, unit: 'percent', ...wordsOfDefects(report, value) });
  }
  // What was on and did not run is texture: a wall or a lawn measures like grain. Of a faded print less of it is seen.
  const hasRun = applied.includes('denoise');
  const isSeen = sigma >= visibleNoise || mode === 'auto';
  if (hasRun ? isSeen : !steps.denoise && sigma >= visibleNoise) {
    const value = rounded(sigma);
    const en = `Grain that can be seen (${value} on a scale of 255).`;
    found.push({
      code: 'noise',
      value,
      unit: 'sigma',
      en,
      zh: `画面有可见的颗粒噪点（${value}，满刻度 255）。`,
    });
  }
  if (report.is_faded) {
    found.push({ code: 'fade', value: null, unit: null, en: 'The tones have faded.', zh: '影调已褪色。' });
  }
  if (report.stain_share) {
    const value = rounded(report.stain_share * 100) || 0.01;
    const en = `Stains and uneven yellowing: ${value} % of the photo.`;
    found.push({ code: 'stains', value, unit: 'percent', en, zh: `污渍与泛黄不匀，约占画面 ${value}%。` });
  }
  return found;
}

/** Across a face nobody knows what was there. */
const leftInFace: Words = {
  en: ' What is too wide in a face was left as it is: nothing is invented there.',
  zh: '面部过大的破损保持原样，不作凭空补画。',
};

function wordsOfDefects(report: RestoreReport, percent: number): Words {
  const named = leftOf(report);
  const face = report.left_share ? leftInFace : { en: '', zh: '' };
  if (named.length === 0) {
    return {
      en: `The mask marks ${percent} % of the photo.${face.en}`,
      zh: `蒙版标出了约 ${percent}% 的画面。${face.zh}`,
    };
  }
  const { en, zh } = wordsOfRegions(named);
  const first = en.charAt(0).toUpperCase() + en.slice(1);
  return {
    en: `${first}: ${percent} % of the photo.${face.en}`,
    zh: `${zh}，约占画面 ${percent}%。${face.zh}`,
  };
}

/** What each step that was on would have repaired. */
const lookedFor: Partial<Record<RestoreStepName, Words>> = {
  descreen: { en: 'a print screen', zh: '印刷网纹' },
  defects: damageLookedFor,
  denoise: { en: 'grain', zh: '颗粒噪点' },
  deblock: { en: 'JPEG blocks', zh: 'JPEG 压缩方块' },
  fade: { en: 'faded tones', zh: '褪色' },
  cast: { en: 'a colour tint', zh: '偏色' },
};

/** That nothing was done, though something may be damage. */
function wordsOfOffersAlone({ mode }: RestoreOptions, offered: readonly RestoreRegion[]): Words {
  const { length } = offered;
  const { en, zh } = wordsOfRegions(offered);
  // By force nobody asks what the photo is.
  const isOld = mode === 'auto';
  const places = length === 1 ? '1 place may be damage' : `${length} places may be damage`;
  return {
    en: `Nothing was changed. ${isOld ? 'This looks like an old print, and ' : ''}${places}: ${en}. Look at each and accept what you want repaired, or order it as it is.`,
    zh: `未作任何改动。${isOld ? '这看起来是一张老照片，其中' : ''}有 ${length} 处可能是损伤：${zh}。请逐一查看，接受需要修补的地方；也可直接下单打印。`,
  };
}

/** That its colours may have turned, and how to get them back: only a person can tell a faded print from the light of an evening. */
const fadedAsked: Words = {
  en: ' This looks like an old print whose colours may have turned; they were left, since the light may have been so. To bring them back, restore it once more with mode force and only fade, cast and contrast on.',
  zh: '这看起来是一张颜色可能已经变化的老照片；因为也可能是当时的光线，颜色保持原样。如需恢复，请以 force 模式再修复一次，只开启 fade、cast 和 contrast。',
};

const wordsOfFaded = ({ may_be_faded: mayBeFaded = false }: RestoreReport): Words =>
  mayBeFaded ? fadedAsked : { en: '', zh: '' };

/** That nothing was done, and what was looked for. */
function wordsOfNothing(
  { steps }: RestoreOptions,
  { regions, may_be_faded: mayBeFaded }: RestoreReport,
): Words {
  if (mayBeFaded) return { en: 'Nothing was changed.', zh: '未作任何改动。' };
  if (regions.some(({ is_refused }) => is_refused)) {
    return {
      en: 'Nothing was changed: what could have been damage was refused. Order the photo as it is.',
      zh: '未作任何改动：疑似损伤均已拒绝修补，可直接下单打印。',
    };
  }
  const asked = Object.entries(lookedFor).flatMap(([step, words]) =>
    steps[step as RestoreStepName] ? [words] : [],
  );
  const [en, zh] = [asked.map((it) => it.en).join(', '), asked.map((it) => it.zh).join('、')];
  return {
    en: `This photo needs no restoration: nothing was changed.${en && ` Looked for ${en}.`} Order it as it is.`,
    zh: `这张照片无需修复，未作任何改动。${zh && `已检查：${zh}。`}可直接下单打印。`,
  };
}

/** So many are named; of more their number is enough: each is shown. */
const maxNamed = 2;

/** What to look at of what was repaired; nothing where everything is sure or decided. */
function wordsOfDoubt(repaired: readonly RestoreRegion[]): Words {
  const { length } = repaired;
  if (length === 0) return { en: '', zh: '' };
  const { en, zh } =
    length <= maxNamed ? wordsOfRegions(repaired) : { en: `${length} places`, zh: `${length} 处` };
  return {
    en: ` Not sure of ${en}: look at each and refuse what belongs to the picture.`,
    zh: `不能确定：${zh}。请逐一查看，拒绝不该修补的地方。`,
  };
}

/** What was left beside what was done, and may be damage too. */
function wordsOfOffers(offered: readonly RestoreRegion[]): Words {
  const { length } = offered;
  if (length === 0) return { en: '', zh: '' };
  const { en, zh } = wordsOfRegions(offered);
  const places =
    length === 1
      ? 'One more place may be damage; it was left as it is'
      : `${length} more places may be damage; they were left as they are`;
  return {
    en: ` ${places}: ${en}. Look and accept what you want repaired.`,
    zh: `另有 ${length} 处可能是损伤，已保持原样：${zh}。请查看，接受需要修补的地方。`,
  };
}

/** The outcome in one sentence, and in another what isn't sure. `undecided`: the doubtful regions that nobody has said anything of. */
export function wordsOfOutcome(
  options: RestoreOptions,
  report: RestoreReport,
  { previewOnly, undecided }: { previewOnly: boolean; undecided: readonly RestoreRegion[] },
): Words {
  const offered = undecided.filter(isLeftOffer);
  const uncoloured = wordsOfNoColours(options, report);
  const faded = wordsOfFaded(report);
  if (!isChanged(options, report)) {
    const words = offered.length > 0 ? wordsOfOffersAlone(options, offered) : wordsOfNothing(options, report);
    return { en: words.en + faded.en + uncoloured.en, zh: words.zh + faded.zh + uncoloured.zh };
  }
  const doubtful = undecided.filter((it) => !isLeftOffer(it));
  const parts = [uncoloured, wordsOfDoubt(doubtful), wordsOfOffers(offered), faded];
  const doubt = { en: parts.map(({ en }) => en).join(''), zh: parts.map(({ zh }) => zh).join('') };
  const done = wordsOfDone(options, report);
  const [en, zh] = [done.map((it) => it.en).join(', '), done.map((it) => it.zh).join('、')];
  if (previewOnly) {
    return {
      en: `A preview: ${en}.${doubt.en} Ask for the same without preview_only to get the photo.`,
      zh: `仅预览：${zh}。${doubt.zh}如需成片，请去掉 preview_only 再提交一次。`,
    };
  }
  return { en: `Restored: ${en}.${doubt.en}`, zh: `修复完成：${zh}。${doubt.zh}` };
}

/** Stages of the work, as its progress names them. */
const stageWords: Record<string, Words> = {
  read: { en: 'reading the photo', zh: '正在读取照片' },
  assess: { en: 'looking for damage', zh: '正在检查损伤' },
  deskew: { en: 'straightening', zh: '正在扶正' },
  border: { en: 'cutting the border off', zh: '正在裁边' },
  descreen: { en: 'removing the print screen', zh: '正在去网纹' },
  defects: { en: 'repairing dust, scratches and folds', zh: '正在修补划痕和灰尘' },
  denoise: { en: 'removing grain', zh: '正在去除噪点' },
  deblock: { en: 'smoothing JPEG blocks', zh: '正在消除压缩方块' },
  fade: { en: 'bringing tones back', zh: '正在恢复影调' },
  cast: { en: 'removing a tint', zh: '正在去除偏色' },
  contrast: { en: 'setting the middle tones right', zh: '正在调整中间调' },
  enlarge: { en: 'enlarging', zh: '正在放大' },
  models: { en: 'running a model', zh: '正在运行模型' },
  write: { en: 'writing the result', zh: '正在生成结果' },
  send: { en: 'sending the result', zh: '正在传送结果' },
};

/** What is done at the moment; null when nobody says. */
export const wordsOfStage = (stage: string): Words | null =>
  stage === '' ? null : (stageWords[stage] ?? { en: stage, zh: stage });
