/**
 * The only SQL on calibrations, output profiles and print-ready files. Owns how versions follow each other: a change names the
 * version that it changes, and one that is no longer the newest is refused.
 */
import type { OutputProfileFacts } from '@platen/imaging/sheet/icc-profile';
import type { RenderingIntent } from '@platen/imaging/sheet/sheet-output';
import type { Spool } from '../spool/spool-db.ts';
import type { Calibration, CalibrationReadings } from './calibration-rules.ts';

/** One printer on one medium. */
export interface SheetPlace {
  printerId: string;
  mediumKey: string;
}

/** Who changed what when; `version` counts from 1. */
export interface SheetVersion extends SheetPlace {
  version: number;
  changedBy: string;
  atMs: number;
}

export interface CalibrationVersion extends SheetVersion {
  /** Undefined: it was reset. */
  calibration: Calibration | undefined;
  readings: CalibrationReadings | undefined;
}

export interface ProfileVersion extends SheetVersion {
  /** Undefined: it was taken away. */
  profile: { sha256: string; intent: RenderingIntent; facts: OutputProfileFacts } | undefined;
}

/** `basedOn`: the version that whoever changes it has seen, 0 for none. */
export interface SheetChange extends SheetPlace {
  basedOn: number;
  changedBy: string;
  atMs: number;
}

interface VersionRow {
  printer_id: string;
  medium_key: string;
  version: number;
  changed_by: string;
  at: number;
}
type CalibrationRow = VersionRow & { calibration: string | null; readings: string | null };
type ProfileRow = VersionRow & {
  sha256: string | null;
  intent: RenderingIntent | null;
  facts: string | null;
};

const versionOf = (row: VersionRow): SheetVersion => ({
  printerId: row.printer_id,
  mediumKey: row.medium_key,
  version: row.version,
  changedBy: row.changed_by,
  atMs: row.at,
});

const calibrationVersion = (row: CalibrationRow): CalibrationVersion => ({
  ...versionOf(row),
  calibration: row.calibration === null ? undefined : (JSON.parse(row.calibration) as Calibration),
  readings: row.readings === null ? undefined : (JSON.parse(row.readings) as CalibrationReadings),
});

const profileVersion = (row: ProfileRow): ProfileVersion => ({
  ...versionOf(row),
  profile:
    row.sha256 === null || row.facts === null
      ? undefined
      : {
          sha256: row.sha256,
          intent: row.intent ?? 'perceptual',
          facts: JSON.parse(row.facts) as OutputProfileFacts,
        },
});

export type SheetStore = ReturnType<typeof createSheetStore>;

