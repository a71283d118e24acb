/**
 * Phones outside the mainland. Owns how a number is told from house numbers and postcodes; countries.ts has the form that a country's
 * have. E.164 out, also for numbers that nobody has been given yet: what can be dialled is not the parser's to say.
 */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { findCountry } from '../countries.ts';
import { extensionIn, localPhonesOf } from '../phones/local-phones.ts';
import { phoneHole } from './abroad-segments.ts';
import { chooseToCall, phoneKind } from './phone-choice.ts';

const international =
  /\(\+?(?:852|853|886|65|82|81|86|44|49|33|61)\) ?\d(?:[ .-]?\d){6,11}(?!\d)|(?<![\d+]|\d-)(?:\+|00)[1-9]\d{0,3}[ .()/-]{0,3}(?:\(0\) ?)?\d(?:[ .()/-]{0,2}\d){5,13}(?!\d)(?: ?(?:ext\.?|x|#) ?\d{1,6})?/gi;
const elsewhereAll = /(?<![\d+-])\(?0?\d{2,5}\)?(?:[ .-]?\d){5,9}(?!\d)/g;
/** Grouped as nobody's rules have it: `0 668 250 417`, `0 6 7 1 4`, `(0229) 50 31 47`. */
const looselyGrouped = /(?<![\p{L}\d#+.-])\(?\d(?:[ ()./–-]{0,3}\d){8,11}(?![\p{L}\d]|[ .-]\d)/gu;
/** Registers of firms, taxes and orders give numbers of as many digits. */
const registered =
  /(?<!\p{L})(?:p\.? ?iva|partita iva|part\. iva|c\.? ?f\.?|cod(?:ice|\.) fiscale|kvk|btw|abn|acn|nzbn|vat|ust(?:-id)?|steuer|st|hrb|siren|siret|tva|ape|ein|tin|cif|nif|nie|dni|rsin|bsn|iban|konto|kto|account|acct|gst|hst|bestell|auftrags|kunden|rechnungs|sendungs|tracking|order|invoice|(?<!(?:t[eé]l(?:[eé]phone)?|phone|mobile|cell|port(?:able)?)[.:]? (?:du )?)(?:customer|client)|reference|ref|ordine|pedido|commande|facture|factuur|fattura|factura|bestelling|ordre)[ .-]{0,2}(?:id|nr|no|num|nummer|number|numero|n[°º]|n)?[ .:#°º-]{0,3}$/iu;
const labelled =
  /(?:tel(?:ephone)?|phone|mobile|mob|cell|ph|電話|전화|手機)[^\d+(\n]{0,8}(\(?\+?\d[\d ().-]{6,18}\d)/i;

/** The number inside a firm, right behind its phone. */
const extension =
  /^[ ,、]{0,2}[(]?(?:extension|extn?\.?|x|#|poste|tst\.?|anexo|durchwahl|dw\.?|int\.|interno|toestel|內線|内線|내선|分機|分机|轉|转|の(?=\d{2,6}(?:です|で|番|\s|$))) ?:? ?(\d{1,6})(?!\d|-\d)[)]?/iu;
/** `ext 207 on 02-2311-6690`. */
const extensionAhead = /(?<!\p{L})(?:extension|ext\.?|內線|内線|내선) ?(\d{1,6}) (?:on|at|of) (?:the )?$/iu;
const extensionAtEnd = / ?(?:ext\.?|x|#) ?(\d{1,6})$/i;

export interface PhoneTaken {
  /** The one to be called in E.164, with a hyphen and its extension where it has one; or empty. */
  phone: string;
  /** The other ones, in their order. */
  others: string[];
  /** As they were written. */
  written: string[];
  /** The text with a hole where each phone stood. */
  text: string;
}

const afterHole = new RegExp(`${phoneHole}${extension.source.slice(1)}`, 'giu');

/** Takes every phone out of the text. */
export function takePhones(text: string, country: string): PhoneTaken {
  let found: string[] = [];
  const written: string[] = [];
  let left = text;
  /** Numbers of earlier passes stand as holes: both kinds are put in the order of the text. */
  const pass = (pattern: RegExp, read: (match: string, take: (part: string) => string) => string): void => {
    const ordered: Array<{ at: number; number: string }> = [];
    for (const number of found)
      ordered.push({ at: left.indexOf(phoneHole, (ordered.at(-1)?.at ?? -1) + 1), number });
    left = left.replace(pattern, (...args) => {
      const match = args[0] as string;
      const at = args.findLast((each) => typeof each === 'number') as number;
      const whole = args.at(-1) as string;
      if (registered.test(whole.slice(Math.max(0, at - 32), at))) return match;
      const behind =
        extension.exec(whole.slice(at + match.length))?.[1] ??
        extensionAhead.exec(whole.slice(Math.max(0, at - 24), at))?.[1];
      return read(match, (part) => {
        const dialled = writeE164(part, country);
        if (!dialled) return part;
        const inside = extensionAtEnd.exec(part)?.[1] ?? (match.endsWith(part) ? behind : undefined);
        const number = inside === undefined ? dialled : `${dialled}-${inside}`;
        ordered.push({ at, number });
        written.push(part);
        return phoneHole;
      });
    });
    left = left.replaceAll(afterHole, phoneHole);
    found = ordered.sort((a, b) => a.at - b.at).map(({ number }) => number);
  };
  pass(international, takeLongest);
  const coded = withOwnCode(country);
  if (coded) pass(coded, (match, take) => (take(`+${match}`) === phoneHole ? phoneHole : match));
  const shape = allOf(findCountry(country)?.phone);
  if (shape) pass(shape, (match, take) => take(match));
  else pass(elsewhereAll, (match, take) => (isPhoneElsewhere(match, country) ? take(match) : match));
  if (found.length === 0 && shape)
    pass(looselyGrouped, (match, take) => (hasPlanLength(match, country) ? take(match) : match));
  const local = found.length === 0 ? localPhonesOf(text, country) : undefined;
  if (local)
    pass(local.form, (match, take) => (take(`${local.area} ${match}`) === phoneHole ? phoneHole : match));
  if (found.length === 0)
    pass(labelled, (match, take) => {
      const number = labelled.exec(match)![1]!;
      return match.replace(number, take(number));
    });
  const inside = found.length === 1 && !found[0]!.includes('-') ? extensionIn(left) : undefined;
  if (inside !== undefined && phoneKind(found[0]!) !== 1) found = [`${found[0]}-${inside}`];
  const phone = chooseToCall(found, left) ?? '';
  const others = [...new Set(found)].filter((each) => each !== phone);
  return { phone, others, written, text: left };
}

/** Whether a number at home has so many digits, and begins as it does there. */
function hasPlanLength(text: string, country: string): boolean {
  const digits = text.replace(/\D/g, '');
  const plan = plans[country];
  return plan?.test(digits) ?? false;
}
const plans: Record<string, RegExp> = {
  US: /^1?[2-9]\d{9}$/,
  CA: /^1?[2-9]\d{9}$/,
  GB: /^0[1-9]\d{8,9}$/,
  AU: /^0[23478]\d{8}$/,
  NZ: /^0[2-9]\d{7,9}$/,
  DE: /^0[1-9]\d{7,10}$/,
  FR: /^0[1-9]\d{8}$/,
  IT: /^(?:3\d{8,9}|0[1-9]\d{6,9})$/,
  ES: /^[6-9]\d{8}$/,
  NL: /^0[1-9]\d{8}$/,
};

/** 82-10-5550-4409: the country's own code without its plus, in countries whose phones don't begin so. */
function withOwnCode(country: string): RegExp | undefined {
  const western = westernCodes[country];
  if (western) return new RegExp(`(?<![\\p{L}\\d+#/-])${western}(?!\\d)`, 'gu');
  const code = ownCodes[country];
  return code ? new RegExp(`(?<![\\d+-])${code}[- ]\\d(?:[- ]?\\d){6,10}(?!\\d)`, 'g') : undefined;
}
/** 61411206983: in one run or in groups, with as many digits as a number there has behind its code. */
const westernCodes: Record<string, string> = {
  AU: '61[ -]?[23478](?:[ -]?\\d){8}',
  NZ: '64[ -]?2(?:[ -]?\\d){7,9}',
  GB: '44[ -]?[127](?:[ -]?\\d){9}',
  DE: '49[ -]?1[567](?:[ -]?\\d){8,9}',
  FR: '33[ -]?[1-79](?:[ -]?\\d){8}',
  ES: '34[ -]?[6-9](?:[ -]?\\d){8}',
  IT: '39[ -]?3(?:[ -]?\\d){8,9}',
  NL: '31[ -]?[1-9](?:[ -]?\\d){8}',
};
const ownCodes: Record<string, string> = { KR: '82', HK: '852', MO: '853', TW: '886' };

const shapes = new Map<RegExp, RegExp>();

/** The same form, to find every number that has it. */
function allOf(shape: RegExp | undefined): RegExp | undefined {
  if (!shape) return undefined;
  const all = shapes.get(shape) ?? new RegExp(shape.source, `${shape.flags}g`);
  shapes.set(shape, all);
  return all;
}

/** A house number may follow a number in groups: the groups at its end go until it can be dialled. */
function takeLongest(match: string, take: (part: string) => string): string {
  const groups = match.split(' ');
  const heads = groups.map((_, at) => groups.slice(0, groups.length - at).join(' '));
  // A postcode behind the number may make one that could exist: numbers that do exist come first.
  const first =
    heads.length > 1 ? heads.find((head) => isInUse(head) && take(head) === phoneHole) : undefined;
  const taken = first ?? heads.find((head) => take(head) === phoneHole);
  return taken === undefined ? match : phoneHole + match.slice(taken.length);
}

const isInUse = (text: string): boolean =>
  parsePhoneNumberFromString(
    `+${text.replace(extensionAtEnd, '').replace('(0)', '').replace(/\D/g, '').replace(/^00/, '')}`,
  )?.isValid() ?? false;

/** Outside the countries whose shapes are known: what libphonenumber calls a valid number there. */
function isPhoneElsewhere(text: string, country: string): boolean {
  if (!isSupportedCountry(country)) return false;
  return parsePhoneNumberFromString(text, country)?.isValid() ?? false;
}

/** (852) 6123 4567 has the country's code in brackets, (02) 5550 1234 an area's. */
const isAbroadCode = (text: string): boolean =>
  !text.trim().startsWith('(') || /^\s*\((?:\+\d{1,3}|852|853|886|65|82|81|86|44|49|33|61)\)/.test(text);

function writeE164(text: string, country: string): string {
  const shown = text.replace(extensionAtEnd, '').replace('(0)', '');
  if (/^\s*(?:\(?\+|00|\(\d{2,3}\) ?\d(?:[ .-]?\d){6,11}$)/.test(shown) && isAbroadCode(shown)) {
    const number = parsePhoneNumberFromString(`+${shown.replace(/\D/g, '').replace(/^00/, '')}`);
    return number?.isPossible() ? number.number : '';
  }
  if (!isSupportedCountry(country)) return '';
  const { phone, hasTrunkPrefix = true } = findCountry(country) ?? {};
  if (!phone) return parsePhoneNumberFromString(shown, country)?.number ?? '';
  const code = getCountryCallingCode(country as CountryCode);
  const digits = shown.replace(/\D/g, '');
  if (country === 'US' || country === 'CA') return digits.length === 11 ? `+${digits}` : `+1${digits}`;
  return `+${code}${hasTrunkPrefix ? digits.replace(/^0/, '') : digits}`;
}
