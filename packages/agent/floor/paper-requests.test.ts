/** What is asked of an agent's papers through the cloud, and what the cloud hears of them: a whole agent, a cloud that forgets nothing. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PaperAct } from '@platen/contracts/paper-requests';
import { letOutWithinMinutes } from '@platen/contracts/queue-requests';
import { calibrationMarks } from '@platen/imaging/sheet/calibration-mark-rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningAgent } from '../agent.ts';
import { PreparationRefused } from '../ports/photo-preparer.ts';
import type { SheetTools } from '../ports/sheet-tools.ts';
import { type Bench, startBench, until } from '../testing/agent-bench.ts';

let bench: Bench;
let agent: RunningAgent;
/** What is done with files, without pixels. */
const tools = {
  async calibrationPage({ targetPath }: { targetPath: string }) {
    writeFileSync(targetPath, 'a page');
  },
  async inspectProfile(path: string) {
    if (!readFileSync(path, 'utf8').startsWith('profile'))
      throw new PreparationRefused('This file is no profile.');
    return { name: 'Glossy', deviceClass: 'prtr', colourSpace: 'RGB', version: '4.3', hasIntents: [] };
  },
} as unknown as SheetTools;

beforeEach(async () => {
  bench = await startBench();
  bench.printer.printsAtOnce = true;
  agent = await start();
});
afterEach(() => bench.close());

async function start(): Promise<RunningAgent> {
  const started = await bench.start({ ports: { sheetTools: tools } });
  await until(() => started.isLinked && started.printers.list()[0]?.reachable === true);
  await until(() => bench.cloud.papers.size > 0);
  return started;
}
const paper = () => [...bench.cloud.papers.values()].find(({ media }) => media.borderless)!;
const asked = async (wanted: PaperAct, more: { id?: string; askedAtMs?: number } = {}) => {
  const before = bench.cloud.answered.length;
  const id = bench.cloud.sendPaperAct(wanted, more);
  await until(() => bench.cloud.answered.slice(before).includes(id));
  return bench.cloud.answers.get(id)!;
};
/** A page as it was drawn, so far to the right. */
const readings = (rightMm: number): PaperAct => {
  const { paper_id, calibration_version: version, media } = paper();
  const marks = calibrationMarks({ widthHmm: media.x_dimension, heightHmm: media.y_dimension });
  return {
    act: 'enter_readings',
    paper_id,
    version,
    left_cross_mm: marks.leftXHmm / 100 + rightMm,
    right_cross_mm: marks.rightXHmm / 100 + rightMm,
    top_cross_mm: marks.topYHmm / 100,
    bottom_cross_mm: marks.bottomYHmm / 100,
    ladders: null,
  };
};
const give = (content: Buffer, more: { bytes?: number } = {}): PaperAct => ({
  act: 'give_profile',
  paper_id: paper().paper_id,
  version: paper().profile_version,
  intent: 'relative',
  sha256: bench.cloud.addFile(content),
  bytes: more.bytes ?? content.length,
});
const profilesLeft = () => readdirSync(join(bench.dir, 'profiles')).filter((name) => name.startsWith('.'));

describe('what the cloud hears', () => {
  it('is all papers with each welcome, then what changed and nothing else, and whose word it is', async () => {
    expect(bench.cloud.paperFrames[0]).toMatchObject({ complete: true });
    expect(paper()).toMatchObject({ loaded: true, calibration: null, calibration_version: 0, profile: null });
    const told = bench.cloud.paperFrames.length;
    expect((await asked(readings(0.5))).outcome).toBe('done');
    await until(() => paper().calibration !== null);
    expect(paper().calibration).toMatchObject({ by: 'Mei', offset_mm: { x: 0.5, y: 0 } });
    const since = bench.cloud.paperFrames.slice(told);
    expect(since.map(({ complete, papers, gone }) => [complete, papers.length, gone.length])).toEqual([
      [false, 1, 0],
    ]);
    const whole = bench.cloud.papers.size;
    bench.cloud.cut();
    await until(() => bench.cloud.paperFrames.at(-1)?.complete === true && agent.isLinked);
    expect(bench.cloud.papers.size).toBe(whole);
    expect(paper().calibration_version).toBe(1);
  });

  it('keeps what was measured of a paper that lies there no more, and forgets the rest', async () => {
    await asked(readings(0.5));
    const [{ paper_id }, all] = [paper(), bench.cloud.papers.size];
    await until(() => paper().calibration !== null);
    bench.printer.description = { ...bench.printer.description, mediaReady: [] };
    agent.printers.suspect(agent.printers.list()[0]!.uri);
    await until(() => bench.cloud.papers.get(paper_id)?.loaded === false);
    expect(all).toBeGreaterThanOrEqual(1);
    expect([...bench.cloud.papers.keys()]).toEqual([paper_id]);
    // A page is for paper that lies there; what was read from one may be entered.
    const page = await asked({ act: 'print_page', paper_id });
    expect(page).toMatchObject({ outcome: 'refused', said: { en: 'Load that paper first.' } });
  });
});

