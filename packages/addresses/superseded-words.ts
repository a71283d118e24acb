/**
 * The words with which people take something back, in each tongue that is read: corrections, places that are no longer to be used and the
 * ones that are instead, and the small words between those and what is said anew. Tables only; cleaned text, small and large letters alike.
 */

/** What opens a correction, in Latin letters: what follows takes the place of something said before. */
const corrections: Record<string, string> = {
  en: '(?:no,? )?(?:hang|hold) on(?:,? no)?|wait,? no(?:,? wait)?|no,? (?:wait|sorry)|(?:wait|sorry|oops|whoops|ugh|argh|typo|edit|update|correction|amendment|amended|erratum|fix|actually|rather|pardon)|(?:ignore|disregard|forget) (?:that|the|my)(?: \\p{L}+)? (?:address|one|place)|scratch that|scrap that(?: number)?|strike that|make (?:that|it)|i meant?|my (?:mistake|bad|apologies)|(?:should|must|has to|needs to)(?: actually)? (?:be|read|say|have been)|wrong|mistyped|misspelt|misspelled',
  de: 'nee,? (?:warte|moment|halt)|warte(?: mal)?|stopp|(?:zahlen)?dreher|halt|moment|quatsch|korrektur|berichtigung|ach nein|nein|falsch(?:e[nrs]?)?|vertippt|vertan|tippfehler|muss (?:es )?(?:natürlich )?(?:heißen|sein|lauten)|entschuldigung|verzeihung|ich meine|richtig ist|gemeint ist|stimmt nicht',
  fr: '(?:ah |oh |euh,? )?(?:non,? )?(?:pardon|attends|attendez)|(?:ah|oh|euh),? non|erreur(?: de ma part)?|rectificati(?:on|f)|je (?:corrige|rectifie|voulais dire|me suis trompée?)|oups|désolée?|plutôt|faute de frappe|il fallait lire|mauvais|mauvaise',
  it: 'anzi(?:,? no)?|(?:no,? )?aspett[ai]|(?:ah|oh|ops),? no|scus(?:ate|a|i)|errore(?: mio)?|errata corrige|correzione|rettifica|mi correggo|ho sbagliato|volevo dire|sbagliato|pardon',
  es: '(?:uy|ay|huy|ups|oh|ah),? no|no,? esper(?:a|e|ad)|perd[oó]n+|disculp(?:a|e|en)|me equivoqu[eé]|me he equivocado|correcci[oó]n|corrijo|mejor dicho|quise decir|error(?: m[ií]o)?|fe de erratas|digo',
  nl: '(?:o|oh|ach) nee|nee,? wacht|wacht|sorry|correctie|rectificatie|foutje|fout|verkeerde?|moet(?: het)? zijn|ik bedoel|vergis(?:sing|t)',
};

/** The same in Chinese, Japanese and Korean, which have no blanks between words. */
const easternCorrections: Record<string, string> = {
  zh: '[哦噢啊诶呃]?(?:不对|不對|不是)(?!称|应)(?:[, ]{0,2}(?:不对|不對))?|[哦噢啊诶呃哎]不(?:不)?(?=[,。.!… ])|(?<=[,.…。?!—~\\n ])(?:不不|不(?=[,。!])|不(?=\\.{2,}))|(?<![要别別勿没沒会會怕])(?:打|写|寫|填|说|說|搞|弄|发|發|报|報)(?:错|錯)(?:了|咗|啦)?(?:一?[个個](?:数|數|字)|字|[区區市县縣](?=了))?(?:了|啦)?(?!成)|(?:错|錯)(?:了|咗)|更正(?:一下)?|勘[误誤]|[应應][该該當当]?(?:是|为|為|系|係)|不好意思|抱歉|对不起|對不起|唔好意思|唔[对對啱]|等下|等等(?=[,。.… ])|sorry|改一下|(?<=(?:房[号號]|房间号|门牌号?|門牌|[楼樓][层層]|手[机機]号?|[电電][话話]|[号號][码碼]|邮编|\\d) ?)(?:改|換|换)(?:成|为|為|到)|正确的?是|正確的?是|其[实實]是|[係系](?=[^,。;\\n]{1,12}先[啱對])|唔[係系](?=[,。.… ])',
  ja: '(?:間違|まちが|打ち間違|書き間違)(?:えて|え)?(?:いました|ました|て|い)?|正しくは|訂正(?:します|です)?|誤り(?:です|でした)?|違い(?:ました|ます)|違って(?:い)?ました|すみません|すいません|ごめんなさい|失礼しました',
  ko: '아(?:니)? ?(?:죄송|미안)(?:합니다|해요|해|)|죄송(?:합니다|해요|)|정정(?:합니다|해요|)|잘못 ?(?:적|썼|입력|말)[가-힣]*|틀렸[가-힣]*|오타(?:예요|입니다|)',
};

