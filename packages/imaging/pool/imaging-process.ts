/**
 * Owns the child process of an imaging pool: takes one task at a time and answers; it ends with its parent. Loads what does the
 * work behind the compile cache, which more than halves the time until the first picture is ready.
 */
import { enableCompileCache } from 'node:module';
import type { ImagingTask } from './imaging-messages.ts';

enableCompileCache();
const loading = import('./imaging-tasks.ts');

process.on('message', (task: ImagingTask) => {
  void loading.then(({ runTask }) => runTask(task)).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));
