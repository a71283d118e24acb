/**
 * Which of several phones is called: a mobile before a landline. Owns the words that say which is which, in every tongue; how mobiles
 * begin is known by countries.ts. Whose phone it is has been told before (others-phones.ts, sender-block.ts). Pure.
 */
import { knownCountries } from '../countries.ts';
import { phoneHole } from './abroad-segments.ts';

/** What may stand between a label and its number: `fijo tienda`, `mobile no. is`. */
const joint = `(?: ?(?:no|nr|num|number|nummer|númer[o]|numero|phone|tel|line|is|ist|est|è|es|番号|號碼|号码|번호|는|은|は))?`;
const mobileWords = `cell(?:ular|phone|ulare)?|mobile|mob|mbl|m|hp|h/p|hand ?phone|hand ?set|handy(?:nr|nummer)?|mobil(?:nr|nummer|telefon|funk)?|port(?:able)?|gsm|m[oó]v(?:il)?|cel|telefonino|mobiel(?:nummer|tje)?|telem[oó]vel|tlm|whatsapp|keitai|携帯(?:電話)?|ケータイ|スマホ|휴대 ?(?:폰|전화)|핸드폰|핸폰|手機|手机|手提(?:電話)?|行動(?:電話)?|流動電話`;
const landlineWords = `office|ofc|off|work|wk|land ?line|house|home|hm|h|o|w|t|main|desk|direct|ddi|switchboard|reception|shop|store|school|studio|kitchen|salon|büro|buero|geschäft|geschäftlich|dienstlich|privat|zuhause|zu hause|festnetz|zentrale|praxis|laden|fixe|bureau|bur|domicile|dom|maison|travail|standard|secrétariat|ligne directe|ld|magasin|fijo|casa|oficina|ofi|trabajo|tienda|centralita|taller|ufficio|uff|fisso|abitazione|negozio|lavoro|centralino|kantoor|werk|thuis|winkel|zaak|vast|vaste lijn|escrit[oó]rio|loja|固定(?:電話)?|固話|会社|公司|勤務先|自宅|事務所|代表|職場|店(?:舗|舖|鋪)?|学校|學校|市話|市內電話|家用電話|家電|住家|辦公室|屋企|寫字樓|집|자택|사무실|회사|유선|직장|매장|가게|학교`;
/** Whoever else the number is of, or when alone it is to be called. */
const strangersWords = String.raw`host(?:'s)?|landlord(?:'s)?|neighbou?r(?:'s)?|(?:my|his|her) (?:husband|wife|mum|mom|mother|dad|father|son|daughter|sister|brother|friend|assistant|partner|boss|roommate|flatmate|parents)(?:'s)?|meine[rs]? \p{L}+|mon (?:mari|voisin|fils|père)|ma (?:femme|voisine|fille|mère)|mio (?:marito|figlio|vicino)|mia (?:moglie|figlia|vicina)|mi (?:marido|mujer|hijo|hija|vecin[oa])|(?:mijn )?(?:buurman|buurvrouw|man|vrouw|buren)|backup|back-up|spare|emergency|alternat\p{L}*|if no answer|if not|otherwise|or else|notfalls|sinon|altrimenti|si no|anders|fax|f|沒接(?:請打)?|沒人接(?:請打)?|没接(?:请打)?|打不通(?:請打|请打|就打)?|(?:打[不唔][通到]|[没沒冇]人[接聽听])(?:的?[话話][, ]?|[, ]?(?=[就先再才可请請]))[就先再才可以请請]{0,3}(?:打|搵|找)?[给給俾]?[我佢他她]?|안 ?받으(?:면|시면)|出ない(?:時|場合)は?|家人|老公|老婆|緊急|予備|비상|예비|남편|아내|이웃|팩스|傳真|隣`;

const before = (words: string): RegExp =>
  new RegExp(String.raw`(?<![\p{Script=Latin}\d])(?:${words})${joint}[\s.:=()/–-]{0,4}$`, 'iu');
/** Behind the number in brackets, or as the last word before the next one. */
const behind = (words: string): RegExp =>
  new RegExp(
    String.raw`^ ?(?:\((?:${words})(?: ?(?:phone|line|no))?\)|[-–]? ?(?:${words})(?= ?(?:$|[,;\n/|·)])))`,
    'iu',
  );
const labels = [mobileWords, landlineWords, strangersWords].map((words) => ({
  before: before(words),
  behind: behind(words),
}));
const [mobile, landline, stranger] = labels as [Label, Label, Label];
type Label = (typeof labels)[number];

