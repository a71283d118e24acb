/**
 * Texts that name two people with an address each: who sends or pays, and who receives. Owns the words that tell them apart, in every tongue
 * that is read here, and which part of a text is the sender's. Pure.
 */
import type { Piece } from './parse-sheet.ts';
import { phonesIn } from './part-forms.ts';

/** A label begins a line or a sentence, or follows a stroke or an arrow. */
const start = String.raw`(?<=^|[\n.;!|/>»—–)。】\[【※]\s{0,3}|,\s|-\s|\()`;
const labelEnd = String.raw`\s?[.:：=\->\]】]{1,3}|\s|(?=\n)|(?=,)|(?<=[人先主元]は)`;

const senders: readonly string[] = [
  // English
  "sender(?:'s)?(?: (?:name|details|address))?|shipper|shpr|ship(?:ped)? from|from|fm(?= ?:)|ex|consignor|bill(?:ing|ed)?(?: address)?(?: to)?|invoice(?:d)? to|invoice(?= ?:)|sold to|paid(?: for)? by|ordered by|(?:the )?sender is me|sent by|(?:i'm|i am) (?:the sender|sending (?:this|it))",
  // German, French, Italian, Spanish, Dutch
  '(?:der |die )?absender(?:in)?(?: bin ich| ist)?|abs|besteller(?:in)?|bestellt(?: hat| von)?|auftraggeber|rechnung(?:sadresse|sanschrift| bitte)?(?: an)?',
  "(?:l')?exp[ée]diteur(?:rice)?(?: c'est moi| est)?|c'est moi qui envoie|exp|facture|factur(?:ation|er)(?: à)?|adresse de facturation",
  '(?:il )?mittente(?: sono io| è)?|mitt|(?:lo )?(?:spedisco|mando|invio) io|fattura(?:zione|re)?(?: a)?|spedito da',
  '(?:el )?remitente(?: soy yo| es)?|remite|(?:lo|la) (?:env[ií]o|mando) yo|rte|paga|factura(?:r)?(?: a(?: nombre de)?)?',
  '(?:de )?afzender(?: ben ik| is)?|afz|(?:ik )?verstuurd door|besteld door|factuur(?:adres)?(?: naar| aan)?',
  'remetente|rem(?=[.:])',
  // Han, kana, Hangul
  '[寄退]件(?:人|方)?(?:信息|姓名)?|退[货回](?:人|方)(?:\\([^()\\n]{1,8}\\))?|原(?:买家|收[件货]人)|[发發]件(?:人|方)?(?:信息|地址)?|发货(?:人|方)|發貨(?:人|方)|[从從](?=:)|寄方|寄件地址和电话[^,:\\n\\d]{0,8}|寄',
  '(?:ご?依頼主(?:様)?|送り主|差出人|発送元)は?',
  '(?:보내는 ?(?:사람|분|이)|보낸 ?(?:사람|분|이)|발송(?:인|자)?|발신(?:인|자)?)[은는]?',
];
const receivers: readonly string[] = [
  "receiver|recipient|parcel(?= ?:)|package(?= ?:)|consignee|cnee|ship(?:ping|ped)?(?: address)?(?: to)?|deliver(?:y|ed)?(?: address| pt| point)?(?: to)?|to(?! kwa wan)|(?:but |please )?(?:ship|deliver|send)(?: it)? to|the one receiving(?: is)?|(?:but )?(?:it|this|the (?:parcel|gift|present|box|package))(?:'s| is)? (?:goes to|going to|for)|goes to|(?:but |please )?(?:it|this|that|the (?:parcel|gift|present|box|package)) (?:should|must|has to|needs to) (?:go|be (?:sent|delivered|shipped)) to",
  'empfänger(?:in)?|empf|(?:geliefert werden soll(?: es)?(?: aber)? an|lieferung(?: bitte)?(?: an)?)|lieferadresse|an(?=\\s*\\n)|die ware(?: selbst)?(?: aber)? bitte (?:zu|an)(?: mir)?(?: nach hause)?|lieferanschrift|versand(?: bitte)? an|liefern an|(?:aber )?(?:gehen soll es|(?:es|das paket|das geschenk) (?:geht|soll))(?: aber)?(?: als \\p{L}+)? an|(?:aber )?(?:es|das paket|das geschenk) ist für',
  "destinataire|dest|livraison(?: à| chez)?|livrer à|adresse de livraison|(?:mais )?(?:c'est|le (?:colis|cadeau|paquet) (?:est|va)) (?:pour|à|chez)",
  'destinatario|destinataria|consegna(?:re)?(?: a)?|riceve(?: invece)?|(?:spedire|consegnare|inviare)(?: invece)? a|(?:ma |però )?(?:(?:il|questo) (?:regalo|pacco|ordine) )?(?:va|è per|è destinato)(?: ad?)?',
  'recibe|destino|entrega(?:r)?(?: a)?|enviar a|para|(?:pero |mas )?(?:(?:el|o) (?:regalo|paquete|presente) )?(?:es|va|é|vai) (?:para|a)|destinat[áa]ri[oa]',
  'ontvanger|geadresseerde|geadr|bezorg(?:en|adres)(?: bij| aan)?|(?:maar )?het pakje (?:is voor|moet naar|gaat naar)|leveren aan|(?:maar )?(?:het|dit|het (?:pakje|cadeau|pakket)) (?:is voor|gaat naar|moet naar)',
  '退货?(?:收件|收货)人?|退货?(?:的话)?(?:请|就)?(?:退|寄)?(?:到|往|至)(?:[^\\n:\\d]{0,12}(?=:))?|退(?:回)?到|退(?:回|货)?至|(?:新件|换货|新货)[^:\\n]{0,4}[寄发](?:往|到|给我?)|(?:客户|顾客|买家)(?:姓名|名称|地址|信息)?(?=\\s?[:：])|收件(?:人|方)?(?:信息|姓名)?|货?送给(?:客户|收货人)|收货(?:人|方)?|收貨(?:人|方)?|收方|到(?=:)|收',
  '(?:お?届け?先(?:様)?|受取人|宛先|納品先)は?',
  '받는 ?(?:사람|분|이)|받으(?:시는|실) ?분|수취(?:인|자)?|수령(?:인|자)?|수신(?:인|자)?',
];

