/**
 * Where on a photo something was taken for damage and what it is, in words for people. Owns the names of kinds and places, in
 * English and Chinese. Pure.
 */
import { type DamageKind, damageKinds, type RestoreRegion } from '@platen/contracts/restore-task';

export interface Words {
  en: string;
  zh: string;
}

/** From this share of a side on, something runs across it. */
const acrossShare = 0.6;
const third = 1 / 3;

const across: readonly Words[] = [
  { en: 'across the top', zh: '横贯上部' },
  { en: 'across the middle', zh: '横贯中部' },
  { en: 'across the bottom', zh: '横贯下部' },
];
const down: readonly Words[] = [
  { en: 'down the left side', zh: '纵贯左侧' },
  { en: 'down the middle', zh: '纵贯中间' },
  { en: 'down the right side', zh: '纵贯右侧' },
];
const spots: readonly (readonly Words[])[] = [
  [
    { en: 'at the upper left', zh: '左上' },
    { en: 'at the top', zh: '上方' },
    { en: 'at the upper right', zh: '右上' },
  ],
  [
    { en: 'at the left', zh: '左侧' },
    { en: 'in the middle', zh: '中央' },
    { en: 'at the right', zh: '右侧' },
  ],
  [
    { en: 'at the lower left', zh: '左下' },
    { en: 'at the bottom', zh: '下方' },
    { en: 'at the lower right', zh: '右下' },
  ],
];
const allOver: Words = { en: 'all over', zh: '全图' };

const thirdOf = (share: number): number => (share < third ? 0 : share > 1 - third ? 2 : 1);

/** Where a box lies, as somebody says who looks at the photo. */
export function wordsOfPlace({ left, top, width, height }: RestoreRegion['box']): Words {
  const [column, row] = [thirdOf(left + width / 2), thirdOf(top + height / 2)];
  if (width >= acrossShare && height >= acrossShare) return allOver;
  if (width >= acrossShare) return across[row]!;
  if (height >= acrossShare) return down[column]!;
  return spots[row]![column]!;
}

interface KindWords {
  one: string;
  many: string;
  zh: string;
  /** What Chinese counts it by. */
  unit: string;
}
const kindWords: Record<DamageKind, KindWords> = {
  dust: { one: 'a speck of dust', many: 'dust', zh: '灰尘', unit: '处' },
  scratch: { one: 'a scratch', many: 'scratches', zh: '划痕', unit: '道' },
  crack: { one: 'a crack', many: 'cracks', zh: '裂纹', unit: '道' },
  fold: { one: 'a fold', many: 'folds', zh: '折痕', unit: '道' },
  loss: { one: 'a missing spot', many: 'missing spots', zh: '缺损', unit: '处' },
  stain: { one: 'a stain', many: 'stains', zh: '污渍', unit: '处' },
};

/** Some of one kind at one place: `3 scratches at the right`. */
function wordsOfSome(kind: DamageKind, count: number, place: Words): Words {
  const { one, many, zh, unit } = kindWords[kind];
  // Nobody counts dust.
  if (kind === 'dust') return { en: `${count === 1 ? one : many} ${place.en}`, zh: `${place.zh}${zh}` };
  return {
    en: `${count === 1 ? one : `${count} ${many}`} ${place.en}`,
    zh: `${place.zh} ${count} ${unit}${zh}`,
  };
}

/** More are told as their number. */
const maxTold = 4;

type Told = Pick<RestoreRegion, 'kind' | 'box' | 'count' | 'share'>;

/** What these regions are and where, as a list within a sentence: the largest by name, the number of others. */
export function wordsOfRegions(regions: readonly Told[]): Words {
  const groups = Map.groupBy(regions, ({ kind, box }) => `${kind} ${wordsOfPlace(box).en}`);
  const areaOf = (group: readonly Told[]) => group.reduce((sum, { share }) => sum + share, 0);
  const sorted = [...groups.values()].toSorted((a, b) => areaOf(b) - areaOf(a));
  const told = sorted.slice(0, maxTold).toSorted((a, b) => orderOf(a) - orderOf(b));
  const phrases = told.map((group) => {
    const count = group.reduce((sum, each) => sum + each.count, 0);
    return wordsOfSome(group[0]!.kind, count, wordsOfPlace(group[0]!.box));
  });
  const others = sorted.slice(maxTold).reduce((sum, group) => sum + group.length, 0);
  if (others > 0) {
    const en = others === 1 ? 'one more place' : `${others} more places`;
    phrases.push({ en, zh: `另外 ${others} 处` });
  }
  const last = phrases.at(-1)!;
  const firsts = phrases.slice(0, -1).map(({ en }) => en);
  return {
    en: firsts.length > 0 ? `${firsts.join(', ')} and ${last.en}` : last.en,
    zh: phrases.map(({ zh }) => zh).join('、'),
  };
}

const orderOf = ([first]: readonly Told[]): number => damageKinds.indexOf(first!.kind);

/** What is looked for where defects may be repaired. */
export const damageLookedFor: Words = {
  en: 'dust, scratches, cracks, folds, missing spots and stains',
  zh: '灰尘、划痕、裂纹、折痕、缺损和污渍',
};