describe('what is asked', () => {
  it('prints one page, however often it is asked, and none that comes behind an outage', async () => {
    const wanted = { act: 'print_page', paper_id: paper().paper_id } as const;
    const id = bench.cloud.sendPaperAct(wanted);
    await until(() => bench.cloud.answers.has(id));
    bench.cloud.sendPaperAct(wanted, { id });
    await until(() => bench.cloud.answered.filter((one) => one === id).length === 2);
    expect(bench.cloud.answers.get(id)).toMatchObject({ outcome: 'done' });
    expect(bench.printer.paper).toHaveLength(1);
    const late = await asked(wanted, { askedAtMs: Date.now() - letOutWithinMinutes * 60_000 });
    expect(late).toMatchObject({ outcome: 'refused', said: { en: expect.stringMatching(/by surprise/) } });
    expect(bench.printer.paper).toHaveLength(1);
  });

  it('says that nobody knows of a page over which the agent died, and prints no second one', async () => {
    const wanted = { act: 'print_page', paper_id: paper().paper_id } as const;
    const id = '01890000-0000-7000-8000-00000000000a';
    // Its power goes while the page is on its way.
    let reached = false;
    const slow = { ...tools, calibrationPage: () => new Promise(() => (reached = true)) };
    agent.halt();
    agent = await bench.start({ ports: { sheetTools: slow as unknown as SheetTools } });
    await until(() => agent.isLinked && agent.printers.list()[0]?.reachable === true);
    bench.cloud.sendPaperAct(wanted, { id });
    await until(() => reached);
    agent.halt();
    agent = await start();
    await until(() => bench.cloud.answers.has(id));
    expect(bench.cloud.answers.get(id)).toMatchObject({
      outcome: 'refused',
      said: { en: expect.stringMatching(/interrupted/) },
    });
    expect(bench.printer.paper).toEqual([]);
  });

  it('goes back to what was before, and refuses what somebody else has changed', async () => {
    const { paper_id } = paper();
    expect((await asked(readings(0.5))).outcome).toBe('done');
    await until(() => paper().calibration_version === 1);
    expect(await asked({ act: 'reset_calibration', paper_id, version: 0 })).toMatchObject({
      outcome: 'stale',
      said: { zh: expect.stringMatching(/其他人/) },
    });
    await asked({ act: 'reset_calibration', paper_id, version: 1 });
    await until(() => paper().calibration === null);
    await asked({ act: 'restore_calibration', paper_id, version: 2, of_version: 1 });
    await until(() => paper().calibration?.offset_mm.x === 0.5);
    expect(paper().calibration_version).toBe(3);
    const nowhere = await asked({ act: 'reset_calibration', paper_id: 'nobody|1', version: 0 });
    expect(nowhere.outcome).toBe('absent');
    const wrong = await asked({ ...readings(0), right_cross_mm: 1 } as PaperAct);
    expect(wrong).toMatchObject({ outcome: 'refused', said: { en: expect.stringMatching(/right cross/) } });
  });

  it('fetches a profile, also one that breaks off, looks into it, and leaves nothing behind', async () => {
    const content = Buffer.from(`profile ${'x'.repeat(100_000)}`);
    bench.cloud.cutFileAfterBytes = 30_000;
    const wanted = give(content);
    const id = bench.cloud.sendPaperAct(wanted);
    await until(() => bench.cloud.answers.has(id));
    expect(bench.cloud.answers.get(id)).toMatchObject({ outcome: 'done' });
    await until(() => paper().profile !== null);
    expect(paper().profile).toMatchObject({ name: 'Glossy', by: 'Mei', intent: 'relative' });
    expect(bench.cloud.fileRequests.some(({ range }) => range !== undefined)).toBe(true);
    // The answer got lost with the agent's spool line: what was done is done, and not somebody else's.
    expect(await asked(wanted)).toMatchObject({ outcome: 'done' });
    expect(
      await asked({
        ...wanted,
        sha256: bench.cloud.addFile(Buffer.from('profile 2')),
        bytes: 132,
      } as PaperAct),
    ).toMatchObject({
      outcome: 'refused',
    });
    expect(await asked(give(Buffer.from(`a picture ${'x'.repeat(200)}`)))).toMatchObject({
      outcome: 'refused',
      said: { en: expect.stringMatching(/no profile/) },
    });
    expect(paper().profile_version).toBe(1);
    expect(profilesLeft()).toEqual([]);
  }, 60_000);

  it('takes no file that is another one than was given', async () => {
    const content = Buffer.from(`profile ${'x'.repeat(500)}`);
    const wanted = give(content);
    bench.cloud.setFile((wanted as { sha256: string }).sha256, Buffer.from(content).fill('y', 400));
    const answer = await asked(wanted);
    expect(answer).toMatchObject({ outcome: 'refused', said: { en: expect.stringMatching(/whole/) } });
    expect(paper().profile).toBeNull();
    expect(profilesLeft()).toEqual([]);
  }, 60_000);
});