/** Behind a comma or within a line only these are labels: 寄 and 收 are said in any sentence. */
const afterComma = '(?<=[,;:。 ]\\s{0,2})';
const labelOf = (words: readonly string[], long: string): RegExp =>
  new RegExp(`(?:${start}(?:${words.join('|')})|${afterComma}(?:${long}))(?:${labelEnd})`, 'giu');
/** Said of whoever writes, wherever it stands in a sentence. */
const sentByMe =
  /(?<!\p{L})(?:sender (?:is|=) me|absender bin ich|mittente sono io|remitente soy yo|afzender ben ik|expéditeur,? c'est moi|寄件人是我)[\s:,，-]/iu;
const sender = labelOf(
  senders,
  '退[件货]人|退[货回]方|原收[件货]人|寄[件货貨]?方|[寄发發][件货貨]人|寄件(?:人)?地址(?:和电话)?[^,:\\n\\d]{0,8}(?=:)',
);
const receiver = labelOf(
  receivers,
  '收[件货貨]?方|收[件货貨]人|货?送给(?:客户|收货人)|退(?:回)?到(?=:)|请?改[派寄](?:给|到)(?:我\\p{Script=Han}{0,2})?',
);
/** Whoever sends and receives in capitals within one line. */
const inCapitals = [
  /(?<=^|\n|[\d\p{Script=Han}] )FROM(?=[ :]{1,2}\p{Script=Han})/u,
  /(?<![A-Z])TO(?=[ :]{1,2}\p{Script=Han})/u,
];
/** Where goods go back to, beside where new ones are sent. */
const goesBack =
  /(?<=^|[\n。;,])(?:退货|退回)(?:的)?(?:请|就)?(?:地址|寄(?:回|到|往)?|退(?:回)?到?)[^\n:\d]{0,6}:/u;
const comesAnew =
  /(?<=^|[\n。;,—])(?:请)?(?:把)?(?:换(?:货|的)?(?:的)?新?(?:货|件|的)?|新[货件]|补发)(?:的)?(?:请|就|麻烦)?[寄发](?:往|到|给|回)?(?:我|这里|这边)?[:, ]/u;

/** These are said of nothing else: `ご依頼主 〒105-0011…` needs no colon. */
const easternNoun = /依頼主|送り主|差出人|発送元|보내는|보낸|발송인|발신인|[寄发發]件[人方]|[发發][货貨]人/u;

/** Whoever is named in fewer characters has no address to be taken for the other's. */
const leastPart = 4;
/** Longer texts are no waybill. */
const maxChars = 1000;

/** One sign of a place: a number, or the end of a division or a street. */
const placeSign = /\d|[路街道巷號号市區区縣县町村郡시군구동로길]/u;

const hanPlace = /[路街道巷號号市区區縣县镇鎮村]/u;

/**
 * Where the sender stands; undefined when the text names only one side, or when nothing of a place is left for the receiver.
 */
export function findSender(text: string): Piece | undefined {
  if (text.length > maxChars) return undefined;
  const capitals = findInCapitals(text);
  if (capitals) return capitals;
  const label = text.matchAll(sender).next().value ?? sentByMe.exec(text) ?? undefined;
  if (label === undefined) return findGoneBack(text) ?? findCarried(text);
  const from = label.index;
  const all = [...text.matchAll(receiver)].map(({ index }) => index).filter((at) => at !== from);
  const to = all.find((at) => at > from) ?? all[0];
  // Behind the receiver only what is plainly a label begins the sender's part: `from the back door` doesn't.
  if (
    to === undefined ||
    (to < from && !label[0].includes(':') && !easternNoun.test(label[0]) && !sentByMe.test(label[0]))
  )
    return undefined;
  const end = to > from ? to : text.length;
  const left = to > from ? text.slice(end) : text.slice(0, from);
  const length = text.slice(from, end).trimEnd().length;
  // 收货人 王先生 寄:吉林…: where nothing of a place is left, it was the receiver's.
  const sign = /^[寄发發]$/u.test(label[0].replace(/[\s:]/gu, '')) ? hanPlace : placeSign;
  if (length < leastPart || !sign.test(left)) return undefined;
  const piece = { start: from, end: from + length };
  return to < from ? withoutLastPhones(text, piece) : piece;
}

/** A sentence in which a phone stands behind few words. */
const phoneSentence = /(?<=[.;!\n]\s{1,3})(?:\p{L}[\p{L}'’]*:? ){0,4}$/u;

/** `Ship to: … Bill to: …. Shop line 555 0104`: where the receiver has no phone, those behind the payer's place are for both. */
function withoutLastPhones(text: string, { start: from, end }: Piece): Piece {
  const phones = phonesIn(text);
  const [first] = phones.filter((phone) => phone.start > from);
  if (!first || phones[0] !== first) return { start: from, end };
  const words = phoneSentence.exec(text.slice(from, first.start))?.[0];
  return words === undefined ? { start: from, end } : { start: from, end: first.start - words.length - 1 };
}

/** `TO 信阳市…156… FROM 西宁市…139…`, in either order. */
function findInCapitals(text: string): Piece | undefined {
  const [from, to] = inCapitals.map((pattern) => pattern.exec(text)?.index);
  if (from === undefined || to === undefined) return undefined;
  const end = to > from ? to : text.length;
  const left = to > from ? text.slice(to) : text.slice(0, from);
  return hanPlace.test(left) && /\d/.test(left)
    ? { start: from, end: from + text.slice(from, end).trimEnd().length }
    : undefined;
}

/** `退货请寄：A …换的新货寄给我：B`: goods go back to A, and B receives. */
function findGoneBack(text: string): Piece | undefined {
  const [from, to] = [goesBack, comesAnew].map((pattern) => pattern.exec(text)?.index);
  if (from === undefined || to === undefined) return undefined;
  const [back, anew] =
    to > from ? [text.slice(from, to), text.slice(to)] : [text.slice(from), text.slice(0, from)];
  return [back, anew].every((words) => hanPlace.test(words) && /\d/.test(words))
    ? { start: from, end: from + back.trimEnd().length }
    : undefined;
}

/** 从南京市玄武区珠江路88号小陈寄给扬州市…: where it is taken from, a place or somebody's phone. */
const carried = /(?<=^|[\n。;；,，:：!！]\s{0,2})从[^\n。]{6,80}?(?=[寄发發送邮][给給到往至])/u;
const carriedPlace = /\d{5,}|[省市区區县縣]|[路街]\d/u;

function findCarried(text: string): Piece | undefined {
  const found = carried.exec(text);
  if (!found || !carriedPlace.test(found[0])) return undefined;
  const end = found.index + found[0].length;
  return /\d/.test(text.slice(end)) && placeSign.test(text.slice(end))
    ? { start: found.index, end: found.index + found[0].trimEnd().length }
    : undefined;
}

/** The text with a break and blanks instead of the piece: every place in it stays what it was. */
export const withBlank = (text: string, { start: from, end }: Piece): string =>
  `${text.slice(0, from)}\n${' '.repeat(end - from - 1)}${text.slice(end)}`;
