/**
 * Texts in Latin letters whose every word says what it is: templates with their slots filled, written as people write (small letters,
 * lost commas, other breaks, talk of another one around it). Owns what a slot is labelled as; the same seed gives the same texts.
 */
import { cleanText } from '@platen/addresses/parse-clean';
import { chainLabels } from '@platen/addresses/tagging/linear-chain';
import { readWords, wordKinds, wordsOf } from '@platen/addresses/tagging/word-features';
import type { Chance } from '../address-writing/writing-chance.ts';
import {
  joinParts,
  type LabelledText,
  type MessagePart,
  type MessageTemplate,
  partsOf,
} from './fill-template.ts';
import {
  countryWords,
  coupleOf,
  deptOf,
  firmOf,
  honourOf,
  houseOf,
  numberWords,
  type Person,
  personOf,
  phoneOf,
  rankOf,
  ruralOf,
  streetOf,
  type Town,
  townOf,
  unitOf,
} from './latin-words.ts';
import type { ChainExample } from './train-chain.ts';

export const wordChainLabels = chainLabels(wordKinds);

/** What a slot is to the tagger; what is not here is talk. */
const kindOfSlot: Record<string, (typeof wordKinds)[number]> = {
  name: 'name',
  called: 'name',
  couple: 'name',
  first: 'name',
  last: 'name',
  other: 'other',
  phone: 'phone',
  phone2: 'phone',
  landline: 'phone',
  street: 'street',
  unit: 'street',
  house: 'street',
  rural: 'street',
  city: 'city',
  region: 'city',
  state: 'state',
  province: 'state',
  district: 'district',
  postcode: 'postcode',
  country: 'country',
  company: 'firm',
  dept: 'firm',
};

interface Facts {
  person: Person;
  town: Town;
  isLong: boolean;
}

function fillSlot(chance: Chance, country: string, slot: string, { person, town, isLong }: Facts): string {
  switch (slot) {
    case 'name':
      return chance.often(0.04) ? coupleOf(chance, country) : person.name;
    case 'first':
      return person.first;
    case 'last':
      return person.last;
    case 'other':
      return chance.often(0.5) ? personOf(chance, country).first : personOf(chance, country).name;
    case 'phone':
    case 'phone2':
      return phoneOf(chance, country);
    case 'landline':
      return phoneOf(chance, country, true);
    case 'street': {
      const street = streetOf(chance, country);
      return chance.often(spokenShare)
        ? street.replace(/(?<![\p{L}\d])\d{1,2}(?!\d)/gu, (digits) => spokenNumber(country, Number(digits)))
        : street;
    }
    case 'couple':
      return coupleOf(chance, country);
    case 'unit':
      return unitOf(chance, country);
    case 'house':
      return houseOf(chance, country);
    case 'rural':
      return ruralOf(chance, country);
    case 'city':
      return country === 'SG' ? 'Singapore' : country === 'HK' ? town.district : town.city;
    case 'state':
    case 'province':
      return country === 'HK'
        ? chance.pick(['Kowloon', 'New Territories', 'Kln', 'N.T.', 'Hong Kong Island'])
        : isLong
          ? town.stateLong
          : town.state;
    case 'region':
      return country === 'HK'
        ? `${town.district}, ${chance.pick(['Kowloon', 'New Territories', 'Hong Kong', 'HK', 'N.T.'])}`
        : `${town.city}`;
    case 'district':
      return town.district;
    case 'postcode':
      if (country === 'SG' && chance.often(0.15))
        return `${chance.pick(['S', 'S', 's'])}${chance.pick(['', '', ' '])}${town.postcode}`;
      if (['DE', 'FR', 'IT', 'ES'].includes(country) && chance.often(0.03))
        return `${country === 'DE' ? 'D' : country[0]}-${town.postcode}`;
      return chance.often(0.12) ? town.postcode.replace(' ', '') : town.postcode;
    case 'country':
      return chance.pick(countryWords[country]!);
    case 'company':
      return firmOf(chance, country);
    case 'dept':
      return deptOf(chance, country);
    case 'otherplace':
      return chance.pick([
        streetOf(chance, country),
        townOf(chance, country).city,
        `${streetOf(chance, country)}, ${townOf(chance, country).city}`,
      ]);
    default:
      return '';
  }
}

