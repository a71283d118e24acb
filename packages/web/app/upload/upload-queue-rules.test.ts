/** Which files an upload takes, and whose turn it is. */
import { describe, expect, it } from 'vitest';
import {
  isUnderWay,
  maxQueued,
  maxUnderWay,
  nextToStart,
  shareOf,
  sortChosen,
  type UploadState,
  uploadKindOf,
} from './upload-queue-rules.ts';

const file = (name: string, size = 10, lastModified = 1) => ({ name, size, lastModified, type: '' });
const entry = (state: UploadState, size = 10, share = 0) => ({ state, share, file: file('a.jpg', size) });

describe('the queue of uploads', () => {
  it('notices a file that is chosen twice, in one choice or in two, and no other of its name', () => {
    const first = sortChosen([file('a.jpg'), file('a.jpg'), file('a.jpg', 11), file('a.jpg', 10, 2)], []);
    expect(first.added).toHaveLength(3);
    expect(first.twice).toEqual(['a.jpg']);
    const second = sortChosen([file('a.jpg'), file('b.jpg')], first.added);
    expect(second).toEqual({ added: [file('b.jpg')], twice: ['a.jpg'], left: 0 });
  });

  it('leaves out what systems put into folders, and says how many had no room', () => {
    const folder = [
      file('.DS_Store'),
      file('Thumbs.db'),
      file('desktop.ini'),
      file('._a.jpg'),
      file('a.jpg'),
    ];
    expect(sortChosen(folder, []).added).toEqual([file('a.jpg')]);
    const many = Array.from({ length: maxQueued + 7 }, (_, index) => file(`${index}.jpg`));
    const sorted = sortChosen(many, []);
    expect([sorted.added.length, sorted.left]).toEqual([maxQueued, 7]);
  });

  it('sends what has pages as documents, by type and by name', () => {
    const kind = (name: string, type = '') => uploadKindOf({ name, type });
    expect([kind('a.PDF'), kind('scan.tiff'), kind('x', 'application/pdf')]).toEqual([
      'document',
      'document',
      'document',
    ]);
    expect([kind('a.jpg'), kind('a.heic'), kind('letter.docx'), kind('pdf')]).toEqual([
      'photo',
      'photo',
      'photo',
      'photo',
    ]);
  });

  it('has at most three under way, whatever they do, and goes on in order', () => {
    expect(
      nextToStart([entry('waiting'), entry('waiting'), entry('waiting'), entry('waiting')]),
    ).toHaveLength(maxUnderWay);
    const busy = [entry('sending'), entry('examined'), entry('pausing'), entry('waiting')];
    expect(busy.filter(({ state }) => isUnderWay(state))).toHaveLength(3);
    expect(nextToStart(busy)).toEqual([]);
    const ended = [
      entry('done'),
      entry('failed'),
      entry('cancelled'),
      entry('sending'),
      entry('waiting', 1),
      entry('waiting', 2),
    ];
    expect(nextToStart(ended)).toEqual([ended[4], ended[5]]);
  });

  it('counts progress by bytes, without what was given up', () => {
    expect(shareOf([])).toBe(0);
    expect(
      shareOf([
        entry('done', 100),
        entry('sending', 100, 0.5),
        entry('cancelled', 800),
        entry('failed', 800),
      ]),
    ).toBe(0.75);
  });
});
