/** What a finding means and what to do about it, in English and Chinese. Pure words; thresholds are in quality-rules.ts. */

export type QualityCode =
  | 'low_resolution'
  | 'blurred'
  | 'cropped'
  | 'turned'
  | 'white_borders'
  | 'too_dark'
  | 'too_bright'
  | 'clipped_highlights'
  | 'clipped_shadows'
  | 'low_contrast'
  | 'noisy'
  | 'compressed'
  | 'cmyk_without_profile'
  | 'transparent';

interface Words {
  en: string;
  zh: string;
}

export interface QualityMessage {
  sentence: Words;
  advice: Words;
}

type Numbers = { value: number; threshold: number };

const nothingToDo: Words = { en: 'Nothing needs to be done.', zh: '无需处理。' };

const messages: Record<QualityCode, (numbers: Numbers) => QualityMessage> = {
  low_resolution: ({ value, threshold }) => ({
    sentence: {
      en: `The photo has ${value} pixels per inch in this size; ${Math.ceil(threshold)} or more are needed here.`,
      zh: `该尺寸下照片只有每英寸 ${value} 像素，至少需要 ${Math.ceil(threshold)}。`,
    },
    advice: {
      en: 'Choose a smaller size, or upload the original file: messengers make photos smaller.',
      zh: '请选择更小的尺寸，或上传原图：聊天软件会压缩照片。',
    },
  }),
  blurred: () => ({
    sentence: {
      en: 'The photo is not sharp; in this size it shows.',
      zh: '照片不够清晰，在该尺寸下会看得出来。',
    },
    advice: {
      en: 'Choose a smaller size, or another shot if there is one.',
      zh: '请选择更小的尺寸，或换一张更清晰的照片。',
    },
  }),
  cropped: ({ value }) => ({
    sentence: {
      en: `${value} % of the photo is cut off to cover the sheet.`,
      zh: `为铺满相纸，照片将被裁掉 ${value}%。`,
    },
    advice: {
      en: 'Look at the crop; order with fit "fit" for the whole photo with white borders, or choose a size of its proportions.',
      zh: '请查看裁剪范围；选择 fit 可保留整张照片并留白边，或选择与照片比例相近的尺寸。',
    },
  }),
  turned: () => ({
    sentence: {
      en: 'The photo is turned by a quarter so that it fills the sheet.',
      zh: '照片会旋转 90 度以适合相纸方向。',
    },
    advice: nothingToDo,
  }),
  white_borders: ({ value }) => ({
    sentence: {
      en: `${value} % of the sheet stays white, because the photo has other proportions.`,
      zh: `照片比例与相纸不同，相纸将有 ${value}% 留白。`,
    },
    advice: {
      en: 'Order with fit "fill" to cover the sheet, or choose a size of its proportions.',
      zh: '选择 fill 可铺满相纸，或选择与照片比例相近的尺寸。',
    },
  }),
  too_dark: () => ({
    sentence: {
      en: 'The photo is very dark; paper shows less of it than a screen.',
      zh: '照片很暗，印出来会比屏幕上更暗。',
    },
    advice: { en: 'Brighten it before you order.', zh: '建议下单前调亮照片。' },
  }),
  too_bright: () => ({
    sentence: { en: 'The photo is very bright and hardly has tones.', zh: '照片过亮，层次很少。' },
    advice: { en: 'Use a shot with less exposure if there is one.', zh: '如有曝光较低的照片，请改用。' },
  }),
  clipped_highlights: ({ value }) => ({
    sentence: {
      en: `${value} % of the photo is pure white or a pure colour, without detail.`,
      zh: `照片有 ${value}% 的区域过曝，没有细节。`,
    },
    advice: {
      en: 'Fine for snow and skies; else use a shot with less exposure.',
      zh: '雪景或天空无妨；否则请改用曝光较低的照片。',
    },
  }),
  clipped_shadows: ({ value }) => ({
    sentence: {
      en: `${value} % of the photo is pure black, without detail.`,
      zh: `照片有 ${value}% 的区域全黑，没有细节。`,
    },
    advice: { en: 'Fine at night; else brighten the photo.', zh: '夜景无妨；否则请调亮照片。' },
  }),
  low_contrast: () => ({
    sentence: {
      en: 'The photo has little contrast and will look pale.',
      zh: '照片对比度很低，印出来会显得灰淡。',
    },
    advice: { en: 'A restoration can bring faded tones back.', zh: '可以先做照片修复，恢复褪色的层次。' },
  }),
  noisy: () => ({
    sentence: { en: 'Grain is visible in this size.', zh: '在该尺寸下可以看到明显的噪点。' },
    advice: {
      en: 'Choose a smaller size, or restore the photo first.',
      zh: '请选择更小的尺寸，或先做照片修复。',
    },
  }),
  compressed: ({ value }) => ({
    sentence: {
      en: `The file was compressed strongly (JPEG quality ${value}); blocks and fringes may show.`,
      zh: `文件压缩过度（JPEG 质量 ${value}），可能出现色块和毛边。`,
    },
    advice: { en: 'Upload the original file.', zh: '请上传原图。' },
  }),
  cmyk_without_profile: () => ({
    sentence: {
      en: 'The file is in CMYK without a colour profile; its colours can only be guessed.',
      zh: '文件为不带配置文件的 CMYK，颜色只能近似还原。',
    },
    advice: { en: 'Save it as sRGB, or with its profile.', zh: '请另存为 sRGB，或嵌入颜色配置文件。' },
  }),
  transparent: () => ({
    sentence: { en: 'Transparent parts are printed white.', zh: '透明部分会印成白色。' },
    advice: nothingToDo,
  }),
};

/** The words of a finding. */
export const messageOf = (code: QualityCode, numbers: Numbers): QualityMessage => messages[code](numbers);
