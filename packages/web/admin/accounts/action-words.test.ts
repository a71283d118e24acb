/** The audit log is read in Chinese too: whatever staff may change, and every limit, has a name there. */
import { operations } from '@platen/cloud/operations';
import { describe, expect, it } from 'vitest';
import { actionText, limitText, thingText } from './action-words.ts';

describe('names in the audit log', () => {
  it('stand in Chinese for every change of staff', () => {
    const changes = operations.filter(({ audit }) => audit !== undefined);
    expect(changes.length).toBeGreaterThan(40);
    const isChinese = (text: string) => /^[\u4e00-\u9fff]+$/.test(text);
    const nameless = changes.filter(
      ({ name, audit }) => !isChinese(actionText(name, 'zh')) || !isChinese(thingText(audit!, 'zh')),
    );
    expect(nameless.map(({ name, audit }) => `${name} of ${audit}`)).toEqual([]);
  });

  it('fall back to plain English', () => {
    expect(actionText('set_price', 'en')).toBe('Set price');
    expect(actionText('fold_paper', 'zh')).toBe('Fold paper');
    expect(thingText('coupon_campaign', 'en')).toBe('Coupon campaign');
    expect(limitText({ name: 'new_limit', counts: 'Tries' }, 'zh')).toEqual(['New limit', 'Tries']);
  });
});
