/** Restorations by an agent that an admin marked for image work; and by the cloud when that agent is gone. */
import { drawScene } from '@platen/imaging/testing/scene-samples';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../fixtures/cloud.ts';
import { until } from '../fixtures/processes.ts';
import { openShop, type Shop } from '../fixtures/shop.ts';

/** Nothing listens there: this agent never prints. */
const noPrinter = () => 'ipp://127.0.0.1:9/ipp/print';

const raw = { raw: { width: 400, height: 300, channels: 3 as const } };
const scene = await sharp(drawScene({ widthPx: 400, heightPx: 300, seed: 4 }).pixels, raw)
  .normalise()
  .raw()
  .toBuffer();
const faded = await sharp(scene, raw).linear([0.5, 0.48, 0.35], [70, 62, 45]).png().toBuffer();

describe('an agent for image work', () => {
  let shop: Shop;
  let admin: TestAccount;
  beforeAll(async () => {
    shop = await openShop(noPrinter);
    admin = await shop.cloud.account({ role: 'admin' });
  });
  afterAll(() => shop.close());

  const restore = async (body: object = {}) => {
    const photo = (await shop.account.upload('/api/photos/upload', faded)).body;
    return (await shop.account.call('POST', `/api/photos/${photo.photo_id}/restore`, body)).body;
  };
  const statusIs = (id: string, status: string) =>
    until(`restoration ${status}`, async () => {
      const { body } = await shop.account.call('GET', `/api/restorations/${id}`);
      return body.status === status && body;
    });

  /** The mask goes to the agent, and what it used comes back. */
  async function correctMask(done: { restoration_id: string }) {
    const pixels = Buffer.alloc(400 * 300, 0).fill(255, 0, 4000);
    const mask = await sharp(pixels, { raw: { width: 400, height: 300, channels: 1 } })
      .png()
      .toBuffer();
    const sent = await shop.account.upload(`/api/restorations/${done.restoration_id}/mask`, mask);
    const corrected = await statusIs(sent.body.restoration_id, 'completed');
    expect(corrected).toMatchObject({ carried_out_by: 'agent', version: 2 });
    expect(corrected.report.repaired_percent).toBeCloseTo(3.33, 1);
  }

  /** A large one, so that there is time to cancel it; the agent goes on with the next one at once. */
  async function cancelInTheMiddle() {
    const large = await sharp(faded).resize(3600, 2700).jpeg().toBuffer();
    const photo = (await shop.account.upload('/api/photos/upload', large)).body;
    const path = `/api/photos/${photo.photo_id}/restore`;
    const { restoration_id } = (await shop.account.call('POST', path, { mode: 'force' })).body;
    const told = await until('its first stages are told', async () => {
      const { body } = await shop.account.call('GET', `/api/restorations/${restoration_id}`);
      return body.progress_percent > 0 && body;
    });
    expect(told).toMatchObject({ status: 'processing', carried_out_by: 'agent', stage: expect.any(String) });
    const cancelled = await shop.account.call('PUT', `/api/restorations/${restoration_id}/cancel`);
    expect(cancelled.body.status).toBe('cancelled');
    const next = await statusIs((await restore({ strength: 60 })).restoration_id, 'completed');
    expect(next.carried_out_by).toBe('agent');
    expect((await shop.account.call('DELETE', `/api/photos/${photo.photo_id}`)).status).toBe(200);
  }

  it('restores what the cloud would, to the same bytes, and only when it is marked', async () => {
    const agent = await shop.startAgent();
    const row = await until('the agent is online', async () => {
      const agents = await shop.cloud.deps.database.query.selectFrom('agents').selectAll().execute();
      return agents[0]?.link_id != null && agents[0];
    });
    const own = await statusIs((await restore()).restoration_id, 'completed');
    expect(own.carried_out_by).toBe('cloud');
    expect(own.applied).toContain('fade');
    const path = `/api/admin/agents/${row.id}`;
    expect((await shop.account.call('PUT', path, { image_work: true })).status).toBe(403);
    const marked = await admin.call('PUT', path, { image_work: true });
    expect(marked.body).toMatchObject({ image_work: true });
    const done = await statusIs((await restore()).restoration_id, 'completed');
    expect(done).toMatchObject({ carried_out_by: 'agent', applied: own.applied, progress_percent: 100 });
    const shaOf = async (id: string) => (await shop.account.call('GET', `/api/photos/${id}`)).body.sha256;
    expect(await shaOf(done.result_photo_id)).toBe(await shaOf(own.result_photo_id));
    for (const picture of ['before_preview_url', 'after_preview_url', 'mask_url']) {
      const [theirs, ours] = await Promise.all([fetch(done[picture]), fetch(own[picture])]);
      const [bytes, same] = [await theirs.arrayBuffer(), await ours.arrayBuffer()];
      expect(Buffer.from(bytes).equals(Buffer.from(same))).toBe(true);
    }
    expect(done.report).toEqual(own.report);
    await correctMask(done);
    await cancelInTheMiddle();
    await agent.kill();
  });

  it('that falls silent without a word loses it to the cloud', async () => {
    const agent = await shop.startAgent();
    await until('the agent is online', async () => {
      const { items } = (await admin.call('GET', '/api/admin/agents')).body;
      return items.some(({ online }: { online: boolean }) => online);
    });
    // Its machine hangs: the connection stands, and nothing comes over it.
    agent.child.kill('SIGSTOP');
    const { restoration_id } = await restore({ strength: 80 });
    await until('it was offered', async () => {
      const { body } = await shop.account.call('GET', `/api/restorations/${restoration_id}`);
      return body.carried_out_by === 'agent';
    });
    shop.cloud.clock.offsetMs = 11_000;
    expect((await statusIs(restoration_id, 'completed')).carried_out_by).toBe('cloud');
    agent.child.kill('SIGCONT');
    await agent.kill();
    const left = await shop.cloud.deps.database.query.selectFrom('outbox').selectAll().execute();
    expect(left).toEqual([]);
    const result = await fetch(
      `${shop.cloud.url}/api/agent/restorations/${restoration_id}/result?sha256=00`,
      {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg' },
        body: 'x',
      },
    );
    expect(result.status).toBe(401);
  });
});