/** Words between a correction and what is said anew. */
export const fillers: ReadonlySet<string> = new Set(
  `it it's its that that's thats this is be should read reads say says have been the a my our your correct corrected right new here
  please pls use make i i'm me meant mean actually actual instead wait no nope not oh ah er um uh so to as at was wrong in fact only number
  sorry oops ugh typo edit correction apologies and but needs need really of for you above below earlier previous before made mistake
  please's have had an got transposed swapped reversed flipped switched digits mixed up always put down wrote typed goes go
  es ist das der die den dem muss heißen heisst heißt sein lauten lautet richtig richtige natürlich doch korrekt sondern nein sorry und soll
  sollte war aber bitte falsch falsche mit mein meine neue
  c'est ce le la les l' il elle est en fait bon bonne corriger et mais non plutôt numéro c'était au aux du de des sur
  è il lo i gli e un una giusto giusta corretto corretta quello no ma era mio errore sbagliato del della di
  es el la los un una correcto correcta en realidad y pero era mi no
  het 't is dat moet zijn was juiste correcte en maar niet nee nummer goede verkeerd verkeerde van de`.split(
    /\s+/,
  ),
);

export type PartKind = 'house' | 'unit' | 'postcode' | 'phone' | 'town' | 'street' | 'name';

/** What a part is called, in Latin letters. */
export const partNames: ReadonlyArray<readonly [PartKind, RegExp]> = [
  [
    'unit',
    /^(?:unit|apt|apartment|flat|suite|ste|room|rm|floor|fl|level|lvl|app|appartement|appt|bât|étage|wohnung|whg|etage|stock|zimmer|piso|planta|puerta|pta|interno|int|scala|kamer|bus|etage|verdieping)$/iu,
  ],
  [
    'house',
    /^(?:house|no|nr|num|hausnummer|hausnr|civico|huisnummer|huisnr|portal|nummer|numero|número|numéro|n°|nº|building|blk|block|bldg)$/iu,
  ],
  ['postcode', /^(?:zip|zipcode|postcode|postal|post|code|plz|postleitzahl|cap|cp|eircode)$/iu],
  [
    'phone',
    /^(?:phone|mobile|mob|cell|tel|telephone|hp|telefon|telefonnummer|handy|handynummer|téléphone|portable|cellulare|cell|teléfono|móvil|telefoon|mobiel|telefoonnummer|whatsapp|handynr|handy-nr|telefonnr|mobilnummer|telefonnummer|tfno|tlf|telf|gsm)$/iu,
  ],
  ['town', /^(?:city|town|suburb|stadt|ort|ville|città|ciudad|plaats|woonplaats)$/iu],
  [
    'street',
    /^(?:street|road|straße|strasse|rue|via|calle|straat|address|adresse|indirizzo|dirección|adres|anschrift)$/iu,
  ],
  ['name', /^(?:name|recipient|receiver|nom|nome|nombre|naam|empfänger|destinataire)$/iu],
];

/** What a part is called in Chinese, Japanese and Korean. */
export const easternPartNames: ReadonlyArray<readonly [PartKind, RegExp]> = [
  ['phone', /手机号?|手機|电话|電話(?:番号)?|号码|號碼|携帯|전화(?:번호)?|휴대폰|연락처/u],
  ['unit', /房号|房號|房间号?|房間|楼层|樓層|部屋(?:番号)?|号室|호수|동호수/u],
  ['house', /门牌号?|門牌|番地|번지/u],
  ['postcode', /邮编|郵編|郵遞區號|郵便番号|우편번호/u],
  ['name', /名字|姓名|收件人|收货人|お?名前|宛名|이름|성함/u],
];