const factsOf = (chance: Chance, country: string): Facts => ({
  person: personOf(chance, country),
  town: townOf(chance, country),
  isLong: chance.often(0.3),
});

/** How often the number of a house is spelt out, as it is when somebody dictates. */
const spokenShare = 0.03;

function spokenNumber(country: string, value: number): string {
  const { ones, tens, join } = numberWords[country] ?? numberWords.en!;
  if (value < ones.length) return ones[value]!;
  const [ten, one] = [tens[Math.floor(value / 10)]!, value % 10];
  return one === 0 ? ten : join(ten, ones[one]!);
}

function fillTemplate(chance: Chance, { country, text }: MessageTemplate): MessagePart[] {
  const facts = factsOf(chance, country);
  return partsOf(text).map((part) =>
    part.slot === undefined ? part : { slot: part.slot, text: fillSlot(chance, country, part.slot, facts) },
  );
}

const upperLower = (chance: Chance, parts: MessagePart[]): MessagePart[] => {
  const roll = chance.below(100);
  const change = (to: (text: string) => string): MessagePart[] =>
    parts.map(({ slot, text }) => ({ slot, text: to(text) }));
  if (roll < 14) return change((text) => text.toLowerCase());
  if (roll < 18) return change((text) => text.toUpperCase());
  if (roll < 21)
    return parts.map(({ slot, text }) => ({
      slot,
      text: slot === 'name' || slot === 'city' || slot === 'last' ? text.toUpperCase() : text,
    }));
  if (roll < 23)
    return parts.map(({ slot, text }) => ({ slot, text: slot === 'name' ? text.toLowerCase() : text }));
  return parts;
};

/** Separators between two slots written otherwise, all in the same way. */
function otherBreaks(chance: Chance, parts: MessagePart[]): MessagePart[] {
  const bare = parts.filter(({ slot, text }) => slot === undefined && /^[\s,;|/\n-]+$/.test(text)).length;
  if (bare < 2 || !chance.often(0.4)) return parts;
  const to = chance.pick(['\n', ', ', ', ', ' ', ' ', ' / ', ' | ', '; ', ' - ', ',', '  ']);
  return parts.map((part) =>
    part.slot === undefined && /^(?:\s*[,;|\n]\s*|\s*[,\n]\s*)$/.test(part.text) && chance.often(0.9)
      ? { slot: undefined, text: to }
      : part,
  );
}

