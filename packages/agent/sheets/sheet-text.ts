/** What the shop reads about printers, paper and trays, in both languages. Machine words stay IPP keywords. Pure. */
import type { PrintMedia } from '@platen/contracts/print-ticket';

export type SheetLanguage = 'zh-CN' | 'en';

/** media-type keywords that shops meet; others are shown as they are. */
const typeWords: Record<string, Record<SheetLanguage, string>> = {
  'photographic-glossy': { en: 'glossy photo paper', 'zh-CN': '光面相纸' },
  'photographic-high-gloss': { en: 'high-gloss photo paper', 'zh-CN': '高光相纸' },
  'photographic-semi-gloss': { en: 'semi-gloss photo paper', 'zh-CN': '半光相纸' },
  'photographic-satin': { en: 'satin photo paper', 'zh-CN': '绸面相纸' },
  'photographic-matte': { en: 'matte photo paper', 'zh-CN': '哑光相纸' },
  photographic: { en: 'photo paper', 'zh-CN': '相纸' },
  stationery: { en: 'plain paper', 'zh-CN': '普通纸' },
  'stationery-recycled': { en: 'recycled paper', 'zh-CN': '再生纸' },
  'stationery-letterhead': { en: 'letterhead', 'zh-CN': '信头纸' },
  'stationery-preprinted': { en: 'preprinted paper', 'zh-CN': '预印纸' },
  'stationery-prepunched': { en: 'prepunched paper', 'zh-CN': '打孔纸' },
  'stationery-heavyweight': { en: 'heavy paper', 'zh-CN': '厚纸' },
  'stationery-lightweight': { en: 'thin paper', 'zh-CN': '薄纸' },
  'stationery-coated': { en: 'coated paper', 'zh-CN': '涂布纸' },
  cardstock: { en: 'cardstock', 'zh-CN': '卡纸' },
  labels: { en: 'labels', 'zh-CN': '标签纸' },
  envelope: { en: 'envelopes', 'zh-CN': '信封' },
};

/** media-source keywords (PWG 5100.7 section 6.3.1.13) that are no numbered tray. */
const namedSources: Record<string, Record<SheetLanguage, string>> = {
  main: { en: 'the main tray', 'zh-CN': '主纸盒' },
  top: { en: 'the top tray', 'zh-CN': '上纸盒' },
  middle: { en: 'the middle tray', 'zh-CN': '中纸盒' },
  bottom: { en: 'the bottom tray', 'zh-CN': '下纸盒' },
  rear: { en: 'the rear tray', 'zh-CN': '后部进纸口' },
  side: { en: 'the side tray', 'zh-CN': '侧纸盒' },
  left: { en: 'the left tray', 'zh-CN': '左纸盒' },
  right: { en: 'the right tray', 'zh-CN': '右纸盒' },
  center: { en: 'the centre tray', 'zh-CN': '中央纸盒' },
  photo: { en: 'the photo tray', 'zh-CN': '照片纸盒' },
  envelope: { en: 'the envelope feeder', 'zh-CN': '信封进纸器' },
  manual: { en: 'the manual feed', 'zh-CN': '手动进纸口' },
  'by-pass-tray': { en: 'the by-pass tray', 'zh-CN': '多功能纸盒' },
  'large-capacity': { en: 'the large-capacity tray', 'zh-CN': '大容量纸盒' },
  disc: { en: 'the disc tray', 'zh-CN': '光盘托盘' },
};

/** `tray-2` is `tray 2`; makers' own words stay as they are. */
function sourceText(source: string, language: SheetLanguage): string {
  const named = namedSources[source];
  if (named) return named[language];
  const numbered = /^(tray|roll)-(\d+)$/.exec(source);
  if (!numbered) return source;
  const [, kind, number] = numbered;
  if (language === 'en') return `${kind} ${number}`;
  return kind === 'tray' ? `纸盒 ${number}` : `卷纸 ${number}`;
}

const mm = (hundredths: number): number => Math.round(hundredths / 100);

/** Chinese keeps a space after digits and Latin letters. */
const spaced = (text: string): string => (/[A-Za-z0-9]$/.test(text) ? `${text} ` : text);

/** A media-type in words; one without words is named by its keyword. */
export const mediaTypeText = (type: string, language: SheetLanguage): string =>
  typeWords[type]?.[language] ?? type;

/** `102 x 152 mm glossy photo paper`; a type without words is named by its keyword. */
export function mediaText(media: PrintMedia, language: SheetLanguage = 'en'): string {
  const size = `${mm(media.x_dimension)} x ${mm(media.y_dimension)} mm`;
  return `${size} ${mediaTypeText(media.media_type, language)}`;
}

