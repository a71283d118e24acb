/** One phone number as it is kept, or none. Pure. */
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { takeChinaNumbers } from './china/china-numbers.ts';
import { cleanText } from './parse-clean.ts';
import { createSheet } from './parse-sheet.ts';

/**
 * In China national digits, as couriers print them (`13800138000`, `010-12345678-12`, `400-123-4567`); everywhere else, and
 * for numbers abroad, E.164. Undefined when the text is anything but one phone number.
 */
export const readPhone = (written: string, country: string): string | undefined =>
  country === 'CN' ? readChinesePhone(written) : readPhoneOf(written, country);

function readChinesePhone(written: string): string | undefined {
  const sheet = createSheet(cleanText(written));
  const { phone, phoneSpans } = takeChinaNumbers(sheet);
  const [span] = phoneSpans;
  const all = span && sheet.text.slice(0, span.start) + sheet.text.slice(span.end);
  return phone && phoneSpans.length === 1 && all?.trim() === '' ? phone : undefined;
}

function readPhoneOf(written: string, country: string): string | undefined {
  const text = cleanText(written);
  if (!/^[+(]?[\d\s().-]{4,30}(?:(?:ext\.?|x|#)\s?\d{1,6})?$/i.test(text)) return undefined;
  const number = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : undefined);
  return number?.isPossible() ? number.number : undefined;
}
