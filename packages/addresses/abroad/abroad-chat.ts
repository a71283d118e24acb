/**
 * What people write around an address in a message that is not in Chinese: greetings, "please ship to", thanks, wishes for the
 * delivery, links, numbers of orders. Owns those phrases; takes them out and leaves a line break where they stood. Pure.
 */

export interface ChatTaken {
  text: string;
  /** What the carrier is asked for, in the words of the text. */
  wish: string;
}

/** Stands before who the parcel goes to; segmentsOf() reads it as a label. */
const nameHolder = '\ue002';

const start = String.raw`(?<=^|[\n.!?,;:(\ue001-] ?|[\n.!?,;:(] {0,2})`;
const end = String.raw`(?=\s*(?:[\n.!?,;:)\ue001]|$|[-–—](?:\s|$)|(?<= )(?:i['’ ]?a?m |my |please |pls |can |could |would |deliver |send |ship |the |here|merci |bitte |veuillez |mon |meine )))`;

const things =
  '(?:it|this|them|that|my (?:order|parcel|package|prints|photos|stuff)|the (?:order|parcel|package|prints|photos|item|items|goods)|everything)';
const shipVerb = '(?:ship|send|deliver|post|mail|forward|dispatch|courier)';
const addressWord =
  '(?:shipping |delivery |home |mailing |postal |office |work |street |new |current |correct |updated )*address';

