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

/** `y mi dirección es`, `und meine Adresse ist`. */
const myAddress =
  /(?<![\p{L}\d])(?:(?:y|e|ed|und|et|en|and),? )?(?:mi|meine|unsere|mon|ma|notre|il mio|il nuovo|mijn|ons|my|our) (?:nueva |neue |nouvelle |nuovo |nieuwe? |new )?(?:direcci[oó]n|adresse|anschrift|indirizzo|adres|address)(?: de \p{L}+)?(?: (?:es|ist|lautet|est|è|is))?\s*:?(?=\s)/giu;

/** In order: links and numbers first, so that nothing in them is read as a phrase. */
const dropped: readonly RegExp[] = [
  /(?<![\p{L}\d])(?:wechat|weixin|vx|wx)(?: ?id)? ?: ?[\w-]{3,30}(?![\p{L}\d])|(?<![\p{L}\d])bei ?zhu ?:[^\n]{0,80}|(?<=[\p{L}\d] )(?:pls|plz|thx|xie ?xie)(?=\s*(?:[,.!\n]|$))/giu,
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

const who = new RegExp(
  `${start}(?:(?:and )?(?:i am|i'm|my name is|(?:my )?name['’]s|it['’]?s under(?: the name(?: of)?)?|under the name(?: of)?|this is|name is|the name is|it['’]?s(?! (?:for|under|me|my|the|a|to|at|in|not|on)\\b)(?= \\p{L}[\\p{L}'.-]+ \\p{L}[\\p{L}'. -]+(?:,|\\n|$))|s['’]appelle|il s['’]appelle|elle s['’]appelle|mi chiamo|me llamo|ik ben|the recipient is|recipient is|it's for|it is for|ich bin|ich heiße|mein name ist|je suis|je m'appelle|mon nom est|c'est pour))\\s+(?=\\p{L})`,
  'giu',
);
/** `… Singapore 123168 for Marcus Lim`. */
const forWhom =
  /(?<=[\d\p{L}),.] ?)(?: |\n)(?:[Ff]or|[Pp]our|[Ff]ür|[Pp]er|[Pp]ara|[Vv]oor) (?=(?:(?:M\.|Mme|Mr|Mrs|Ms|Herrn?|Frau|Sig\.|Dr\.?) )?(?:\p{Lu}[\p{L}'’.-]* ?){2,4}(?:[,\n\ue001(]|$))/gu;
const attention =
  /(?<![\p{L}\d])(?:attn|attention|atn|att|fao|t\.a\.v\.|a\/a|c\.a\.|alla c\.a\.|all'attenzione di|a nombre de|look for|a la atención de|f\.a\.o|for the attention of|z\.? ?h(?:d|dn)|z\. ?h\.|à l['’]att(?:n|ention)?\.? (?:de|du)|a la att?(?:n|enci[oó]n)?\.? (?:del|de la|de)|zu händen(?: von)?|à l['’]attention de|a l['’]attention de|contact(?: person)?(?=:))(?![\p{L}])\.?\s*[:.]?\s*(?=[\p{L}"])/giu;
/** What leads to a phone, right before where one stood. */
const toPhone =
  /(?:(?:mi|mon|mein|meine|il mio|mijn)? ?(?:n[uú]mero|numéro|nummer|telefonnummer|handynummer|m[oó]vil|cell(?:ulare)?|téléphone|telefoon(?:nummer)?)(?: de \p{L}+)? ?(?:es|est|ist|è|is)? ?:?\s*(?=\ue001))|(?:(?:and )?(?:you can )?(?:my |the |our )?(?:phone|telephone|mobile|cell|cellphone|contact|number|handy|téléphone|portable|tel)?(?: (?:phone|number|no\.?|nr\.?))?(?: (?:is|ist|est))|(?:please |pls )?(?:call|ring|phone|text|reach|whatsapp) (?:(?:me|us)(?: (?:on|at))?|(?:\p{L}+ ){0,2}(?:on|at))|(?:my |the )?(?:phone|telephone|mobile|cell(?:phone)?|contact(?: no)?|number|handy|téléphone|portable|whatsapp))\.?\s*:?\s*(?=\ue001)/giu;

const wishWords =
  "(?:leave (?:it |them |the parcel |parcel |package |the package )?(?:at|with|in|by|on|outside|under|behind|near)|ring (?:the )?(?:bell|doorbell|buzzer|twice)|(?:use|press) (?:the )?(?:bell|buzzer|side|back)|call (?:me |us )?(?:before|when|on arrival|upon)|knock|deliver (?:after|before|between|only|on|at the|by|in the)|do not|don't|no signature|signature|handle with|fragile|drop (?:it )?(?:off )?at|(?:gate|door|entry|access) code|beware of|weekdays only|after \\d|klingeln|beim nachbarn|vor der tür|abstellen|laisser|sonner|interphone|digicode|citofono|timbre|portero|ne pas)";
const wishes = new RegExp(`${start}(?:please |pls |kindly |bitte )?${wishWords}[^\\n,;.!]{0,80}`, 'giu');
const anyWish = new RegExp(wishWords, 'iu');

/** Whether something in the text may be asked of the carrier: most texts ask nothing. */
export const mayWish = (text: string): boolean => anyWish.test(text);

/** Takes what is chat out of the text; its phones must be holes already. */
export function takeChat(text: string): ChatTaken {
  let left = text;
  left = left.replace(myAddress, '\n');
  for (const pattern of dropped) left = left.replace(pattern, '\n');
  left = left.replace(toPhone, '');
  const wished: string[] = [];
  const takeWish = (wish: string): string => {
    wished.push(wish.trim().replace(/^\(|(?<!\([^)]*)\)$/g, ''));
    return '\n';
  };
  left = left.replace(wishes, takeWish);
  left = left
    .replace(forWhom, `\n${nameHolder}`)
    .replace(who, `\n${nameHolder}`)
    .replace(attention, `\n${nameHolder}`);
  return { text: left, wish: wished.join('; ') };
}
