/**
 * Clauses in which somebody speaks, around an address in Latin letters, Japanese or Korean: what words weigh as talk and as a part of an
 * address, and where a clause is cut when it leads to an address or a person. Pure.
 */
import { type Segment, trimSegment } from './abroad-segments.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Said, and hardly part of a name or a place; also where it is written large. */
const strong = words(
  "i i'm im i'd i'll i've we we're we'd you you're your yours my our me us this that these those he she they him them his it's its whom who what when where which how why am is are was were be been being would could should can can't cannot must shall do does did don't didn't doesn't have has had want wants wanted need needs needed like got get getting go goes going gone come comes send sends sent sending ship ships shipped shipping deliver delivers delivered delivering mail mailed post posted forward call text reach contact please pls plz kindly thanks thank thankyou thx ty cheers appreciate appreciated regards hello hi hiya hey dear greetings sorry know knows let tell told confirm arrive arrives update updated change changed moved moving live lives living here's there's whether because but if so also just instead soon asap yes yeah that's tq tqvm tks addr sehr geehrte damen herren dag graag bezorgen bezorgd aanbellen bel bij tu peux ça te toi ton envío hermana hermano madre padre su buenas inviate favore per sua suo livraison ihre resend redirect grandfather grandmother grandma grandpa aunt uncle cousin nephew niece girlfriend boyfriend partner workplace abgeben nachbar livrez parents instead könnt schwester bruder mutter vater tochter sohn freundin freund delivery moved now urgent urgently tomorrow today tonight yesterday nice wonderful prints photos photo pictures print printed order orders ordered parcel package item items gift address addresses number phone mobile recipient name isn't it concern not everything anything something mother father mom mum dad wife husband friend sister brother daughter boss colleague parents " +
    'ich wir mir mich mein meine meinen meiner unser unsere ihr ihre sie du dein bitte schicken schickt senden sendet liefern geliefert versenden verschicken lieferung bestellung bestellt bestellen fotos bilder abzüge adresse anschrift neue lautet ist sind bin umgezogen danke vielen dank grüße grüßen hallo moin liebes lieber liebe guten möchte hätte gerne können könnten wann kommt nicht oder diese dieser folgende paket schon wird werden ' +
    "je j'ai j'aimerais vous nous mon ma mes votre vos notre voici merci bonjour bonsoir salut adresse nouvelle livraison livrer livré envoyer envoyez d'envoyer l'envoyer pouvez pourriez veuillez déménagé commande photos bonne journée bientôt cordialement suis m'appelle s'il plaît c'est pour est quand coucou voilà bisous svp papy mamie anniv anniversaire pouvoir nouveau appelle s'appelle confirmer numéro téléphone portable bon buongiorno ciao grazie mille spedire spedite potete mandare inviare stampe foto mio mia miei è sono nuovo indirizzo nonna nonno compleanno per il numero cellulare prego cordiali saluti lavoro buon hola gracias mandad mandar enviar enviad fotos mi móvil número teléfono dirección nueva buenos días porfa llegue viernes abuela abuelo jeje es hoi hallo bedankt dank kunnen jullie sturen stuur naar mijn nummer foto's is nieuw adres oma's oma opa verjaardag voor groetjes alvast meine nummer oma opa fotobuch geht kia ora canvas ngā mihi moved liao tks ah lah leh hp thx voilà mob mobile txt whats up its it's g'day mate cheers thx bye ok so ya could rush same card different nana's birthday 80th she's he's most days driver gets lost use phone neighbour",
);
/** Only small letters say that they are no names: Will, May, Grace, Best. */
const soft = words(
  'will may best rush day right rest long office place with team guys folks everyone there to for at from and of the a an in on by it no lot great happy have new here or will need die der das an und zu per von nach im voraus il lo gli una un el los las y o en que met het een van op te of aan à le la les de du des et au en',
);
const softWeight = 0.5;
/** What is ordered; written small, for Books and Canvas are names of firms. */
const goods = words(
  'canvas canvases calendar calendars album albums mug mugs book books photobook photobooks poster posters frame frames copy copies enlargements negatives postcards cards magnets order',
);

