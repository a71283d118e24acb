/** What clients cost that read nothing, measured in a process of their own (stalled-process.ts). */
import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface StalledCost {
  bytesEach: number;
  /** So much has changed while they stood still. */
  changedBytes: number;
  listeners: number;
}

/** So many that read nothing, beside one that reads. */
export async function measureStalledClients(count: number): Promise<StalledCost> {
  const sockets: Socket[] = [];
  const file = join(import.meta.dirname, 'stalled-process.ts');
  const child = spawn(process.execPath, ['--expose-gc', file], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await lines.next()).value as string);
    const port: number = await next();
    const measure = async () => {
      child.stdin.write('measure\n');
      return await next();
    };
    sockets.push(await listen(port, true));
    await measure();
    const before = await measure();
    for (let n = 0; n < count; n += 1) sockets.push(await listen(port, false));
    await measure();
    const after = await measure();
    return {
      bytesEach: (after.kept - before.kept) / count,
      changedBytes: after.toldBytes - before.toldBytes,
      listeners: after.listeners,
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGKILL');
  }
}

/** Asks for the stream and reads nothing of it, or all. */
function listen(port: number, reads: boolean): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      resolve(socket);
    });
    if (reads) socket.resume();
    else socket.pause();
  });
}
