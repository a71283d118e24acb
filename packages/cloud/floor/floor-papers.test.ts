/** The papers of a shop on the cloud's floor: what agents tell, what staff asks, files on their way, and who is kept out. On both databases. */
import { createHash } from 'node:crypto';
import type { CloudFrame } from '@platen/contracts/agent-protocol';
import { floorPaper, floorRequest } from '@platen/contracts/floor/shop-floor';
import { floorAnswer } from '@platen/contracts/floor/shop-floor-acts';
import type { PaperReport } from '@platen/contracts/paper-report';
import type { PaperRequest } from '@platen/contracts/paper-requests';
import type { PrinterAnswer } from '@platen/contracts/printer-requests';
import { maxProfileBytes } from '@platen/contracts/profile-head-rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { type LivePage, openLivePage } from '../../../test/fixtures/live-stream.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { revokeAgent } from '../hub/agent-revocation.ts';
import { enrolRawAgent, type RawAgent, type RawLink } from '../testing/raw-agent.ts';

const report = (more: Partial<PaperReport> = {}): PaperReport => ({
  paper_id: 'ipp://p/1|10160|15240|photographic-glossy|borderless',
  printer_id: 'ipp://p/1',
  printer_name: 'Photo One',
  media: { x_dimension: 10_160, y_dimension: 15_240, media_type: 'photographic-glossy', borderless: true },
  loaded: true,
  calibration: null,
  calibration_version: 4,
  profile: null,
  profile_version: 0,
  ...more,
});
const calibration: PaperReport['calibration'] = {
  by: 'Mei',
  at: '2026-01-05T08:00:00.000Z',
  offset_mm: { x: 0.5, y: 0 },
  scale: { x: 1, y: 1 },
  overspray_mm: { top: 0, right: 0, bottom: 0, left: 0 },
};
const answer = (more: Partial<PrinterAnswer> = {}): PrinterAnswer => ({
  outcome: 'done',
  said: { en: 'Done.', zh: '已完成。' },
  findings: [],
  entry_id: null,
  ...more,
});
/** What an ICC file of so many bytes begins with. */
function profileOf(bytes: number, more: { said?: number; colours?: string; mark?: string } = {}): Buffer {
  const content = Buffer.alloc(bytes, 7);
  content.writeUInt32BE(more.said ?? bytes, 0);
  content.write(more.colours ?? 'RGB ', 16, 'latin1');
  content.write(more.mark ?? 'acsp', 36, 'latin1');
  return content;
}

