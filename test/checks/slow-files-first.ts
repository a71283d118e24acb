/**
 * The order of test files: those that take long begin first, so that no worker is left alone with one at the end. What vitest remembers of
 * earlier runs is not there on a fresh clone, and the size of a file says little.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { slowFiles } from './slow-files.ts';

const place = new Map(slowFiles.map((path, index) => [path, index]));

export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = `${this.ctx.config.root}/`;
    const placeOf = ({ moduleId }: TestSpecification) =>
      place.get(moduleId.startsWith(root) ? moduleId.slice(root.length) : moduleId) ?? slowFiles.length;
    // Sorting keeps the order of what stands at the same place.
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}
