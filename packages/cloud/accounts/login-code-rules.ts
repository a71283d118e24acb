/** Login codes: making, hashing, wording. Pure but for randomness; must never log or store a code itself. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { SmsMessage } from '../ports/sms.ts';
import type { Language, LoginCodeTable } from './account-tables.ts';

const codeMinutes = 5;
export const codeLifeMs = codeMinutes * 60_000;
/** Wrong tries after which a code is dead for the network that asked for it, however the limits are set. */
const maxTries = 5;
/**
 * Wrong tries from elsewhere after which a code is good for its own network alone: somebody may ask at home and type the code on
 * the way, but a guesser far away must not use up the owner's tries.
 */
const maxForeignTries = 3;

export type CodePurpose = 'login' | 'register';

/** Six digits, all of them equally likely. */
export const newLoginCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** What is stored: useless without the key, and good for this number alone. */
export const hashLoginCode = (key: Buffer, { phone, code }: { phone: string; code: string }): string =>
  createHmac('sha256', key).update(`${phone} ${code}`).digest('hex');

/** What somebody types, and from where. */
export interface CodeGuess {
  codeHash: string;
  /** As in `LoginCodeTable.network`. */
  network: string;
  now: number;
}

/** The code that this guess is, among those of its number; undefined when it is none that may be used from there. */
export function findRightCode(
  rows: readonly LoginCodeTable[],
  { codeHash, network, now }: CodeGuess,
): LoginCodeTable | undefined {
  return rows.find((row) => {
    if (row.used_at !== null || row.expires_at <= now) return false;
    const isOwn = row.network === network;
    if (isOwn ? row.tries >= maxTries : row.foreign_tries >= maxForeignTries) return false;
    return timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(codeHash));
  });
}

const words: Record<Language, Record<CodePurpose, (code: string) => string>> = {
  'zh-CN': {
    login: (code) =>
      `【Platen】登录验证码 ${code}，${codeMinutes} 分钟内有效。请勿告诉他人；如非本人操作，请忽略。`,
    register: (code) =>
      `【Platen】注册验证码 ${code}，${codeMinutes} 分钟内有效。请勿告诉他人；如非本人操作，请忽略。`,
  },
  en: {
    login: (code) =>
      `Platen: ${code} is your code to log in, for ${codeMinutes} minutes. Tell it to nobody; if you did not ask for it, ignore it.`,
    register: (code) =>
      `Platen: ${code} is your code to register, for ${codeMinutes} minutes. Tell it to nobody; if you did not ask for it, ignore it.`,
  },
};

/** The message that brings a code. */
export function codeMessage(wanted: {
  phone: string;
  code: string;
  purpose: CodePurpose;
  language: Language;
}): SmsMessage {
  const { phone, code, purpose, language } = wanted;
  return {
    phone,
    language,
    template: `${purpose}_code`,
    values: { code, minutes: String(codeMinutes) },
    text: words[language][purpose](code),
  };
}
