/**
 * From a job and a printer to the sheet that is made for it: joins the plan with what the shop has measured and given for that
 * printer and medium. Owns where print-ready files lie. Must never make one.
 */
import { join } from 'node:path';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { formFor } from '../paper/form-rules.ts';
import { mediumFor } from '../paper/media-rules.ts';
import type { ChosenMedium } from '../ports/printer.ts';
import { judgePrinters, type PrinterView, type PrintNeeds, printersFor } from '../printers/printer-rules.ts';
import { mediumKeyOf, planSheet, type SheetPlan, type SheetProfile, type SheetTarget } from './sheet-plan.ts';
import type { SheetPlace, SheetStore } from './sheet-store.ts';

/** A printer, and the medium in it that fits. */
export interface SheetChoice {
  printer: PrinterView;
  medium: ChosenMedium;
}

/** A plan with the path of what is sent: the print-ready file. */
export type PlannedSheet = SheetPlan & { path: string };

export interface SheetPlannerDeps {
  store: SheetStore;
  preparedDir: string;
  profilesDir: string;
}

export type SheetPlanner = ReturnType<typeof createSheetPlanner>;

/** Where a profile lies. */
export const profilePathOf = (profilesDir: string, sha256: string): string =>
  join(profilesDir, `${sha256}.icc`);

export function createSheetPlanner({ store, preparedDir, profilesDir }: SheetPlannerDeps) {
  const profileOf = (place: SheetPlace): SheetProfile | undefined => {
    const found = store.findProfile(place)?.profile;
    if (!found) return undefined;
    const { sha256, intent, facts } = found;
    return { sha256, intent, colourSpace: facts.colourSpace, path: profilePathOf(profilesDir, sha256) };
  };

  const targetOf = (ticket: PrintTicket, { printer, medium }: SheetChoice): SheetTarget | undefined => {
    if (!printer.description) return undefined;
    // What was measured is of the paper that lies there, whatever it stands in for.
    const lying = { ...ticket.media, media_type: medium.mediaType };
    const place = { printerId: printer.printerId, mediumKey: mediumKeyOf(lying) };
    const correction = store.findCalibration(place)?.calibration;
    return {
      description: printer.description,
      medium,
      correction: correction && bare(correction),
      profile: profileOf(place),
    };
  };

  return {
    /** What this job sends to this printer; to whatever comes, where none is named. */
    planFor(ticket: PrintTicket, choice: SheetChoice | undefined): PlannedSheet {
      const plan = planSheet(ticket, choice && targetOf(ticket, choice));
      return { ...plan, path: join(preparedDir, plan.fileName) };
    },

    /**
     * The printer that a job's sheet is made for before one is free: of those that can make it now one after the other, by the
     * job's position; else the first that could with other paper in it. Undefined while none is known.
     */
    expect(
      job: { needs: PrintNeeds; position: number },
      printers: readonly PrinterView[],
    ): SheetChoice | undefined {
      const { needs } = job;
      const verdict = judgePrinters(needs, printers);
      if (verdict.kind === 'take') return verdict.choices[job.position % verdict.choices.length];
      for (const printer of printersFor(needs, printers)) {
        const { description } = printer;
        if (!description || !formFor(needs, description)) continue;
        const medium = mediumFor(needs.media, description, printer.paper);
        if (medium) return { printer, medium };
      }
      return undefined;
    },
  };
}

/** The four numbers that shape a sheet. */
const bare = ({ offsetXHmm, offsetYHmm, scaleX, scaleY }: NonNullable<SheetTarget['correction']>) => ({
  offsetXHmm,
  offsetYHmm,
  scaleX,
  scaleY,
});