const labelled: Record<string, Record<string, string>> = {
  en: {
    name: 'name;Name;full name;Recipient;recip;to;To;Ship to;SHIP TO;deliver to;Attn;attn;Customer;Contact;Consignee;receiver;for;For;Name of recipient;who;Contact name;Send to;Deliver To;FAO',
    phone:
      'phone;Phone;tel;Tel;Tel.;mob;Mobile;cell;Cell;ph;Ph;PH;HP;hp;contact no;Phone number;my number;Whatsapp;WhatsApp;call;T;M;Contact number;Mobile no.',
    street:
      'address;Address;addr;Addr;add;Add;Address 1;Address line 1;Street;street address;Street Address;Delivery address;shipping address;at;where;Location;Home address',
    city: 'city;City;Town;town;City/Town;Suburb;suburb;Town/City;Ort',
    state: 'state;State;County;Province;county;State/Province;Region;province',
    postcode: 'postcode;Postcode;zip;ZIP;Zip code;Postal code;Postal;postal;Post code;Postal Code;pc;PC',
  },
  DE: {
    name: 'Name;Empfänger;Empfängerin;An;Vor- und Nachname;Vorname Nachname;Kunde;Ansprechpartner;z. Hd.;Lieferung an;Besteller',
    phone: 'Telefon;Tel;Tel.;Handy;Mobil;Rufnummer;Handynummer;Telefonnummer;Mobilnummer',
    street:
      'Adresse;Straße;Strasse;Straße und Hausnummer;Str./Nr.;Anschrift;Lieferadresse;Straße + Nr.;Lieferanschrift',
    city: 'Ort;Stadt;Wohnort',
    postcode: 'PLZ;Postleitzahl;plz',
  },
  FR: {
    name: 'Nom;Nom et prénom;Destinataire;Nom complet;À;Client;Livrer à;Pour;Prénom Nom;Contact;Nom du destinataire',
    phone: 'Tél;Tél.;Téléphone;Tel;Portable;Port.;Mobile;N° de téléphone;tél portable',
    street: 'Adresse;Rue;adresse de livraison;Adresse complète;N° et rue;Voie',
    city: 'Ville;Commune;ville;Localité',
    postcode: 'CP;Code postal;code postal;cp',
  },
  IT: {
    name: 'Nome;Nome e cognome;Destinatario;Cliente;Intestatario;Consegnare a;Spedire a;A;Per;Nominativo;Ricevente',
    phone: 'Tel;Tel.;Telefono;Cell;Cell.;Cellulare;cell;Recapito;Numero;Recapito telefonico',
    street: 'Indirizzo;Via;via;Indirizzo di consegna;Via e numero civico',
    city: 'Città;Comune;Località;citta',
    state: 'Prov;Prov.;Provincia;prov',
    postcode: 'CAP;cap;Cap;C.A.P.',
  },
  ES: {
    name: 'Nombre;Nombre y apellidos;Destinatario;Destinataria;Cliente;Entregar a;A nombre de;Para;Enviar a;Contacto',
    phone: 'Tel;Tel.;Teléfono;Móvil;Tlf;Tlf.;móvil;tfno;Mi tlf;Telf.;Tfno.;Teléfono de contacto',
    street: 'Dirección;Calle;Domicilio;dirección de entrega;Dirección de envío',
    city: 'Ciudad;Población;Localidad;Municipio',
    state: 'Provincia;provincia;Prov.',
    postcode: 'CP;C.P.;Código postal;cp;Cód. postal',
  },
  NL: {
    name: 'Naam;Ontvanger;T.a.v.;Aan;Geadresseerde;Klant;Leveren aan;Bezorgen bij;Voor;Contactpersoon',
    phone: 'Tel;Tel.;Telefoon;Mobiel;mobiel;Telefoonnummer;gsm;06-nummer',
    street: 'Adres;Straat;Straat en huisnummer;Bezorgadres;Straat + nr;Afleveradres',
    city: 'Plaats;Woonplaats;plaats;Stad',
    postcode: 'Postcode;PC;postcode;Pc',
  },
};
const labelKey: Record<string, string> = { unit: '', landline: 'phone', phone2: 'phone', region: 'city' };

/** Labels before some of the slots that follow a separator, in one style. */
function withLabels(chance: Chance, parts: MessagePart[], country: string): MessagePart[] {
  if (!chance.often(0.16)) return parts;
  const own = labelled[country] && chance.often(0.8) ? labelled[country] : labelled.en!;
  const style = chance.pick([': ', ': ', ':', ' - ', ' = ', ' ', ' : ', '. ', '= ', ':\n', ' -> ']);
  const wanted = chance.pick([0.3, 0.6, 1]);
  return parts.flatMap((part, at) => {
    const before = parts[at - 1];
    const isFree = !before || (before.slot === undefined && /^[\s,;|/.\n-]+$/.test(before.text));
    const key = part.slot === undefined ? undefined : (labelKey[part.slot] ?? part.slot);
    const labels = key ? own[key] : undefined;
    if (!isFree || !labels || !chance.often(wanted)) return [part];
    return [{ slot: undefined, text: chance.pick(labels.split(';')) + style }, part];
  });
}

