import type { LiveItem } from '@platen/contracts/live-stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLiveTopics } from './live-topics.ts';

const at = '2026-01-02T03:04:05.678Z';
const snapshot = (sequence: number, items: LiveItem[], more = false, run = 'r1') => ({
  topic: 'queue',
  run,
  sequence,
  as_of: at,
  more,
  items,
});
const change = (sequence: number, parts: object, run = 'r1') => ({
  topic: 'queue',
  run,
  sequence,
  as_of: at,
  more: false,
  set: [],
  gone: [],
  seen: [],
  ...parts,
});
const shown = (topics: ReturnType<typeof createLiveTopics>) => [
  ...(topics.get('queue')?.items.values() ?? []),
];

describe('topics', () => {
  it('show nothing of a state before all of its parts are there', () => {
    const topics = createLiveTopics();
    expect(topics.apply('snapshot', snapshot(1, [{ id: 'a' }], true))).toBeUndefined();
    expect(topics.get('queue')).toBeUndefined();
    expect(topics.places(['queue'])).toBe('');
    expect(topics.apply('change', change(1, { set: [{ id: 'b' }] }))).toBe('queue');
    expect(shown(topics)).toEqual([{ id: 'a' }, { id: 'b' }]);
    topics.apply('change', change(2, { set: [{ id: 'c' }], more: true }));
    expect(shown(topics)).toHaveLength(2);
    topics.apply('change', change(2, { gone: ['a'] }));
    expect(shown(topics)).toEqual([{ id: 'b' }, { id: 'c' }]);
    expect(topics.places(['queue', 'printers'])).toBe('queue:r1.2');
  });

  it('drop a half of a state when the stream begins anew', () => {
    const topics = createLiveTopics();
    topics.apply('snapshot', snapshot(1, [{ id: 'a' }]));
    topics.apply('change', change(2, { set: [{ id: 'half' }], more: true }));
    topics.apply('snapshot', snapshot(3, [{ id: 'new' }], false, 'r2'));
    expect(shown(topics)).toEqual([{ id: 'new' }]);
  });

  it('take no difference to what they have not got', () => {
    const topics = createLiveTopics();
    expect(topics.apply('change', change(4, { set: [{ id: 'x' }] }))).toBeUndefined();
    topics.apply('snapshot', snapshot(1, [{ id: 'a' }]));
    expect(topics.apply('change', change(2, { set: [{ id: 'x' }] }, 'r2'))).toBeUndefined();
    expect(shown(topics)).toEqual([{ id: 'a' }]);
  });

  it('say of what was only looked at again when that was', () => {
    const topics = createLiveTopics();
    topics.apply('snapshot', snapshot(1, [{ id: 'a', state: 'idle', as_of: null }]));
    topics.apply(
      'change',
      change(2, {
        seen: [
          { id: 'a', as_of: at },
          { id: 'unknown', as_of: at },
        ],
      }),
    );
    expect(shown(topics)).toEqual([{ id: 'a', state: 'idle', as_of: at }]);
  });

  it('are what the host has, whatever the steps and wherever a page joins', () => {
    const step = fc.record({
      set: fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), n: fc.nat(9) }), { maxLength: 4 }),
      gone: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }),
      join: fc.boolean(),
      parts: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const host = new Map<string, LiveItem>();
        let topics = createLiveTopics();
        topics.apply('snapshot', snapshot(0, []));
        steps.forEach(({ set, gone, join, parts }, index) => {
          for (const id of gone) host.delete(id);
          for (const item of set) host.set(item.id, item);
          const sequence = index + 1;
          for (let part = 1; part < parts; part += 1)
            topics.apply('change', change(sequence, { gone: part === 1 ? gone : [], more: true }));
          topics.apply('change', change(sequence, { gone: parts === 1 ? gone : [], set }));
          if (join) {
            const later = createLiveTopics();
            later.apply('snapshot', topics.snapshotOf('queue'));
            topics = later;
          }
          expect(new Map(topics.get('queue')!.items)).toEqual(host);
          expect(topics.places(['queue'])).toBe(`queue:r1.${sequence}`);
        });
      }),
    );
  });
});
