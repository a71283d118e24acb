/** The caller's own profile. */
import { AppError } from '@platen/contracts/app-error';
import { line } from '@platen/contracts/shapes';
import { z } from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { getAccount, updateProfile } from './account-store.ts';
import { profileOf, profileShape } from './account-view.ts';

export const profileOperations = [
  defineOperation({
    name: 'get_profile',
    title: 'Profile',
    summary: 'Returns this account: nickname, language, role, phone with the middle hidden.',
    rest: { method: 'GET', path: '/api/auth/me' },
    tool: { group: 'profile' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({}),
    output: profileShape,
    async run({ database, caller }) {
      return profileOf(await getAccount(database.query, caller.accountId));
    },
  }),
  defineOperation({
    name: 'update_profile',
    title: 'Change the profile',
    summary: "Changes this account's nickname or language.",
    rest: { method: 'PUT', path: '/api/auth/me' },
    tool: { group: 'profile', hints: { destructive: false } },
    access: 'customer',
    effect: 'update',
    input: z.strictObject({
      nickname: line(1, 50).optional().describe('How the account is called'),
      language: z.enum(['zh-CN', 'en']).optional().describe('What messages and pages are written in'),
    }),
    example: { nickname: '小明' },
    output: profileShape,
    async run({ database, caller }, { nickname, language }) {
      if (nickname === undefined && language === undefined) {
        throw new AppError('malformed', 'nickname: is missing; give it, or language, or both');
      }
      const changes = { ...(nickname !== undefined && { nickname }), ...(language && { language }) };
      await updateProfile(database.query, caller.accountId, changes);
      return profileOf(await getAccount(database.query, caller.accountId));
    },
  }),
];