const lines = (text: string): string[] => text.split('|');
/** Others who are named: who signs, who sends, who pays, whom to ask. `@` is the person. */
const othersSaid: Record<string, { behind: string[]; ahead: string[] }> = {
  en: {
    behind: lines(
      '\n\nThanks,\n@|\nKind regards,\n@|. Cheers, @|. Thanks! @|\n- @|\nBest,\n@|. From @ with love| (ordered by @)|. Bill to @ please|. If not in ask for @|\nSender: @|\nFrom: @|. Love @ xx|. @ will pay|\nordered by: @|, gift from @|. My husband @ is usually in|\n\nMany thanks\n@|. invoice to @|\nSent by @|. Regards @|, thanks @|\nBilling contact: @|. Any problem call @|. x @|\nyours, @|. Message on card: love from @|. Ask @ if unsure|\nSigned: @',
    ),
    ahead: lines(
      'From: @\nTo: |@ here, please send to |Hi, this is @. Send it to |Sender: @\n|Hi @, can you post this to |Dear @, |hello @ - |Ordered by @, deliver to |Bill to: @\nShip to: |my name is @ but its going to |Buyer: @. Recipient: |Hey @! new address: |From @ to |@ asked me to send you this address: |Gift from @ for |Not for @ but for |@ ordered, ship to |fwd from @:\n|Contact person: @\n',
    ),
  },
  DE: {
    behind: lines(
      '\n\nViele Grüße\n@|. LG @|\nMfG @|. Danke, @|\nMit freundlichen Grüßen\n@|\nAbsender: @|. Rechnung bitte an @|. Liebe Grüße von @|\nBestellt von @|. Falls keiner da ist, bei @ klingeln|. Gruß @|\nBesten Dank\n@|, Geschenk von @',
    ),
    ahead: lines(
      'Absender: @\nEmpfänger: |Hallo @, bitte an |Von @ an |Liebe Frau @, bitte liefern an |Hier ist @, bitte schicken an |Besteller: @\nLieferung an: |Rechnung an @, Ware an |Moin @, neue Adresse: ',
    ),
  },
  FR: {
    behind: lines(
      '\n\nCordialement,\n@|. Merci, @|\nBien à vous\n@|. Bises, @|\nExpéditeur : @|. Facture à @|, de la part de @|. En cas d’absence, voir @|. Merci d’avance ! @|\nCommandé par @|. Amicalement @|\nBonne journée,\n@',
    ),
    ahead: lines(
      'De : @\nÀ : |Expéditeur : @\nDestinataire : |Bonjour @, merci d’envoyer à |Ici @, à livrer à |Bonjour, c’est @, le colis est pour |De la part de @ pour |Salut @ ! nouvelle adresse : |Commande de @, livraison chez ',
    ),
  },
  IT: {
    behind: lines(
      '\n\nCordiali saluti\n@|. Grazie, @|\nSaluti @|\nMittente: @|. Fattura a @|. Un abbraccio, @|, da parte di @|\nOrdinato da @|. Se non c’è nessuno chiedere di @|. Ciao, @|\nDistinti saluti,\n@',
    ),
    ahead: lines(
      'Mittente: @\nDestinatario: |Da: @\nA: |Ciao @, spedisci a |Sono @, il pacco è per |Buongiorno @, consegnare a |Regalo di @ per |Ordine di @, consegna a ',
    ),
  },
  ES: {
    behind: lines(
      '\n\nUn saludo,\n@|. Gracias, @|\nSaludos @|\nRemitente: @|. Factura a @|. Besos, @|, de parte de @|\nPedido por @|. Si no hay nadie, preguntad por @|\nAtentamente,\n@|. Muchas gracias! @',
    ),
    ahead: lines(
      'De: @\nPara: |Remitente: @\nDestinatario: |Hola @, enviadlo a |Soy @, el paquete es para |Regalo de @ para |Buenos días @, entregar a |Pedido de @, enviar a ',
    ),
  },
  NL: {
    behind: lines(
      '\n\nMet vriendelijke groet,\n@|. Groetjes @|. Dank, @|\nMvg @|\nAfzender: @|. Factuur naar @|. Liefs, @|, van @|\nBesteld door @|. Niemand thuis? Dan bij @|. Gr. @|\nGroet,\n@',
    ),
    ahead: lines(
      'Van: @\nAan: |Afzender: @\nOntvanger: |Hoi @, graag sturen naar |Met @, het pakje is voor |Cadeau van @ voor |Beste @, bezorgen bij |Factuur naar @, pakket naar ',
    ),
  },
};
/** A place that it is not. `@` is the place. */
const wrongPlaces: Record<string, string[]> = {
  en: lines(
    ' (not @)|, NOT @|. Don’t use @ anymore|. Old address was @|, no longer @|. we moved from @| instead of @|. the one on file, @, is wrong|\nprevious: @',
  ),
  DE: lines(' (nicht @)|, nicht mehr @|. Alte Adresse: @|, statt @|. @ stimmt nicht mehr|\nalt: @'),
  FR: lines(' (pas @)|, et non @|. Ancienne adresse : @|, au lieu de @|. Ne plus utiliser @'),
  IT: lines(' (non @)|, non più @|. Vecchio indirizzo: @|, invece di @|. Annullate @'),
  ES: lines(' (no @)|, ya no @|. La antigua era @|, en vez de @|. No a @'),
  NL: lines(' (niet @)|, niet meer @|. Oude adres: @|, in plaats van @|, en dus niet @'),
};

