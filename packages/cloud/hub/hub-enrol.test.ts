import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { agentCloudPath, agentEnrolPath, cloudProof, cloudProofText } from '@platen/contracts/agent-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';

const newKey = () =>
  generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');

describe('enrolling an agent', () => {
  let cloud: TestCloud;
  let admin: TestAccount;
  beforeEach(async () => {
    cloud = await startTestCloud();
    admin = await cloud.account({ role: 'admin' });
  });
  afterEach(() => cloud.close());

  const newCode = async (): Promise<string> =>
    (await admin.call('POST', '/api/admin/enrolment-codes', { shop_id: cloud.shopId })).body.code;
  const enrol = (code: string, public_key: string) =>
    admin.call('POST', agentEnrolPath, { code, public_key, name: 'counter' });

  it('gives an identity, and the same again to a repeat whose reply was lost', async () => {
    const [code, key] = [await newCode(), newKey()];
    const first = await enrol(code, key);
    expect(first).toMatchObject({ status: 200, body: { shop_id: cloud.shopId } });
    expect((await enrol(code.toLowerCase().replaceAll('-', ' '), key)).body.agent_id).toBe(
      first.body.agent_id,
    );
  });

  it('lets an agent that never kept what it was told come back as itself', async () => {
    const key = newKey();
    const first = await enrol(await newCode(), key);
    expect((await enrol(await newCode(), key)).body.agent_id).toBe(first.body.agent_id);
  });

  it('proves at any address, and after a restart, to be the cloud that the agent enrolled at', async () => {
    const { cloud_key } = (await enrol(await newCode(), newKey())).body;
    const challenge = randomBytes(32).toString('base64url');
    const ask = async (url: string, challenge: string) =>
      await fetch(`${url}${agentCloudPath}?challenge=${challenge}`);
    // Another process with its own address, on the same database.
    const sibling = await startTestCloud({
      database: cloud.deps.database,
      url: ':memory:',
      drop: async () => {},
    });
    const outsider = await startTestCloud();
    const proofs = [];
    for (const { url } of [cloud, sibling, outsider]) {
      const proof = cloudProof.parse(await (await ask(url, challenge)).json());
      const key = createPublicKey({ key: Buffer.from(cloud_key, 'base64url'), format: 'der', type: 'spki' });
      const signature = Buffer.from(proof.signature, 'base64url');
      const isOurs = verify(null, Buffer.from(cloudProofText(challenge)), key, signature);
      proofs.push([proof.cloud_key === cloud_key, isOurs]);
    }
    const ours = [true, true];
    expect(proofs).toEqual([ours, ours, [false, false]]);
    expect((await ask(cloud.url, 'short')).status).toBe(400);
    expect((await fetch(`${cloud.url}${agentCloudPath}`)).status).toBe(400);
    await sibling.close();
    await outsider.close();
  });

  it('refuses a code that is unknown, used by another, or too old, and a key that is none', async () => {
    const code = await newCode();
    expect((await enrol(code, newKey())).status).toBe(200);
    expect((await enrol(code, newKey())).status).toBe(403);
    expect((await enrol('AAAA-BBBB-CCCC', newKey())).status).toBe(403);
    expect((await enrol(await newCode(), 'AAAA')).status).toBe(400);
    const old = await newCode();
    cloud.clock.offsetMs = 25 * 3600 * 1000;
    expect((await enrol(old, newKey())).status).toBe(403);
  });

  it('lets exactly one of 10 agents at once have a code', async () => {
    const code = await newCode();
    const replies = await Promise.all(Array.from({ length: 10 }, () => enrol(code, newKey())));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  });
});
