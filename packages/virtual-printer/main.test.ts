import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIppClient } from '@platen/ipp/ipp-client';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dir = '';
const children: ChildProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'platen-vp-main-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

function run(env: Record<string, string>): {
  child: ChildProcess;
  ended: Promise<{ code: number | null; stderr: string }>;
} {
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env: { ...process.env, PLATEN_VP_PORT: '0', PLATEN_VP_DIR: dir, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.push(child);
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  // `close` does not come after the parent has cut the IPC channel; these two always do.
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const quiet = new Promise((resolve) => child.stderr?.once('end', resolve));
  return { child, ended: Promise.all([exit, quiet]).then(([code]) => ({ code, stderr })) };
}

const readyUri = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve((message as { uri: string }).uri));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });

it.each(['SIGTERM', 'SIGINT', 'disconnect'])('says when it is ready, and ends cleanly on %s', async (how) => {
  const { child, ended } = run({});
  const client = createIppClient({ uri: await readyUri(child), deadlineMs: 20_000 });
  expect((await client.request({ operation: 'Get-Printer-Attributes' })).status).toBe(0);
  client.close();
  if (how === 'disconnect') child.disconnect();
  else child.kill(how as NodeJS.Signals);
  expect((await ended).code).toBe(0);
});

it('says in one line that the port is taken', async () => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const { code, stderr } = await run({ PLATEN_VP_PORT: String(port) }).ended;
  server.close();
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain('PLATEN_VP_PORT');
});

it('says in one line that the folder can not be written', async () => {
  writeFileSync(join(dir, 'file'), '');
  const { code, stderr } = await run({ PLATEN_VP_DIR: join(dir, 'file', 'below') }).ended;
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain('PLATEN_VP_DIR');
});
