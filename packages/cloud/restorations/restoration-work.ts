/**
 * One restoration by the cloud itself: in the imaging pool, behind everything that somebody waits for. Owns that its lease is
 * renewed and its progress told, and that it stops at once when it was cancelled or given to another.
 */
import { AppError } from '@platen/contracts/app-error';
import { isChanged, type RestoreReport } from '@platen/contracts/restore-task';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { restoreEngine } from '@platen/imaging/restore/restore-engine';
import { fromWire, maskFromWire, toWire } from '@platen/imaging/restore/restore-wire';
import type { Deps } from '../context.ts';
import type { FileStore, StagedFile } from '../ports/files.ts';
import { failRestoration, releaseRestoration, renewRestoration, taskOf } from './restoration-moves.ts';
import { acceptFile, acceptOutcome, acceptResult, wantsResult } from './restoration-result.ts';
import { leaseMs } from './restoration-rules.ts';
import type { RestorationTable } from './restoration-tables.ts';

/** Differences are told this often at most, and that nothing has changed often enough for the lease. */
const tellEveryMs = 1000;
const renewEveryMs = leaseMs / 4;
/** A photo of 40 megapixels with all steps takes some 60 seconds. */
const deadlineMs = 240_000;

type WorkDeps = Pick<Deps, 'database' | 'files' | 'imaging' | 'now' | 'log'>;

/**
 * Works on one that was begun; whatever happens, it doesn't stay `processing` in this process's name. `lost` is aborted, by
 * whoever hears of it first, when this process has it no longer.
 */
export async function carryOutRestoration(
  deps: WorkDeps,
  restoration: RestorationTable,
  { stopping, lost }: { stopping: AbortSignal; lost: AbortController },
): Promise<void> {
  const { database, now, log } = deps;
  const signal = AbortSignal.any([stopping, lost.signal]);
  const telling = tellProgress(deps, restoration, () => lost.abort());
  try {
    await restore(deps, restoration, { signal, told: telling.told });
  } catch (error) {
    if (lost.signal.aborted) return log('info', 'restoration.given-up', { id: restoration.id });
    // A killed process says nothing of the photo: whoever is next begins anew, as often as a lease may run out.
    const isKilled = error instanceof ImagingRefusal && error.reason === 'process_ended';
    const isOwn = !isKilled && (error instanceof ImagingRefusal || error instanceof AppError);
    await database.transaction(async (tx) => {
      const current = { restoration, now: now() };
      if (stopping.aborted) return await releaseRestoration(database, tx, { ...current, isCounted: false });
      if (isOwn) return await failRestoration(database, tx, { ...current, message: error.message });
      await releaseRestoration(database, tx, current);
    });
    if (!stopping.aborted) log(isOwn ? 'info' : 'error', 'restoration.failed', { id: restoration.id, error });
  } finally {
    telling.end();
  }
}

/** Tells what is new, once a second at most, and keeps the lease; `onLost` when this process has it no longer. */
function tellProgress(
  { database, now, log }: WorkDeps,
  { id, executor }: RestorationTable,
  onLost: () => void,
) {
  let [progress, stage, count, toldAt, isNew] = [0, '', 0, now(), false];
  let telling: Promise<void> | undefined;
  const tell = async () => {
    isNew = false;
    toldAt = now();
    count += 1;
    const told = { id, executor: executor!, progress, stage, count, now: toldAt };
    if (!(await database.transaction((tx) => renewRestoration(database, tx, told)))) onLost();
  };
  const check = () => {
    if (telling || (!isNew && now() - toldAt < renewEveryMs)) return;
    telling = tell()
      .catch((error) => log('warn', 'restoration.not-renewed', { id, error }))
      .finally(() => {
        telling = undefined;
      });
  };
  const timer = setInterval(check, tellEveryMs);
  return {
    told(share: number, at = ''): void {
      const percent = Math.round(share * 95);
      isNew ||= percent !== progress || at !== stage;
      [progress, stage] = [percent, at];
    },
    end: () => clearInterval(timer),
  };
}

async function restore(
  deps: WorkDeps,
  restoration: RestorationTable,
  { signal, told }: { signal: AbortSignal; told: (share: number, stage?: string) => void },
): Promise<void> {
  const { files, imaging, log } = deps;
  const { options, mask: given, ...labels } = taskOf(restoration);
  const taskOptions = { signal, deadlineMs, priority: 'background' as const, onProgress: told };
  let report: RestoreReport | undefined;
  const made = await files.withLocal(restoration.source_sha256, (sourcePath) =>
    withMask(files, given?.sha256, (maskPath) =>
      stageSeveral(files, 4, async ([targetPath, maskTargetPath, beforePath, afterPath]) => {
        const mask = maskFromWire({ maskPath, ...labels });
        const work = { ...fromWire(options), ...mask, sourcePath, targetPath: targetPath! };
        const beside = { maskTargetPath: maskTargetPath!, beforePath: beforePath!, afterPath: afterPath! };
        report = toWire(await imaging.restorePhoto({ ...work, ...beside }, taskOptions), restoreEngine);
      }),
    ),
  );
  for (const { name: model, because } of report?.passed_over ?? [])
    log('warn', 'restoration.model-passed-over', { id: restoration.id, model, because });
  try {
    await keepAll(deps, restoration, { made, report: report! });
  } finally {
    for (const staged of made) await staged.discard();
  }
}

const withMask = <T>(
  files: FileStore,
  sha256: string | undefined,
  use: (maskPath: string | undefined) => Promise<T>,
): Promise<T> => (sha256 === undefined ? use(undefined) : files.withLocal(sha256, use));

/** Stages `count` files that `make` writes together. */
async function stageSeveral(
  files: FileStore,
  count: number,
  make: (paths: string[]) => Promise<void>,
  paths: string[] = [],
): Promise<StagedFile[]> {
  if (paths.length === count) {
    await make(paths);
    return [];
  }
  let others: StagedFile[] = [];
  const staged = await files.stageMade(async (path) => {
    others = await stageSeveral(files, count, make, [...paths, path]);
  });
  return [staged, ...others];
}

async function keepAll(
  deps: WorkDeps,
  restoration: RestorationTable,
  { made, report }: { made: StagedFile[]; report: RestoreReport },
): Promise<void> {
  const [result, mask, before, after] = made as [StagedFile, StagedFile, StagedFile, StagedFile];
  const isOther = isChanged(taskOf(restoration).options, report);
  const beside = { mask, before, ...(isOther && { after }) };
  for (const [kind, staged] of Object.entries(beside) as ['mask', StagedFile][]) {
    if (!(await acceptFile(deps, restoration, { staged, kind }))) return;
  }
  if (wantsResult(restoration, report)) await acceptResult(deps, restoration, { staged: result, report });
  else await acceptOutcome(deps, restoration, report);
}
