/**
 * An address outside China as segments between commas and line breaks. Owns how labels and e-mail addresses leave the text, and
 * what is known of a segment from where it stood.
 */
import { findCountry } from '../countries.ts';
import { countryOfSegment } from '../country-names.ts';
import { inAnyCase } from '../plain-words.ts';

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
  name: 'nome(?: e cognome)?|destinatari[oa]|nombre(?: y apellidos)?|naam|ontvanger|geadresseerde|a nombre de|for|ship(?:ping)?(?: address)? to|deliver(?:y)? to|send to|attn|attention|fao|recipient(?: name)?|receiver(?: name)?|consignee|full name|contact(?: (?:name|person))?|customer(?: name)?|name|to|氏名|お?名前|お?届け先の?(?:氏名|お?名前)?|宛名|受取人|担当者?|宛先|ご?担当者?|받는 ?(?:사람|분|이)(?: ?(?:이름|성함|성명))?|성함|수령인|수취인|수신인|담당자|성명|이름|收件人|姓名|shou ?jian ?ren|lian ?xi ?ren|xing ?ming|destinataire|nom|empfänger',
  city: 'città|ciudad|poblaci[oó]n|localidad|(?:woon)?plaats|suburb\\/city|city|town|city/town|locality|ville|stadt|ort|市区町村',
  province: 'provincia|state|province|state/province|county|prefecture|都道府県',
  postcode:
    'cap|c\\.?p\\.?|c[oó]digo postal|zip ?code|zip|post ?code|postal ?code|plz|code postal|郵便番号|우편번호|eircode|pin ?code',
  district: 'district|suburb|frazione|ortsteil',
  other:
    'plz ?\\/ ?ort|(?:nuovo |nueva |nieuw )?(?:indirizzo|direcci[oó]n)(?: de entrega| di consegna)?|spedire a|(?:bezorg|post|nieuw )?adres|stra(?:ß|ss)e|telefon(?:nummer)?|telefoon(?:nummer)?|tel[eé]fono|m[oó]vil|cellulare|t[eé]l(?:éphone)?|portable|(?:neue |meine )?(?:liefer|versand)?(?:adresse|anschrift)|(?:my |our |the |your |new |full |complete |current |home |postal |mailing |billing |residential |work |office |permanent |physical |shipping |delivery |street )+address|shipping address|delivery address|street address|street|address(?: line)? ?[12]?|address|addr|add|di ?zhi|shou ?ji(?: ?hao)?|dian ?hua|adresse|anschrift|(?:配送先|お?届け先|送付先|送り先|受取人|新|現)?の?ご?住所|配送先|送付先|送り先|(?:받는|배송지?|새|우리|집|도로명|상세) ?주소|배송지|받는 ?곳|주소|地址|country|land|pays|国|tel(?:ephone)?(?: no)?|phone(?: ?(?:no|number))?|mobile(?: ?(?:no|number))?|cell|mob|ph|電話番号|電話|携帯(?:電話)?(?:番号)?|ご?連絡先|연락처|전화번호|전화|(?:휴대폰|핸드폰|휴대전화|폰)(?: ?번호)?|HP|手機|电话|手机|t|m|p',
} as const;

const labelPattern = new RegExp(
  `(?<![\\p{L}\\d])(?:${Object.entries(words)
    .map(([kind, list]) => `(?<${kind}>${list})`)
    .join('|')})["']?\\.?\\s?[:=]\\s?["']?`,
  'giu',
);
/** `… Kowloon, Hong Kong. Chan Tai Man`: a full stop behind a word that nobody shortens so. */
const shortened = inAnyCase(
  'blvd|boul|avda|ctra|depto|prol|dott|fraz|hnos|mevr|drs|ing|urb|dip|bldg|prof|dept|bros|strs|chem|appt|hosp|capt|comdr|edif|esch|bloc',
);
const sentenceEnd = new RegExp(
  String.raw`((?<!\p{L})(?!(?:${shortened})\.)\p{L}{4,}|\d{4,}|\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\)|(?<![.\p{L}])(?:UK|USA|US|HK))\. (?=\p{Lu}|(?<=\d{4}\. )\p{L})`,
  'gu',
);
/** Between two segments. A dash or a bar with blanks around it separates, but not 60 - 66. */
const separator = /([,;|、，•·]|\ue001|(?<!\d) [-–—/]{1,3} | [-–—/]{1,3} (?!\d))/;
const bareLabels = new RegExp(
  `(?<![\\p{L}\\d])(?:tel(?:e?phone|[eé]fono|efoon|efon|f)?|t[eé]l|cell?|cellulare|m[oó]vil|nummer|でんわ|phone|mobile|mob|cell|ph|hp|h/p|fax|handy|whatsapp|wechat|wa|contact(?: ?no)?|t|m|p|電話番号|電話|전화(?: ?번호)?|携帯(?:電話)?(?:番号)?|連絡先|연락처|(?:휴대폰|핸드폰|휴대전화|폰)(?: ?번호)?)\\.?[:\\s]*(?=${phoneHole})`,
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
    .replace(
      /(?<=^|[\s,])(\d+ ?(?:bis|ter|quater|[A-D])?), (?=(?:rue|avenue|av\.|bd|boulevard|place|chemin|allée|impasse|quai|cours|route|square|passage|villa|sentier) )/giu,
      '$1 ',
    )
    .replace(/\(([^()\n]*\ue001[^()\n]*)\)/g, '\n$1\n')
    .replace(/\((?!am |an der |in der |ob der )(\p{Ll}[^()\n]* [^()\n]*)\)/gu, ', $1, ')
    .replace(/(?<=^|[\s,、])(?:郵便番号|우편번호) ?:?\s?(?=\d)/gu, '〒')
    .replace(/〒(\d{3})(\d{4})(?!\d)/g, '〒$1-$2')
    .replace(/〒(?=\d{5}(?!\d))/g, ' ')
    .replace(/[{}[\]]|(?<=[\s:,])"|"(?=[\s:,]|$)/g, ' ')
    .replace(/[?!]+(?=\s|$)/g, ',')
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