interface LoadText {
  media: PrintMedia | undefined;
  /** media-source; undefined when the printer doesn't tell which tray. */
  tray: string | undefined;
  printer: string;
}

interface SheetText {
  load: (what: LoadText) => string;
  /** The printer tells nothing of what lies in it. */
  loadAndSay: (what: LoadText) => string;
  /** It tells the size of what lies there, and leaves the type open. */
  sayType: (what: LoadText) => string;
  silent: (printer: string) => string;
  stopped: (printer: string, reasons: string) => string;
  acceptsNothing: (printer: string, reasons: string) => string;
  nobodyPrints: (what: string) => string;
  withoutBorders: (media: string) => string;
  nobodyInColour: string;
  nobodyOnBothSides: (sides: string) => string;
  takesNo: (printer: string, format: string) => string;
  noPrinter: string;
  /** The printer that a person chose for a job is no longer there. */
  chosenIsGone: string;
  setAside: (printer: string, because: string) => string;
}

export const sheetText: Record<SheetLanguage, SheetText> = {
  en: {
    load: ({ media, tray, printer }) => {
      const what = media ? mediaText(media, 'en') : 'media';
      return tray
        ? `Load ${what} in ${sourceText(tray, 'en')} of ${printer}.`
        : `Load ${what} in ${printer}.`;
    },
    loadAndSay: ({ media, printer }) =>
      `${printer} doesn't tell what is loaded: load ${media ? mediaText(media, 'en') : 'media'}, then say what lies in which tray, in the console under Printers or in the cloud.`,
    sayType: ({ media, tray, printer }) =>
      `${printer} tells only the size of the paper in ${tray ? sourceText(tray, 'en') : 'it'}: say in the console under Printers, or in the cloud, which it is. Waiting for ${media ? mediaText(media, 'en') : 'media'}.`,
    silent: (printer) => `${printer} doesn't answer: see that it is on and connected.`,
    stopped: (printer, reasons) => `${printer} has stopped${reasons}.`,
    acceptsNothing: (printer, reasons) => `${printer} accepts no jobs${reasons}.`,
    nobodyPrints: (what) => `No printer here can print ${what}.`,
    withoutBorders: (media) => `${media} without borders`,
    nobodyInColour: 'No printer here can print in colour.',
    nobodyOnBothSides: (sides) => `No printer here can print ${sides}.`,
    takesNo: (printer, format) => `${printer} doesn't take ${format}.`,
    noPrinter: 'This shop has no printer set up: add one to the agent.',
    chosenIsGone:
      'The printer that this job was moved to is switched off or gone: move the job to another one, or to any.',
    setAside: (printer, because) =>
      `${printer} failed three jobs in a row and is set aside (${because}): put it back when it works.`,
  },
  'zh-CN': {
    load: ({ media, tray, printer }) => {
      const what = media ? mediaText(media, 'zh-CN') : '纸张';
      return tray
        ? `请在 ${printer} 的${spaced(sourceText(tray, 'zh-CN'))}中装入 ${what}。`
        : `请在 ${printer} 中装入 ${what}。`;
    },
    loadAndSay: ({ media, printer }) =>
      `${printer} 不报告装了什么纸：请装入 ${media ? mediaText(media, 'zh-CN') : '纸张'}，然后在控制台的“打印机”页或云端说明各纸盒装的纸。`,
    sayType: ({ media, tray, printer }) =>
      `${printer} 只报告${tray ? spaced(sourceText(tray, 'zh-CN')) : ''}纸张的尺寸：请在控制台的“打印机”页或云端说明是哪种纸。等待 ${media ? mediaText(media, 'zh-CN') : '纸张'}。`,
    silent: (printer) => `${printer} 没有响应：请检查是否开机并已连接。`,
    stopped: (printer, reasons) => `${printer} 已停止${reasons}。`,
    acceptsNothing: (printer, reasons) => `${printer} 不接受任务${reasons}。`,
    nobodyPrints: (what) => `本店没有打印机可以打印 ${what}。`,
    withoutBorders: (media) => `无边距的 ${media}`,
    nobodyInColour: '本店没有彩色打印机。',
    nobodyOnBothSides: (sides) => `本店没有打印机可以双面打印（${sides}）。`,
    takesNo: (printer, format) => `${printer} 不接受 ${format}。`,
    noPrinter: '本店尚未设置打印机：请先添加一台。',
    chosenIsGone: '为该任务指定的打印机已停用或不存在：请将任务移到其他打印机，或改为任意打印机。',
    setAside: (printer, because) => `${printer} 连续三个任务失败，已停用（${because}）：修好后请恢复使用。`,
  },
};
