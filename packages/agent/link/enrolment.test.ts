/** Enrolling from the command line: once, with a sentence for everything that can be wrong. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasPin } from '../console/console-pin.ts';
import { openAgentFolder } from '../machine/agent-folder.ts';
import { readAgentConfig } from '../machine/config.ts';
import { scratchDir } from '../testing/agent-bench.ts';
import { enrolOnce } from './enrolment.ts';

const agentId = '0190a000-0000-7000-8000-000000000001';
let dir: string;
let server: Server;
let cloudUrl: string;
let answer: { status: number; body: unknown };
let asked: Record<string, unknown>[];

beforeEach(async () => {
  dir = join(scratchDir(), 'agent');
  asked = [];
  const now = new Date().toISOString();
  const cloud_key = 'MCowBQYDK2VwAyEA';
  answer = { status: 200, body: { agent_id: agentId, shop_id: agentId, shop_name: 'Shop', now, cloud_key } };
  server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    asked.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cloudUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

const wanted = () => ({ cloudUrl, dir, code: 'K7QM-2XWP-9DTA', name: 'counter' });

describe('enrolling once', () => {
  it('stores who the agent is, and from then on the cloud need not be named', async () => {
    expect(await enrolOnce(wanted())).toBe(agentId);
    expect(asked).toEqual([
      { code: 'K7QM-2XWP-9DTA', name: 'counter', public_key: expect.stringMatching(/^[\w-]{40,}$/) },
    ]);
    expect(readAgentConfig({ PLATEN_AGENT_DIR: dir })).toMatchObject({ cloudUrl, dir });
    expect(
      readAgentConfig({ PLATEN_AGENT_DIR: dir, PLATEN_CLOUD_URL: 'https://other.example' }).cloudUrl,
    ).toBe('https://other.example');
  });

  it('leaves nothing behind when the code is refused, or when nobody is there', async () => {
    answer = { status: 403, body: { error: 'This enrolment code is not valid.' } };
    await expect(enrolOnce(wanted())).rejects.toThrow('This enrolment code is not valid.');
    expect(existsSync(dir)).toBe(false);
    const below = join(dir, 'a', 'b');
    await expect(enrolOnce({ ...wanted(), dir: below, cloudUrl: 'http://127.0.0.1:1' })).rejects.toThrow(
      /ECONNREFUSED/,
    );
    expect(existsSync(dir)).toBe(false);
    mkdirSync(dir, { mode: 0o700 });
    writeFileSync(join(dir, 'note'), 'mine');
    await expect(enrolOnce(wanted())).rejects.toThrow('This enrolment code is not valid.');
    expect(readdirSync(dir)).toEqual(['note']);
    expect(hasPin(dir)).toBe(false);
  });

  it('keeps the key pair that was there, and uses it with the next code', async () => {
    const { body } = answer;
    answer = { status: 503, body: { error: 'stopping' } };
    await expect(enrolOnce(wanted())).rejects.toThrow(/HTTP 503/);
    answer = { status: 403, body: { error: 'This enrolment code is not valid.' } };
    await expect(enrolOnce(wanted())).rejects.toThrow('This enrolment code is not valid.');
    expect(() => readAgentConfig({ PLATEN_AGENT_DIR: dir })).toThrow(/PLATEN_CLOUD_URL/);
    answer = { status: 200, body };
    await enrolOnce(wanted());
    expect(new Set(asked.map(({ public_key }) => public_key)).size).toBe(1);
    expect(hasPin(dir)).toBe(true);
  });

  it('says what is wrong with the cloud', async () => {
    answer = { status: 503, body: { error: 'stopping' } };
    await expect(enrolOnce(wanted())).rejects.toThrow(/can't be reached: the cloud answered HTTP 503/);
    answer = { status: 200, body: { hello: 'world' } };
    await expect(enrolOnce(wanted())).rejects.toThrow(/can't be reached/);
    await expect(enrolOnce({ ...wanted(), cloudUrl: 'http://127.0.0.1:1' })).rejects.toThrow(/ECONNREFUSED/);
    expect(existsSync(join(dir, 'identity.json'))).toBe(true);
    expect(JSON.parse(readFileSync(join(dir, 'identity.json'), 'utf8')).agent).toBeUndefined();
  });

  it('is refused where it was done, and while an agent runs there', async () => {
    await enrolOnce(wanted());
    await expect(enrolOnce(wanted())).rejects.toThrow(/is enrolled at .* already/);
    const folder = openAgentFolder(dir);
    await expect(enrolOnce(wanted())).rejects.toThrow(/Another agent already runs/);
    folder.release();
    expect(asked).toHaveLength(1);
  });
});
