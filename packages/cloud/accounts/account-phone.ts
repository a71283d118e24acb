/** Phone numbers as people type them, to the one form in which they are kept. Owns that form: E.164. */
import { AppError } from '@platen/contracts/app-error';
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/mobile';
import type { Language } from './account-tables.ts';

/** Where a number without a country code belongs. */
const homeCountry = 'CN';

/** Countries and regions (ISO 3166-1 alpha-2) whose numbers may log in. */
export type PhoneCountries = ReadonlySet<string> | 'all';

/**
 * `138 0000 0001` and `+86 138-0000-0001` to `+8613800000001`; undefined when it can't be a mobile number: no message reaches
 * landlines, and numbers that cost the caller are no one's own.
 */
export const findPhone = (typed: string): string | undefined => findMobile(typed)?.number;

/** Those of the demo accounts (demo.ts): mobile numbers that are set aside for plays and films (Ofcom, 07700 900000 to 900999). */
const isNobodysPhone = (phone: string): boolean => /^\+447700900\d{3}$/.test(phone);

function findMobile(typed: string): { number: string; country: CountryCode | undefined } | undefined {
  const parsed = parsePhoneNumber(typed, { defaultCountry: homeCountry, extract: false });
  if (!parsed || parsed.ext) return undefined;
  if (!parsed.isValid() && !isNobodysPhone(parsed.number)) return undefined;
  return { number: parsed.number, country: parsed.country };
}

/**
 * The same, of a country that is served. Throws malformed naming the field, and unprocessable for a country that is not: messages to
 * anywhere are paid by this service.
 */
export function readPhone(typed: string, countries: PhoneCountries): string {
  const phone = findMobile(typed);
  if (!phone) throw new AppError('malformed', 'phone: must be a mobile phone number such as +8613800000001');
  if (isNobodysPhone(phone.number)) return phone.number;
  if (countries === 'all' || (phone.country && countries.has(phone.country))) return phone.number;
  throw new AppError(
    'unprocessable',
    `phone: numbers of ${phone.country ?? 'this kind'} are not served. Codes are sent to ${[...countries].join(', ')}.`,
  );
}

/** Enough to recognise one's own number: `+86138****0001`. What isn't E.164 is shown by its end alone. */
export function maskPhone(phone: string): string {
  const end = phone.slice(-4);
  return /^\+\d{7,15}$/.test(phone) ? `${phone.slice(0, -8)}****${end}` : `****${end}`;
}

/** What a message to this number is written in when nobody said. */
export const languageOfPhone = (phone: string): Language =>
  /^\+(86|852|853|886)/.test(phone) ? 'zh-CN' : 'en';