/** In order: links and numbers first, so that nothing in them is read as a phrase. */
const dropped: readonly RegExp[] = [
  /(?:https?:\/\/|www\.)[^\s<>"']{1,300}/gi,
  /(?<![\w.+-])[\w.+-]{1,60}@[a-z\d-]{1,40}(?:\.[a-z\d-]{1,30}){1,4}/gi,
  /<\/?[a-z!][^<>\n]{0,200}>|&nbsp;/gi,
  /(?<![\p{L}\d])(?:order|invoice|tracking|customer|reference|ref|po|sku|item|case|ticket|bestellung|bestellnummer|commande)(?: ?(?:number|no\.?|nr\.?|id|#|n°))?(?: is)?[ :#]{0,3}#?(?=[A-Z\d-]*\d{3})[A-Z\d-]{4,24}(?![\p{L}\d])/giu,
  new RegExp(
    `${start}(?:hi|hiya|hello|hey|howdy|dear|good (?:morning|afternoon|evening|day)|greetings|hallo|guten (?:tag|morgen|abend)|moin|servus|bonjour|bonsoir|salut|hola|ciao|ok|okay|yes|sure|sorry)(?: (?:there|team|all|everyone|guys|folks|friend|again|seller|shop|store|sir|madam|sir or madam|customer service|support|zusammen|à tous))*${end}[,.!;:]?(?: ?[-–—](?:\\s|$))?`,
    'giu',
  ),
  new RegExp(
    `(?<![\\p{L}\\d])(?:(?:could|can|would|will) you (?:please |kindly )?|please |pls |kindly |you can |you may |i(?:'d| would) like you to |i need (?:it|this) )?${shipVerb}(?:ed)?(?: ${things})?(?: over)? to(?: me)?(?: at)?(?: (?:the|this|my) (?:following )?(?:new )?address)?(?= |\\n|:)\\s*[:,]?(?=\\s)`,
    'giu',
  ),
  new RegExp(
    `(?<![\\p{L}\\d])(?:(?:and|so|here is|here's|this is|it's|use|please use|please update|please change) )?(?:my|our|the|to|his|her|this)? ?${addressWord}(?: (?:is(?: now)?|has changed to|changed to|was changed to|to|below|as follows|should be))+\\s*[:,]?(?=\\s|$)`,
    'giu',
  ),
  new RegExp(`${start}(?:please |pls )?${shipVerb}(?: ${things})?\\s*:`, 'giu'),
  new RegExp(
    `${start}(?:to )?(?:my|our) (?:office|home|house|place|work|workplace|flat|apartment|parents|studio)\\s*:`,
    'giu',
  ),
  new RegExp(
    `${start}(?:here is|here's|this is|please use|use|please update|it's|and) (?:my|our|the) ${addressWord}\\s*[:,]?`,
    'giu',
  ),
  new RegExp(`${start}(?:my|our|his|her) ${addressWord}\\s*[:,]`, 'giu'),
  new RegExp(
    `${start}(?:i live (?:at|in)|i'?m (?:at|living at)|i am (?:at|living at)|located at|living at|we are at|i'?ve moved to|i have moved to|moved to|change (?:it )?to|it goes to|it should go to|for delivery to)(?= )`,
    'giu',
  ),
  /(?<![\p{L}\d])bitte (?:(?:an|senden|schicken|liefern|versenden)(?: sie)?(?: es| das| die ware| das paket)?(?: bitte)? ?){1,3}(?:folgende (?:adresse|anschrift)(?: schicken| senden| liefern)?)?\s*:?(?=\s)|(?<![\p{L}\d])(?:meine|unsere|die) (?:neue )?(?:adresse|anschrift|lieferadresse)(?: ist| lautet)\s*:?|(?<![\p{L}\d])(?:versand|lieferung|lieferadresse|lieferanschrift|versandadresse)(?: an)?\s*:/giu,
  /(?<![\p{L}\d])(?:merci de|veuillez|pouvez-vous|prière de|vous pouvez)(?: me| la| le| l')? ?(?:l'|le |la )?(?:livrer|envoyer|expédier|l'envoyer|adresser)(?: le colis| la commande| ceci)? (?:à|au)(?: l'adresse suivante)?\s*:?(?=\s)|(?<![\p{L}\d])(?:mon|notre|l')\s?adresse(?: de livraison)?(?: est)?\s*:?(?=\s)|(?<![\p{L}\d])adresse de livraison\s*:/giu,
  new RegExp(
    `${start}(?:many thanks|thanks|thank you|thank u|thx|ty|cheers|(?:kind|best|warm) regards|regards|best|best wishes|all the best|sincerely|danke(?: schön| sehr)?|vielen dank|besten dank|(?:mit )?(?:freundlichen|besten|viele|liebe|schöne)n? grüßen?|merci(?: beaucoup| d'avance| bien)?|cordialement|bien à vous|gracias|grazie)(?: (?:in advance|so much|very much|a lot|again|a million|for your help|for everything|everyone|all|im voraus|pour tout))*${end}[!. ]*`,
    'giu',
  ),
];

/** Japanese and Korean courtesies; wishes of both. */
const courtesies: readonly RegExp[] = [
  / ?御中/gu,
  /(?:いつも)?お世話になって(?:おり)?ます。?|こん(?:にち|ばん)は[、。!]?|おはようございます[、。!]?|はじめまして[、。]?|(?:どうぞ)?(?:よろしく|宜しく)?お願い(?:いた|致)?します[。!]?|よろしくです[。!]?|(?:どうも)?ありがとうございま(?:す|した)[。!]?|下記(?:の)?(?:住所)?(?:に|へ|まで)?(?:お送り(?:ください|下さい)|送って(?:ください|下さい))?[、。:]?|(?:私の|新しい)?(?:送り先|配送先|届け先|送付先|住所)は[、:]?|(?:へ|に)?(?:お?送(?:り|って)|発送して)(?:ください|下さい)[。!]?|(?<=[\p{Script=Han}\p{Script=Katakana}])(?:です|と申します|宛て?)[。]?(?=\s|$)|以上です[。]?/gu,
  /(?<=^|[\s.,!~])(?:안녕하세요|안녕하십니까|반갑습니다|감사(?:합니다|해요|드려요|드립니다)|고맙습니다|수고하세요|(?:배송|발송|잘|꼭|빠른 배송|빠르게|배송지|주소|변경|이쪽으로|여기로|아래 주소로|여기|배송지 변경|주소 변경){0,3} ?(?:부탁(?:드립니다|드려요|드릴게요|해요|합니다|해)|보내(?:드립니다|드려요|주세요|드릴게요)|바꿔 ?주세요|변경해 ?주세요|변경(?:합니다|할게요)|입니다|이에요|예요))[.!~^]*(?=[\s.,]|$)/gu,
  /(?<=[가-힣])(?:입니다|이에요|예요|이고요|이구요)[.,!]?(?=\s|$)/gu,
  /(?<![가-힣])(?:제 ?(?:주소|이름|연락처|번호)(?:는|은)|저는)(?= )/gu,
];
const easternWishes =
  /(?<=^|[\n.。、,!] ?|\s)(?:(?:不在時は?|玄関前に?|宅配(?:ボックス|BOX)に?|置き配|管理人|午前中|[\d時]+以降|平日|週末)[^\n。]{0,24}(?:ください|下さい|お願いします|希望|可)|(?:문 ?앞에?|경비실에?|부재 ?시|현관|무인택배함에?|배송 ?전에?|오시기 전에?)[가-힣 ]{0,24}(?:주세요|바랍니다|부탁드립니다|부탁드려요))[。.!]*/gu;

const who = new RegExp(
  `${start}(?:(?:and )?(?:i am|i'm|my name is|my name's|this is|name is|the name is|the recipient is|recipient is|it's for|it is for|ich bin|ich heiße|mein name ist|je suis|je m'appelle|mon nom est|c'est pour))\\s+(?=\\p{L})`,
  'giu',
);
const attention =
  /(?<![\p{L}\d])(?:attn|attention|att|fao|f\.a\.o|for the attention of|z\.? ?h(?:d|dn)|zu händen(?: von)?|à l['’]attention de|a l['’]attention de|contact(?: person)?(?=:))\b\.?\s*[:.]?\s*(?=[\p{L}"])/giu;
/** What leads to a phone, right before where one stood. */
const toPhone =
  /(?:(?:and )?(?:you can )?(?:my |the |our )?(?:phone|telephone|mobile|cell|cellphone|contact|number|handy|téléphone|portable|tel)?(?: (?:phone|number|no\.?|nr\.?))?(?: (?:is|ist|est))|(?:please )?(?:call|ring|text|reach|whatsapp) (?:me|us)(?: (?:on|at))?|(?:my |the )?(?:phone|telephone|mobile|cell(?:phone)?|contact(?: no)?|number|handy|téléphone|portable|whatsapp))\.?\s*:?\s*(?=\ue001)/giu;

const wishes = new RegExp(
  `${start}(?:please |pls |kindly |bitte )?(?:leave (?:it |them |the parcel |parcel |package |the package )?(?:at|with|in|by|on|outside|under|behind|near)|ring (?:the )?(?:bell|doorbell|buzzer|twice)|(?:use|press) (?:the )?(?:bell|buzzer|side|back)|call (?:me |us )?(?:before|when|on arrival|upon)|knock|deliver (?:after|before|between|only|on|at the|by|in the)|do not|don't|no signature|signature|handle with|fragile|drop (?:it )?(?:off )?at|(?:gate|door|entry|access) code|beware of|weekdays only|after \\d|klingeln|beim nachbarn|vor der tür|abstellen|laisser|sonner|ne pas)[^\\n,;.!]{0,80}`,
  'giu',
);

/** Takes what is chat out of the text; its phones must be holes already. */
export function takeChat(text: string): ChatTaken {
  let left = text;
  for (const pattern of dropped) left = left.replace(pattern, '\n');
  left = left.replace(toPhone, '');
  const wished: string[] = [];
  const takeWish = (wish: string): string => {
    wished.push(wish.trim());
    return '\n';
  };
  left = left.replace(wishes, takeWish);
  if (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(left)) {
    left = left.replace(easternWishes, takeWish);
    for (const pattern of courtesies) left = left.replace(pattern, '\n');
  }
  left = left.replace(who, `\n${nameHolder}`).replace(attention, `\n${nameHolder}`);
  return { text: left, wish: wished.join('; ') };
}
