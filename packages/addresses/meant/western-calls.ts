/**
 * What western messages say of a phone in the clause before it and behind it: that it is to be rung, that nobody hears it, that it is for a
 * case alone. Owns those words in English, German, French, Spanish, Catalan, Italian and Dutch. Pure.
 */

import type { Piece } from '../parse-sheet.ts';
import { phonesIn } from '../part-forms.ts';
import { isForSomebody } from '../phones/others-phones.ts';
import { placePhones } from '../tagging/phone-features.ts';

const whole = (words: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\d'’-])(?:${words.join('|')})(?![\p{L}\d])`, 'giu');

/** To ring somebody. Words that are nouns as well need whom, a doorbell is rung otherwise, and `se llama` is a name. */
const ringing = whole([
  '(?<!(?:on|a|the|last|our|your|this) )calls?(?! (?:cent|out|sign|button))(?! the (?:door|bell))|(?:ring|rings|phones?|texts?|dials?)(?= (?:me|him|her|them|us|my|his|their|mine|mum|mom|dad|nan|gran|grandma|auntie|uncle|the(?! (?:door|bell|buzz))|on|first)(?!\\p{L}))',
  'ruf(?:t|e|en)?|erreich(?:t|en|st|bar)|anrufen',
  "appele[rz](?:-(?:moi|l[ea]|les|nous))?|appelle(?:-(?:moi|l[ea]))?(?<!s['’]appelle)|joignez|texte[rz]?",
  '(?<!(?:se|me|te|nos) )(?:llam(?:e|en|ad|ar|arle|arme|adme|enme|eme|a)|telefone(?:ar|en|e))(?! al timbre)|truqu(?:eu|i|in)|trucar|trucad?',
  '(?<!(?:si|mi|ti) )chiam(?:a|ate|i|are|ino|atemi|ami|atelo|atela|atel[oa])|telefon(?:are|ate|i)',
  '(?<!(?:de|deur|een) )bel(?:t|len)?(?! (?:doet|is|het niet))|bereik(?:t|en)',
]);

/** What turns it round, right before the verb, with the pronouns between. */
const turned =
  /(?<!\p{L})(?:do not|don['’]?t|dont|not|never|no need to|nicht|nie|ne|n|non|no|niet|nooit|geen)(?: (?:me|m|lo|la|le|les|em|el|mi|to|just|ever)){0,2}['’ ]{1,2}$/iu;
/** German and Dutch say it behind the verb, and French as it is spoken. */
const turnedBehind =
  /^[^\d,:]{0,16}(?<!\p{L})(?:nicht|nie|niet|nooit|pas(?! (?:avant|après|trop)))(?! (?:mich|mir|bei mir|mij)(?!\p{L}))(?!\p{L})/iu;
/** `No calls, text me`: it is the number to write to. */
const textInstead =
  /^[ ,:]{1,3}(?:(?:just|only|but|please|pls|lieber|nur|plutôt|mejor|solo|meglio|liever|alleen) ){0,2}(?:text|txt|sms|message|whatsapp|schreib|écri|texto|mensaje|messagg|app)/iu;
/** Right behind a bracket or a blank: it is for a case alone, whatever stands before it. */
const onlyInCase =
  /^[) ,]{0,3}(?:only (?:if|when)|nur (?:wenn|falls|im notfall)|(?:seulement|uniquement) (?:si|en cas)|s[oó]lo (?:si|en caso)|solo se|soltanto se|alleen (?:als|indien))(?!\p{L})/iu;

/** For a case alone. */
const inCase =
  /(?<!\p{L})(?:if|unless|otherwise|or else|in case|emergenc(?:y|ies)|wenn|falls|sonst|notfalls|(?:im|für den) notfall|rückfragen|s['’]il|si (?:no|nadie|hay|surge|absente?|besoin|problème|litige|personne|souci|je|elle|vous|on)|sinon|(?:en )?cas d['’]|(?:en )?cas de|litige|se (?:non|nessuno|serve|c['’]è|ci|manca|dovesse)|altrimenti|in caso|emergen(?:za|cia)|en caso|als (?:er|niemand|ik|hij|zij|ze|het|u)|indien|anders|in geval|bij (?:vragen|problemen|spoed|nood))(?!\p{L})/iu;

/** Before it: nobody answers it, it was before, or it is for papers alone. */
const silentAhead =
  /(?<!\p{L})(?:(?:won['’]?t|doesn['’]?t|does not|never|can['’]?t) (?:answer|pick up|use|hear)s?|old (?:number|no|phone|cell|mobile|landline)|(?:just|only) (?:the|her|his) (?:courier|sister|brother|neighbou?r)|alte (?:nummer|handynummer)|ancien(?:ne)? (?:numéro|num|portable|ligne)|(?:c['’]est|c|est) plus le|número (?:antiguo|viejo)|(?:antiguo|viejo) (?:número|móvil)|vecchio (?:numero|cell(?:ulare)?)|oude (?:nummer|mobiel)|(?:rarely|hardly ever|seldom) (?:answer|pick up|check|hear)s?|(?:r[ée]ponds?|décroche) (?:rarement|peu|jamais)|(?:gehe?t?|höre?t?) (?:fast )?(?:selten|nie)|(?:casi nunca|rara vez) \p{L}+|(?:rispondo|risponde) (?:raramente|quasi mai|di rado)|(?:zelden|bijna nooit) (?:op|bereikbaar)|(?:he|she|they|his|hers|theirs) would be|(?:bill(?:ing)?|invoices?|rechnung|facturation|fatturazione|facturación|facturatie) ?:?)[^\d\n.;:!?,]{0,28}[ :(]{1,2}$|(?<!\p{L})(?:ich bin nur|i['’]?m (?:just|only)|je suis (?:juste|seulement)|solo soy|sono solo|ik ben (?:maar|alleen))[^\d\n.;:!?]{0,28}[ :(]{1,2}$/iu;

/** `Payer me (Ann, …)`: whoever pays, where somebody else receives. */
const payersAhead =
  /(?<!\p{L})(?:payer|payor|paid by|zahler(?:in)?|zahlt|payeur|payeuse|pagador|pagadora|pagante|betaler|betaalt)(?!\p{L})[^\d\n.;!?]{0,28}$/iu;

/** Behind it, within some words: nobody hears it, it is no longer, or it is for something else. */
const silentBehind = new RegExp(
  String.raw`^(?: ?(?:x|ext\.?) ?\d{1,5})?[^\d\n.;!?]{0,28}(?<!\p{L})(?:${[
    "(?:gets?|is|was|been|being) (?:cut off|disconnected|broken)|(?:is )?(?:the|my|our|an) old (?:\\p{L}{1,8} )?(?:line|number|phone|cell|mobile|landline)|(?:is|just|only) for (?:the |my |our )?(?:invoic|bill|account|paperwork|record|emergenc)\\p{L}*|(?:but |and )?(?:they|he|she|nobody|no one|i) (?:never|won['’]?t|doesn['’]?t|don['’]?t|can['’]?t|rarely) (?:answers?|picks? up|hears?)|never (?:at it|answered|works)|(?:on|in) your (?:system|file|records?)|only if|only when|(?:this one )?is only (?:kakao|whatsapp|wechat|line|telegram|signal|viber)|(?:please|pls) (?:delete|remove|ignore|forget|scrap)|(?:do not|don['’]?t|dont) mix|(?:no|not)(?=\\))",
    '(?:ist|geht) (?:\\p{L}{2,8} ){0,2}(?:zwecklos|abgemeldet|abgeschaltet|gesperrt|kaputt|tot|stumm)|(?:geht|gehe|nimmt|nehme|hört) (?:\\p{L}{2,6} ){0,3}(?:nie|nicht|selten)(?: (?:ran|ab|dran))?|(?:aber )?(?:bitte )?nur (?:für|bei|wenn|im|falls|whatsapp|sms)|(?:bitte )?(?:löschen|vergessen)|nicht verwechseln',
    "(?:il|elle|on|qui) (?:est (?:un peu )?sourde?|n['’]entend|ne (?:répond|décroche|marche|fonctionne|passe|capte))|mais elle est sourde?|ne (?:répond|décroche|marche|fonctionne)|est (?:coupée?|résiliée?|cassée?|éteinte?|hors service)|(?:juste|seulement|uniquement) (?:pour|en cas|si|whatsapp)|(?:à )?supprime[rz]|oubliez|(?:à )?ne pas (?:confondre|appeler)|mais (?:il|elle) (?:entend|répond) (?:mal|rarement)",
    'est[áa] (?:dado de baja|apagado|roto|estropeado|cortado)|dado de baja|(?:ya )?no (?:funciona|lo coge|la coge|contesta|responde|existe|se oye)|(?:es )?s[oó]lo (?:para|si|en caso|whatsapp)|b[oó]rr(?:al|en|ad)[eo]?|no (?:lo )?confund\\p{L}+|no (?:el |la )?(?:contesta|agafa|funciona)|només (?:per|si)',
    '(?:è|sta) (?:rotto|spento|chiuso|dal tecnico|guasto|staccato|in riparazione|sordo|sorda)|non (?:risponde|va|funziona|sente|prende|è più)|(?:risponde )?solo (?:per|se|in caso|whatsapp)|ma sente male|(?:da )?cancellar[el]|non confond\\p{L}+',
    '(?:is |staat )?(?:afgesloten|opgezegd|opgeheven|buiten gebruik)|(?:is|staat) (?:uit|kapot|stuk)|alleen (?:(?:te )?bellen )?(?:als|bij|voor|in|whatsapp)|(?:graag )?verwijderen|niet verwarren|nem(?:t|en) (?:nooit|niet) op|neemt (?:\\p{L}{2,5} )?(?:nooit|niet) op|doet het niet',
  ].join('|')})(?!\p{L})`,
  'iu',
);
const ringBehind =
  /^[,)]{0,2} (?:if you must|when you must|is (?:the )?(?:best|right) (?:one|number)|anrufen|bellen(?! als)|, (?:please )?(?:call|ring|use) (?:that|this) one)(?!\p{L})/iu;

/** Before it: this one rather than another. */
const betterAhead =
  /(?<!\p{L})(?:better|mieux vaut|besser|mejor|meglio|beter)(?: (?:is|to|le|la|the|das|die|der|el|al|il|de|het|ist|use|call|ring|try|my|mon|mein|meine|mi|mijn|on|auf|unter|sur|op|cell|mobile|cellulaire|portable|handy|móvil|cellulare|mobiel)){0,4}[ :]{1,2}$/iu;

/** `work: …, me: …`: one's own, where nobody else receives. */
const ownLabel = /(?<=^|[\s(.,;/])(?:me|mine|myself|moi|ich|yo|io|ik) ?: ?$/iu;

/** Whoever writes, where the parcel is somebody else's. */
const writersAhead =
  /(?<!\p{L})(?:zelf ben ik(?: te)? (?:bereikbaar|bereiken)|ik(?:zelf)? ben(?: te)? (?:bereikbaar|bereiken)|me joindre|je suis joignable|(?:ich|selbst)(?: \p{L}{2,8})? (?:bin|erreichbar)|mich erreichen sie|reach me|(?:a mí )?me (?:localizan|encuentran)|mi trov(?:i|a|ate)|(?:thank you|thanks|regards|cheers|cdt|cordialement|merci|danke|l[gG]|vg|mfg|groet(?:en|jes)?|mvg|saluti|grazie|saludos|gracias)[ ,]{1,2}(?:from |von |de |van |da )?\p{L}+(?: \p{L}+)?)(?: (?:on|at|au|op|unter|al|en el|sul))?[ :,(]{1,3}$/iu;

const clauseOf = (ahead: string): string => /[^\d\n.;!?]*$/u.exec(ahead)![0];

/** 1 where it is to be rung, 0.5 where it is labelled as the receiver's own, -1 where it isn't, -0.5 where only in some case, 0 where nothing is said; `isGift` where the parcel isn't the writer's. */
function saidOfCall(ahead: string, behind: string, isGift: boolean): number {
  if (onlyInCase.test(behind)) return -0.5;
  const clause = clauseOf(ahead);
  const verb = [...clause.matchAll(ringing)].at(-1);
  const rest = verb ? clause.slice(verb.index + verb[0].length) : '';
  const isTurned = verb ? turned.test(clause.slice(0, verb.index)) || turnedBehind.test(rest) : false;
  const forCase = inCase.test(clause) ? -0.5 : 0;
  // `Call my uncle 267…, she never answers 215…`: what stands behind a comma is said of the next one.
  const isRung = verb !== undefined && !isTurned && forCase === 0;
  if (isRung && /^ ?[,)]/u.test(behind)) return 1;
  if (silentBehind.test(behind)) return -1;
  if (isRung) return 1;
  if (isTurned && textInstead.test(rest)) return 1;
  if (isTurned) return rest.length <= 20 ? -1 : 0;
  // `If anything is wrong call me on …`: of somebody else's parcel it says that they are rung otherwise.
  if (verb && !isGift) return 0;
  if (silentAhead.test(ahead) || payersAhead.test(ahead)) return -1;
  if (ringBehind.test(behind) || betterAhead.test(ahead)) return 1;
  if (!isGift && ownLabel.test(ahead)) return 0.5;
  return isGift && writersAhead.test(ahead) ? -0.5 : forCase;
}

/** More are a list. */
const maxPhones = 4;
/** In characters, before a phone and behind it. */
const reach = 56;

const scoresOf = (text: string, pieces: readonly Piece[]): number[] => {
  const isGift = isForSomebody(text);
  const around = pieces.map(({ start, end }, at) => ({
    ahead: text.slice(Math.max(pieces[at - 1]?.end ?? 0, start - reach), start),
    behind: text.slice(end, Math.min(pieces[at + 1]?.start ?? text.length, end + reach)),
  }));
  const pointed = pointedAt(
    text,
    around.map(({ ahead }) => ahead),
  );
  return around.map(({ ahead, behind }, at) => (at === pointed ? 1 : saidOfCall(ahead, behind, isGift)));
};

/** Whom a text may ask to ring, and how it says whose a number is. */
const people: ReadonlyArray<readonly [whom: string, owner: RegExp]> = [
  [
    'me|mine|moi|le mien|mich|bei mir|a mí|el mío|il mio|mij|de mijne',
    /(?<!\p{L})(?:mine|my|i['’]?m|i am|me|moi|mon|je suis|ich bin|mein|meine|mi|soy|sono|mio|ik ben|mijn)(?!\p{L})/giu,
  ],
  [
    'her|hers|elle|sie|ella|lei|haar',
    /(?<!\p{L})(?:hers?|she|she['’]?s|elle|ihre?|ella|lei|haar|zij)(?!\p{L})/giu,
  ],
  [
    'him|his|lui|ihn|él|hem',
    /(?<!\p{L})(?:his|him|he|he['’]?s|il a|lui|sein|seine|él|hij|zijn|hem)(?!\p{L})/giu,
  ],
];
/** `…, so call him`; `donc appelez-moi`; `should ring mine because`: whom to ring, without a number behind it. */
const pointing = people.map(
  ([whom]) =>
    new RegExp(
      String.raw`(?<!\p{L})(?:call|ring|phone|text|appele[rz]|appelle|ruf(?:t|en sie)?|llam(?:a|e|ad|en)|chiam(?:a|ate|i)|bel)[ -](?:${whom})(?= ?(?:[.!;)\n]|$| (?:an|because|instead|cos|weil|car|porque|perché|want|parce)(?!\p{L})))`,
      'iu',
    ),
);
const neverBefore =
  /(?:n['’]?t|(?<!\p{L})(?:not|never|ne|pas|no|non|nicht|niet|if|si|wenn|falls|als|se))[ ']$/iu;

/** The phone of whom the text asks to ring somewhere else; undefined where it asks for nobody, or where several are theirs. */
function pointedAt(text: string, aheads: readonly string[]): number | undefined {
  for (const [at, pattern] of pointing.entries()) {
    const found = pattern.exec(text);
    if (!found || neverBefore.test(text.slice(0, found.index))) continue;
    const owned = aheads.map((ahead) => ownerOf(clauseOf(ahead)) === at);
    if (owned.filter(Boolean).length === 1) return owned.indexOf(true);
  }
  return undefined;
}

/** Who was named last before a number. */
function ownerOf(clause: string): number | undefined {
  let [owner, last]: [number | undefined, number] = [undefined, -1];
  for (const [at, [, pattern]] of people.entries()) {
    const found = [...clause.matchAll(pattern)].at(-1);
    if (found && found.index > last) [owner, last] = [at, found.index];
  }
  return owner;
}

/** Whether the text asks to ring one of its phones: whose the others are says no more then. */
export function isCallAsked(text: string): boolean {
  const pieces = phonesIn(text);
  if (pieces.length < 2 || pieces.length > maxPhones) return false;
  const scores = scoresOf(text, pieces);
  const best = Math.max(...scores);
  return (best === 1 || scores.includes(-1)) && scores.filter((score) => score === best).length === 1;
}

/** The phones of a record with the one to ring first; undefined where the text doesn't tell them apart. */
export function callFirst(phones: readonly string[], text: string): string[] | undefined {
  if (phones.length < 2 || phones.length > maxPhones || text.length > maxChars) return undefined;
  const placed = placePhones(phones, { text, pieces: phonesIn(text) });
  if (placed.length !== phones.length) return undefined;
  const scores = scoresOf(text, placed);
  const best = Math.max(...scores);
  const [called, another] = placed.filter((_, at) => scores[at] === best);
  if (!called || another) return undefined;
  return [called.phone, ...phones.filter((phone) => phone !== called.phone)];
}

/** Longer texts are no message with one address. */
const maxChars = 900;
