/**
 * An address outside China as segments between commas and line breaks. Owns how labels and e-mail addresses leave the text, and
 * what is known of a segment from where it stood.
 */
import { findCountry } from '../countries.ts';
import { countryOfSegment } from '../country-names.ts';

export interface Segment {
  text: string;
  /** 0 for the first line. */
  line: number;
  /** What a label before it said. */
  label: 'name' | 'city' | 'province' | 'postcode' | 'district' | undefined;
  /** It stood next to the phone. */
  byPhone: boolean;
}

/** Stands in the text where the phone was; cleaned text has no private characters of its own. */
export const phoneHole = '\ue001';

const words = {
  name: 'ship(?:ping)?(?: address)? to|deliver(?:y)? to|send to|attn|attention|fao|recipient(?: name)?|receiver(?: name)?|consignee|full name|contact(?: (?:name|person))?|customer(?: name)?|name|to|氏名|お?名前|お届け先(?:氏名)?|宛名|受取人|宛先|ご?担当者?|받는 ?(?:사람|분|이)|수령인|수취인|수신인|담당자|성명|이름|收件人|姓名|destinataire|nom|empfänger',
  city: 'city|town|city/town|suburb|locality|ville|stadt|ort|市区町村',
  province: 'state|province|state/province|county|prefecture|都道府県',
  postcode: 'zip ?code|zip|post ?code|postal ?code|plz|code postal|郵便番号|우편번호|eircode|pin ?code',
  district: 'district',
  other:
    'shipping address|delivery address|street address|street|address(?: line)? ?[12]?|address|addr|adresse|anschrift|(?:配送先|お届け先|送付先|届け先)?の?ご?住所|配送先|送付先|送り先|배송 ?주소|배송지|받는 ?곳|주소|地址|country|land|pays|国|tel(?:ephone)?(?: no)?|phone(?: ?(?:no|number))?|mobile(?: ?(?:no|number))?|cell|mob|ph|電話番号|電話|携帯(?:電話)?|ご?連絡先|연락처|전화번호|전화|휴대폰(?: ?번호)?|핸드폰|手機|电话|手机|t|m|p',
} as const;

const labelPattern = new RegExp(
  `(?<![\\p{L}\\d])(?:${Object.entries(words)
    .map(([kind, list]) => `(?<${kind}>${list})`)
    .join('|')})["']?\\.?\\s?[:=]\\s?["']?`,
  'giu',
);
/** `… Kowloon, Hong Kong. Chan Tai Man`: a full stop behind a word that nobody shortens so. */
const sentenceEnd =
  /((?<!\p{L})(?!(?:blvd|bldg|prof|dept|bros|strs|chem|appt|hosp)\.)\p{L}{4,}|\d{4,})\. (?=\p{Lu})/giu;
/** Between two segments. A dash or a bar with blanks around it separates, but not 60 - 66. */
const separator = /([,;|、，•·]|\ue001|(?<!\d) [-–—/]{1,3} | [-–—/]{1,3} (?!\d))/;
const bareLabels = new RegExp(
  `(?<![\\p{L}\\d])(?:tel(?:ephone)?|phone|mobile|mob|cell|ph|hp|h/p|fax|handy|whatsapp|wechat|wa|contact(?: ?no)?|t|m|p|電話|전화|携帯|電話番号)\\.?[:\\s]*(?=${phoneHole})`,
  'giu',
);
const holder: Record<string, string> = {
  name: '\ue002',
  city: '\ue003',
  province: '\ue004',
  postcode: '\ue005',
  district: '\ue006',
};
const labelOf: Record<string, Segment['label']> = {
  '\ue002': 'name',
  '\ue003': 'city',
  '\ue004': 'province',
  '\ue005': 'postcode',
  '\ue006': 'district',
};

/** The text (its phones replaced by `phoneHole`) as segments without labels; empty ones are left out. */
export function segmentsOf(text: string): Segment[] {
  const marked = text
    .replace(/[{}[\]]|(?<=[\s:,])"|"(?=[\s:,]|$)/g, ' ')
    .replace(sentenceEnd, '$1, ')
    .replace(bareLabels, '')
    .replace(labelPattern, (...found) => {
      const groups = found.at(-1) as Record<string, string | undefined>;
      const kind = Object.keys(holder).find((name) => groups[name] !== undefined);
      return `\n${kind ? holder[kind] : ''}`;
    });
  const segments: Segment[] = [];
  let afterPhone = false;
  for (const [line, row] of marked.split('\n').entries()) {
    for (const part of row.split(separator)) {
      if (part === undefined) continue;
      if (part === phoneHole) {
        const last = segments.at(-1);
        if (last) last.byPhone = true;
        afterPhone = true;
        continue;
      }
      const label = labelOf[part[0] ?? ''];
      const shown = trimSegment(part.replace(/[\ue001-\ue006]/g, ''));
      if (!/[\p{L}\d]/u.test(shown)) continue;
      segments.push({ text: shown, line, label, byPhone: afterPhone });
      afterPhone = false;
    }
  }
  return segments;
}

/** Without blanks and loose punctuation at both ends; a closing bracket stays with its opening one. */
export function trimSegment(text: string): string {
  let shown = text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:|/、。·*>=.!"“”-]+|[\s,;:|/、。·*<=!"“”-]+$/g, '')
    .replace(/(?<=\d|\p{L}{4}|[.!])\.+$/u, '');
  if (shown.includes('(') !== shown.includes(')')) shown = shown.replace(/[()]/g, '').trim();
  return shown === '()' ? '' : shown;
}

/** Takes the country's own name away, as a segment or at the end of the last one. */
export function dropCountry(segments: Segment[], country: string): Segment[] {
  // The name of a city stays: it says where in the country.
  const { isCity = false } = findCountry(country) ?? {};
  const kept = segments.filter(
    ({ text, label }) => label !== undefined || countryOfSegment(text) !== country || isCity,
  );
  const last = kept.at(-1);
  const words = last?.text.split(' ') ?? [];
  for (let count = Math.min(4, words.length - 1); count > 0; count--) {
    const tail = words.slice(-count).join(' ');
    if (countryOfSegment(tail) !== country || isCity) continue;
    const text = trimSegment(words.slice(0, -count).join(' '));
    return [...kept.slice(0, -1), { ...last!, text }];
  }
  return kept;
}

/** What is left, as one text: segments with a comma between them. */
export const joinSegments = (segments: readonly Segment[]): string =>
  segments.map(({ text }) => text).join(', ');
