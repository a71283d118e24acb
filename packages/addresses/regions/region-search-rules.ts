/** How text finds regions: in Chinese of either script, English, pinyin, initials, or by code. Pure. */
import type { Region } from './region-seed.ts';

/** What is compared, made once for each region. */
export interface RegionKeys {
  region: Region;
  zh: string;
  /** The Chinese name without the kind of division. */
  stem: string;
  en: string;
  pinyin: string;
  initials: string;
}

const kindOfDivision = /(特别行政区|自治[区州县旗]|地区|新区|[省市区县旗盟州乡镇])$/;

/** Letters and digits alone, in lower case, without accents; ü and v are u, as people type it either way. */
export const squash = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('v', 'u');

/** NFKC, simplified characters. */
export const foldChinese = (text: string, variants: ReadonlyMap<string, string>): string =>
  [...text.normalize('NFKC')].map((char) => variants.get(char) ?? char).join('');

export const keysOf = (region: Region): RegionKeys => ({
  region,
  zh: region.name_zh,
  stem: region.name_zh.replace(kindOfDivision, ''),
  en: squash(region.name_en),
  pinyin: squash(region.pinyin),
  initials: region.pinyin.replace(/(\w|ü)\S*\s?/g, '$1').replace('ü', 'u'),
});

/** How well one word fits: 0 the whole name, 1 its beginning, 2 initials, 3 inside; undefined not at all. */
export function fitOf(keys: RegionKeys, word: string): number | undefined {
  if (isHan(word)) return fitOfName(keys.zh, word, keys.stem);
  if (keys.region.region_id.toLowerCase() === word) return 0;
  if (/^\d/.test(word)) return keys.region.region_id.startsWith(word) ? 1 : undefined;
  const fits = [keys.en, keys.pinyin].map((name) => fitOfName(name, word)).filter((fit) => fit !== undefined);
  const best = Math.min(...fits);
  if (best <= 1) return best;
  if (word.length > 1 && keys.initials.startsWith(word)) return 2;
  return fits.length > 0 ? best : undefined;
}

function fitOfName(name: string, word: string, stem?: string): number | undefined {
  if (name === word || stem === word) return 0;
  if (name.startsWith(word)) return 1;
  return name.includes(word) ? 3 : undefined;
}

/** Queries that are longer than this name no region. */
const maxWords = 8;
const maxChars = 24;

/**
 * The ways to read a query as a region and what it is in: `Chaoyang, Beijing` and `北京 朝阳` by their words, `beijing chaoyang
 * district` with neighbouring words as one name, `北京朝阳` at every place between two characters.
 */
export function readingsOf(text: string): string[][] {
  const words = text
    .split(/[\s,;/，、；]+/u)
    .map((word) => (isHan(word) ? word : squash(word)))
    .filter(Boolean)
    .slice(0, maxWords);
  if (words.length > 1) return [words, ...pairsOf(words)];
  const chars = [...(words[0] ?? '')].slice(0, maxChars);
  return isHan(words[0] ?? '') ? pairsOf(chars).filter((pair) => pair.every((part) => part.length > 1)) : [];
}

const pairsOf = (parts: readonly string[]): string[][] =>
  parts.slice(1).map((_, at) => [parts.slice(0, at + 1).join(''), parts.slice(at + 1).join('')]);

export const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);