const withPerson = (said: string, slot: string, text: string): MessagePart[] => {
  const [before, behind] = said.split('@') as [string, string];
  return [
    { slot: undefined, text: before },
    { slot, text },
    { slot: undefined, text: behind },
  ];
};

/** Somebody else, or another place, said around the address. */
function withOthers(chance: Chance, parts: MessagePart[], country: string): MessagePart[] {
  if (parts.some(({ slot }) => slot === 'other' || slot === 'otherplace')) return parts;
  const tongue = othersSaid[country] && chance.often(0.85) ? country : 'en';
  const other = fillSlot(chance, country, 'other', factsOf(chance, country));
  const roll = chance.below(100);
  if (roll < 9) return [...parts, ...withPerson(chance.pick(othersSaid[tongue]!.behind), 'other', other)];
  if (roll < 15) return [...withPerson(chance.pick(othersSaid[tongue]!.ahead), 'other', other), ...parts];
  if (roll < 18)
    return [
      ...parts,
      ...withPerson(
        chance.pick(wrongPlaces[tongue]!),
        'otherplace',
        fillSlot(chance, country, 'otherplace', factsOf(chance, country)),
      ),
    ];
  return parts;
}

/** Where the road is numbered by who delivers there, behind the street as often as before it. */
const ruralCountries = new Set(['NZ', 'AU', 'CA']);

/** What a quarter is called before its name. */
const quarterKinds: Record<string, string[]> = {
  DE: ['OT', 'Ortsteil', 'Stadtteil'],
  IT: ['Fraz.', 'fraz.', 'frazione', 'loc.', 'Loc.', 'località'],
  ES: ['barrio', 'Bº', 'pedanía'],
};

/** Ranks before a name and degrees behind it; a house before its street; what is written in brackets behind it. */
function withMore(chance: Chance, parts: MessagePart[], country: string): MessagePart[] {
  const breaks = parts.find(({ slot, text }) => slot === undefined && /^\s*[,\n;/|]\s*$|^ [-–] $/.test(text));
  const between = { slot: undefined, text: breaks?.text ?? chance.pick([', ', ' ']) };
  return parts.flatMap((part, at): MessagePart[] => {
    if (part.slot === 'name') {
      const [isRank, isHonour] = [chance.often(0.07), chance.often(0.03)];
      return [
        ...(isRank ? [{ slot: undefined, text: `${rankOf(chance, country)} ` }] : []),
        part,
        ...(isHonour ? [{ slot: undefined, text: chance.pick([' ', ', ', ' ']) + honourOf(chance) }] : []),
      ];
    }
    const kinds = part.slot === 'district' && parts[at - 1]?.text !== ' ' ? quarterKinds[country] : undefined;
    if (kinds && chance.often(0.5)) return [{ slot: undefined, text: `${chance.pick(kinds)} ` }, part];
    if (part.slot !== 'street') return [part];
    const roll = chance.below(100);
    if (roll < 5) return [{ slot: 'house', text: houseOf(chance, country) }, between, part];
    if (roll < 6)
      return [{ slot: 'house', text: houseOf(chance, country) }, { slot: undefined, text: ' ' }, part];
    if (roll < 8)
      return [
        part,
        { slot: undefined, text: ' (' },
        { slot: 'unit', text: unitOf(chance, country) },
        { slot: undefined, text: ')' },
      ];
    if (roll < 12 && ruralCountries.has(country)) {
      const rural = { slot: 'rural', text: ruralOf(chance, country) };
      return chance.often(0.7) ? [part, between, rural] : [rural, between, part];
    }
    return [part];
  });
}

