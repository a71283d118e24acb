/** Paper, trays and supplies in words. IPP's keywords stand in dictionaries; makers' own words stay as they are. */
import type { FloorMedia, FloorTray } from '@platen/contracts/floor/shop-floor';
import { numberText, sizeInMm } from '../../kit/formats.ts';
import { defineWords, type Language, wordsIn } from '../../kit/language.ts';

/** media-type keywords that shops meet (PWG 5101.1, section 5.2), by parts: a family and what is said of it. */
const families: Record<string, [en: string, zh: string]> = {
  photographic: ['photo paper', '相纸'],
  stationery: ['plain paper', '普通纸'],
  cardstock: ['cardstock', '卡纸'],
  cardboard: ['cardboard', '纸板'],
  labels: ['labels', '标签纸'],
  envelope: ['envelopes', '信封'],
  transparency: ['transparencies', '透明胶片'],
  fabric: ['fabric', '布料'],
  disc: ['discs', '光盘'],
  paper: ['paper', '纸'],
  film: ['film', '胶片'],
  roll: ['roll', '卷纸'],
  letterhead: ['letterhead', '信头纸'],
  'self-adhesive': ['self-adhesive paper', '不干胶纸'],
  continuous: ['continuous paper', '连续纸'],
  polyester: ['polyester', '聚酯片'],
  other: ['other paper', '其他纸'],
  auto: ['any paper', '任意纸'],
};
const finishes: Record<string, [en: string, zh: string]> = {
  glossy: ['glossy', '光面'],
  'high-gloss': ['high-gloss', '高光'],
  'semi-gloss': ['semi-gloss', '半光'],
  satin: ['satin', '绸面'],
  matte: ['matte', '哑光'],
  archival: ['archival', '档案级'],
  film: ['film', '胶片'],
  recycled: ['recycled', '再生'],
  letterhead: ['letterhead', '信头'],
  preprinted: ['preprinted', '预印'],
  prepunched: ['prepunched', '打孔'],
  heavyweight: ['heavy', '厚'],
  'heavyweight-coated': ['heavy coated', '厚涂布'],
  lightweight: ['thin', '薄'],
  coated: ['coated', '涂布'],
  colored: ['coloured', '彩色'],
  cotton: ['cotton', '棉质'],
  fine: ['fine', '精细'],
  inkjet: ['inkjet', '喷墨'],
  bond: ['bond', '证券'],
  window: ['window', '开窗'],
  plain: ['plain', '普通'],
  permanent: ['permanent', '永久'],
  security: ['security', '防伪'],
  waterproof: ['waterproof', '防水'],
  long: ['long', '长'],
  short: ['short', '短'],
};

const at = (language: Language): 0 | 1 => (language === 'zh' ? 1 : 0);

export function mediaTypeText(type: string, language: Language): string {
  const whole = families[type];
  if (whole) return whole[at(language)];
  const family = Object.keys(families).find((name) => type.startsWith(`${name}-`));
  const finish = family === undefined ? undefined : finishes[type.slice(family.length + 1)];
  if (family === undefined || !finish) return type;
  const what = families[family]![at(language)];
  if (language === 'zh') return `${finish[1]}${what}`;
  return family === 'stationery' ? `${finish[0]} paper` : `${finish[0]} ${what}`;
}

const inchSizes: ReadonlyArray<[x: number, y: number, name: string]> = [
  [8890, 12700, '3.5 × 5 in'],
  [10160, 15240, '4 × 6 in'],
  [12700, 17780, '5 × 7 in'],
  [15240, 20320, '6 × 8 in'],
  [20320, 25400, '8 × 10 in'],
  [21590, 27940, 'Letter'],
  [10500, 14800, 'A6'],
  [14800, 21000, 'A5'],
  [21000, 29700, 'A4'],
  [29700, 42000, 'A3'],
];
/** A size that is called so differs by a millimetre at most. */
const nearHmm = 100;

/** What a size is called, or its measures: `4 × 6 in`. */
export function sheetNameText(
  { x_dimension: x, y_dimension: y }: Pick<FloorMedia, 'x_dimension' | 'y_dimension'>,
  language: Language,
): string {
  const named = inchSizes.find(([w, h]) => Math.abs(w - x) <= nearHmm && Math.abs(h - y) <= nearHmm);
  return named ? named[2] : sizeInMm(x / 100, y / 100, language);
}

/** `102 × 152 mm`, and what it is called where it has a name. */
export function sheetSizeText(
  { x_dimension: x, y_dimension: y }: Pick<FloorMedia, 'x_dimension' | 'y_dimension'>,
  language: Language,
): string {
  const name = sheetNameText({ x_dimension: x, y_dimension: y }, language);
  const size = sizeInMm(x / 100, y / 100, language);
  return name === size ? size : `${name} (${size})`;
}

