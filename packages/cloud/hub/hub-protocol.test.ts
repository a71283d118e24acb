/** Agents that speak another version of the protocol: refused with a word on which side is to be updated, and nothing of theirs is taken. */
import { type AgentFrame, linkProtocolVersion, otherProtocolCode } from '@platen/contracts/agent-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { findAgent } from '../shops/shop-store.ts';
import { enrolRawAgent, type RawAgent } from '../testing/raw-agent.ts';

describe('an agent of another version', () => {
  let cloud: TestCloud;
  let agent: RawAgent;
  let events: string[];
  beforeEach(async () => {
    events = [];
    cloud = await startTestCloud(undefined, { log: (_level, event) => void events.push(event) });
    agent = await enrolRawAgent(cloud, await cloud.account({ role: 'admin' }));
  });
  afterEach(() => cloud.close());

  it.each([
    ['newer', linkProtocolVersion + 1, 'update the cloud'],
    ['older', linkProtocolVersion - 1, 'update the agent'],
  ])('that is %s is told which side is to be updated', async (_name, protocol, word) => {
    const link = await agent.connect({ hello: false });
    // Whatever else its hello says is of its version: nothing here can read it.
    link.send({ kind: 'hello', protocol, who: { is: 'there' } } as unknown as AgentFrame);
    const { code, reason } = await link.ended;
    expect([code, reason]).toEqual([
      otherProtocolCode,
      `this cloud speaks protocol ${linkProtocolVersion}, the agent ${protocol}: ${word}`,
    ]);
    expect(link.frames).toEqual([]);
    expect(events).toContain('agent.another-protocol');
    expect(await findAgent(cloud.deps.database.query, agent.agentId)).toMatchObject({
      link_id: null,
      last_seq: 0,
    });
  });

  it('is let in once it has been updated', async () => {
    const refused = await agent.connect({ hello: false });
    refused.send({ kind: 'hello', protocol: linkProtocolVersion - 1 } as unknown as AgentFrame);
    await refused.ended;
    expect((await agent.connect()).frames).toMatchObject([{ kind: 'welcome', last_seq: 0 }]);
  });
});
