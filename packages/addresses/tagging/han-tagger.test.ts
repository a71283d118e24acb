import { describe, expect, it } from 'vitest';
import { chinaInput } from '../china/china-input.ts';
import { ruleChinese } from '../china/parse-china.ts';
import { cleanText } from '../parse-clean.ts';
import { hanTokens, maxTokens } from './han-features.ts';
import { tagHan } from './han-tagger.ts';

const ruled = (text: string) => ruleChinese(chinaInput(cleanText(text), 'CN')).text;

/** What the tagger calls each part. */
function partsOf(text: string): Record<string, string[]> {
  const given = ruled(text);
  const parts: Record<string, string[]> = {};
  for (const { kind, start, end } of tagHan(given).spans) {
    parts[kind] ??= [];
    parts[kind].push(given.sheet.text.slice(start, end));
  }
  return parts;
}

describe('the tagger of Chinese characters', () => {
  it('knows a person by what stands around, whatever the characters are', () => {
    for (const name of ['向远', '白杨', '马上来', '苏州河', '言午']) {
      const parts = partsOf(
        `老板你好，寄到江苏省苏州市吴中区东环路18号2栋301，收件人写${name}，13812345678，辛苦`,
      );
      expect(parts.name, name).toEqual([name]);
      expect(parts.street, name).toEqual(['东环路18号2栋301']);
    }
  });

  it('tells a house from what is said right behind it', () => {
    const parts = partsOf('发浙江省宁波市鄞州区中山东路55号3栋1201卢小凤13812345678上次那单还没到呢');
    expect(parts).toMatchObject({ street: ['中山东路55号3栋1201'], name: ['卢小凤'] });
  });

  it('is sure of who is named, and that nobody is', () => {
    const named = tagHan(ruled('王芳 13812345678 浙江省杭州市西湖区文三路90号'));
    expect(named.spans.find(({ kind }) => kind === 'name')!.probability).toBeGreaterThan(0.9);
    expect(named.measureNone('name')).toBeLessThan(0.1);
    const nobody = tagHan(ruled('浙江省杭州市西湖区文三路90号 13812345678'));
    expect(nobody.measureNone('name')).toBeGreaterThan(0.9);
  });

  it('reads only so many tokens of a text', () => {
    const given = ruled('路'.repeat(2 * maxTokens));
    expect(hanTokens(given.sheet).count).toBe(maxTokens);
    expect(tagHan(ruled('')).spans).toEqual([]);
  });
});
