/** The quality check for one printer, over REST and MCP, and what is kept of measures; on both databases. */
import type { PrinterReport } from '@platen/contracts/agent-protocol';
import { measuresVersion } from '@platen/imaging/quality/measures-version';
import { drawScene } from '@platen/imaging/testing/scene-samples';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callOverMcp, callOverRest } from '../../../test/fixtures/both-transports.ts';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { operations } from '../operations.ts';
import { upsertPrinterReports } from '../printers/printer-store.ts';
import { enrolRawAgent } from '../testing/raw-agent.ts';
import { qualityPrinterOf } from './quality-printer-rules.ts';

const { pixels } = drawScene({ widthPx: 900, heightPx: 600, seed: 3 });
const photo = await sharp(pixels, { raw: { width: 900, height: 600, channels: 3 } })
  .normalise()
  .jpeg()
  .toBuffer();

const exact = (hmm: number) => ({ lower: hmm, upper: hmm });
const margins = { top: 300, right: 350, bottom: 1250, left: 350 };
const report = (more: Partial<PrinterReport> = {}): PrinterReport => ({
  printer_id: 'urn:uuid:9',
  name: 'Nine',
  uri: 'ipp://192.168.1.9/ipp/print',
  make_and_model: 'Maker',
  state: 'idle',
  state_reasons: [],
  reachable: true,
  accepting_jobs: true,
  queued_jobs: 0,
  formats: ['image/jpeg'],
  media_ready: [],
  media_supported: [],
  as_of: '2026-11-21T08:00:00Z',
  enabled: true,
  sizes: [
    { x: exact(21_000), y: exact(29_700), margins, borderless: false, media_types: [] },
    { x: exact(10_160), y: exact(15_240), margins, borderless: true, media_types: [] },
  ],
  color: true,
  resolutions: [
    { x: 600, y: 1200 },
    { x: 300, y: 300 },
  ],
  ...more,
});

describe('qualityPrinterOf', () => {
  it('finds the size within a millimetre, upright or fed sideways, with the margins of the upright sheet', () => {
    const size = { xHmm: 21_040, yHmm: 29_660 };
    const upright = qualityPrinterOf(report(), size);
    expect(upright).toMatchObject({ takesSize: true, isBorderless: false, dpi: 300, isColour: true });
    expect(upright.marginsMm).toEqual({ top: 3, right: 3.5, bottom: 12.5, left: 3.5 });
    const sideways = { x: exact(29_700), y: exact(21_000), margins, borderless: false, media_types: [] };
    expect(qualityPrinterOf(report({ sizes: [sideways] }), size).marginsMm).toEqual({
      top: 3.5,
      right: 12.5,
      bottom: 3.5,
      left: 3,
    });
  });

  it('believes a printer that tells nothing, and takes the best of coarse resolutions', () => {
    const silent = report({ sizes: undefined, resolutions: undefined, color: undefined });
    const size = { xHmm: 10_160, yHmm: 15_240 };
    expect(qualityPrinterOf(silent, size)).toMatchObject({
      takesSize: true,
      isBorderless: true,
      dpi: undefined,
    });
    const coarse = report({
      resolutions: [
        { x: 100, y: 100 },
        { x: 203, y: 203 },
      ],
    });
    expect(qualityPrinterOf(coarse, size).dpi).toBe(203);
    expect(qualityPrinterOf(report(), { xHmm: 29_700, yHmm: 42_000 }).takesSize).toBe(false);
  });
});

describe.each(databases)('check_photo_quality on $name', ({ open }) => {
  let cloud: TestCloud;
  let account: TestAccount;
  let agentId: string;
  let photoId: string;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    account = await cloud.account();
    agentId = (await enrolRawAgent(cloud, await cloud.account({ role: 'admin' }))).agentId;
    photoId = (await account.upload('/api/photos/upload', photo)).body.photo_id;
  });
  afterEach(() => cloud.close());

  const tell = (printers: PrinterReport[]) =>
    cloud.deps.database.transaction((tx) =>
      upsertPrinterReports(tx, { agentId, printers, complete: true, now: Date.now() }),
    );
  const check = (query: string, by = account) =>
    by.call('GET', `/api/photos/${photoId}/quality-check?${query}`);

  it("counts with a printer's true margins and sizes, as it was last heard of", async () => {
    await tell([report()]);
    const plain = (await check('size=A4')).body;
    expect(plain).toMatchObject({ printer: null, trim_mm: 0 });
    const there = (await check('size=A4&printer_id=urn:uuid:9')).body;
    expect(there.printer).toMatchObject({ name: 'Nine', borderless: false, dpi: 300 });
    expect(there.printer.margins.bottom_mm).toBe(12.5);
    expect(there.ppi).toBeGreaterThan(plain.ppi);
    const toEdge = (await check('size=4x6&printer_id=urn:uuid:9')).body;
    expect(toEdge).toMatchObject({ verdict: 'good', trim_mm: 2, printer: { borderless: true } });
    const missing = (await check('size=A3&printer_id=urn:uuid:9')).body;
    expect(missing).toMatchObject({ verdict: 'unprintable', printer: { takes_size: false } });
    await tell([report({ sizes: [] })]);
    expect((await check('size=A3&printer_id=urn:uuid:9')).body.printer.takes_size).toBe(true);
  });

  it('knows no printer that nobody offers, and no photo of somebody else', async () => {
    expect((await check('size=4x6&printer_id=urn:uuid:9')).status).toBe(404);
    await tell([report({ enabled: false })]);
    expect((await check('size=4x6&printer_id=urn:uuid:9')).status).toBe(404);
    expect((await check(`size=4x6&printer_id=${'x'.repeat(300)}`)).status).toBe(400);
    await tell([report()]);
    expect((await check('size=4x6&printer_id=urn:uuid:9', await cloud.account())).status).toBe(404);
  });

  it('says the same over REST and MCP', async () => {
    await tell([report()]);
    const operation = operations.find(({ name }) => name === 'check_photo_quality')!;
    for (const more of [{}, { fit: 'fit' }, { printer_id: 'urn:uuid:9' }, { printer_id: 'nobody' }]) {
      const call = { apiKey: account.apiKey, operation, input: { photo_id: photoId, size: '8x10', ...more } };
      const rest = await callOverRest(cloud.url, call);
      const mcp = await callOverMcp(cloud.url, call);
      expect(mcp.isError).toBe(rest.status !== 200);
      if (!mcp.isError) expect(mcp.body).toEqual(rest.body);
    }
  });

  it('measures anew what an older version measured, and keeps it', async () => {
    const { database } = cloud.deps;
    const { sha256 } = await database.query
      .selectFrom('documents')
      .select('sha256')
      .where('id', '=', photoId)
      .executeTakeFirstOrThrow();
    const old = { sha256, version: measuresVersion - 1, measures: '{"nothing":true}', created_at: 1 };
    await database.transaction(async (tx) => {
      await tx.insertInto('photo_measures').values(old).execute();
    });
    expect((await check('size=4x6')).body).toMatchObject({ photo: { width_px: 900, jpeg_quality: 80 } });
    const kept = await database.query.selectFrom('photo_measures').selectAll().execute();
    expect(kept).toHaveLength(1);
    expect(kept[0]!.version).toBe(measuresVersion);
    expect(JSON.parse(kept[0]!.measures)).toMatchObject({ version: measuresVersion, widthPx: 900 });
  });
});
