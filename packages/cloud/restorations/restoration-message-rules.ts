/** What a restoration found and did, in words for people. Owns the sentences, in English and Chinese. Pure. */
import type { RestoreOptions, RestoreReport, RestoreStepName } from '@platen/contracts/restore-task';
import { isChanged } from '@platen/contracts/restore-task';

export interface Words {
  en: string;
  zh: string;
}

const stepWords: Record<RestoreStepName, Words> = {
  deskew: { en: 'straightened', zh: '扶正画面' },
  border: { en: 'the border of the scan cut off', zh: '裁去扫描边框' },
  descreen: { en: 'the print screen removed', zh: '去除印刷网纹' },
  defects: { en: 'dust, scratches and folds repaired', zh: '修补灰尘、划痕和折痕' },
  denoise: { en: 'grain removed', zh: '去除颗粒噪点' },
  deblock: { en: 'JPEG blocks smoothed', zh: '消除 JPEG 压缩方块' },
  fade: { en: 'faded tones brought back', zh: '恢复褪色的层次' },
  cast: { en: 'a colour tint removed', zh: '去除偏色' },
  contrast: { en: 'the middle tones set right', zh: '调整中间调' },
  enlarge: { en: 'enlarged', zh: '放大尺寸' },
};

/** One thing that was done: a step's name, `monochrome`, or `models`. */
export interface Done extends Words {
  step: string;
}

/** What was done, in order. */
export function wordsOfDone(options: RestoreOptions, report: RestoreReport): Done[] {
  const steps = report.applied.map((step) => ({ step, ...wordsOfStep(step, options) }));
  const models = report.models.join(', ');
  return [
    ...steps,
    ...(models ? [{ step: 'models', en: `improved by ${models}`, zh: `经模型 ${models} 处理` }] : []),
    ...(options.colour === 'monochrome'
      ? [{ step: 'monochrome', en: 'made black and white', zh: '转为黑白' }]
      : []),
  ];
}

function wordsOfStep(step: RestoreStepName, { enlarge_factor: factor }: RestoreOptions): Words {
  if (step === 'enlarge') return { en: `enlarged ${factor} times`, zh: `放大到 ${factor} 倍` };
  return stepWords[step];
}

/** One thing that was found; `value` in `unit`. */
export interface Found extends Words {
  code: 'defects' | 'noise' | 'fade';
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
    const en = `Dust, scratches or folds on ${value} % of the photo.`;
    found.push({
      code: 'defects',
      value,
      unit: 'percent',
      en,
      zh: `约 ${value}% 的画面有灰尘、划痕或折痕。`,
    });
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
  return found;
}

/** The outcome in one sentence. */
export function wordsOfOutcome(
  options: RestoreOptions,
  report: RestoreReport,
  { previewOnly }: { previewOnly: boolean },
): Words {
  if (!isChanged(options, report)) {
    return {
      en: 'This photo needs no restoration: nothing was changed. Order it as it is.',
      zh: '这张照片无需修复，未作任何改动，可直接下单打印。',
    };
  }
  const done = wordsOfDone(options, report);
  const [en, zh] = [done.map((it) => it.en).join(', '), done.map((it) => it.zh).join('、')];
  if (previewOnly) {
    return {
      en: `A preview: ${en}. Ask for the same without preview_only to get the photo.`,
      zh: `仅预览：${zh}。如需成片，请去掉 preview_only 再提交一次。`,
    };
  }
  return { en: `Restored: ${en}.`, zh: `修复完成：${zh}。` };
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
