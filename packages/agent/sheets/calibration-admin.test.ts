import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adobeRgb, makeRgbProfile } from '@platen/imaging/testing/icc-samples';
import { makePng } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPoolPreparer } from '../adapters/photo-preparer-pool.ts';
import type { PrinterDescription } from '../ports/printer.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import { openSpool, type Spool } from '../spool/spool-db.ts';
import { scratchDir, ticketFor } from '../testing/agent-bench.ts';
import { createFakePrinter, type FakePrinter } from '../testing/fake-printer.ts';
import {
  type CalibrationDeps,
  enterOverspray,
  enterReadings,
  findCalibration,
  listCalibrations,
  printCalibrationPage,
  resetCalibration,
} from './calibration-admin.ts';
import {
  findProfile,
  giveProfile,
  listProfiles,
  type ProfileDeps,
  resetProfile,
  showProof,
} from './profile-admin.ts';
import { type SheetRefusal, sheetRefusalText } from './sheet-admin-text.ts';
import type { SheetPlan, SheetRecipe } from './sheet-plan.ts';
import { createSheetPlanner } from './sheet-planner.ts';
import { createSheetStore } from './sheet-store.ts';

const printerId = 'urn:uuid:1';
const ticket = ticketFor(Buffer.from('x'));
const place = { printerId, media: ticket.media };
const change = { ...place, basedOn: 0, changedBy: 'Lin' };
/** 0.3 mm to the right, 1 % larger. */
const readings = { leftCrossMm: 15.45, rightCrossMm: 87.77, topCrossMm: 15, bottomCrossMm: 137.4 };

let dir: string;
let spool: Spool;
let printer: FakePrinter;
let view: PrinterView;
let deps: CalibrationDeps & ProfileDeps;
let tools: ReturnType<typeof createPoolPreparer>;
beforeEach(() => {
  dir = scratchDir();
  spool = openSpool(join(dir, 'spool.sqlite'));
  printer = createFakePrinter('ipp://127.0.0.1:9/ipp/print');
  tools = createPoolPreparer();
  const { uri, description } = printer;
  view = { printerId, uri, name: 'Photo One', reachable: true, asOfMs: 0, description };
  const registry = { list: () => [view], getPort: () => printer.openPort() } as unknown as PrinterRegistry;
  deps = {
    store: createSheetStore(spool),
    registry,
    tools,
    preparedDir: dir,
    profilesDir: dir,
    busyPrinterIds: () => new Set<string>(),
    now: () => 5000,
    log: () => {},
  };
});
afterEach(async () => {
  spool.close();
  await tools.close();
  rmSync(dir, { recursive: true });
});

const describes = (more: Partial<PrinterDescription>) =>
  void Object.assign(view, { description: { ...printer.description, ...more } });

const sheetOf = ({ recipe }: SheetPlan): SheetRecipe => {
  if (!('sheet' in recipe)) throw new Error('a photo becomes a sheet');
  return recipe;
};

const plan = () =>
  createSheetPlanner(deps).planFor(ticket, {
    printer: view,
    medium: { xDimension: 10_160, yDimension: 15_240, mediaType: 'photographic-glossy', borderless: true },
  });

