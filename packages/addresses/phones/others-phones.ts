/**
 * Phones in a message that are not to be called: of whoever orders, of whom the text says not to ring, a second one beside the main one.
 * Finds them by the words around them. One phone is always left. Pure.
 */
import type { Edit } from '../edited-text.ts';
import type { Piece } from '../parse-sheet.ts';
import { phonesIn } from '../part-forms.ts';

const dontRing =
  /(?<![\p{L}])(?:(?:don'?t|do not|never) (?:ring|call|phone|text)|not (?:me|her|him|my)|nicht (?:mich|bei mir|anrufen)|pas (?:moi|à moi)|non (?:me|a me)|no (?:a mí|me llam\p{L}+)|niet (?:mij|bellen))(?![\p{L}])|(?:别|別|不要|唔好|勿)(?:再)?(?:打|联系|聯繫|找)(?:给|俾)?(?:我|佢|他|她)/iu;
/** Whom to ring instead, up to the phone. */
const ring =
  /(?<![\p{L}])(?:ring|call|phone|text|rufen|anrufen|appele[rz]|chiama(?:re|te)?|llam(?:ar|en|ad)|bel(?:len)?|hier|put)(?: (?!me tho)[\p{L}']+){0,4}(?: (?:on|at|under|unter|au|al|op))?[ :]{1,2}$|(?:打|联系|聯繫|搵)(?:给|俾)?[^\d\s,。]{0,6}[: ]?$/iu;
const ordersHere =
  /(?<![\p{L}])(?:it's|this is|i'm|i am|my name is|ich bin|hier ist|je suis|moi c'est|sono|soy|ik ben|met)(?: \p{L}[\p{L}'’.-]*){1,5},? ?[(,:]? ?(?:tel\.? )?$|(?:我是|我係|下单人|下單人|下单的|落单人|落單人|付款人|付款的?人|买家|買家|주문자|주문한 ?사람|구매자|注文者)[^\d\n。;]{0,12}$/iu;
/** Somebody else receives it. */
const forSomebody =
  /(?<![\p{L}])(?:(?:birthday )?pres(?:ent|sie)|prezzie|gift|surprise|goes to(?! me)|going to(?! me)|(?:parcel|package|print|it)(?:'s| is) for|address(?:ed)? (?:it )?to|put \p{Lu}|geschenk|überraschung|cadeau|offrir|livrer chez|regalo|cadeautje|verrassing)(?![\p{L}])|[寄送][给給](?!我(?:[^妈爸爷奶老姐妹哥弟女儿朋同家嫂]|$))|收[货貨件]|받으?[시는실]|받을|届け|お届け/iu;
const second =
  /(?:备用|備用|打不通(?:就|再|请)?打|不通(?:就)?打|backup|alternativ\p{L}*|second(?:ary)? (?:phone|number))[^\d\n。]{0,12}$/iu;
const main = /(?:主号|主號|主要?电话|主要?電話|main (?:phone|number|one)?)[^\d\n。,;]{0,4}$/iu;

const deniedBefore =
  /(?<!\p{L})(?:(?:and|und|et|e|y|en) )?(?:not|nicht|non(?: pas)?|no|niet|pas)(?: (?:the|die|le|il|el|het))? $|(?:不是|唔係|唔系|而非|旧|舊) ?$|(?<!打不通)(?:别|別|不要|唔好|勿|莫|不用|无需|不必)(?:再)?(?:打|拨|联系|聯繫|call)(?:给|去|俾)?[^\d\n,。;!)]{0,8}$/iu;
const deniedBehind =
  /^ ?(?:gibt es nicht mehr|ist (?:alt|nicht mehr gültig)|(?:no longer|doesn'?t) works?|is dead|n'est plus|werkt niet meer|doet het niet(?: meer)?|ya no funciona|non funziona(?: più)?)(?!\p{L})|^ ?(?:이|가)? ?(?:아니고|아니라|아니|말고)(?=[\s,])|^(?:ではなく|じゃなくて)|^ ?\(?(?:は|が)?(?:解約|使用不可|使えません|使えない|つながりません)(?:済み?|中|しました)?\)?|^ ?(?:这个|那个)?(?:号码?)?(?:早就?|已经?|都|现在)?(?:(?:停机|停用|不用|注销|打不通(?! ?(?:的话)?[就再请打拨找联])|作废|空号|换(?:掉)?)(?:了|啦)?)(?:[ ,]{0,2}(?:请|麻烦)?(?:别|不要|勿)(?:再)?(?:打|用|联系|拨))?(?:了|啦)?|^ ?(?:请|麻烦)?(?:别|不要|勿)(?:再)?(?:打|拨)(?:了|啦)?(?=[ ,;。\n]|$)/u;

/** `… 0181, not … 0118`: a number that is denied goes wherever it stands. */
export function deniedPhonesIn(text: string): Edit[] | undefined {
  const phones = phonesIn(text);
  if (phones.length < 2) return undefined;
  for (const phone of phones) {
    const lead = deniedBefore.exec(text.slice(Math.max(0, phone.start - 16), phone.start))?.[0] ?? '';
    const tail = deniedBehind.exec(text.slice(phone.end, phone.end + 24))?.[0] ?? '';
    if (lead === '' && tail === '') continue;
    const same = phones.filter((each) => each !== phone && digitsOf(text, each) === digitsOf(text, phone));
    if (same.length + 1 === phones.length) continue;
    return [{ start: phone.start - lead.length, end: phone.end + tail.length }, ...same];
  }
  return undefined;
}

/** Whoever writes, right before the phone: their own number, or one for the bill. */
const mine =
  /(?<!\p{L})(?:my(?: own)?(?: (?:number|no|phone|cell|mobile))?|mine|(?:mijn|m'n)(?: eigen)?(?: nummer| telefoon(?:nummer)?| mobiel)?|meine?(?: eigene)?(?: nummer| handynummer| telefonnummer)?|o meu|el mío|mi (?:propio )?(?:m[oó]vil|número|teléfono)|il mio(?: numero| cell(?:ulare)?| telefono)?|mon (?:propre )?(?:numéro|portable|tél(?:éphone)?)|le mien|la mienne|(?:i'm|i am|reach me) (?:on|at)|(?:an|bei) mich|mir)(?: (?!und |and |et |e |y |en (?!cas )|oder |or )\p{L}[\p{L}'’]*){0,5}?(?: (?:is|ist|est|è|es|é|heb je al|now|unter))*[ :(]{1,3}$|(?:我(?:自己)?的?(?:电话|電話|手机|手機|号码?|號碼?)?(?:是|为|為)?|购买人|購買人|下单人|訂購人|付款人|(?:疑[問问]|[問问][题題])[,,]?[^\d\n,。]{0,4}(?:本人|敝人)|제 ?(?:번호|전화|폰)는?|내 ?번호는?|입금자|현금영수증(?:은|용)?)[ :(]{0,3}$|(?:購買人|购买人)[^\d\n]{0,8}$|(?:私|当方|自分)の?(?:携帯|電話|番号|連絡先)(?:電話|番号)?は?[ :]?$|(?:請求|支払い?|注文)[^\n\d]{0,20}私[、,][^\d\n]{0,8}$|(?<!\p{L})(?:i'm|i am|ich bin|je suis|ik ben)(?: \p{Lu}\p{Ll}+,?)? ?$|(?<!\p{L})(?:groetjes|groeten?|mvg|mfg|(?:kind |best )?regards|cheers|(?:viele|liebe) grüße|cordialement|saluti|saludos),?\s+\p{Lu}\p{Ll}+,? ?$/iu;
/** The parcel is somebody else's. */
const somebodys =
  /(?<!\p{L})(?:her|his|their|gf|girlfriend|bf|boyfriend|fianc[ée]e?|mum|mom|mother|nan|auntie|uncle|dad|father|grand(?:son|daughter|ma|mother|father)|son|daughter|sister|brother|wife|husband|parents|oma|opa|haar|hun|ouders|moeder|vader|mutter|vater|eltern|mère|père|sœur|minha (?:irmã|mãe)|dela|dele|him|hermana|hermano|madre|padre|abuel[oa]|tí[oa]|hij[oa]|nonn[ao]|zi[oa]|mamma|papà|sorella|fratello|figli[oa]|grand-mère|grand-père|mamie|papy|frère|fils|fille|tante|zus|broer|opa|bruder|schwester|sohn|tochter)(?!\p{L})|[她他](?!们)|我(?:妈|爸|媽|爷|奶|姐|妹|哥|弟|老公|老婆|外婆|外公|姥)|[妈媽][妈媽]|爷爷|奶奶|阿公|阿嬤|[母父](?:の|に|宛)|姉|祖母|実家|受取人|할머니|할아버지|어머니|아버지|엄마|아빠|동생|받(?:는|을|으실) ?(?:사람|분)|收件人|届け先/iu;

/** The phones of whoever orders, where another one is left. */
function minePhonesIn(text: string, phones: readonly Piece[]): Edit[] | undefined {
  const before = ({ start }: Piece): string => text.slice(Math.max(0, start - 40), start);
  const own = phones.filter((phone) => mine.test(before(phone)));
  if (own.length === 0 || own.length === phones.length || !somebodys.test(text)) return undefined;
  return own.map((phone) => ({ start: phone.start - mine.exec(before(phone))![0].length, end: phone.end }));
}

const digitsOf = (text: string, { start, end }: Piece): string => text.slice(start, end).replace(/\D/gu, '');
/** 快递打18983这个: by its first or last digits. */
const digitsSaid = (text: string): string[] =>
  [...text.matchAll(/打(\d{4,6})(?:这个|那个|这支|那支)/gu)].map(([, said]) => said!);

/** 电话先打 024…: before the one to ring, where another isn't answered. */
const ringFirst = /(?:先打|优先打|(?<![不没]通(?:的话|就|请|再)?)打)(?:电话)?[ :]?$/u;
const unanswered = /静音|打不通|不方便|不能接/u;

/** The one that the text says to ring, by its place or by some of its digits. */
function phoneToRing(text: string, phones: readonly Piece[]): Piece | undefined {
  const said = digitsSaid(text);
  const isSaid = (phone: Piece): boolean => {
    const digits = digitsOf(text, phone);
    return said.some((some) => digits.startsWith(some) || digits.endsWith(some));
  };
  const isFirst = ({ start }: Piece): boolean => ringFirst.test(text.slice(Math.max(0, start - 16), start));
  return (unanswered.test(text) ? phones.find(isFirst) : undefined) ?? phones.find(isSaid);
}

/** 刚才的电话不用了，用这个 135…: the phones before the words are given up for the one behind them. */
const givenUp =
  /(?:刚才|上面|前面|之前|原来|以前|旧)(?:的|那个|那)?(?:的)?(?:电话|手机号?|号码?)[^\d\n。;]{0,6}(?:不用|作废|停|换|不要|打不通)[^\d。;]{0,16}(?:用|打|是|换成|改成)(?:这个|新的|这)?[号: ]{0,2}$/u;

/** 打后面那个, of two. */
const latter =
  /[打用撥拨](?:[后後](?:面|边|邊)?|第二)(?:那|这|這)?[个個支]|(?:[后後](?:面|边)|第二)(?:那|这|的)?[个支]?(?:优先|为主|先打|常用)/u;
const former =
  /[打用撥拨](?:前(?:面|边|邊)?|第一)(?:那|这|這)?[个個支]|(?:前(?:面|边)|第一)(?:那|这|的)?[个支]?(?:优先|为主|先打|常用)/u;

/** Whose a phone is and whether it is to be called, by the words before it and behind it: a bit for each sign; as evidence. */
export function ownerOfPhone(ahead: string, behind: string): number {
  const signs = [mine, ordersHere, second, main, ring, ringFirst, deniedBefore, givenUp].map((sign) =>
    sign.test(ahead),
  );
  return [...signs, deniedBehind.test(behind), dontRing.test(ahead.slice(-30))].reduce(
    (bits, has, at) => bits | (has ? 1 << at : 0),
    0,
  );
}

/** What a text says of its phones as a whole: it is for somebody else, one of them is not to be called, one may not be answered. */
export const phonesSaidOf = (text: string): number =>
  [forSomebody, somebodys, dontRing, unanswered].reduce(
    (bits, sign, at) => bits | (sign.test(text) ? 1 << at : 0),
    0,
  );

/** Whether the parcel is said to be somebody else's than the writer's. */
export const isForSomebody = (text: string): boolean => forSomebody.test(text) || somebodys.test(text);

/** The edits that leave the phone to be called alone; undefined when the text doesn't tell them apart. */
export function othersPhonesIn(text: string): Edit[] | undefined {
  const phones = phonesIn(text);
  if (phones.length < 2) return undefined;
  if (phones.length === 2 && latter.test(text)) return [phones[0]!];
  if (phones.length === 2 && former.test(text)) return [phones[1]!];
  const anew = phones.find(({ start }) => givenUp.test(text.slice(Math.max(0, start - 40), start)));
  if (anew && anew !== phones[0]) return phones.filter(({ start }) => start < anew.start);
  const named = phoneToRing(text, phones);
  if (named) return phones.filter((phone) => phone !== named);
  const ofMine = minePhonesIn(text, phones);
  if (ofMine) return ofMine;
  const before = ({ start }: Piece): string => text.slice(Math.max(0, start - 60), start);
  if (dontRing.test(text)) {
    const toRing = phones.find((phone) => {
      const lead = ring.exec(before(phone))?.[0];
      return lead !== undefined && !dontRing.test(lead) && !isDenied(before(phone), lead);
    });
    if (toRing) return phones.filter((phone) => phone !== toRing);
  }
  const mainOne = phones.find((phone) => main.test(before(phone)));
  if (mainOne) {
    const others = phones.filter((phone) => phone !== mainOne && second.test(before(phone)));
    if (others.length > 0)
      return others.map((phone) => ({
        start: phone.start - second.exec(before(phone))![0].length,
        end: phone.end,
      }));
  }
  if (!forSomebody.test(text)) return undefined;
  const orderers = phones.filter((phone) => ordersHere.test(before(phone)));
  if (orderers.length === 0 || orderers.length === phones.length) return undefined;
  return orderers.map((phone) => {
    const start = phone.start - ordersHere.exec(before(phone))![0].length;
    // (021 770 3381, Rotorua): the rest of the bracket is the orderer's too.
    const isBracketed = /\([^()\n]*$/u.test(text.slice(start, phone.start));
    const close = isBracketed ? text.indexOf(')', phone.end) : -1;
    return { start, end: close < 0 || close > phone.end + 60 ? phone.end : close + 1 };
  });
}

/** `don't ring me`: the words before the phone are a part of it. */
const isDenied = (before: string, lead: string): boolean =>
  /(?:don'?t|do not|not|never|nicht|别|不要|唔好)\s*$/iu.test(before.slice(0, before.length - lead.length));
