import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scratchDir, until } from './testing/agent-bench.ts';
import { enrolCode, type FakeCloud, startFakeCloud } from './testing/fake-cloud.ts';

let dir: string;
let cloud: FakeCloud;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dir = scratchDir();
  cloud = await startFakeCloud();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await cloud.close();
  rmSync(dir, { recursive: true, force: true });
});

function run(env: Record<string, string> = {}) {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), [], {
    env: {
      PATH: process.env.PATH,
      PLATEN_CLOUD_URL: cloud.url,
      PLATEN_AGENT_DIR: join(dir, 'agent'),
      PLATEN_CONSOLE_PORT: '0',
      PLATEN_DISCOVERY: 'off',
      PLATEN_ENROL_CODE: enrolCode,
      ...env,
    },
    execPath: process.execPath,
    execArgv: [],
    silent: true,
  });
  children.push(child);
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint += chunk;
  });
  const ended = once(child, 'exit').then(([code]) => ({ code, complaint, lines: output.trim().split('\n') }));
  return { child, ended };
}

it.each(['SIGTERM', 'SIGINT'] as const)('is ready, links, and ends on %s', async (signal) => {
  const { child, ended } = run();
  expect((await once(child, 'message'))[0]).toEqual({
    type: 'ready',
    consoleUrl: expect.stringMatching(/^http:..127.0.0.1:\d+$/),
  });
  await until(() => cloud.hellos.length === 1);
  child.kill(signal);
  const { code, lines } = await ended;
  expect(code).toBe(0);
  expect(lines.map((line) => JSON.parse(line).event)).toContain('agent.stopped');
});

it('ends with its parent', async () => {
  const { child, ended } = run();
  await once(child, 'message');
  child.disconnect();
  expect((await ended).code).toBe(0);
});

it.each([
  ['a folder that can not be made', { PLATEN_AGENT_DIR: '/dev/null/agent' }, /can't be written/],
  ['no code', { PLATEN_ENROL_CODE: '' }, /PLATEN_ENROL_CODE/],
  ['a cloud that is no address', { PLATEN_CLOUD_URL: 'cloud' }, /PLATEN_CLOUD_URL/],
  ['a printer that is no URI', { PLATEN_PRINTERS: 'printer' }, /PLATEN_PRINTERS/],
])('%s: one line and exit code 1', async (_name, env, sentence) => {
  const { code, complaint } = await run(env).ended;
  expect(code).toBe(1);
  expect(complaint).toMatch(/^platen agent: [^\n]+\n$/);
  expect(complaint).toMatch(sentence);
});
