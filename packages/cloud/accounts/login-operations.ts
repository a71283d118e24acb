/** Registration and login on the website: a code to a phone, a session in a cookie. */
import { line, time, toTime } from '@platen/contracts/shapes';
import { z } from 'zod';
import { limitOf } from '../limits/limit-moves.ts';
import { intervalMs } from '../limits/limit-rules.ts';
import { defineOperation } from '../operation/operation.ts';
import { readPhone } from './account-phone.ts';
import { profileOf, profileShape } from './account-view.ts';
import { codeLifeMs } from './login-code-rules.ts';
import { logIn, type Opened, register, sendLoginCode } from './login-moves.ts';
import { hashSessionToken, isSessionToken } from './session-rules.ts';
import { revokeSessionByToken } from './session-store.ts';

const phone = line(3, 40).describe(
  'With country code, e.g. +8613800000001; without one it is of mainland China',
);

const code = z
  .string({ error: 'must be the 6 digits of the message' })
  .trim()
  .regex(/^\d{6}$/, { error: 'must be the 6 digits of the message' })
  .describe('From the message that request_code sent');

const language = z.enum(['zh-CN', 'en']);

const openedShape = z.object({
  account: profileShape,
  session: z.object({ session_id: z.uuid(), expires_at: time.describe('30 days after the last use') }),
});

const viewOf = ({ account, session }: Opened) => ({
  account: profileOf(account),
  session: { session_id: session.id, expires_at: toTime(session.expires_at) },
});

export const loginOperations = [
  defineOperation({
    name: 'request_code',
    title: 'Send a code',
    summary:
      'Sends a code of 6 digits to a mobile phone of a country that is served (422 for others); it is good for 5 minutes, once, for login and for register_account alike, and replaces the one before. The answer is the same whether or not the number has an account. 429 with retry_after_seconds when it comes too soon after the last one or too often.',
    rest: { method: 'POST', path: '/api/auth/code' },
    access: 'public',
    effect: 'update',
    input: z.strictObject({
      phone,
      purpose: z
        .enum(['login', 'register'])
        .default('login')
        .describe('How the message is worded; nothing else depends on it'),
      language: language.optional().describe('Of the message. Default: by the country of the number'),
    }),
    output: z.object({
      sent: z.literal(true),
      expires_in_seconds: z.int(),
      resend_in_seconds: z.int().describe('A new code can be asked for after this'),
    }),
    async run(context, { phone, ...wanted }) {
      await sendLoginCode(context, { phone: readPhone(phone, context.phoneCountries), ...wanted });
      const pause = intervalMs(await limitOf(context, 'code_pause'));
      return {
        sent: true as const,
        expires_in_seconds: codeLifeMs / 1000,
        resend_in_seconds: Math.ceil(pause / 1000),
      };
    },
  }),
  defineOperation({
    name: 'register_account',
    title: 'Register',
    summary:
      'Makes an account for a phone number with the code from request_code, with a balance of 0, and logs in: the answer sets the session cookie. 401 for a code that is wrong or no longer good, 409 when the number has an account (the code is still good for login).',
    rest: { method: 'POST', path: '/api/auth/register' },
    access: 'public',
    effect: 'create',
    input: z.strictObject({
      phone,
      code,
      nickname: line(0, 50).default('').describe('How the account is called'),
      language: language.optional().describe('What messages and pages are written in'),
    }),
    output: openedShape,
    async run(context, { phone, ...given }) {
      const session = context.session();
      const opened = await register(context, { phone: readPhone(phone, context.phoneCountries), ...given });
      session.set(opened.token);
      return viewOf(opened);
    },
  }),
  defineOperation({
    name: 'login',
    title: 'Log in',
    summary:
      'Logs in with a phone number and the code from request_code: the answer sets the session cookie, with which a browser may call everything its account may (changes also need the header X-Platen-CSRF). 401 for a code that is wrong or no longer good; with the right code 404 when the number has no account (the code is still good for register_account).',
    rest: { method: 'POST', path: '/api/auth/login' },
    access: 'public',
    effect: 'update',
    input: z.strictObject({ phone, code }),
    output: openedShape,
    async run(context, { phone, code }) {
      const session = context.session();
      const opened = await logIn(context, { phone: readPhone(phone, context.phoneCountries), code });
      session.set(opened.token);
      return viewOf(opened);
    },
  }),
  defineOperation({
    name: 'logout',
    title: 'Log out',
    summary:
      'Ends the session of the cookie, at once and everywhere, and takes the cookie away. Harmless without a session.',
    rest: { method: 'POST', path: '/api/auth/logout' },
    access: 'public',
    effect: 'update',
    input: z.strictObject({}),
    output: z.object({ logged_out: z.literal(true) }),
    async run(context) {
      const { token, clear } = context.session();
      if (token && isSessionToken(token)) {
        const tokenHash = hashSessionToken(token);
        await context.database.transaction(async (tx) => {
          await revokeSessionByToken(tx, { tokenHash, now: context.now() });
          await context.database.signal(tx, 'platen_key_revoked', tokenHash);
        });
      }
      clear();
      return { logged_out: true as const };
    },
  }),
];