const mediaPhrases = defineWords({
  en: { borderless: 'borderless', unknownType: 'kind not known' },
  zh: { borderless: '无边距', unknownType: '种类不明' },
});

/** The kind of paper, whatever its size. */
export function kindText(
  { mediaType, borderless }: { mediaType: string | null; borderless: boolean },
  language: Language,
): string {
  const words = wordsIn(mediaPhrases, language);
  const kind = mediaType === null ? words.unknownType : mediaTypeText(mediaType, language);
  return borderless ? [kind, words.borderless].join(language === 'zh' ? '，' : ', ') : kind;
}

/** `4 × 6 in (102 × 152 mm), glossy photo paper, borderless`. */
export function mediaText(media: FloorMedia, language: Language): string {
  const words = wordsIn(mediaPhrases, language);
  const parts = [
    sheetSizeText(media, language),
    media.media_type === null ? words.unknownType : mediaTypeText(media.media_type, language),
    ...(media.borderless ? [words.borderless] : []),
  ];
  return parts.join(language === 'zh' ? '，' : ', ');
}

/** media-source keywords (PWG 5100.7, section 6.3.1.13). */
const sources: Record<string, [en: string, zh: string]> = {
  main: ['Main tray', '主纸盒'],
  alternate: ['Second tray', '备用纸盒'],
  top: ['Top tray', '上纸盒'],
  middle: ['Middle tray', '中纸盒'],
  bottom: ['Bottom tray', '下纸盒'],
  rear: ['Rear tray', '后部进纸口'],
  side: ['Side tray', '侧纸盒'],
  left: ['Left tray', '左纸盒'],
  right: ['Right tray', '右纸盒'],
  center: ['Centre tray', '中央纸盒'],
  photo: ['Photo tray', '照片纸盒'],
  envelope: ['Envelope feeder', '信封进纸器'],
  manual: ['Manual feed', '手动进纸口'],
  'by-pass-tray': ['By-pass tray', '多功能纸盒'],
  'large-capacity': ['Large-capacity tray', '大容量纸盒'],
  disc: ['Disc tray', '光盘托盘'],
  auto: ['Automatic', '自动'],
  hagaki: ['Hagaki tray', '明信片纸盒'],
};

/** Which tray; a printer that names none has one place for paper. */
export function trayText({ source, name }: Pick<FloorTray, 'source' | 'name'>, language: Language): string {
  if (source === null) return name ?? (language === 'zh' ? '纸盒' : 'Paper');
  const known = sources[source];
  if (known) return known[at(language)];
  const [, kind, number] = /^(tray|roll)-(\d+)$/.exec(source) ?? [];
  if (kind === undefined) return name ?? source;
  if (language === 'zh') return `${kind === 'tray' ? '纸盒' : '卷纸'} ${number}`;
  return `${kind === 'tray' ? 'Tray' : 'Roll'} ${number}`;
}

/** marker-types keywords (PWG 5107.2). */
const supplies: Record<string, [en: string, zh: string]> = {
  toner: ['toner', '碳粉'],
  'toner-cartridge': ['toner', '碳粉盒'],
  ink: ['ink', '墨水'],
  'ink-cartridge': ['ink', '墨盒'],
  ribbon: ['ribbon', '色带'],
  'ribbon-wax': ['ribbon', '色带'],
  'waste-ink': ['waste ink', '废墨'],
  'waste-toner': ['waste toner', '废粉'],
  opc: ['drum', '感光鼓'],
  developer: ['developer', '显影剂'],
  fuser: ['fuser', '定影器'],
  'cleaner-unit': ['cleaner', '清洁单元'],
  'transfer-unit': ['transfer unit', '转印单元'],
  'solid-wax': ['wax', '固体蜡'],
};
const colours: Record<string, string> = {
  cyan: '青色',
  magenta: '品红',
  yellow: '黄色',
  black: '黑色',
  'photo black': '照片黑',
  'matte black': '粗面黑',
  'light cyan': '浅青',
  'light magenta': '浅品红',
  gray: '灰色',
  grey: '灰色',
};

/** What a supply is called: its maker's name, in Chinese by its colour where that is one that is known. */
export function supplyText({ name, type }: { name: string; type: string }, language: Language): string {
  if (language === 'en') return name || supplies[type]?.[0] || type;
  const colour = Object.keys(colours)
    .sort((a, b) => b.length - a.length)
    .find((word) => name.toLowerCase().includes(word));
  const kind = supplies[type]?.[1] ?? (name || type);
  return colour === undefined ? kind : `${colours[colour]}${supplies[type]?.[1] ?? ''}`;
}

/** `4.2 pages a minute`. */
export const speedText = (perMinute: number, language: Language): string =>
  language === 'zh'
    ? `每分钟 ${numberText(perMinute, language)} 页`
    : `${numberText(perMinute, language)} pages a minute`;
