import { expect, it } from 'vitest';
import { remoteFilename } from './remote-filename.ts';

it.each([
  ['https://example.com/a/b.pdf?x=1', undefined, 'b.pdf'],
  ['https://example.com/%E7%85%A7%E7%89%87.jpg', undefined, '照片.jpg'],
  ['https://example.com/', undefined, undefined],
  ['https://example.com/%zz', undefined, undefined],
  ['https://example.com/x', 'inline', 'x'],
  ['https://example.com/x', 'attachment; filename="my \\"own\\" file.pdf"', 'my "own" file.pdf'],
  ['https://example.com/x', 'attachment;filename=plain.pdf; size=3', 'plain.pdf'],
  ['https://example.com/x', 'attachment; filename="a.pdf"; filename*=UTF-8\'\'caf%C3%A9.pdf', 'café.pdf'],
  ['https://example.com/x', "attachment; filename*=UTF-8''%zz", 'x'],
  ['https://example.com/x', `attachment; filename="${'\\'.repeat(100_000)}`, 'x'],
])('%s with %s is called %s', (url, disposition, name) => {
  expect(remoteFilename(new URL(url), disposition)).toBe(name);
});
