import { expect, it } from 'vitest';
import { newShareCode, readShareCode } from './share-code.ts';

it('a share code has 80 bits and is read as people type it', () => {
  const codes = Array.from({ length: 500 }, newShareCode);
  expect(new Set(codes).size).toBe(500);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const typed = code.toLowerCase().replaceAll('0', 'O').replaceAll('1', 'l');
    expect(readShareCode(` ${typed} `)).toBe(code);
    expect(readShareCode(typed.replaceAll('-', ''))).toBe(code);
  }
  for (const wrong of ['', 'U'.repeat(16), 'A'.repeat(15), 'A'.repeat(17), '7KQM-2XWP-9DTA-41R*'])
    expect(readShareCode(wrong)).toBeUndefined();
});
