/** The phone of an address: whether it can be dialled, and how it is kept. Pure. */
import { AppError } from '@platen/contracts/app-error';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { takeChinaNumbers } from './parse/china-numbers.ts';
import { cleanText } from './parse/parse-clean.ts';
import { newSheet } from './parse/parse-sheet.ts';

/**
 * In China national digits, as couriers print them (`13800138000`, `010-12345678-12`, `400-123-4567`); everywhere else, and
 * for numbers abroad, E.164. Throws malformed when it is no phone number.
 */
export function normalisePhone(written: string, country: string): string {
  const phone = country === 'CN' ? readChinesePhone(written) : readPhone(written, country);
  if (phone) return phone;
  throw new AppError(
    'malformed',
    `phone: must be a phone number in ${country}, or one with its country code such as +852 5500 0801`,
  );
}

/** Undefined when the text is anything but one number. */
function readChinesePhone(written: string): string | undefined {
  const sheet = newSheet(cleanText(written));
  const { phone, phoneSpans } = takeChinaNumbers(sheet);
  const [span] = phoneSpans;
  const all = span && sheet.text.slice(0, span.start) + sheet.text.slice(span.end);
  return phone && phoneSpans.length === 1 && all?.trim() === '' ? phone : undefined;
}

function readPhone(written: string, country: string): string | undefined {
  const text = cleanText(written);
  if (!/^[+(]?[\d\s().-]{4,30}(?:(?:ext\.?|x|#)\s?\d{1,6})?$/i.test(text)) return undefined;
  const number = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : undefined);
  return number?.isPossible() ? number.number : undefined;
}