/** The best to call first: what the sender asks for, a mobile, what may be one, a landline, somebody else's. */
const rank = { wanted: -1, mobile: 0, unknown: 1, landline: 2, stranger: 3 } as const;
const wanted =
  /(?<!\p{Script=Latin})(?:best|better|preferr?ed|main|please (?:call|ring|use)|(?:call|ring|text) (?:me|him|her|them|\p{Lu}\p{Ll}+) direct(?:ly)?|(?:call|ring|use) (?:me )?(?:on|at)?|am besten|de préférence|meglio|mejor|liefst|優先|なるべく|우선)(?: (?:is|on|at|number|no|ist|le|al|op|unter|the))*[\s.:=-]{0,3}$/iu;
const lastResort =
  /^[^\n\ue001,;.]{0,12}(?:only if|if (?:no answer|i don't|not)(?!,? (?:please |pls )?(?:try|call|ring|text|use|phone)(?! \p{Script=Latin}{1,3} only)))|^[^\n\ue001]{0,14}(?:打[唔不][到通](?!(?:的?[话話])?[, ]?(?:[就先再才可请請打搵找]))|唔好打|(?:先|暂时|暫時)?(?:不要|别|別|勿)打|跌咗|坏咗|壞咗|漫[游遊]|고장|안 ?(?:돼|되))/iu;

const whose =
  /(?<![\p{L}])(?:(?:[Hh]er|[Hh]is|[Tt]heirs?|mine|hers|[Ii]hre|[Ss]eine|meine|la mienne|la sienne|il mio|il suo|el mío|el suyo)(?: (?:number|no|[Nn]ummer|is|ist|est|è|es))*|(?:(?:tel(?:ephone|efoon|efon|éfono|efono)?|phone|t[eé]l|nummer)[.:]? )?(?!Tel|Mob|Cel|Port|Fax|Handy|Fon|Fix|Fij|Uff|Bür|Priv|Home|Work|Office|DDI|DID|HP|House|School)\p{Lu}\p{Ll}{2,})[ :]{1,2}$/u;

/** Of the number before it. */
const bracketBehind = /^ ?\([^()\n]{1,12}\)/u;

/** What is said of a phone in the words before it and behind it, a bit for each kind; as evidence. */
export function saidOfPhone(ahead: string, behind: string): number {
  let bits = 0;
  for (const [at, label] of labels.entries()) {
    if (label.before.test(ahead)) bits |= 1 << (2 * at);
    if (label.behind.test(behind)) bits |= 2 << (2 * at);
  }
  return bits | (wanted.test(ahead) ? 64 : 0) | (lastResort.test(behind) ? 128 : 0);
}

/** Of phones whose holes stand in the text in their order, the one to call: among equals the first. */
export function chooseToCall(phones: readonly string[], text: string): string | undefined {
  if (phones.length < 2) return phones[0];
  const between = text.split(phoneHole);
  // A text that had holes of its own says nothing of these.
  if (between.length !== phones.length + 1) return phones[0];
  // `Her number is …, mine is …`, `Telefoon Truus …, Mark …`: the words say whose each is, and the first is the receiver's.
  if (
    between
      .slice(0, -1)
      .every((ahead) => whose.test(ahead) && !labels.some((each) => each.before.test(ahead)))
  )
    return phones[0];
  const ranks = phones.map((phone, at) =>
    rankOf(
      phone,
      between[at]!.replace(bracketBehind, ''),
      // A word between two numbers is the second one's.
      between[at + 1]! + (at + 2 < between.length ? phoneHole : ''),
    ),
  );
  return phones[ranks.indexOf(Math.min(...ranks))];
}

function rankOf(phone: string, ahead: string, after: string): number {
  if (stranger.before.test(ahead) || stranger.behind.test(after) || lastResort.test(after))
    return rank.stranger;
  if (wanted.test(ahead)) return rank.wanted;
  const isBefore = mobile.before.test(ahead) || landline.before.test(ahead);
  if (isBefore) return mobile.before.test(ahead) ? rank.mobile : rank.landline;
  if (mobile.behind.test(after)) return rank.mobile;
  if (landline.behind.test(after)) return rank.landline;
  return [rank.unknown, rank.mobile, rank.landline][phoneKind(phone)]!;
}

/** 1 a mobile, 2 a landline where the country of a number in E.164 tells them apart; 0 where it doesn't. */
export function phoneKind(phone: string): 0 | 1 | 2 {
  const forms = knownCountries.flatMap(([, { callingCode, mobile: form }]) =>
    callingCode !== undefined && form && phone.startsWith(`+${callingCode}`)
      ? [form.test(phone.slice(callingCode.length + 1))]
      : [],
  );
  return forms.length === 0 ? 0 : forms.includes(true) ? 1 : 2;
}