/** Between a correction and what is said anew, in Chinese, Japanese and Korean. */
export const easternFillers =
  /^(?:sorry|[\s,:、。.…~!「“"]|[是为為係系写寫打填个個的了啊哈哦噢呀啦咗這这那上面前面地址楼层樓層门門牌房间間号號码碼手机機电電话話邮郵编編区區街名数數]|一下|应该|應該|應為|应为|正确|正確|刚才|剛才|我|地|不好意思|抱歉|唔好意思|错了|更正|番号|電話|部屋|番地|住所|は|が|を|の|も|すみません|正しくは|です|ました|전화번호|번호|주소|동|호수|가|이|은|는|요|아|죄송해요|죄송합니다|정정합니다|해요)+/u;

/** Ends of what is said anew. */
export const easternEnds =
  /(?:です(?:。|ね|よ)?|でした|になります|に(?:訂正|変更).*|が正しいです|と間違えました|예요|이에요|입니다|이요|로 ?(?:해|수정|보내|변경).*|了|啦|哈|呀|哦|喔|呢|啊|[先至才](?:至)?[对對啱是係系]|嚟|㗎|呀)+$/u;

/** Nothing of a correction or of a place that was given up is in a text without one of these. */
export const anyCorrection = (): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d])(?:${Object.values(corrections).join('|')})(?![\\p{L}\\d])|${Object.values(easternCorrections).join('|')}`,
    'giu',
  );

/** Words before what is not meant, and between that and what is. */
export const latinNot = '(?:not|nicht|pas|non(?: pas)?|no|niet)';

/** A place that is given up follows. Those of `weak` are ordinary words unless the place in use follows. */
const givenUp: Record<string, string> = {
  en: "(?:the |my |our )?old (?:one|address|place|flat|house|home)(?: (?:that )?(?:you|we|they)(?:'ve| have)?(?: got)?)?(?: on (?:file|record)| in (?:your|the) system)?(?: is| was)(?! (?:wrong|gone|dead))|old(?: address| place)?(?: was)? ?:|(?:(?:we|i|they)(?:'re| are|'m| am|'ve)? )?(?:are |am )?(?:no longer|not) (?:living )?(?:at|in)(?! )|(?:(?:we|i)(?:'re| are|'m| am) )?no longer (?:living |based |located )?(?:at|in)|(?:i |we )?(?:have )?moved (?:out of|away from|from)|(?:please |pls )?(?:don't|do not|dont|stop|never) (?:use|using|send(?:ing)?(?: it| anything| them)? to|ship(?:ping)?(?: it| anything)? to)|(?:instead of|rather than)|(?:my|our) old (?:place|address|flat|office)(?: on file)?|previous(?:ly)?(?: address)? ?:|former(?:ly)?(?: address)? ?:?|earlier ?:|ignore|(?:(?:my|the|your|our) )?(?:account|profile|file|records?|system|order|website)(?: still)? (?:has|shows?|says|lists?)|you(?:'ve| have)? still (?:got|have)",
  de: '(?:bisher(?:ige)?|alte?|früher(?:e)?|vorherige)(?: adresse| anschrift)? ?:|bisher|(?:nicht|nichts|nix) mehr(?: in| an| nach| zu)?|(?:an)?statt|anstelle',
  fr: "(?:avant|ancienne adresse(?: \\([^)\\n]{1,30}\\))?|autrefois) ?:|(?:je n'habite|n'habite|je ne suis|nous ne sommes|on n'est) plus(?: au| à| en| chez)?|(?:n'envoyez|n'expédiez|ne livrez|n'envoie|ne pas envoyer) plus(?: rien)?(?: au| à| en| chez)?|plus (?:le|la|au|à|chez)(?= \\d)|au lieu (?:du|de)|plutôt que",
  it: '(?:vecchio indirizzo|prima) ?:|non (?:(?:abito|vivo|sono|siamo|sto|spedite|spedire|inviate|inviare|mandate|mandare|consegnate|consegnare) )?(?:più|piu)(?: (?:niente|nulla))?(?: in| a)?|invece (?:che|di)|al posto di',
  es: '(?:direcci[oó]n (?:antigua|anterior|vieja)|antigua direcci[oó]n|antes) ?:|(?:ya no|no) (?:(?:me |nos )?(?:env[ií](?:e|en|es|éis)|mand(?:e|en|es|éis)) (?:más|nada)(?: más)?(?: a)?)|ya no (?:vivo|vivimos|estoy|estamos|env[ií]en|manden)(?: (?:nada )?(?:en|a))?|en (?:vez|lugar) de',
  nl: '(?:oude?(?: adres)?|eerst|voorheen) ?:|(?:niet|niets) meer(?: op| in| aan| naar)?|verhuisd van(?:af)?|in plaats van',
  pt: '(?:mudei(?:-me)?(?: de casa)?[:.,;]? )?já não (?:moro|vivo|estou|moramos)(?: n[ao]| em)?|(?:a )?(?:antiga morada|morada antiga) ?:',
  zh: '(?:旧|舊|原|老|以前的?|之前的?|原来的?|原來的?|先前的?|上次的?)(?:收[货貨件])?(?:地|住)?址(?:是|为|為)?:?|(?:以前|之前|原[来來先]?)(?:住)?在|(?:之前|上次|以前|上回)(?:寄|填|写|寫|留)(?:的|去)?|(?:先)?(?:别再?|別再?|不要再?|不用再?|唔好再?|勿再?)(?:寄|送|发|發)(?:去|到|往|给|給)?(?!了|啦)|不在|(?:唔|不)(?:再)?住(?:在)?|(?:由|从|從)(?=[^,。\\n]{4,60}(?:改|换|換|搬))',
  ja: '旧(?:住所)?:|旧住所|以前の(?:住所は?)?|前の住所は?',
  ko: '(?:예전|이전|기존|구|옛)(?: ?주소)?(?:는|은)?:|(?:예전|이전|기존|옛) ?주소(?:는|가|인)?',
};

/** A place is given up only when one in use is said as well. */
const weaklyGivenUp: Record<string, string> = {
  en: 'was(?= \\d)|used to be(?: at)?|(?:we|i) (?:were|was) at|formerly|previously',
  de: 'vorher|früher|war(?= )',
  fr: 'avant',
  it: 'prima',
  es: 'era|antes',
  nl: 'was(?= )',
  zh: '原(?=[^来來则則])',
};

/** The place that is in use follows. */
const inUse: Record<string, string> = {
  en: "new(?: (?:address|place|one))?(?: [a-z\\d ]{1,20})?:|(?:(?:we|i)(?:'re| are|'m| am) |is |it's )?now(?: (?:at|it's|living at|lives? at))?:?|(?:from [^\\n.,]{1,20} )?please use|(?:please |pls )?(?:ship|send|deliver|post|mail)(?: (?:it|them|this|everything|the \\p{L}+))?(?: instead)? to|use|current(?: address)? ?:|moved to|(?:the )?(?:correct|right)(?: one| address)? ?(?:is|:)",
  de: 'ab sofort(?: bitte)?(?: nur)?(?: an)?(?: die neue (?:adresse|anschrift))? ?:?|neue?(?: adresse| anschrift)?(?: \\p{L}{1,12}){0,2} ?:|(?:jetzt|nun)(?: in| an)?(?: der)? ?:?|sondern(?: an| in)?',
  fr: "(?:et )?maintenant(?: c'est)?(?: le| au)? ?:?|(?:la )?nouvelle(?: adresse)?(?: est)? ?:|désormais(?: au)? ?:?|à présent ?:?|mais(?: plutôt)?(?: au| à)?",
  it: '(?:nuovo(?: indirizzo)?(?: \\p{L}{1,12}){0,2}|ora|adesso) ?:|(?:ora|adesso|ma|bensì)(?: (?:sto|vivo|abito|siamo|stiamo|viviamo))?(?: in| a)?',
  es: 'nueva ?:|nueva direcci[oó]n ?:?|ahora(?: (?:es|en|a|manden|env[ií]en|vivo|vivimos|estamos))* ?:?|sino',
  nl: '(?:nieuwe?(?: adres)?(?: \\p{L}{1,12}){0,2}) ?:|nu(?: op| in)? ?:?|naar|maar|wel',
  pt: '(?:a )?(?:nova morada|morada nova)(?: é| agora é)? ?:?|agora (?:moro|vivo|é)(?: n[ao]| em)?|mudei(?:-me)? para',
  zh: '(?:(?:现|現|如今)(?:在|已)?|而家)(?:的)?(?:地址)?(?:是|为|為|系|係|住|在|改为|改為|改寄|搬到|改成)*:?|新(?:的)?(?:收[货貨件])?(?:地|住)?(?:址)?(?:是|为|為)?:|新(?:的)?(?:收[货貨件])?[地住]?址(?:是|为|為|係|系)|(?:以[后後])?[请請]?(?:改|转|轉)(?:为|為|成|寄|送|发|發|做|到|去)+:?|(?:以[后後]|[请請]|[这這]次)+(?:改)?(?:寄|送|发|發)(?:到|去|往|给|給|回)?:?|搬(?:到|去|咗去|來|来)|寄(?:到|去)',
  ja: '新(?:住所)?:|新住所|(?:現在|今)の?(?:住所)?は?|ではなく(?:て)?、?',
  ko: '(?:새(?:로운)?|지금|현재|바뀐|변경된?)(?: ?주소)?(?:는|은)?:?|말고|이제',
};

const wordStart = String.raw`(?<![\p{L}\d'’])`;
const wordEnd = String.raw`(?![\p{L}\d])`;

/** Cues of a table as one pattern: those in Latin letters are whole words. */
function cueOf(table: Record<string, string>): string {
  const isEastern = (tongue: string): boolean => tongue === 'zh' || tongue === 'ja' || tongue === 'ko';
  const latin = Object.entries(table).filter(([tongue]) => !isEastern(tongue));
  const eastern = Object.entries(table).filter(([tongue]) => isEastern(tongue));
  const words = `${wordStart}(?:${latin.map(([, cues]) => cues).join('|')})${wordEnd}`;
  return [words, ...eastern.map(([, cues]) => cues)].join('|');
}

export const givenUpPlace = (): RegExp => new RegExp(cueOf(givenUp), 'giu');
export const weaklyGivenUpPlace = (): RegExp => new RegExp(cueOf(weaklyGivenUp), 'giu');
export const placeInUse = (): RegExp => new RegExp(cueOf(inUse), 'giu');

/** What says that somebody moved: nothing of it is a part of the address once the old place is gone. */
export const announcements =
  /(?<![\p{L}\d])(?:(?:please note[,:]? )?(?:we|i)(?:'ve| have|'re| are)? (?:moved|shifted|relocated)(?: (?:house|home|flats?|offices?))?(?: in \p{Lu}\p{Ll}+| last \p{Ll}+)?|(?:nb )?change of address|address (?:change|update)|(?:achtung[,:!]? )?(?:umzug|adressänderung)|(?:wir sind|ich bin) umgezogen|(?:attention[ ,:!]*)?(?:changement d'adresse|(?:j'ai|nous avons|on a) déménagé(?: le \d{1,2})?)|(?:attenzione[ ,:!]*)?(?:ho cambiato casa|ci siamo trasferiti|mi sono trasferit[oa]|cambio (?:di )?indirizzo)|(?:ojo[ ,:!]*)?(?:me he mudado|nos mudamos|nos hemos mudado|me mud[eé]|cambio de (?:domicilio|direcci[oó]n))|(?:let op[ ,:!]*)?(?:(?:ik ben|wij zijn|we zijn) )?verhuisd|ojo|let op|attenzione|achtung)(?![\p{L}\d])[ !.:,]*|(?:我|我们|我們|公司)?(?:搬家|搬咗屋)(?:通知|了|啦)*[!,:。 ]*|(?:引っ越しました|転居しました)(?:ので)?[。、,! ]*|(?:이사했어요|이사했습니다|주소(?:가)? ?바뀌었어요)[.!, ]*/giu;

/** What says that somebody is still the one: the name follows. */
export const unchangedName =
  /(?<=[,。 \n])(?:还是|還是|仍是)我(?:本人)?[,: ]*(?=\p{Script=Han})|(?<![\p{L}\d])(?:toujours )?au nom d(?:e |['’])|(?<![\p{L}\d])(?:kund(?:e|in)|op naam van|intestato (?:sempre )?a|same name|name(?:'s| is| stays| remains)? (?:still )?(?:the same|unchanged)|name (?:has not|hasn't|did not|didn't|doesn't) changed?|name stays|still me(?: lah)?|name (?:(?:ist|bleibt|natürlich|selbstverständlich|noch|ja) ){0,3}(?:gleich|derselbe|der gleiche|unverändert)(?: geblieben)?|(?:le |mon )?nom (?:ne change pas|n'a pas changé|(?:reste|est) (?:le même|inchangé)|inchangé)|(?:il |lo stesso )?nome (?:(?:è|resta|rimane) )?(?:sempre )?(?:lo stesso|invariato|uguale)|(?:el |mi )?nombre (?:sigue|es) (?:igual|el mismo)|(?:de |mijn )?naam (?:is |blijft )?(?:hetzelfde|ongewijzigd|gelijk)(?: gebleven)?)(?![\p{L}\d])[ :,]*/giu;

/** Of these one is in every text in which something is taken back: words in Latin letters by the first of them. */
const firstWords = new Set(
  `já antiga nova uy ay huy ups oh euh ops espera wait no sorry oops whoops ugh argh typo edit update correction amendment amended erratum fix actually rather ignore disregard forget pardon scratch scrap
  strike make mean meant mistake apologies bad should wrong mistyped misspelt misspelled halt moment quatsch korrektur berichtigung nein
  falsch falsche falscher falsches falschen vertippt vertan tippfehler muss entschuldigung verzeihung meine richtig gemeint stimmt non ah
  erreur rectification rectificatif je oups désolé désolée plutôt faute fallait mauvais mauvaise anzi scusate scusa scusi errore
  correzione rettifica corrige sbagliato volevo perdón perdon perdónn disculpa disculpe disculpen equivoqué equivoque equivocado corrección
  correccion corrijo mejor quise error errata digo nee wacht correctie rectificatie foutje fout verkeerd verkeerde moet bedoel vergissing
  vergist old longer not moved don't dont stop never instead my our previous previously former formerly earlier ignore bisher bisherige
  alt alte früher frühere vorherige nicht statt anstatt anstelle avant ancienne autrefois plus lieu vecchio prima più piu invece posto
  antigua anterior vieja antes ya vez lugar oud oude eerst voorheen niet verhuisd plaats was used were vorher war era pas it's i'm this puse puesto schreef schrieb escribí escrevi mis
  i'm i mi mien mienne mir mich invoice invoices billing bill receipt rechnung rechnungsadresse facture facturation factura facturación fattura fatturazione factuur hang hold warte stopp dreher zahlendreher nee aspetta aspetti attends attendez espere esperad must has needs typed wrote shifted relocated nix nichts n'envoyez n'expédiez ne envíen manden unverändert groetjes groet mvg mfg regards cheers grüße cordialement saluti saludos mijn m'n meine meu mio mon mine gibt work works dead werkt doet funciona funziona ring call goes going present pressie prezzie gift surprise backup geschenk cadeau regalo cadeautje note`.split(
    /\s+/,
  ),
);
const easternSigns =
  /[错錯旧舊误誤]|[写寫打填搞弄]反|不写|[这這本][次回]|就[发寄送]|[寄送发](?:公司|单位|家|学校|店)|算了|还是[寄发送]|不[是对對在住要用好不]|[哦噢啊诶呃哎,.。?!—… ]不[,.。!… ]|違[いっ]|[换換改][成为為到]|刚|[由从從]|勿寄|唔[係系好對对啱住要]|更正|[应應][该該當当为為]|[正其][确確实實]是|抱歉|对不起|對不起|等[下等]|改[一寄送发發做]|[别別勿][再寄送发發]|作[废廢]|取消|停用|搬[走家咗]|以前|之前|[楼上前][次回面上]|原[地址来來先在]|備用|备用|主[号號]|打不通|付款|下[单單]|落[单單]|我[是係]|也能到|也[行可]|[归歸属屬]|停机|静音|不方便|不能接|打\d{4,6}[这那]|注销|[后後前]面那|第二[个個支]|第一[个個支]|購買人|购买人|下单人|訂購人|我的|제 ?(?:번호|전화|폰)|내 ?번호|현금영수증|私|旧\d|空号|[别別勿](?:再)?[打拨]|完整的|为准|重[新发]|間違|まちが|正しくは|訂正|誤り|すみま|すいま|ごめん|失礼|以前|前の|では(?:なく|ない|ありません)|じゃ(?:なく|ない|ありません)|でなく|注文者|죄송|미안|정정|잘못|틀렸|오타|아니|아님|아닙|아녜|말고|예전|이전|기존|구 ?주소|옛|주문|구매자|sorry/u;
const latinWord = /[a-zà-öø-ÿœ]+(?:['’][a-z]+)?/giu;

/** Whether something may be taken back in the text: one look, which most texts don't pass. */
export function mayTakeBack(text: string): boolean {
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/u.test(text))
    return easternSigns.test(text) || (/^.{0,400}[a-z]{3} [a-z]{2}/isu.test(text) && hasFirstWord(text));
  return hasFirstWord(text);
}

function hasFirstWord(text: string): boolean {
  for (const [found] of text.matchAll(latinWord))
    if (firstWords.has(found.replace('’', "'").toLowerCase())) return true;
  return false;
}
