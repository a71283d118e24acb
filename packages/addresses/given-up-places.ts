/**
 * An old address beside the new one: `was A, is now B`, `bisher A, ab sofort B`, `B instead of A`, `舊址A作廢，以後請寄B`. Finds the place that
 * is no longer to be used. It must be a place, and another one must be left. Pure.
 */
import type { Edit } from './edited-text.ts';
import { beginsWithFamily } from './name-rules.ts';
import type { Piece } from './parse-sheet.ts';
import { phonesIn } from './part-forms.ts';
import {
  announcements,
  givenUpPlace,
  placeInUse,
  unchangedName,
  weaklyGivenUpPlace,
} from './superseded-words.ts';

const givenUp = givenUpPlace();
const weakly = weaklyGivenUpPlace();
const inUse = placeInUse();

/** No place that is given up is told of at greater length. */
const maxPlace = 160;

const easternPlace =
  /[路街道巷村號号樓楼]|[省市区區县縣].*\d|\d+-\d+|(?:시|구|로|길|동|호)(?: |$|\d)|[都道府県].+[市区町村]/u;
const latinStreet =
  /(?:(?:straße|strasse|str\.|weg|gasse|platz|allee|damm|ufer|ring|straat|laan|plein|gracht|kade|weg|hof)|(?<!\p{L})(?:st|street|rd|road|ave?|avenue|ln|lane|dr|drive|ct|court|pl|place|blvd|boulevard|way|tce|terrace|pde|parade|cl|close|cres|crescent|hwy|sq|square|view|hill|row|rue|rua|estrada|travessa|largo|quai|cours|chemin|impasse|allée|via|viale|corso|piazza|vicolo|strada|calle|c\/|avda|avenida|paseo|plaza|gran vía|blk|flat|apt|unit))(?!\p{L})/iu;
const latinPostcode =
  /(?<![\p{L}\d])(?:\d{5}|\d{4}(?: [A-Z]{2})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|\d{6})(?![\p{L}\d])/u;
/** It has a number beside a name for streets or a postcode beside a name, or words for divisions and streets. */
const isPlace = (said: string): boolean =>
  (/\d/u.test(said) && /\p{Lu}\p{L}/u.test(said) && (latinStreet.test(said) || latinPostcode.test(said))) ||
  easternPlace.test(said);

/** `~~138 0000 0000~~ 139 0000 0000`: struck out, with something behind it in its place. */
const struckOut = /(?<=^|[\s:,;])~~(?=\S)[^~\n]{1,60}(?<=\S)~~ ?(?=[^\s~])/gu;

/** The edits for what is struck out; undefined when nothing is. */
export function struckOutIn(text: string): Edit[] | undefined {
  const found = [...text.matchAll(struckOut)].map(({ 0: struck, index }) => ({
    start: index,
    end: index + struck.length,
  }));
  return found.length > 0 ? found : undefined;
}

/** The edits for the first place in the text that is given up for another; undefined when there is none. */
export function givenUpIn(text: string): Edit[] | undefined {
  const edits = placeGivenUp(text);
  if (!edits) return undefined;
  const announced = [...text.matchAll(announcements)].map(
    ({ 0: found, index }): Edit => ({ start: index, end: index + found.length }),
  );
  const named = [...text.matchAll(unchangedName)].map(({ 0: found, index }) => sayingName(found, index));
  const said = announced.concat(named);
  return [
    ...edits,
    ...said.filter((each) => !edits.some(({ start, end }) => each.start < end && start < each.end)),
  ];
}

/** `Name hasn't changed: Ann Lee` is as good as `Name: Ann Lee`. */
function sayingName(found: string, start: number): Edit {
  const end = start + found.length;
  const label = /^(?:name|nom|nome|nombre|naam)(?= )/iu.exec(found)?.[0];
  const colon = found.lastIndexOf(':');
  if (label === undefined || colon < 0) return { start, end };
  return { start: start + label.length, end, by: { start: start + colon, end } };
}

/** 改成吴江区同里镇迎燕东路36号: the place that takes the old one's, which stands somewhere before. */
const changedTo =
  /(?:请|麻烦|帮我|地址|就)*(?:改成|改为|改到|换成|换到|改一下|改寄)(?:了|到|这个)?[:, ]?(?=[^\n]{0,40}[路街道巷村号])/gu;