const street =
  /\b(?:st|street|ave|avenue|rd|road|blvd|boulevard|lane|ln|drive|dr|court|ct|place|pl|way|close|crescent|terrace|square|parade|highway|hwy|mews|walk|grove|gardens|rue|allée|chemin|impasse|quai|place|cours|route|avenida|rua|travessa|estrada|jalan|lorong|unit|flat|apt|suite|floor|box|blk|block)\b|(?:straße|strasse|str\.|weg|platz|allee|gasse|damm|ufer)(?![a-zäöü])|-(?:ku|shi|cho|ro|gil|gu|dong)\b/iu;

const tokens = /[\p{L}\p{M}'’]+(?:\.(?!\s|$))?|\d[\d-]*/gu;

interface Weighed {
  words: ReadonlyArray<{ text: string; start: number; end: number; talk: number }>;
}

function weighWords(text: string): Weighed {
  const found = [...text.matchAll(tokens)].map((match) => {
    const shown = match[0].replaceAll('’', "'");
    const plain = shown.toLowerCase();
    const isLarge = /^\p{Lu}/u.test(shown);
    const isGoods = goods.has(shown);
    const talk =
      strong.has(plain) || isGoods ? 1 : soft.has(plain) && !(isLarge && match.index > 0) ? softWeight : 0;
    return { text: shown, start: match.index, end: match.index + match[0].length, talk };
  });
  return { words: found };
}

const sum = (all: ReadonlyArray<{ talk: number }>): number =>
  all.reduce((total, { talk }) => total + talk, 0);

const courtesy =
  /^(?:my|mon|ma|mein|meine|mi|mijn|notre|unser|our|buongiorno|buonasera|bonsoir|guten|servus|moin|kia|here|this|name|phone|address|thanks?|cheers|regards|hello|hi|hey|dear|please|sorry|merci|danke|grazie|gracias|bedankt|bonjour|hallo|hola|ciao|appreciated?|urgent|asap|rush|moved|order|gift|greetings|yes|viele|vielen|bitte|salut|hoi|dag|buenas)\b/i;

/** Most of the words are said, two of them surely or one that stands for a whole sentence. */
function isSaid({ words: all }: Weighed, text: string): boolean {
  if (all.length === 0 || all.length > 40) return false;
  // Will Post, Mobile, Send are people and towns where nothing else is said.
  if (all.length < 3 && all.every(({ text: word }) => /^\p{Lu}\p{Ll}/u.test(word)) && !courtesy.test(text))
    return false;
  const said = sum(all);
  const surely = all.filter(({ talk }) => talk === 1).length;
  if (surely === 0) return false;
  if (street.test(text) && /\d/.test(text)) return said / all.length >= 0.8;
  return said / all.length >= (surely > 1 ? 0.45 : 0.6) || (surely >= 3 && said / all.length >= 0.35);
}

/** The last word of what leads to an address or a person. */
const leads = new Set(
  "to at is for address name an à au : sent goes go ship send live mother father wife husband friend sister brother mum mom dad boss colleague lautet est sind pour adresse anschrift chez her his me us the my are by with a naar para für voor oma opa nonna nonno abuela abuelo hermana hermano madre padre bij mum's sister's brother's grandfather grandmother grandma grandpa aunt uncle cousin partner girlfriend boyfriend nana papy mamie indirizzo dirección adres its it's order".split(
    ' ',
  ),
);

/** Where what leads to something ends in the segment; 0 when nothing leads. */
function headEnd({ words: all }: Weighed, text: string): number {
  for (let count = Math.min(all.length - 1, 14); count > 0; count--) {
    const head = all.slice(0, count);
    const last = head.at(-1)!;
    if (!leads.has(last.text.toLowerCase())) continue;
    // `now at 4 the green`: a number before the last word is the house.
    if (/^\d/.test(head.at(-2)?.text ?? '')) continue;
    if (
      head.filter(({ talk }) => talk === 1).length === 0 ||
      sum(head) / Math.max(1, head.filter((word) => !/^\d/.test(word.text)).length) < 0.5 ||
      last.talk === 0
    )
      continue;
    // What follows is no more talk.
    const next = all[count]!;
    if (next.talk > 0 && !(next.talk === softWeight && /^\p{Lu}/u.test(next.text))) continue;
    if (count === 1 && /^(?:to|at|for|an|à|au|the|by|with|her|his|my)$/i.test(last.text)) continue;
    if (!/[\p{L}\d]/u.test(text.slice(last.end))) continue;
    return last.end;
  }
  return 0;
}

const delivers =
  /\b(?:leave|ring|knock|bend|fold|gate|door|porch|mailroom|concierge|neighbou?r|signature|weekdays?|weekends?|fragile|care|bell|code|drop|before|after|between|klingeln|nachbarn?|sonner|voisin)\b/i;

export interface TalkTaken {
  segments: Segment[];
  wishes: string[];
}

/** `it goes to my grandma: Erna Huber`: what is said before a colon goes. */
function withoutLead(text: string): string {
  const colon = text.indexOf(': ') >= 0 ? text.indexOf(': ') : text.endsWith(':') ? text.length - 1 : -1;
  if (colon < 0) return text;
  const { words: all } = weighWords(text.slice(0, colon));
  const isLead = all.some(({ talk }) => talk === 1) && sum(all) / all.length >= 0.34;
  return isLead ? trimSegment(text.slice(colon + 1)) : text;
}

/** `Ann Lee here`. */
const tail =
  /(?<=\p{L}) (?:here|speaking|again|please|pls|thanks|thank you|thx|danke|merci|bitte|grazie|gracias|bedankt|merci (?:de|d'avance|beaucoup)(?: \p{L}+)?|thanks (?:a lot|so much|in advance)|vielen dank|svp|s'il vous plaît)[.!]?$/iu;
const lone =
  /^(?:my|office|moved house|moved|gift|or|oder|ou|and|und|et|no rush|asap|urgent|ty|thx|lg|mfg|vg|best|cheers|here|thanks|danke|merci|bonne journée|à bientôt|her|his|also|please|new|order|address)$/i;
/** LG Tim: who writes. */
const signed =
  /^(?:lg|vg|mfg|gru(?:ß|ss)|grüße|best|cheers|regards|thanks|thx|love|xx|bises|saluti|groetjes|groet),? \p{Lu}\p{L}+$/iu;
const greeting =
  /^(?:yes|ok|okay|sehr geehrte[rn]?|dag|buenas|hi|hello|hey|dear|hallo|moin|liebes?|lieber|guten (?:tag|morgen|abend)|good (?:morning|day|evening|afternoon)|bonjour|bonsoir|salut|to whom)\b/i;

/** Takes talk out of the segments; what is asked of the carrier is answered apart. */
export function takeTalk(segments: readonly Segment[]): TalkTaken {
  const taken: TalkTaken = { segments: [], wishes: [] };
  for (const [at, segment] of segments.entries()) {
    if (segment.label !== undefined && segment.label !== 'name') {
      taken.segments.push(segment);
      continue;
    }
    const text = withoutLead(segment.text);
    if (text === '') continue;
    const weighed = weighWords(text);
    const isHello = at === 0 && greeting.test(text) && weighed.words.length <= 5;
    const end = isHello || lone.test(text) ? 0 : headEnd(weighed, text);
    if (end === 0 && (lone.test(text) || isHello || isSaid(weighed, text))) {
      if (delivers.test(text)) taken.wishes.push(text);
      continue;
    }
    const rest = trimSegment((end > 0 ? text.slice(end) : text).replace(tail, ''));
    if (rest === '' || (end > 0 && (lone.test(rest) || isSaid(weighWords(rest), rest)))) continue;
    if (at > 1 && signed.test(rest)) continue;
    taken.segments.push(rest === segment.text ? segment : { ...segment, text: rest });
  }
  return taken.segments.length > 0 ? taken : { segments: [...segments], wishes: [] };
}
