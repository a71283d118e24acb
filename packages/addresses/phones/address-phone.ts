/** One phone number as it is kept, or none. Pure. */
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { takeChinaNumbers } from '../china/china-numbers.ts';
import { cleanText } from '../parse-clean.ts';
import { createSheet } from '../parse-sheet.ts';

/**
 * In China national digits, as couriers print them (`13800138000`, `010-12345678-12`, `400-123-4567`); everywhere else, and
 * for numbers abroad, E.164, with an extension behind a hyphen (`+18145550142-27`). Undefined when the text is anything but one phone number.
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
  const parts = /^([+(]?[\d\s().-]{4,30}?)(?:\s?(?:ext\.?|x|#|(?<=^\+\d{7,15})-)\s?(\d{1,6}))?$/i.exec(text);
  if (!parts) return undefined;
  const number = parsePhoneNumberFromString(parts[1]!, isSupportedCountry(country) ? country : undefined);
  if (!number?.isPossible()) return undefined;
  return parts[2] === undefined ? number.number : `${number.number}-${parts[2]}`;
}