const whyChanged = /搬家?了?|没人|不住|等一下|等等|算了|错了|不对|不在|出差|放假/u;
const oldHouse = /\p{Script=Han}{2,}(?:[路街道巷村弄镇]|大道|小区)[^\n,。;()\s]*\d[^\n,。;()\s]*/u;

function changedPlace(text: string): Edit[] | undefined {
  for (const { 0: cue, index } of text.matchAll(changedTo)) {
    const before = text.slice(0, index);
    const end = index + cue.length;
    const old = oldHouse.exec(before);
    if (!old || !whyChanged.test(before.slice(old.index)) || !hasHouse(text.slice(end))) continue;
    return [
      { start: old.index, end: old.index + old[0].length },
      { start: index, end },
    ];
  }
  return undefined;
}

/** `(Ma propre adresse, 12 rue des Lilas …, est pour la facture seulement.)`: where whoever pays lives. */
const ofBill =
  /\([^()\n]{0,120}(?<!\p{L})(?:invoices?|billing|bill|receipt|rechnung(?:sadresse|sanschrift)?|factur(?:e|ation|as?|ación)|fattura(?:zione)?|factuur(?:adres)?)(?!\p{L})[^()\n]{0,120}\)/giu;

function placeOfBill(text: string): Edit[] | undefined {
  for (const { 0: found, index } of text.matchAll(ofBill)) {
    const end = index + found.length;
    if (isPlace(found) && hasHouse(`${text.slice(0, index)}\n${text.slice(end)}`))
      return [{ start: index, end }];
  }
  return undefined;
}

function placeGivenUp(text: string): Edit[] | undefined {
  const before = givenUpBefore(text) ?? changedPlace(text) ?? placeOfBill(text);
  if (before) return before;
  for (const [pattern, isWeak] of [
    [givenUp, false],
    [weakly, true],
  ] as const)
    for (const { 0: cue, index } of text.matchAll(pattern)) {
      const edits =
        replacedAt(text, { start: index, end: index + cue.length }) ??
        (isWeak ? undefined : denied(text, { start: index, end: index + cue.length }));
      if (edits) return edits;
    }
  return undefined;
}

const isBracketed = (text: string, { start }: Piece): boolean => /\([^()\n]*$/u.test(text.slice(0, start));

/** The old place up to the words behind which the one in use stands. */
function replacedAt(text: string, cue: Piece): Edit[] | undefined {
  const near = text.slice(cue.end, cue.end + maxPlace + 40);
  const closed = isBracketed(text, cue) ? near.indexOf(')') : -1;
  for (const { 0: next, index } of near.matchAll(inUse)) {
    if (index > maxPlace || (closed >= 0 && closed < index)) return undefined;
    const old = near.slice(0, index);
    if (!isPlace(old)) continue;
    const end = cue.end + index + next.length;
    if (!isPlace(text.slice(end))) return undefined;
    return keepingPhones(text, { start: cue.start, end });
  }
  return undefined;
}

/** The old place behind the one in use: it ends with its bracket, its line or its sentence. */
function denied(text: string, cue: Piece): Edit[] | undefined {
  const behind = text.slice(cue.end);
  const stop = behind.search(isBracketed(text, cue) ? /\)|\n|$/u : /[;)\n。]|\.(?: |$)|$/u);
  const phone = phonesIn(behind)[0]?.start ?? behind.length;
  const upTo = behind.slice(0, Math.min(stop, phone));
  const old = /\([^()]*$/u.test(upTo) && behind[upTo.length] === ')' ? `${upTo})` : upTo;
  if (old.length > maxPlace || !isPlace(old) || [...old.matchAll(inUse)].length > 0) return undefined;
  const left = `${text.slice(0, cue.start)}\n${behind.slice(old.length)}`;
  return isPlace(left) && /\d/u.test(left) && hasHouse(left)
    ? [{ start: cue.start, end: cue.end + old.length }]
    : undefined;
}

