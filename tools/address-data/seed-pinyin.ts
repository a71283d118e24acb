/**
 * The pinyin of place names. Owns the readings that a dictionary gets wrong; used only when the seed is generated.
 */
import { pinyin } from 'pinyin-pro';

/** Characters that have one reading in names of places, whatever they have elsewhere. */
const readings: Record<string, string> = { 都: 'du', 什: 'shi', 洱: 'er' };

/** Beginnings of names whose local reading differs from the usual one. */
const names: Record<string, string> = {
  乐亭: 'lao ting',
  乐陵: 'lao ling',
  乐清: 'yue qing',
  蔚县: 'yu xian',
  万柏林: 'wan bai lin',
  子长: 'zi chang',
  繁峙: 'fan shi',
  洪洞: 'hong tong',
  珲春: 'hun chun',
  歙县: 'she xian',
  六合区: 'lu he qu',
  涡阳: 'guo yang',
  大埔: 'da bu',
  大城乡: 'da cheng xiang',
  单县: 'shan xian',
  浚县: 'xun xian',
  召陵: 'shao ling',
  牟定: 'mou ding',
  泌阳: 'bi yang',
  黄陂: 'huang pi',
  曾都: 'zeng du',
  筠连: 'jun lian',
  尉犁: 'yu li',
  吴堡: 'wu bu',
  红寺堡: 'hong si bu',
  宕昌: 'tan chang',
  民乐: 'min le',
  闵行: 'min hang',
  调兵山: 'diao bing shan',
};

/** Syllables without tones, a blank between two, ü kept: `dong cheng qu`, `lü liang shi`. */
export function pinyinOf(zh: string): string {
  const syllables = pinyin(zh, { toneType: 'none', type: 'array' });
  const chars = [...zh];
  if (syllables.length !== chars.length) throw new Error(`${zh} has ${syllables.length} syllables`);
  const start = Object.keys(names).find((name) => zh.startsWith(name));
  const known = start ? names[start]!.split(' ') : [];
  return chars.map((char, at) => known[at] ?? readings[char] ?? syllables[at]!).join(' ');
}

/** Several syllables as one word of English text: `Xi'an`, `Lüliang`. */
export function wordOf(syllables: readonly string[]): string {
  const word = syllables
    .map((syllable, at) => (at > 0 && /^[aoe]/.test(syllable) ? `'${syllable}` : syllable))
    .join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
}