/** Slots that stand with nothing but a separator between them, written without any. */
function withoutBreaks(chance: Chance, parts: MessagePart[]): MessagePart[] {
  if (!chance.often(0.02)) return parts;
  return parts.map((part) =>
    part.slot === undefined && /^[\s,;|]+$/.test(part.text) ? { slot: undefined, text: '' } : part,
  );
}

/** What is said of one template before its first slot, or behind its last. */
const ahead = ({ text }: MessageTemplate): string => /^[^{]*/.exec(text)![0];
const behind = ({ text }: MessageTemplate): string => /[^}]*$/.exec(text)![0];
const saysEnough = (talk: string): boolean => /\p{L}{2,} \p{L}{2,}/u.test(talk);

/** A template's parts with the talk of others around them where it has little of its own. */
function withTalk(chance: Chance, parts: MessagePart[], others: readonly MessageTemplate[]): MessagePart[] {
  let all = parts;
  const first = all[0];
  const last = all.at(-1);
  if (first && !(first.slot === undefined && saysEnough(first.text)) && chance.often(0.3)) {
    const talk = ahead(chance.pick(others));
    if (saysEnough(talk) && /[\s:,.!?)-]$/.test(talk)) all = [{ slot: undefined, text: talk }, ...all];
  }
  if (last && !(last.slot === undefined && saysEnough(last.text)) && chance.often(0.25)) {
    const talk = behind(chance.pick(others));
    if (saysEnough(talk) && /^[\s,.!?(-]/.test(talk)) all = [...all, { slot: undefined, text: talk }];
  }
  return all;
}

/** One text of the template. `others` are templates of the same country, whose talk may stand around it. */
export const composeText = (
  chance: Chance,
  template: MessageTemplate,
  others: readonly MessageTemplate[],
): LabelledText =>
  joinParts(
    upperLower(
      chance,
      withoutBreaks(
        chance,
        withLabels(
          chance,
          otherBreaks(
            chance,
            withOthers(
              chance,
              withTalk(chance, withMore(chance, fillTemplate(chance, template), template.country), others),
              template.country,
            ),
          ),
          template.country,
        ),
      ),
    ),
  );

const isWordUnit = /[\p{L}\p{N}\p{M}]/u;

/** Labels for the words of the cleaned text; undefined where cleaning took or put words. */
export function labelText({ text, spans }: LabelledText, country: string): ChainExample | undefined {
  const clean = cleanText(text);
  const kinds: Array<string | undefined> = [];
  const begins: boolean[] = [];
  for (let at = 0; at < text.length; ) {
    const char = String.fromCodePoint(text.codePointAt(at)!);
    const span = spans.find(({ start, end }) => at >= start && at < end);
    for (const unit of char.normalize('NFKC'))
      if (isWordUnit.test(unit)) {
        kinds.push(span && kindOfSlot[span.slot]);
        begins.push(span?.start === at);
      }
    at += char.length;
  }
  const units = [...clean].filter((unit) => isWordUnit.test(unit)).length;
  if (units !== kinds.length) return undefined;
  const words = wordsOf(clean);
  if (words.length === 0) return undefined;
  const { features } = readWords(clean, country);
  const gold = new Uint8Array(words.length);
  let unit = 0;
  let from = 0;
  let last: string | undefined;
  for (const [at, { start, end }] of words.entries()) {
    unit += [...clean.slice(from, start)].filter((each) => isWordUnit.test(each)).length;
    const first = unit;
    unit += [...clean.slice(start, end)].filter((each) => isWordUnit.test(each)).length;
    from = end;
    // S730702 is a postcode for its digits.
    const own = kinds[first] ?? kinds[unit - 1];
    const isBegin = begins[first] === true;
    // First and last of one name are one span; so are street and unit.
    const goesOn = own === last && !(isBegin && (own === 'phone' || own === 'other'));
    gold[at] = own === undefined ? 0 : wordChainLabels.indexOf(`${goesOn ? 'I' : 'B'}-${own}`);
    last = own;
  }
  return { features, gold };
}
