/**
 * The time of each image kernel per megapixel on one thread, as processor time so that other programs count little, and
 * the most memory of a process that runs them all on 24 megapixels.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { median, type Row } from './bench-table.ts';
import { type KernelRun, kernelRuns, kernelScene } from './kernel-runs.ts';

const rounds = 5;
const memoryGoalMb = 400;

/** Processor seconds a megapixel, the median of some rounds after one that isn't counted. */
function secondsOf({ run }: KernelRun, megapixels: number): number {
  run();
  const seconds = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return median(seconds) / megapixels;
}

function timeRow(kernel: KernelRun, megapixels: number): Row {
  const seconds = secondsOf(kernel, megapixels);
  const { goal } = kernel;
  return {
    measure: kernel.name,
    platen: `${seconds.toFixed(4)} s/MP`,
    reference: '',
    ratio: '',
    goal: goal === undefined ? '' : `< ${goal} s/MP`,
    met: goal === undefined ? undefined : seconds < goal,
  };
}

/** Each kernel's time, and the memory of all. */
export async function* benchKernels(): AsyncGenerator<Row> {
  const scene = kernelScene({ widthPx: 2000, heightPx: 1500 });
  for (const kernel of kernelRuns(scene)) yield timeRow(kernel, 3);
  const program = join(import.meta.dirname, 'kernel-memory-process.ts');
  const peakMb = Number(execFileSync(process.execPath, [program], { encoding: 'utf8' }));
  yield {
    measure: 'most memory of a process, all kernels on 24 MP',
    platen: `${Math.round(peakMb)} MB`,
    reference: '',
    ratio: '',
    goal: `< ${memoryGoalMb} MB`,
    met: peakMb < memoryGoalMb,
  };
}
