import { describe, expect, it } from 'vitest';
import { readReason, readReasons } from './printer-reason-rules.ts';
import { partEventWords, partWords, reasonWords } from './printer-reason-text.ts';

describe('reasons in words', () => {
  it.each([
    ['media-empty-error', 'error', 'a tray is out of paper: load paper', '缺纸，请装纸'],
    ['media-low', 'warning', 'paper is running low', '纸张不足'],
    ['marker-supply-low-warning', 'warning', 'ink or toner is running low', '墨水或墨粉不足'],
    ['connecting-to-device', 'report', 'connecting to the printer', '正在连接打印机'],
    ['stapler-almost-empty-report', 'report', 'the stapler is almost empty', '订书器即将用尽'],
    [
      'die-cutter-cover-open',
      'error',
      'the die cutter has its cover open: close it',
      '模切器盖子打开，请合上',
    ],
    [
      'stacker-recoverable-storage-error',
      'error',
      'the stacker had a storage error that it can recover from',
      '堆纸器出现可恢复的存储错误',
    ],
    ['subunit-timing-Failure', 'error', 'a part of the printer is out of step', '打印机的某个部件时序故障'],
    ['com.example.drum-hot-warning', 'warning', 'com example drum hot', 'com example drum hot'],
    ['-error', 'error', 'something is wrong', '出现问题'],
    ['constructor', 'error', 'constructor', 'constructor'],
  ])('%s', (keyword, severity, en, zh) => {
    expect(readReason(keyword)).toEqual({ keyword, severity, en, zh });
  });

  it('puts the worst first, each once, and none nowhere', () => {
    expect(
      readReasons(['none', 'media-low', 'media-low', 'paused-report', 'cover-open-error']).map(
        ({ keyword }) => keyword,
      ),
    ).toEqual(['cover-open-error', 'media-low', 'paused-report']);
  });

  it('has every word in both languages', () => {
    for (const [en, zh] of [reasonWords, partWords, partEventWords].flatMap((words) =>
      Object.values(words),
    )) {
      expect(en).toMatch(/^[\x20-\x7e]+$/);
      expect(zh).toMatch(/\p{Script=Han}/u);
    }
  });
});
