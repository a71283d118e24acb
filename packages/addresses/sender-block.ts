/**
 * Texts that name two people with an address each: who sends or pays, and who receives. Owns the words that tell them apart, in every tongue
 * that is read here, and which part of a text is the sender's. Pure.
 */
import type { Piece } from './parse-sheet.ts';

/** A label begins a line or a sentence, or follows a stroke or an arrow. */
const start = String.raw`(?<=^|[\n.;!|/>»—–]\s{0,3}|,\s|-\s|\()`;
const labelEnd = String.raw`\s?[.:：=\->]{1,3}|\s|(?=\n)`;

const senders: readonly string[] = [
  // English
  "sender(?:'s)?(?: (?:name|details|address))?|shipper|shpr|ship(?:ped)? from|from|ex|consignor|bill(?:ing|ed)?(?: address)?(?: to)?|invoice(?:d)? to|sold to|paid(?: for)? by|ordered by",
  // German, French, Italian, Spanish, Dutch
  'absender|abs|besteller(?:in)?|auftraggeber|rechnung(?:sadresse|sanschrift| bitte)?(?: an)?',
  'expéditeur|expediteur|exp|facture|factur(?:ation|er)(?: à)?|adresse de facturation',
  'mittente|mitt|fattura(?:zione)?(?: a)?|spedito da',
  'remitente|remite|rte|paga|factura(?:r)?(?: a)?',
  'afzender|afz|factuur(?:adres)?(?: naar| aan)?',
  // Han, kana, Hangul
  '寄件(?:人|方)?(?:信息|姓名)?|发件人|發件人|发货人|發貨人|寄方|寄',
  'ご?依頼主(?:様)?|送り主|差出人|発送元',
  '보내는 ?(?:사람|분|이)|보낸 ?(?:사람|분|이)|발송(?:인|자)?|발신(?:인|자)?',
];
const receivers: readonly string[] = [
  'receiver|recipient|consignee|cnee|ship(?:ping|ped)?(?: address)?(?: to)?|deliver(?:y|ed)?(?: address| pt| point)?(?: to)?|to|(?:but |please )?(?:ship|deliver|send)(?: it)? to|the one receiving(?: is)?',
  'empfänger(?:in)?|empf|lieferung(?: bitte)?(?: an)?|lieferadresse|lieferanschrift|versand(?: bitte)? an|liefern an',
  'destinataire|dest|livraison(?: à| chez)?|livrer à|adresse de livraison',
  'destinatario|destinataria|consegna(?:re)?(?: a)?|riceve(?: invece)?|spedire a|consegnare a',
  'recibe|entrega(?:r)?(?: a)?|enviar a|para',
  'ontvanger|geadresseerde|geadr|bezorg(?:en|adres)(?: bij| aan)?|(?:maar )?het pakje is voor|leveren aan',
  '收件(?:人|方)?(?:信息|姓名)?|收货(?:人|方)?|收貨(?:人|方)?|收方|收',
  'お?届け?先(?:様)?|受取人|宛先|納品先',
  '받는 ?(?:사람|분|이)|받으(?:시는|실) ?분|수취(?:인|자)?|수령(?:인|자)?|수신(?:인|자)?',
];

const labelOf = (words: readonly string[]): RegExp =>
  new RegExp(`${start}(?:${words.join('|')})(?:${labelEnd})`, 'giu');
const sender = labelOf(senders);
const receiver = labelOf(receivers);

/** Whoever is named in fewer characters has no address to be taken for the other's. */
const leastPart = 4;
/** Longer texts are no waybill. */
const maxChars = 1000;

/** One sign of a place: a number, or the end of a division or a street. */
const placeSign = /\d|[路街道巷號号市區区縣县町村郡시군구동로길]/u;

/**
 * Where the sender stands; undefined when the text names only one side, or when nothing of a place is left for the receiver.
 */
export function findSender(text: string): Piece | undefined {
  if (text.length > maxChars) return undefined;
  const label = text.matchAll(sender).next().value;
  if (label === undefined) return undefined;
  const from = label.index;
  const all = [...text.matchAll(receiver)].map(({ index }) => index).filter((at) => at !== from);
  const to = all.find((at) => at > from) ?? all[0];
  // Behind the receiver only what is plainly a label begins the sender's part: `from the back door` doesn't.
  if (to === undefined || (to < from && !label[0].includes(':'))) return undefined;
  const end = to > from ? to : text.length;
  const left = to > from ? text.slice(end) : text.slice(0, from);
  const length = text.slice(from, end).trimEnd().length;
  return length >= leastPart && placeSign.test(left) ? { start: from, end: from + length } : undefined;
}

/** The text with a break and blanks instead of the piece: every place in it stays what it was. */
export const withBlank = (text: string, { start: from, end }: Piece): string =>
  `${text.slice(0, from)}\n${' '.repeat(end - from - 1)}${text.slice(end)}`;
