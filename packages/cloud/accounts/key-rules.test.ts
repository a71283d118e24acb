import { describe, expect, it } from 'vitest';
import { hashApiKey, hintOfApiKey, isApiKey, newApiKey } from './key-rules.ts';

describe('API keys', () => {
  it('have a prefix, 32 random characters and a checksum', () => {
    const keys = Array.from({ length: 500 }, newApiKey);
    expect(new Set(keys).size).toBe(500);
    for (const key of keys) {
      expect(key).toMatch(/^platen_live_[0-9A-Za-z]{38}$/);
      expect(isApiKey(key)).toBe(true);
    }
  });

  it('with any character changed are told without a look at the database', () => {
    const key = newApiKey();
    for (let i = 0; i < key.length; i++) {
      const other = key[i] === 'a' ? 'b' : 'a';
      expect(isApiKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
    }
  });

  it('show neither secret nor hash in their hint', () => {
    const key = newApiKey();
    expect(hintOfApiKey(key).length).toBeLessThan(25);
    expect(hashApiKey(key)).not.toContain(key.slice(12, 20));
  });
});