/** `onChange`: what counts for a printer with a paper is other than it was; behind the commit. */
export function createSheetStore(spool: Spool, onChange: () => void = () => {}) {
  const newest = (table: 'sheet_calibration' | 'sheet_profile', { printerId, mediumKey }: SheetPlace) =>
    spool
      .prepare<{ version: number | null }>(
        `select max(version) version from ${table} where printer_id = ? and medium_key = ?`,
      )
      .get(printerId, mediumKey)?.version ?? 0;

  /** False when somebody else changed it meanwhile. */
  const add = (
    table: 'sheet_calibration' | 'sheet_profile',
    change: SheetChange,
    columns: Record<string, string | null>,
  ): boolean =>
    spool.transaction(() => {
      if (newest(table, change) !== change.basedOn) return false;
      const all: Record<string, string | number | null> = {
        printer_id: change.printerId,
        medium_key: change.mediumKey,
        version: change.basedOn + 1,
        ...columns,
        changed_by: change.changedBy,
        at: change.atMs,
      };
      const names = Object.keys(all);
      const marks = names.map(() => '?').join(', ');
      spool
        .prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`)
        .run(...Object.values(all));
      spool.afterCommit(onChange);
      return true;
    });

  return {
    /** The newest version, also one that is a reset. */
    findCalibration({ printerId, mediumKey }: SheetPlace): CalibrationVersion | undefined {
      const sql = `select * from sheet_calibration where printer_id = ? and medium_key = ? order by version desc limit 1`;
      const row = spool.prepare<CalibrationRow>(sql).get(printerId, mediumKey);
      return row && calibrationVersion(row);
    },

    findProfile({ printerId, mediumKey }: SheetPlace): ProfileVersion | undefined {
      const sql = `select * from sheet_profile where printer_id = ? and medium_key = ? order by version desc limit 1`;
      const row = spool.prepare<ProfileRow>(sql).get(printerId, mediumKey);
      return row && profileVersion(row);
    },

    /** One version; undefined when there is none of that number. */
    findCalibrationVersion(
      { printerId, mediumKey }: SheetPlace,
      version: number,
    ): CalibrationVersion | undefined {
      const sql = 'select * from sheet_calibration where printer_id = ? and medium_key = ? and version = ?';
      const row = spool.prepare<CalibrationRow>(sql).get(printerId, mediumKey, version);
      return row && calibrationVersion(row);
    },

    findProfileVersion({ printerId, mediumKey }: SheetPlace, version: number): ProfileVersion | undefined {
      const sql = 'select * from sheet_profile where printer_id = ? and medium_key = ? and version = ?';
      const row = spool.prepare<ProfileRow>(sql).get(printerId, mediumKey, version);
      return row && profileVersion(row);
    },

    /** Every printer with each paper that was ever calibrated or given a profile. */
    listPlaces(): SheetPlace[] {
      const sql =
        'select printer_id, medium_key from sheet_calibration union select printer_id, medium_key from sheet_profile';
      return spool
        .prepare<Pick<VersionRow, 'printer_id' | 'medium_key'>>(sql)
        .all()
        .map(({ printer_id: printerId, medium_key: mediumKey }) => ({ printerId, mediumKey }));
    },

    /** Every version, newest first; of one printer where it is named. */
    listCalibrations({
      printerId,
      limit,
    }: {
      printerId?: string | undefined;
      limit: number;
    }): CalibrationVersion[] {
      const sql = `select * from sheet_calibration where (? is null or printer_id = ?) order by at desc, version desc limit ?`;
      const id = printerId ?? null;
      return spool.prepare<CalibrationRow>(sql).all(id, id, limit).map(calibrationVersion);
    },

    listProfiles({ printerId, limit }: { printerId?: string | undefined; limit: number }): ProfileVersion[] {
      const sql = `select * from sheet_profile where (? is null or printer_id = ?) order by at desc, version desc limit ?`;
      const id = printerId ?? null;
      return spool.prepare<ProfileRow>(sql).all(id, id, limit).map(profileVersion);
    },

    addCalibration(
      change: SheetChange,
      { calibration, readings }: Pick<CalibrationVersion, 'calibration' | 'readings'>,
    ): boolean {
      return add('sheet_calibration', change, {
        calibration: calibration ? JSON.stringify(calibration) : null,
        readings: readings ? JSON.stringify(readings) : null,
      });
    },

    addProfile(change: SheetChange, profile: ProfileVersion['profile']): boolean {
      return add('sheet_profile', change, {
        sha256: profile?.sha256 ?? null,
        intent: profile?.intent ?? null,
        facts: profile ? JSON.stringify(profile.facts) : null,
      });
    },

    /** This file was made for this job. */
    addPrepared(jobId: string, path: string): void {
      spool
        .prepare('insert into prepared_sheet (job_id, path) values (?, ?) on conflict do nothing')
        .run(jobId, path);
    },

    /** Every print-ready file of a job. */
    listPrepared(jobId: string): string[] {
      return spool
        .prepare<{ path: string }>('select path from prepared_sheet where job_id = ?')
        .all(jobId)
        .map(({ path }) => path);
    },
  };
}