/** What is left has a house with its street, not a phone alone. */
export function hasHouse(text: string): boolean {
  let left = text;
  for (const { start, end } of phonesIn(text))
    left = left.slice(0, start) + ' '.repeat(end - start) + left.slice(end);
  return isPlace(left) && /\d/u.test(left);
}

/** A phone beside the old place stays when there is no other. */
function keepingPhones(text: string, piece: Piece): Edit[] {
  const phones = phonesIn(text);
  const within = phones.filter(({ start, end }) => start >= piece.start && end <= piece.end);
  if (within.length === 0 || within.length < phones.length) return [piece];
  const edits: Edit[] = [];
  let at = piece.start;
  for (const { start, end } of within) {
    // 董洋 138…: who is named right before it stays too.
    const named = /(?<=[\s,;])\p{Script=Han}{2,4}[ ,:]{0,2}$/u.exec(text.slice(at, start))?.[0] ?? '';
    const isSomebody = named !== '' && beginsWithFamily(named);
    edits.push({ start: at, end: isSomebody ? start - named.length : start });
    at = end;
  }
  return [...edits, { start: at, end: piece.end }];
}

/** 作废, 别寄了 behind the place that they speak of. */
const easternGivenUp =
  /(?:作[废廢]|(?:先)?(?:别|別|不要|唔好)(?:再)?寄(?:了|啦|过去了?)|不用了|唔要|不要了|取消(?:了)?|(?:已(?:经)?)?搬[走离離]了?|停用|无效|無效)[)!。,;、 ]*(?:\n)?/gu;
const easternOpening =
  /(?:(?:楼上|上面|前面|上邊|上边|刚才|剛才|以前|之前|上次|上回|原[来來先]?|旧|舊|老地址)[^。!\n]{0,70})$/u;
const newSign =
  /^(?:(?:新|现|現|请|請|以[后後]|[这這]次|改|收[件货貨])[^:\n]{0,8}[:到去做]|(?:请?用)?(?:新的|这个):?|寄(?:到|去|给)?)/u;

/** A place with a remark in brackets that nothing is to be sent there. */
const remarkedUp =
  /(?<=^|[\n。;])[^\n。;()]{4,80}\([^()\n]{0,12}(?:搬[走离離]|勿寄|作[废廢]|[旧舊]址|停用)[^()\n]{0,12}\)/u;

/** Something was wrong, and all of it is said again. */
const saidAgain =
  /(?<=^|[,;。!\n ])(?:完整(?:的)?(?:地址|信息)?(?:是|如下)?|(?:我)?重新?发(?:一遍|一下|一次|一个)?|正确(?:的)?(?:地址|信息)?(?:是|如下)?|以(?:这个|此|下面|这条)为准)[:：,，。\n ]{1,2}/gu;
const wasWrong = /错|不对|不是|有误/u;

function saidAnew(text: string): Edit[] | undefined {
  for (const { 0: cue, index } of text.matchAll(saidAgain)) {
    const end = index + cue.length;
    if (index > 0 && wasWrong.test(text.slice(0, index)) && hasHouse(text.slice(end)))
      return keepingPhones(text, { start: 0, end });
  }
  return undefined;
}

function givenUpBefore(text: string): Edit[] | undefined {
  const anew = saidAnew(text);
  if (anew) return anew;
  const remarked = remarkedUp.exec(text);
  if (remarked && isPlace(remarked[0])) {
    const end = remarked.index + remarked[0].length;
    if (isPlace(text.slice(end))) return keepingPhones(text, { start: remarked.index, end });
  }
  for (const { 0: cue, index } of text.matchAll(easternGivenUp)) {
    const end = index + cue.length;
    const opening = easternOpening.exec(text.slice(0, index));
    if (!opening) continue;
    const behind = text.slice(end);
    if (!isPlace(behind)) continue;
    const use = newSign.exec(behind)?.[0].length ?? 0;
    if (/[省市区區县縣路街]|\d{3}/u.test(opening[0]))
      return keepingPhones(text, { start: opening.index, end: end + use });
    // 上面那个作废: everything before it.
    if (isPlace(text.slice(0, opening.index))) return keepingPhones(text, { start: 0, end: end + use });
  }
  return undefined;
}