describe('the calibration page', () => {
  it('goes to the printer in the form of its photos, and leaves no file', async () => {
    const answer = await printCalibrationPage(place, deps);
    expect(answer).toMatchObject({ done: true, jobName: expect.stringMatching(/^Platen-calibration-/) });
    const [job] = [...printer.jobs.values()];
    expect(job?.request).toMatchObject({ format: 'image/jpeg', copies: 1, scaling: 'fill' });
    expect(job?.document?.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(readdirSync(dir).filter((name) => name.startsWith('.part'))).toEqual([]);
  });

  it('is raster where the printer takes no JPEG', async () => {
    view = {
      ...view,
      description: { ...printer.description, formats: ['image/urf'], urf: ['W8', 'SRGB24', 'RS600'] },
    };
    expect(await printCalibrationPage(place, deps)).toMatchObject({ done: true });
    const [job] = [...printer.jobs.values()];
    expect(job?.document?.toString('latin1', 0, 7)).toBe('UNIRAST');
    expect([job!.document!.readUInt32BE(24), job!.document!.readUInt32BE(28)]).toEqual([2400, 3600]);
  });

  const changes: [SheetRefusal, () => typeof place | undefined][] = [
    ['no-such-printer', () => ({ ...place, printerId: 'another' })],
    ['not-known-yet', () => void Object.assign(view, { reachable: false })],
    [
      'medium-not-taken',
      () => ({ ...place, media: { ...place.media, x_dimension: 60_000, y_dimension: 90_000 } }),
    ],
    ['medium-not-loaded', () => describes({ mediaReady: [] })],
    ['no-form', () => describes({ formats: ['application/pdf'] })],
    ['printer-busy', () => void Object.assign(deps, { busyPrinterIds: () => new Set([printerId]) })],
    ['printer-failed', () => void printer.createFaults.push({ kind: 'refused', sent: 'all' })],
    ['printer-busy', () => void printer.createFaults.push({ kind: 'busy', sent: 'all' })],
  ];
  it.each(changes)('%s', async (why, change) => {
    const wanted = change() ?? place;
    expect(await printCalibrationPage(wanted, deps)).toMatchObject({ done: false, why });
    for (const text of Object.values(sheetRefusalText)) expect(text[why]).not.toBe('');
  });
});

describe('what was read', () => {
  it('shapes the sheets from then on, keeps who and when, and can be undone', () => {
    const before = plan();
    expect(enterReadings({ ...change, readings }, deps)).toMatchObject({ done: true, version: 1 });
    expect(findCalibration(place, deps)).toMatchObject({
      version: 1,
      changedBy: 'Lin',
      atMs: 5000,
      readings,
    });
    const after = plan();
    expect(after.path).not.toBe(before.path);
    expect(sheetOf(after).sheet.correction?.scaleX).toBeCloseTo(1.01, 2);
    expect(resetCalibration({ ...change, basedOn: 1 }, deps)).toEqual({ done: true, version: 2 });
    expect(plan().path).toBe(before.path);
    expect(
      listCalibrations({}, deps).map(({ version, calibration }) => [version, calibration !== undefined]),
    ).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(listCalibrations({ printerId: 'another' }, deps)).toEqual([]);
  });

  it('is kept for its printer and medium alone', () => {
    enterReadings({ ...change, readings }, deps);
    const matte = { ...place.media, media_type: 'photographic-matte' };
    expect(findCalibration({ ...place, media: matte }, deps)).toBeUndefined();
    expect(findCalibration({ ...place, printerId: 'another' }, deps)).toBeUndefined();
  });

  it('is refused when somebody else was faster, or when it can not be', () => {
    enterReadings({ ...change, readings }, deps);
    expect(enterReadings({ ...change, readings }, deps)).toEqual({ done: false, why: 'changed-meanwhile' });
    expect(resetCalibration(change, deps)).toMatchObject({ why: 'changed-meanwhile' });
    const wrong = { ...readings, rightCrossMm: 300 };
    expect(enterReadings({ ...change, basedOn: 1, readings: wrong }, deps)).toMatchObject({
      why: 'cross-off-sheet',
    });
    expect(resetCalibration({ ...change, printerId: 'another' }, deps)).toMatchObject({
      why: 'nothing-to-reset',
    });
  });

  it('may be the overspray alone', () => {
    const oversprayHmm = { left: 150, right: 150, top: 200, bottom: 200 };
    expect(enterOverspray({ ...change, oversprayHmm }, deps)).toMatchObject({
      calibration: { oversprayHmm },
    });
    expect(sheetOf(plan()).sheet.correction).toMatchObject({ offsetXHmm: -150, scaleX: 10_460 / 10_160 });
    const far = { ...oversprayHmm, left: 1001 };
    expect(enterOverspray({ ...change, basedOn: 1, oversprayHmm: far }, deps)).toMatchObject({
      why: 'overspray-number',
    });
  });
});

describe('an output profile', () => {
  const profilePath = () => {
    const path = join(dir, 'given.icc');
    writeFileSync(path, makeRgbProfile('Glossy 260', { primaries: adobeRgb, gamma: 2.2 }));
    return path;
  };

  it('is tried, kept, used, shown and taken away', async () => {
    const before = plan();
    const given = await giveProfile({ ...change, path: profilePath(), intent: 'relative' }, deps);
    expect(given).toMatchObject({
      done: true,
      version: 1,
      facts: { name: 'Glossy 260', colourSpace: 'RGB' },
    });
    const planned = plan();
    const { profile } = sheetOf(planned);
    expect(planned.path).not.toBe(before.path);
    expect(profile).toMatchObject({ intent: 'relative' });
    expect(existsSync(profile!.path)).toBe(true);
    const sourcePath = join(dir, 'photo.png');
    writeFileSync(sourcePath, await makePng({ widthPx: 60, heightPx: 40, seed: 1 }));
    const proof = await showProof({ ...place, sourcePath, edgePx: 50, showsPaper: false }, deps);
    expect(proof).toMatchObject({ done: true, proof: { widthPx: 50 } });
    expect(resetProfile({ ...change, basedOn: 1 }, deps)).toEqual({ done: true, version: 2 });
    expect(plan().path).toBe(before.path);
    expect(listProfiles({}, deps)).toHaveLength(2);
    expect(await showProof({ ...place, sourcePath, edgePx: 50, showsPaper: false }, deps)).toMatchObject({
      why: 'no-profile',
    });
  });

  it('is refused with a sentence when it is none, and nothing of it is kept', async () => {
    const path = join(dir, 'none.icc');
    writeFileSync(path, 'no profile at all');
    expect(await giveProfile({ ...change, path, intent: 'perceptual' }, deps)).toEqual({
      done: false,
      why: 'file',
      detail: 'This file is no ICC profile.',
    });
    expect(findProfile(place, deps)).toBeUndefined();
    expect(
      readdirSync(dir).filter((name) => name.includes('.part') || /^[0-9a-f]{64}\.icc$/.test(name)),
    ).toEqual([]);
  });
});