describe.each(databases)('papers on $name', ({ open }) => {
  let cloud: TestCloud;
  let staff: TestAccount;
  let agent: RawAgent;
  let link: RawLink;
  let page: LivePage;
  let id: string;
  beforeEach(async () => {
    cloud = await startTestCloud(await open());
    staff = await cloud.account({ role: 'operator' });
    agent = await enrolRawAgent(cloud, await cloud.account({ role: 'admin' }));
    link = await agent.connect();
    id = `${agent.agentId}/${report().paper_id}`;
    page = await openLivePage(`${cloud.url}/api/shop-floor/live?topics=papers,requests,schedule`, {
      headers: { authorization: `Bearer ${staff.apiKey}` },
    });
    tell([report(), report({ paper_id: 'ipp://p/1|21000|29700|stationery|bordered' })], { complete: true });
    await page.until('two papers', () => page.items('papers').length === 2);
  });
  afterEach(async () => {
    await page.close();
    await cloud.close();
  });

  const tell = (papers: PaperReport[], more: { complete?: boolean; gone?: string[] } = {}) =>
    link.send({
      kind: 'papers',
      complete: more.complete ?? false,
      papers,
      gone: more.gone ?? [],
    });
  const act = (body: object, account = staff) => account.call('POST', '/api/shop-floor/acts', body);
  const requests = () =>
    link.frames.filter(
      (frame): frame is Extract<CloudFrame, { type: 'paper' }> => 'type' in frame && frame.type === 'paper',
    );
  const give = (
    content: Buffer,
    { paper = id, query = 'version=0&intent=relative', account = staff, headers = {} } = {},
  ) =>
    fetch(`${cloud.url}/api/shop-floor/papers/${encodeURIComponent(paper)}/profile?${query}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${account.apiKey}`, ...headers },
      body: new Uint8Array(content),
    });

  it('are shown as their agent tells them, by differences, and forgotten with it', async () => {
    const shown = floorPaper.strict().parse(page.items('papers').find((one) => one.id === id));
    expect(shown).toMatchObject({
      agent_id: agent.agentId,
      printer: { id: `${agent.agentId}/ipp://p/1`, name: 'Photo One' },
      calibration: null,
      calibration_version: 4,
    });
    expect(Date.now() - Date.parse(shown.as_of!)).toBeLessThan(60_000);
    tell([report({ calibration, calibration_version: 5 })], {
      gone: ['ipp://p/1|21000|29700|stationery|bordered'],
    });
    await page.until('the difference', () => page.items('papers').length === 1);
    await page.until('the calibration', () => page.items('papers')[0].calibration?.by === 'Mei');
    // A whole list takes the place of all of it, and may be empty.
    tell([], { complete: true });
    await page.until('none', () => page.items('papers').length === 0);
    tell([report()], {});
    await page.until('one again', () => page.items('papers').length === 1);
    const { database, now } = cloud.deps;
    await database.transaction((tx) => revokeAgent(database, tx, { agentId: agent.agentId, now: now() }));
    expect(await database.query.selectFrom('agent_papers').selectAll().execute()).toEqual([]);
    expect(page.faults).toEqual([]);
  });

  it('what is asked goes to the agent, its answer comes back, and the way back is told at once', async () => {
    const readings = { left_cross_mm: 15, right_cross_mm: 87, top_cross_mm: 15, bottom_cross_mm: 137 };
    const wanted = { act: 'enter_readings', paper: id, version: 4, ...readings, ladders: null };
    const asked = floorAnswer.parse((await act(wanted)).body);
    expect(asked).toMatchObject({
      outcome: 'told-the-agent',
      undo: { act: 'restore_calibration', paper: id, version: 5, of_version: 4 },
      request_id: expect.any(String),
    });
    await until('the request', () => requests().length === 1);
    const { paper: _paper, ...told } = wanted;
    const body: PaperRequest = requests()[0]!.body;
    expect(body.wanted).toEqual({ ...told, paper_id: report().paper_id });
    expect(body.by).not.toBe('');
    const waiting = await page.until('that it waits', () => page.items('requests')[0]);
    expect(floorRequest.strict().parse(waiting)).toMatchObject({
      act: 'enter_readings',
      paper: id,
      outcome: 'waiting',
    });
    const said = { en: 'Somebody else has changed this meanwhile.', zh: '已被他人修改。' };
    link.send({ kind: 'printer-answer', id: asked.request_id!, answer: answer({ outcome: 'stale', said }) });
    await page.until('the answer', () => page.items('requests')[0]?.outcome === 'stale');
    expect(page.items('requests')[0].said).toEqual(said);
    expect(await cloud.deps.database.query.selectFrom('outbox').selectAll().execute()).toEqual([]);
    const audited = await cloud.deps.database.query
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'act_on_shop_floor')
      .execute();
    expect(audited.map(({ target }) => target)).toEqual([`shop_floor:${id}`]);
  });

  it('prints no page at an agent that is away, and keeps what can wait', async () => {
    link.close();
    await link.ended;
    await until('that it is away', async () => {
      const row = await cloud.deps.database.query
        .selectFrom('agents')
        .select('link_id')
        .where('id', '=', agent.agentId)
        .executeTakeFirstOrThrow();
      return row.link_id === null;
    });
    const page409 = await act({ act: 'print_calibration_page', paper: id, version: 4 });
    expect([page409.status, page409.body.error]).toEqual([409, expect.stringMatching(/is away/)]);
    expect((await act({ act: 'reset_calibration', paper: id, version: 4 })).body.outcome).toBe(
      'told-the-agent',
    );
    link = await agent.connect();
    await until('what was asked', () => requests().length === 1);
    expect(requests()[0]!.body.wanted.act).toBe('reset_calibration');
    tell([report()], { complete: true });
    expect((await act({ act: 'print_calibration_page', paper: id, version: 4 })).status).toBe(200);
    await until('the page', () => requests().length === 2);
    expect(requests()[1]!.body).toMatchObject({
      asked_at: expect.any(String),
      wanted: { act: 'print_page' },
    });
  });

  it('a profile is kept for the agent that it is for until it has answered, and for nobody else', async () => {
    const content = profileOf(200_000);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const given = await give(content);
    const said = floorAnswer.parse(await given.json());
    expect([given.status, said.outcome, said.undo]).toEqual([
      200,
      'told-the-agent',
      { act: 'restore_profile', paper: id, version: 1, of_version: 0 },
    ]);
    await until('the request', () => requests().length === 1);
    expect(requests()[0]!.body.wanted).toEqual({
      act: 'give_profile',
      paper_id: report().paper_id,
      version: 0,
      intent: 'relative',
      sha256,
      bytes: content.length,
    });
    const path = `/api/agent/files/${sha256}`;
    const fetched = await agent.request('GET', path);
    expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true);
    const rest = await agent.request('GET', path, { headers: { range: 'bytes=150000-' } });
    expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, 50_000]);
    const other = await enrolRawAgent(cloud, await cloud.account({ role: 'admin' }), 'other');
    expect((await other.request('GET', path)).status).toBe(404);
    // An answer of somebody else's agent is none.
    const stranger = await other.connect();
    stranger.send({ kind: 'printer-answer', id: said.request_id!, answer: answer() });
    stranger.send({
      kind: 'heartbeat',
      spooled_jobs: 0,
      held_jobs: 0,
      disk: { state: 'ok', free_bytes: 1, used_bytes: 1, budget_bytes: 1 },
    });
    await until('that it was heard', async () => {
      const rows = await cloud.deps.database.query.selectFrom('agent_disks').selectAll().execute();
      return rows.some(({ agent_id }) => agent_id === other.agentId);
    });
    expect((await agent.request('GET', path)).status).toBe(200);
    link.send({ kind: 'printer-answer', id: said.request_id!, answer: answer() });
    await page.until('the answer', () => page.items('requests').some(({ outcome }) => outcome === 'done'));
    expect((await agent.request('GET', path)).status).toBe(404);
    expect(await cloud.deps.database.query.selectFrom('profile_files').selectAll().execute()).toEqual([]);
  });

  it('takes no file that is none, too large, for no paper, or from nobody, and not without an end', async () => {
    const refusal = async (answered: Promise<Response>) => {
      const response = await answered;
      const { error } = (await response.json()) as { error: string };
      return [response.status, error];
    };
    expect(await refusal(give(Buffer.from('this is a picture'.repeat(20))))).toEqual([
      422,
      'This is no ICC profile.',
    ]);
    expect(await refusal(give(profileOf(100)))).toEqual([422, expect.stringMatching(/too short/)]);
    expect(await refusal(give(profileOf(500, { said: 900 })))).toEqual([
      422,
      expect.stringMatching(/cut off/),
    ]);
    expect(await refusal(give(profileOf(500, { colours: 'CMYK' })))).toEqual([
      422,
      expect.stringMatching(/RGB/),
    ]);
    expect(await refusal(give(Buffer.alloc(0)))).toEqual([400, expect.stringMatching(/body/)]);
    // By its bytes as by its length.
    const large = profileOf(maxProfileBytes + 1);
    expect(
      await give(large).then(
        ({ status }) => status,
        () => 413,
      ),
    ).toBe(413);
    expect((await refusal(give(profileOf(500), { query: 'version=0' })))[0]).toBe(400);
    expect((await refusal(give(profileOf(500), { query: 'version=-1&intent=relative' })))[0]).toBe(400);
    expect((await refusal(give(profileOf(500), { paper: `${agent.agentId}/nothing` })))[0]).toBe(404);
    expect((await refusal(give(profileOf(500), { paper: 'x'.repeat(3000) })))[0]).toBe(404);
    const customer = await cloud.account();
    expect((await refusal(give(profileOf(500), { account: customer })))[0]).toBe(403);
    expect(await cloud.deps.database.query.selectFrom('stored_files').selectAll().execute()).toEqual([]);
    for (let sent = 0; sent < 20; sent += 1) expect((await give(profileOf(200 + sent))).status).toBe(200);
    expect(await refusal(give(profileOf(999)))).toEqual([409, expect.stringMatching(/on their way/)]);
  });

  it('of another shop is no paper, and no agent tells those of another', async () => {
    const { query } = cloud.deps.database;
    const elsewhere = 'fffffff0-0000-4000-8000-000000000001';
    await query
      .insertInto('shops')
      .values({ id: elsewhere, name: 'Elsewhere', created_at: 1 } as never)
      .execute();
    const theirs = await cloud.account({ role: 'operator' });
    await query
      .updateTable('accounts')
      .set({ shop_id: elsewhere })
      .where('id', '=', theirs.accountId)
      .execute();
    expect((await act({ act: 'reset_profile', paper: id, version: 0 }, theirs)).status).toBe(404);
    expect((await give(profileOf(500), { account: theirs })).status).toBe(404);
    const other = await enrolRawAgent(cloud, await cloud.account({ role: 'admin' }), 'other');
    const second = await other.connect();
    second.send({ kind: 'papers', complete: true, papers: [report()], gone: [] });
    await page.until('a third', () => page.items('papers').length === 3);
    expect(new Set(page.items('papers').map((one) => one.agent_id)).size).toBe(2);
  });

  it('print rules are on the floor, changed in the version that was seen, and taken back', async () => {
    const rules = () => page.items('schedule')[0]?.print_rules;
    await page.until('the rules', () => rules()?.version === 0);
    const changed = await act({ act: 'set_rules', version: 0, reroute_after_minutes: 30 });
    expect(changed.status).toBe(200);
    await page.until('the change', () => rules()?.reroute_after_minutes === 30);
    expect((await act({ act: 'set_rules', version: 0, aborted_copies: 'refund' })).status).toBe(409);
    expect((await act(changed.body.undo)).status).toBe(200);
    await page.until('as before', () => rules()?.reroute_after_minutes === 10 && rules()?.version === 2);
    const { document } = page.items('schedule')[0];
    const { version, edit_id: _e, edited_by: _b, edited_at: _a, origin: _o, ...content } = document;
    const nights = { ...content, quiet_hours: [{ from: '22:00', to: '07:00' }] };
    const saved = await act({ act: 'set_schedule', version, content: nights });
    await page.until('quiet hours', () => page.items('schedule')[0]?.document.quiet_hours.length === 1);
    expect((await act(saved.body.undo)).status).toBe(200);
    await page.until('none again', () => page.items('schedule')[0]?.document.quiet_hours.length === 0);
  });
});
