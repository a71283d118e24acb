/**
 * Which of several phones is called by what is said right before and behind each: that it is to be rung, or that nobody hears it. Owns those
 * words. Labels of a word are told elsewhere (abroad/phone-choice.ts). Pure.
 */
import type { Edit } from '../edited-text.ts';
import type { Piece } from '../parse-sheet.ts';
import { phonesIn } from '../part-forms.ts';

const one = (words: readonly string[]): RegExp => new RegExp(words.join('|'), 'iu');

/** Before the number: ring this one. */
const ringAhead = one([
  '(?<![別别勿莫好要用不果若再就末])(?:[請请]?打|致電|聯絡)(?:去|俾|給|给)?(?![你成错錯])[^\\d\\n,。;打]{0,14}$',
  "(?<!\\p{L})(?:(?:so |please |just |pls )(?:call|ring|use|dial)|call this|liguem|ligar)(?: (?!if )[\\p{L}'’.]{1,12}){0,5}[ :,]{1,2}$",
  '(?<!\\p{L})(?:my )?(?:new (?:number|no|one)|korean number)(?:,? (?:call this|as well|new|is))*[ :]{1,2}$',
  '直接(?:联系|聯繫|打|找)给?[^\\d\\n。;]{1,8}$',
  '女将の携帯 ?$|こちら(?:へ|まで|に)[^\\d\\n。]{0,6}$',
]);
/** Behind it: ring this one, somebody is there. */
const ringBehind = one([
  '^ ?\\((?:现用|現用|在用|常用|新的?|主号?|现在用的?|[打用][这這][个個])\\)',
  '^[^\\d\\n,。;]{0,8}(?:有人[聽听接])|^[ (]{0,2}打(?:呢|這|这)[個个]',
  '^(?![^\\d\\n.;]{0,32}(?:not|n.?t|never) (?:ring|call))[^\\d\\n.;]{0,32},? (?:ring|call) (?:them|that|this)(?!\\p{L})|^ ?[—–-] ?(?:that|this) one|^[^\\d\\n.;]{0,24} so (?:ring|call|use) (?:her|him|them|that|it)(?!\\p{L})',
  '^ ?(?:内線 ?\\d{1,5} ?)?(?:に(?:お?電話|おかけ|かけ|ご?連絡)|へお願い|をお呼び)|^[ →]{0,2}(?:これ)?が?今の',
  '^ ?(?:내선 ?\\d{1,5}번?)?으?로 ?(?:전화|걸어|연락)|^[^\\d\\n.]{0,8}만 받',
]);
/** Before it: not this one. */
const notAhead = one([
  '(?<=^|[\\s,;。(:])(?:[旧舊老原](?:号码?|手机号?|电话)?(?:是|:)? ?)$',
  '(?:唔好|不要|別|别|勿|莫)(?:再)?打[^\\d\\n,。;)]{0,8}$',
  "(?:do not|don'?t|never) (?:ring|call|use)[^\\d\\n.;)]{0,20}$|(?<!\\p{L})old one ?$",
]);
/** Behind it: nobody hears it, or it is no longer. */
const notBehind = one([
  '^ ?\\((?:早就?|[已以]经?|現?现?在?)?(?:停机?|停用|不用|注销|作废|失效|空号|换(?:掉|号)?|旧|老)(?:了|啦|的)?\\)',
  '^[^\\d\\n,。;:]{0,14}(?:[没沒无無][有]?(?:信号|網络|网络)|(?:上课|开会|上班|值班)[^\\d\\n,。;:]{0,4}不方便)',
  '^[^\\d\\n,。;]{0,14}(?:[冇沒没][電电]|[關关][機机]|漫[遊游]|[沒没][開开][機机]|(?:唔好|不要|別|别|莫|勿)打|打我也[沒没]用|停用|[註注][銷销]|(?:他|佢|她)不會中文|只到)',
  "^[^\\d\\n.;]{0,40}(?:out of credit|lost in|is dead|(?<!\\p{L})off (?:in|at|till|until)|is closed|switched off|forget it|is the fax|(?:do not|don'?t|never) (?:ring|call)(?! (?:the|my|his|her|our) )|night shift|only (?:kakao|whatsapp|wechat|line|telegram|signal|viber)|snores|no longer|emergenc|flatmate's)",
  '^[^\\d\\n。]{0,24}(?:気づ|圏外|留守電のみ|通じ(?:ない|ません)|仕事中|亡くな|落とし|解約|犬しか|無視)',
  '^[^\\d\\n.]{0,40}(?:전용|받지 않|소용 ?없|지워|꺼|보내는|해지|없는 번호)',
]);

/** `I'm Ann 021 … so call him`: somebody else's is meant. */
const ownAhead = /(?<!\p{L})(?:i['’]?m|i am|my|mine|me)(?!\p{L})[^\d\n.;]{0,24}$/iu;
const callThem = /^[^\d\n.;]{0,24} so (?:ring|call|use) (?:her|him|them)(?!\p{L})/iu;

/** Only when the other one is not answered, or for questions. */
const forTheCase =
  /(?:打[不唔]通|不[通上]|[沒没冇無无]人|[沒没]接|[不唔][聽听]|有[急事問问咩]|[萬万]一|如果|[收找]不到|也可以|都得|亦可)[^\d\n。]{0,14}$/u;

/** More are a list. */
const maxPhones = 4;
const reach = 48;

/** The edits that leave the phone that is called; undefined where the text has one, or says nothing that tells them apart. */
export function calledPhoneIn(text: string): Edit[] | undefined {
  const phones = phonesIn(text);
  if (phones.length < 2 || phones.length > maxPhones) return undefined;
  const scores = phones.map((phone, at) => scoreOf(text, phone, phones[at - 1], phones[at + 1]));
  const best = Math.max(...scores);
  const others = phones.filter((_, at) => scores[at]! < best);
  if (others.length !== phones.length - 1) return undefined;
  if (best <= 0 && scores.filter((score) => score < 0).length < others.length) return undefined;
  return others;
}

function scoreOf(text: string, { start, end }: Piece, last?: Piece, next?: Piece): number {
  const ahead = text.slice(Math.max(last?.end ?? 0, start - reach), start);
  const behind = text.slice(end, Math.min(next?.start ?? text.length, end + reach));
  if (notAhead.test(ahead) || notBehind.test(behind)) return -1;
  const isOwn = ownAhead.test(ahead) && callThem.test(behind);
  return (ringAhead.test(ahead) && !forTheCase.test(ahead)) || (ringBehind.test(behind) && !isOwn) ? 1 : 0;
}
