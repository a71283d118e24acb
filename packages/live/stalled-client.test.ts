import { type ChildProcess, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';

const sockets: Socket[] = [];
let child: ChildProcess | undefined;
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  child?.kill('SIGKILL');
});

/** Asks for the stream and reads nothing of it, or all. */
function listen(port: number, reads: boolean): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  });
  sockets.push(socket);
  if (reads) socket.resume();
  else socket.pause();
  return new Promise((resolve) => socket.once('connect', () => resolve()));
}

test('clients that read nothing cost less than 256 KiB each while many megabytes change', async () => {
  const stalled = 20;
  child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'testing/stalled-process.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value as string);
  const port: number = await next();
  const measure = async () => {
    child!.stdin!.write('measure\n');
    return await next();
  };
  await listen(port, true);
  await measure();
  const before = await measure();
  for (let n = 0; n < stalled; n += 1) await listen(port, false);
  await measure();
  const after = await measure();
  expect(after.listeners).toBe(stalled + 1);
  expect(after.toldBytes - before.toldBytes, 'so much has changed meanwhile').toBeGreaterThan(20_000_000);
  expect((after.kept - before.kept) / stalled).toBeLessThan(256 * 1024);
});
