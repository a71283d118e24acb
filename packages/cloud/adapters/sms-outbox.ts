/**
 * Text messages for development: none is sent; each is a file of its own, readable by its owner alone. Owns the folder
 * `outbox`. It must never put a number or a code into a log; whoever runs a service for others puts a provider's adapter in its
 * place.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@platen/contracts/app-error';
import type { SmsMessage, SmsSender } from '../ports/sms.ts';

/** Files older than this go at the next start: they name people's numbers. */
const keptMs = 24 * 3600 * 1000;

/** Opens (and makes) the folder. `show` gets each message, for a person at a terminal and nothing that is kept. Throws one clear sentence. */
export async function openSmsOutbox(
  dir: string,
  show: (message: SmsMessage) => void = () => {},
): Promise<SmsSender> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    for (const name of await readdir(dir)) await removeOld(join(dir, name));
  } catch (error) {
    throw new AppError('internal', `The folder ${dir} can't be written (${(error as Error).message}).`);
  }
  return {
    async send(message) {
      const time = new Date().toISOString();
      const name = `${time.replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.json`;
      const path = join(dir, name);
      const text = `${JSON.stringify({ time, ...message }, null, 2)}\n`;
      await writeFile(`${path}.new`, text, { mode: 0o600, flag: 'wx' });
      await rename(`${path}.new`, path);
      show(message);
    },
  };
}

async function removeOld(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs > keptMs) await unlink(path);
}
