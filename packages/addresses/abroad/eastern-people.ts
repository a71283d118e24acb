/**
 * Who is meant in a Japanese or Korean message, beside what the tagger says: labels that name the receiver, people who only write or pay, shops
 * that look like people, remarks in brackets that are no place. Pure.
 */
import { isEasternDepartment } from '../departments.ts';
import { nameAt } from '../regions/eastern-municipalities.ts';
import type { TaggedSpan } from '../tagging/linear-chain.ts';
import { phoneHole } from './abroad-segments.ts';
import { isJapaneseFamily, koreanFamilyLength } from './eastern-families.ts';

const receiverAhead =
  /(?:받[는을] ?(?:사람|분|이)|받으(?:실|시는) ?분|수취인|수령인|受取人|受け取り(?:人|は)|お届け先|届け先の?名前|宛名|お?名前[はが:]|なまえ|フルネーム|店主[はの])(?:[^\n,、。:]{0,12}[:'"「 ]|[은는이가은はが]|: ?)$/u;

/** 三宅さん宛に, 錦織様(090…)へ, 하봉출이 받습니다. */
const receiverBehind =
  /^ ?(?:さん|様|さま)?(?:の?方)?(?: ?(?:あて|宛)(?:に|て|まで)|(?:\([^()\n]{0,20}\))?[へに](?=[^。\n]{0,16}(?:送|届)))|^ ?[이가] ?받(?:습|아요|을|는)/u;

/** Right behind a label that says so, or before words that do. */
export const isReceiver = (text: string, { from, to }: TaggedSpan): boolean =>
  receiverAhead.test(text.slice(Math.max(0, from - 24), from)) ||
  receiverBehind.test(text.slice(to, to + 44));

const latinName = "\\p{Lu}[\\p{L}\\p{M}.'’-]*(?: (?:d[aeo]s? )?\\p{Lu}[\\p{L}\\p{M}.'’-]*){0,4}";
const labelsElsewhere = (labels: string): RegExp =>
  new RegExp(
    `(?:(?<![\\p{L}\\p{M}])(?:[Nn]ame(?: is|'s)?|[Mm]y name is|I am|I'm|[Nn]ome|[Tt]ên|[Nn]aam)|${labels})[ :]{1,2}(${latinName}|\\p{Script=Han}{2,4}|[가-힣]{2,4})(?=[\\s,.、。;\ue001]|$)`,
    'u',
  );
/** `nome Edson Tanaka`, `tên …`, `收件人 …`, `이름 …`: labels of tongues that are not the address's. */
const foreignLabels: Record<string, RegExp> = {
  JP: labelsElsewhere('收件人|收货人|이름|받는 ?(?:사람|분)'),
  KR: labelsElsewhere('收件人|收货人|名字'),
};

/** Who is named behind a label of another tongue than the address's; empty where nobody is. */
export const foreignName = (text: string, country: string): string =>
  foreignLabels[country]?.exec(text)?.[1]?.replace(/[.,]$/u, '') ?? '';
/** `LÊ THỊ NGỌC ÁNH`: the only words in capitals behind a house are somebody. */
const inCapitals = /(?<=\d[\p{L} ]{1,8})(?<![\p{L}\p{M}])\p{Lu}{2,12}(?: \p{Lu}{2,12}){1,4}(?![\p{L}\p{M}])/u;

const elseAhead =
  /(?:입금자|주문자|결제자|보내는 ?(?:사람|분|이)|注文者|依頼主|振込人)(?:명|名)?[은는はが]? ?:? ?$/u;

/** Who pays or orders. */
export function isSomebodyElse(text: string, name: string): boolean {
  const at = text.indexOf(name);
  return at >= 0 && elseAhead.test(text.slice(Math.max(0, at - 12), at));
}

const koreanTitle =
  /(?<![가-힣])([가-힣]{1,2})(?:선생님|사장님|원장님|교수님|기사님|여사님|목사님|소장님)(?![가-힣])/gu;
const koreanSelf =
  /(?<![가-힣])([가-힣]{3,4})(?:이에요|이예요|예요|입니다|이구요|이고요|이라고 ?(?:해요|합니다))/gu;
const japaneseWho =
  /(?<![\p{Script=Han}])(\p{Script=Han}{2,3})(?:が(?:いたし|受け|お受け|対応)|と申し|と言い|といい|宛(?:て|に)|様(?:気付|宛))/gu;

const japaneseOwner =
  /(?:店主|店長|代表|オーナー|担当者?|院長|女将|園長)[:の ]{0,2}(\p{Script=Han}{1,3})(?=[ \n\ue001様さ]|$)/gu;

/** The commonest family of all is in no list that the tagger was taught with. */
const familyLength = (name: string): number => (name.startsWith('김') ? 1 : koreanFamilyLength(name, 0));

/** Who is called by family and title, or says who they are, where nobody else is named. */
export function calledBeside(text: string, country: string): string {
  const capitals = inCapitals.exec(text)?.[0];
  if (capitals) return capitals;
  if (country === 'JP')
    return (
      [...text.matchAll(japaneseWho), ...text.matchAll(japaneseOwner)]
        .map(([, name]) => name!)
        .find(isJapaneseFamily) ?? ''
    );
  const titled = [...text.matchAll(koreanTitle)].find(
    ([, family]) => familyLength(`${family} `) === family!.length,
  );
  if (titled) return titled[0];
  const said = [...text.matchAll(koreanSelf)].find(([, name]) => familyLength(name!) === name!.length - 2);
  return said?.[1] ?? '';
}

const shopWord =
  '카페|커피|편집숍|편집샵|식당|미용실|헤어샵|헤어|꽃집|약국|서점|책방|공방|베이커리|빵집|민박|한옥민박|펜션|게스트하우스|스튜디오|문구점|상회|슈퍼|마트|네일|필라테스|요가|カフェ|喫茶|レストラン|居酒屋|食堂|ヘアサロン|サロン|美容室|ベーカリー|工房|スタジオ|ギャラリー|民宿|ペンション|旅館|ホテル';
const shopAhead = new RegExp(`(?<![가-힣\\p{Script=Katakana}])(?:${shopWord}) $`, 'u');
const shopAlone = new RegExp(`^(?:${shopWord})$`, 'u');
const japaneseShop = /(?:屋|処|店|堂|亭|庵|軒|荘|カフェ|サロン|商店|工房)$/u;
const noPerson = /전화기|倉庫|直通|事務所|代表|携帯|電話|のし|短冊|名入れ|冷蔵|冷凍|견본|창고|사무실/u;
/** What a phone or a parcel is for, by itself: 이태용 is somebody. */
const noPersonAlone =
  /^(?:배송|촬영|선물|업무|사무|현장|매장|가정|연락|택배|수령|본인|회사)용$|^(?:때 )?많음$|통화 ?중|^(?:菓子|衣類|書類|書籍|雑貨|日用品|精密機器|割れ物|元払い?|着払い?|配送用|贈答用|業務用)$/u;
/** What leads to a phone or is written on a parcel. */
export const isNoPerson = (words: string): boolean =>
  noPerson.test(words) || noPersonAlone.test(words) || /^\p{Ll}/u.test(words);
/** What is less likely a person than this may be a shop. */
const doubtful = 0.6;

/** A number that is of an order or a door, and what is called `next door`. */
const noPlaceAhead =
  /(?:(?:ご?注文|受注|伝票|追跡|お?問い?合わせ|会員|管理)(?:番号|No\.?)[はが]?|(?:주문|송장|운송장|발주|접수) ?번호[은는]?|(?:비번|비밀번호)[은는]?|暗証番号[はが]?|品名|品目|内容品|물품|상품명?)[\])】 :#*]{0,3}$|隣の$|옆집 ?$/u;
const remark = /주의|만료|안심|금지|부탁|불가|진료|가능|厳禁|注意|不可/u;

const remarkBehind = /\s?\([^()\d]{0,20}(?:주의|금지|부탁|厳禁|注意)[^()\d]{0,8}\)?$/u;

/** Whether the place stands in brackets right behind a phone, or is a remark there that has no house. */
function isRemark(text: string, { from, to }: TaggedSpan): boolean {
  const open = text.lastIndexOf('(', from);
  if (open < 0 || text.slice(open, from).includes(')')) return false;
  const close = text.indexOf(')', open);
  const end = close < 0 ? text.length : close;
  if (end < to - 1) return false;
  return (
    text.slice(0, open).trimEnd().endsWith(phoneHole) ||
    (remark.test(text.slice(from, end)) && !/\d/.test(text.slice(from, to)))
  );
}

/** The spans without what only looks like a place or a person; what is a division or a shop after all is called so. */
export function meantSpans(text: string, spans: readonly TaggedSpan[], country: string): TaggedSpan[] {
  const told = spans.flatMap((span): TaggedSpan[] => {
    const { kind, from, to, probability } = span;
    const words = text.slice(from, to).trim();
    if (kind === 'place' || kind === 'firm') {
      if (noPlaceAhead.test(text.slice(Math.max(0, from - 14), from)) || isRemark(text, span)) return [];
      if (/^현금 ?영수/u.test(words)) return [];
      const note = remarkBehind.exec(text.slice(from, to));
      if (note) return note.index === 0 ? [] : [{ ...span, to: from + note.index }];
      return country === 'JP' && /^\p{Script=Han}{2,3}様(?:気付|宛て?)$/u.test(words) ? [] : [span];
    }
    if (kind !== 'name') return [span];
    if (isNoPerson(words)) return [];
    if (isEasternDepartment(words, country)) return [{ ...span, kind: 'other' }];
    if (country === 'JP' && /[区市町村県]$/u.test(words) && nameAt(words, 0, 'city', 'JP') === words)
      return [{ ...span, kind: 'place' }];
    const before = shopAhead.exec(text.slice(Math.max(0, from - 10), from));
    if (before) return [{ ...span, kind: 'firm', from: from - before[0].length }];
    const isShop =
      shopAlone.test(words) || (country === 'JP' && probability < doubtful && japaneseShop.test(words));
    return isShop ? [{ ...span, kind: 'firm' }] : [span];
  });
  // A shop's word that stood in the part before it is the shop's.
  return told.map((span, at) => {
    const next = told[at + 1];
    return next?.kind === 'firm' && next.from < span.to ? { ...span, to: next.from } : span;
  });
}
