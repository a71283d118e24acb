/**
 * What people do with this agent's papers, from its console or through the cloud. Owns that both ways are one; what is possible when,
 * calibration and colours decide themselves.
 */
import type { PaperAct } from '@platen/contracts/paper-requests';
import type { PrinterTrials } from '../printer-trust/printer-trials.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import type { PrintingLayer } from '../printing-layer.ts';
import {
  enterReadings,
  printCalibrationPage,
  resetCalibration,
  restoreCalibration,
} from '../sheets/calibration-admin.ts';
import { giveProfile, resetProfile, restoreProfile } from '../sheets/profile-admin.ts';
import { refused, type SheetAnswer } from '../sheets/sheet-admin-text.ts';
import { mediumKeyOf } from '../sheets/sheet-plan.ts';
import { listPaperPlaces, type PaperPlace } from './floor-papers.ts';

/** `version`: of what was changed, as it is now; missing: nothing was. */
export type PaperAnswer = SheetAnswer<{ version?: number; profileName?: string }>;

type GiveProfile = Extract<PaperAct, { act: 'give_profile' }>;
/** A file that lies on this machine. */
export type GivenProfile = Pick<GiveProfile, 'paper_id' | 'version' | 'intent'> & {
  path: string;
  /** Of a request that may come twice: what it did before is done, and not refused as somebody else's. */
  sha256?: string;
};
/** What changes rows and nothing else. */
export type PaperChange = Exclude<PaperAct, GiveProfile | { act: 'print_page' }>;

export interface PaperActs {
  print(paperId: string): Promise<PaperAnswer>;
  change(wanted: PaperChange, by: string): PaperAnswer;
  give(wanted: GivenProfile, by: string): Promise<PaperAnswer>;
  /** Undefined where no image work is done, or no such paper is known. */
  findPlace(paperId: string): PaperPlace | undefined;
}

export function createPaperActs({
  sheetAdmin,
  views,
  trials,
}: {
  sheetAdmin: PrintingLayer['sheetAdmin'];
  views: () => readonly PrinterView[];
  trials: Pick<PrinterTrials, 'testPrinted'>;
}): PaperActs {
  const findPlace = (paperId: string): PaperPlace | undefined =>
    sheetAdmin && listPaperPlaces(views(), sheetAdmin.store).find(({ id }) => id === paperId);

  return {
    findPlace,
    async print(paperId) {
      if (!sheetAdmin) return refused('no-image-work');
      const place = findPlace(paperId);
      if (!place) return refused('no-such-paper');
      const printed = await printCalibrationPage(place, sheetAdmin);
      return printed.done ? { done: true } : printed;
    },
    change(wanted, by) {
      if (!sheetAdmin) return refused('no-image-work');
      const place = findPlace(wanted.paper_id);
      if (!place) return refused('no-such-paper');
      const { printerId, media } = place;
      const change = { printerId, media, basedOn: wanted.version, changedBy: by };
      switch (wanted.act) {
        case 'reset_calibration':
          return resetCalibration(change, sheetAdmin);
        case 'restore_calibration':
          return restoreCalibration({ ...change, ofVersion: wanted.of_version }, sheetAdmin);
        case 'reset_profile':
          return resetProfile(change, sheetAdmin);
        case 'restore_profile':
          return restoreProfile({ ...change, ofVersion: wanted.of_version }, sheetAdmin);
        case 'enter_readings': {
          const { ladders } = wanted;
          const readings = {
            leftCrossMm: wanted.left_cross_mm,
            rightCrossMm: wanted.right_cross_mm,
            topCrossMm: wanted.top_cross_mm,
            bottomCrossMm: wanted.bottom_cross_mm,
            ...(ladders && { ladders }),
          };
          const entered = enterReadings({ ...change, readings }, sheetAdmin);
          // Somebody held a page of this printer in hand, so it works.
          if (entered.done) trials.testPrinted(printerId, by);
          return entered;
        }
      }
    },
    async give({ paper_id: paperId, version: basedOn, intent, path, sha256 }, by) {
      if (!sheetAdmin) return refused('no-image-work');
      const place = findPlace(paperId);
      if (!place) return refused('no-such-paper');
      const { printerId, media } = place;
      const change = { printerId, media, basedOn, changedBy: by, path, intent };
      const given = await giveProfile(change, sheetAdmin);
      if (given.done) return { done: true, version: given.version, profileName: given.facts.name };
      const now = sheetAdmin.store.findProfile({ printerId, mediumKey: mediumKeyOf(media) });
      const isDone =
        given.why === 'changed-meanwhile' &&
        sha256 !== undefined &&
        now?.version === basedOn + 1 &&
        now.profile?.sha256 === sha256;
      return isDone ? { done: true, version: now.version } : given;
    },
  };
}
