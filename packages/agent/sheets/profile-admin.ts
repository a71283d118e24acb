/**
 * What an operator does about output profiles: give one for a printer and a medium, look, see what a photo will be, take it away.
 * Owns where profiles lie; consoles call these functions.
 */
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputProfileFacts } from '@platen/imaging/sheet/icc-profile';
import type { RenderingIntent } from '@platen/imaging/sheet/sheet-output';
import type { SoftProof } from '@platen/imaging/sheet/soft-proof';
import { keepUnder, syncPath } from '../machine/agent-folder.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { PreparationInterrupted, PreparationRefused } from '../ports/photo-preparer.ts';
import type { SheetTools } from '../ports/sheet-tools.ts';
import type { CalibrationChange, CalibrationPlace } from './calibration-admin.ts';
import { refused, type SheetAnswer } from './sheet-admin-text.ts';
import { mediumKeyOf } from './sheet-plan.ts';
import { profilePathOf } from './sheet-planner.ts';
import type { ProfileVersion, SheetStore } from './sheet-store.ts';

export interface ProfileDeps {
  store: SheetStore;
  tools: SheetTools;
  profilesDir: string;
  now: () => number;
  log: AgentLog;
}

/** Keeps the profile at `path` for this printer and medium once it has been tried. Sheets are made in its colours from then on. */
export async function giveProfile(
  change: CalibrationChange & { path: string; intent: RenderingIntent },
  deps: ProfileDeps,
): Promise<SheetAnswer<{ facts: OutputProfileFacts; version: number }>> {
  const { printerId, media, basedOn, changedBy, intent } = change;
  const { store, tools, profilesDir, now, log } = deps;
  const partPath = join(profilesDir, `.part-${randomUUID()}`);
  try {
    copyFileSync(change.path, partPath);
    // What is looked at is the copy: the file itself may change meanwhile.
    const facts = await tools.inspectProfile(partPath);
    const sha256 = createHash('sha256').update(readFileSync(partPath)).digest('hex');
    syncPath(partPath);
    keepUnder(partPath, profilePathOf(profilesDir, sha256));
    const row = { printerId, mediumKey: mediumKeyOf(media), basedOn, changedBy, atMs: now() };
    if (!store.addProfile(row, { sha256, intent, facts })) return refused('changed-meanwhile');
    log('info', 'profile.given', { printerId, mediumKey: row.mediumKey, name: facts.name, changedBy });
    return { done: true, facts, version: basedOn + 1 };
  } catch (error) {
    if (isSaid(error)) return refused('file', error.message);
    throw error;
  } finally {
    rmSync(partPath, { force: true });
  }
}

/** Back to sRGB; the history stays. */
export function resetProfile(
  { printerId, media, basedOn, changedBy }: CalibrationChange,
  { store, now, log }: ProfileDeps,
): SheetAnswer<{ version: number }> {
  const place = { printerId, mediumKey: mediumKeyOf(media) };
  if (!store.findProfile(place)?.profile) return refused('nothing-to-reset');
  if (!store.addProfile({ ...place, basedOn, changedBy, atMs: now() }, undefined))
    return refused('changed-meanwhile');
  log('info', 'profile.removed', { ...place, changedBy });
  return { done: true, version: basedOn + 1 };
}

/** The profile of an earlier version counts again, as another version; `ofVersion` 0 is sRGB. */
export function restoreProfile(
  { printerId, media, basedOn, changedBy, ofVersion }: CalibrationChange & { ofVersion: number },
  { store, profilesDir, now, log }: ProfileDeps,
): SheetAnswer<{ version: number }> {
  const place = { printerId, mediumKey: mediumKeyOf(media) };
  const meant = ofVersion === 0 ? undefined : store.findProfileVersion(place, ofVersion);
  const isGone = meant?.profile && !existsSync(profilePathOf(profilesDir, meant.profile.sha256));
  if ((ofVersion !== 0 && !meant) || isGone) return refused('nothing-to-restore');
  if (!store.addProfile({ ...place, basedOn, changedBy, atMs: now() }, meant?.profile))
    return refused('changed-meanwhile');
  if (meant?.profile) log('info', 'profile.given', { ...place, name: meant.profile.facts.name, changedBy });
  else log('info', 'profile.removed', { ...place, changedBy });
  return { done: true, version: basedOn + 1 };
}

/** What counts now for one printer and medium; undefined when it never had one. */
export const findProfile = (
  { printerId, media }: CalibrationPlace,
  { store }: Pick<ProfileDeps, 'store'>,
): ProfileVersion | undefined => store.findProfile({ printerId, mediumKey: mediumKeyOf(media) });

/** Every version, newest first, of one printer where it is named. */
export const listProfiles = (
  { printerId, limit = 100 }: { printerId?: string; limit?: number },
  { store }: Pick<ProfileDeps, 'store'>,
): ProfileVersion[] => store.listProfiles({ printerId, limit });

/** What a photo will look like on that paper, for a screen: an sRGB PNG whose longer side is at most `edgePx`. */
export async function showProof(
  proof: CalibrationPlace & { sourcePath: string; edgePx: number; showsPaper: boolean },
  { store, tools, profilesDir }: ProfileDeps,
): Promise<SheetAnswer<{ proof: SoftProof }>> {
  const found = findProfile(proof, { store })?.profile;
  if (!found) return refused('no-profile');
  const { sourcePath, edgePx, showsPaper } = proof;
  const profile = { path: profilePathOf(profilesDir, found.sha256), intent: found.intent };
  const scratchPath = join(profilesDir, `.part-${randomUUID()}`);
  try {
    return {
      done: true,
      proof: await tools.softProof({ sourcePath, edgePx, showsPaper, profile, scratchPath }),
    };
  } catch (error) {
    if (isSaid(error)) return refused('file', error.message);
    throw error;
  }
}

/** What has a sentence for the person. */
const isSaid = (error: unknown): error is Error =>
  error instanceof PreparationRefused || error instanceof PreparationInterrupted;
