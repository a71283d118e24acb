/**
 * Uploads over a line that breaks, in Chromium: the file goes on at the very byte, in the same page and after a reload, for customers and guests, and
 * never with another file's bytes.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { PartialFile } from '@platen/cloud/ports/files';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { plainHost } from '../fixtures/browser.ts';
import type { TestAccount } from '../fixtures/cloud.ts';
import { type GuestBrowser, openGuestBrowser, type Visit } from '../fixtures/guest-visit.ts';
import { type CutProxy, startCutProxy } from '../fixtures/proxies/cut-proxy.ts';
import { whenReal } from '../real/real-printers.ts';

/** Several buffers of a loopback socket: a cut in the middle leaves a good part on either side. */
const paddingBytes = 16 * 1024 * 1024;
const time = new Date('2026-05-01T10:00:00Z');

whenReal(['chromium'])('an upload over a line that breaks', () => {
  let guests: GuestBrowser;
  let owner: TestAccount;
  let proxy: CutProxy;
  let photo: Buffer;
  const dir = mkdtempSync(join(tmpdir(), 'platen-broken-upload-'));
  /** What the service wrote of uploads, request by request. */
  let written: Array<{ from: number; to: number }> = [];
  /** Told how much of the request under way the service has taken. By the line's own count all of it could still lie in buffers, or none. */
  let onTaken = (_bytes: number): void => {};

  beforeAll(async () => {
    guests = await openGuestBrowser();
    owner = await guests.cloud.account();
    proxy = await startCutProxy(Number(new URL(guests.cloud.url).port));
    const { files } = guests.cloud.deps;
    const partial = files.partial.bind(files);
    files.partial = (id) => {
      const file = partial(id);
      const append: PartialFile['append'] = async (from, body, maxBytes) => {
        let taken = 0;
        const counted = async function* (): AsyncGenerator<Buffer> {
          for await (const chunk of body as AsyncIterable<Buffer>) {
            taken += chunk.length;
            yield chunk;
            onTaken(taken);
          }
        };
        try {
          await file.append(from, Readable.from(counted()), maxBytes);
        } finally {
          written.push({ from, to: await file.size() });
        }
      };
      return Object.assign({}, file, { append });
    };
    // A picture with bytes behind its end, as cameras leave them: large, and quick to look at.
    const picture = await makeJpeg({ widthPx: 1800, heightPx: 1200, seed: 5 });
    photo = Buffer.concat([picture, randomBytes(paddingBytes)]);
  }, 120_000);
  afterAll(async () => {
    await proxy.close();
    await guests.close();
    rmSync(dir, { recursive: true, force: true });
  });
  beforeEach(() => {
    written = [];
    onTaken = () => {};
    proxy.holdAfterBytes = undefined;
    proxy.restore();
  });

  const fileOf = (name: string, bytes: Buffer) => {
    const path = join(dir, name);
    writeFileSync(path, bytes);
    utimesSync(path, time, time);
    return path;
  };
  const kept = async (name: string) =>
    await guests.cloud.deps.database.query
      .selectFrom('documents')
      .select(['sha256', 'account_id'])
      .where('filename', '=', name)
      .execute();
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const total = () => written.reduce((sum, { from, to }) => sum + to - from, 0);
  /** Lets so many bytes through, and cuts once the service has taken nearly all of them. */
  const cutAt = (bytes: number) =>
    new Promise<void>((isCut) => {
      proxy.holdAfterBytes = bytes;
      onTaken = (taken) => {
        if (taken < bytes - 1_000_000) return;
        onTaken = () => {};
        proxy.cut();
        proxy.holdAfterBytes = undefined;
        isCut();
      };
    });
  const cut = async (visit: Visit, { at, choose }: { at: number; choose(): Promise<void> }) => {
    const isCut = cutAt(at);
    await choose();
    await isCut;
    await visit.page
      .getByText(/No connection; tried again|The connection broke/)
      .first()
      .waitFor();
  };

  it('goes on at the very byte, twice broken, and the service gets each byte once', async () => {
    const visit = await guests.visit(`http://127.0.0.1:${proxy.port}/upload`, { width: 1280 });
    await visit.enter('13911110021');
    const { page } = visit;
    const path = fileOf('twice.jpg', photo);
    const files = page.locator('input[type=file][multiple]:not([webkitdirectory])');
    await cut(visit, { at: 4_000_000, choose: () => files.setInputFiles(path) });
    const second = cutAt(5_000_000);
    proxy.restore();
    await second;
    proxy.restore();
    await page.getByText('1 of 1 file uploaded').waitFor();
    expect((await kept('twice.jpg')).map((row) => row.sha256)).toEqual([sha256(photo)]);
    // No gap, nothing twice.
    expect(total()).toBe(photo.length);
    expect(written.length).toBeGreaterThanOrEqual(3);
    for (const [index, { from }] of written.entries()) expect(from).toBe(written[index - 1]?.to ?? 0);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('takes large files on a page of plain HTTP too, and names those that are too large at once', async () => {
    const { port } = new URL(guests.cloud.url);
    const visit = await guests.visit(`http://${plainHost}:${port}/upload`);
    const { page } = visit;
    await visit.enter('13911110024');
    expect(await page.evaluate('isSecureContext')).toBe(false);
    await page.getByText('up to 21 MB each').waitFor();
    const beyond = fileOf('beyond.jpg', Buffer.alloc(guests.cloud.deps.maxUploadBytes + 1));
    const files = page.locator('input[type=file][multiple]:not([webkitdirectory])');
    await files.setInputFiles([fileOf('plain.jpg', photo), beyond]);
    await page.getByText('1 of 2 files uploaded').waitFor();
    await page.getByText('The file is larger than 20 MiB.').waitFor();
    expect((await kept('plain.jpg')).map((row) => row.sha256)).toEqual([sha256(photo)]);
    expect(total()).toBe(photo.length);
    // Chromium says of each page without TLS that it ignores a header which asks for more.
    expect(visit.complaints.filter((each) => !each.includes('untrustworthy'))).toEqual([]);
    await visit.close();
  });

  it('goes on after a reload with the same file, and with no other that looks like it', async () => {
    const visit = await guests.visit(`http://127.0.0.1:${proxy.port}/upload`);
    await visit.enter('13911110022');
    const { page } = visit;
    const path = fileOf('holiday.jpg', photo);
    const files = page.locator('input[type=file][multiple]:not([webkitdirectory])');
    await cut(visit, { at: 4_000_000, choose: () => files.setInputFiles(path) });
    proxy.restore();
    await page.reload();
    const broken = page.getByRole('region', { name: 'Broken off' });
    await broken.getByText('holiday.jpg').waitFor();
    const come = total();
    expect(come).toBeGreaterThan(1_000_000);

    // Another picture in the same place, of the same length and time: nothing of the first gets into it.
    const other = Buffer.from(photo);
    randomBytes(paddingBytes).copy(other, photo.length - paddingBytes);
    fileOf('holiday.jpg', other);
    await files.setInputFiles(path);
    await page.getByText('1 of 1 file uploaded').waitFor();
    expect((await kept('holiday.jpg')).map((row) => row.sha256)).toEqual([sha256(other)]);
    await page.reload();
    await broken.getByText('holiday.jpg').waitFor();

    fileOf('holiday.jpg', photo);
    written = [];
    await files.setInputFiles(path);
    await page.getByText('1 of 1 file uploaded').waitFor();
    expect(total()).toBe(photo.length - come);
    expect((await kept('holiday.jpg')).map((row) => row.sha256)).toContain(sha256(photo));
    await expect.poll(() => broken.count()).toBe(0);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it("forgets what is given up, and a guest's photo goes on as well", async () => {
    const spec = { order_type: 'photo', spec_mode: 'fixed', size: '4x6', paper_type: 'glossy' };
    const made = await owner.call('POST', '/api/user/pre-orders', {
      title: 'Class',
      status: 'open',
      ...spec,
    });
    const share = new URL(made.body.share_url).pathname;
    const visit = await guests.visit(`http://127.0.0.1:${proxy.port}${share}`);
    await visit.enter('13911110023');
    const { page } = visit;
    const path = fileOf('train.jpg', photo);
    const choose = () => page.locator('input[type=file]').setInputFiles(path);
    await cut(visit, { at: 4_000_000, choose });
    proxy.restore();
    await page.reload();
    await page.getByText('These broke off.').waitFor();
    const come = total();
    written = [];
    await choose();
    await expect.poll(() => page.locator('li[data-state=ready]').count(), { timeout: 15_000 }).toBe(1);
    expect([total(), come > 1_000_000]).toEqual([photo.length - come, true]);
    await page.getByRole('button', { name: 'Send in 1 photo' }).click();
    await page.getByText('Thank you, it has arrived').waitFor();

    const second = fileOf('second.jpg', photo);
    await cut(visit, { at: 4_000_000, choose: () => page.locator('input[type=file]').setInputFiles(second) });
    proxy.restore();
    await page.goto(`http://127.0.0.1:${proxy.port}/upload`);
    await page.getByRole('button', { name: 'Forget second.jpg' }).click();
    await expect.poll(() => page.getByRole('region', { name: 'Broken off' }).count()).toBe(0);
    const rows = await guests.cloud.deps.database.query
      .selectFrom('resumable_uploads')
      .select('id')
      .execute();
    expect(rows).toEqual([]);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
