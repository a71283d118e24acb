/** Phone numbers as people type them, to the one form in which they are kept. Owns that form: E.164. */
import { AppError } from '@platen/contracts/app-error';
import parsePhoneNumber from 'libphonenumber-js/min';
import type { Language } from '../db/database-schema.ts';

/** Where a number without a country code belongs. */
const homeCountry = 'CN';

/** `138 0000 0001` and `+86 138-0000-0001` to `+8613800000001`; undefined when it can't be a number. */
export function findPhone(typed: string): string | undefined {
  const parsed = parsePhoneNumber(typed, { defaultCountry: homeCountry, extract: false });
  return parsed?.isValid() && !parsed.ext ? parsed.number : undefined;
}

/** The same; throws malformed naming the field. */
export function readPhone(typed: string): string {
  const phone = findPhone(typed);
  if (phone) return phone;
  throw new AppError('malformed', 'phone: must be a phone number such as +8613800000001');
}

/** Enough to recognise one's own number: `+86138****0001`. What isn't E.164 is shown by its end alone. */
export function maskPhone(phone: string): string {
  const end = phone.slice(-4);
  return /^\+\d{7,15}$/.test(phone) ? `${phone.slice(0, -8)}****${end}` : `****${end}`;
}

/** What a message to this number is written in when nobody said. */
export const languageOfPhone = (phone: string): Language =>
  /^\+(86|852|853|886)/.test(phone) ? 'zh-CN' : 'en';
