/** Agents that send nonsense as fast as they can, and what is left of it in the log. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { enrolRawAgent } from '../testing/raw-agent.ts';

describe('an agent that has gone mad', () => {
  let cloud: TestCloud;
  let admin: TestAccount;
  let lines: [event: string, fields: Record<string, unknown>][];
  beforeEach(async () => {
    lines = [];
    cloud = await startTestCloud(undefined, {
      log: (_level, event, fields = {}) => void lines.push([event, fields]),
    });
    admin = await cloud.account({ role: 'admin' });
  });
  afterEach(() => cloud.close());
  const linesOf = (event: string) => lines.filter(([one]) => one === event);

  it('leaves some lines of ten thousand bad frames, which say how many there were; another agent keeps its own', async () => {
    const mad = await enrolRawAgent(cloud, admin, 'mad');
    const sane = await enrolRawAgent(cloud, admin, 'sane');
    const link = await mad.connect();
    for (let i = 0; i < 10_000; i += 1) link.send({ kind: 'nonsense', text: 'x'.repeat(500) } as never);
    await until('five lines', () => linesOf('link.bad-frame').length >= 5);
    const other = await sane.connect();
    other.send({ kind: 'nonsense' } as never);
    await until('a line of another', () =>
      linesOf('link.bad-frame').some(([, { agentId }]) => agentId === sane.agentId),
    );
    // Ten thousand frames are read in order: what comes behind them says that they were.
    await until('six lines', () => linesOf('link.bad-frame').length >= 6);
    expect(linesOf('link.bad-frame')).toHaveLength(6);
    for (const [, { frame }] of linesOf('link.bad-frame'))
      expect(String(frame).length).toBeLessThanOrEqual(200);
    cloud.clock.offsetMs += 61_000;
    link.send({ kind: 'nonsense' } as never);
    await until('a line a minute later', () => linesOf('link.bad-frame').length === 7);
    expect(linesOf('link.bad-frame')[6]![1]).toMatchObject({ agentId: mad.agentId, unlogged: 9_995 });
  });

  it('that connects again and again is not said to be online each time', async () => {
    const agent = await enrolRawAgent(cloud, admin);
    for (let i = 0; i < 20; i += 1) (await agent.connect()).close();
    await agent.connect();
    expect(linesOf('agent.online')).toHaveLength(5);
    expect(linesOf('agent.offline').length).toBeLessThanOrEqual(5);
  });
});
