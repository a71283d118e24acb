import { expect, it } from 'vitest';
import { readRepository } from './repository-files.ts';
import { slowFiles } from './slow-files.ts';

it('the files that begin first are there, each once', () => {
  const files = readRepository();
  expect(slowFiles.filter((path, index) => !files.has(path) || slowFiles.indexOf(path) !== index)).toEqual(
    [],
  );
});
