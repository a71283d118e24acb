/** What people read: money, times, ages and measures in both languages. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

let formats: typeof import('./formats.ts');
beforeAll(async () => {
  vi.stubGlobal('location', { search: '', href: 'http://127.0.0.1/' });
  vi.stubGlobal('navigator', { language: 'de-DE' });
  vi.stubGlobal('document', { documentElement: {} });
  formats = await import('./formats.ts');
});
afterAll(() => vi.unstubAllGlobals());

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('formats', () => {
  it('write money in major units with the decimals of its currency', () => {
    expect(formats.moneyText(12.5, 'CNY', 'zh')).toBe('¥12.50');
    expect(formats.moneyText(12.5, 'CNY', 'en')).toBe('¥12.50');
    expect(formats.moneyText(1200, 'JPY', 'en')).toBe('¥1,200');
    expect(formats.moneyText(-3, 'EUR', 'en')).toBe('-€3.00');
  });

  it('say how long ago something was, and how long until it is', () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    const ago = (seconds: number) => formats.ageText(now - seconds * 1000, now, 'en');
    expect([
      ago(0),
      ago(0.4),
      ago(12),
      ago(59.9),
      ago(60),
      ago(3599),
      ago(7200),
      ago(86_400),
      ago(-180),
    ]).toEqual([
      'now',
      'now',
      '12 sec ago',
      '59 sec ago',
      '1 min ago',
      '59 min ago',
      '2 hr ago',
      'yesterday',
      'in 3 min',
    ]);
    expect(formats.ageText(now - 12_000, now, 'zh')).toBe('12秒前');
    expect([ago(2_600_000), ago(40_000_000)]).toEqual(['1 mo ago', '1 yr ago']);
  });

  it("write what a field of days holds, and nothing for what somebody put into a page's address", () => {
    expect(formats.fieldTimeText('2026-05-01', 'zh')).toBe('2026年5月1日');
    expect(formats.fieldTimeText('2026-05-01', 'en')).toBe('1 May 2026');
    expect(formats.fieldTimeText('2026-05-01T18:30', 'zh')).toBe('2026年5月1日 18:30');
    for (const wrong of ['', 'x', '2026-13-01', '2026-02-30T', '2026-5-1x'])
      expect(formats.fieldTimeText(wrong, 'en'), wrong).toBeUndefined();
  });

  it('give durations in the two units that count', () => {
    const text = (seconds: number) => plain(formats.durationText(seconds, 'en'));
    expect([text(0), text(59.6), text(130), text(11_100), text(86_400), text(90_061)]).toEqual([
      '0 secs',
      '1 min',
      '2 mins 10 secs',
      '3 hrs 5 mins',
      '1 day',
      '1 day 1 hr',
    ]);
  });

  it('write sizes of files and of paper', () => {
    expect(
      ['999', '1000', '3400000', '2e9'].map((bytes) => plain(formats.fileSizeText(Number(bytes), 'en'))),
    ).toEqual(['999 bytes', '1 kB', '3.4 MB', '2 GB']);
    expect(formats.sizeInMm(101.6, 152.4, 'en')).toBe('102 × 152 mm');
    expect(formats.sizeInInches(101.6, 152.4, 'en')).toBe('4 × 6 in');
  });
});
