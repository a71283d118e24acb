import { expect, it } from 'vitest';
import { jobAdminText } from './job-admin-text.ts';

it('says everything in both languages', () => {
  const { en, 'zh-CN': zh } = jobAdminText;
  for (const area of ['outcome', 'copy'] as const) {
    expect(Object.keys(zh[area])).toEqual(Object.keys(en[area]));
    for (const sentence of Object.values(zh[area])) expect(sentence).toMatch(/\p{Script=Han}/u);
    for (const sentence of Object.values(en[area])) expect(sentence).not.toMatch(/\p{Script=Han}/u);
  }
  expect([en.question(1), en.question(3)]).toEqual([
    'Did it come out whole?',
    'How many of the 3 copies came out whole?',
  ]);
  expect(zh.question(3)).toContain('3');
});
