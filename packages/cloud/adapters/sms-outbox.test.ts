import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSmsMemory } from '../../../test/fixtures/sms-memory.ts';
import type { SmsMessage } from '../ports/sms.ts';
import { describeSms } from '../testing/sms-suite.ts';
import { openSmsOutbox } from './sms-outbox.ts';

const readAll = async (dir: string) =>
  await Promise.all(
    (await readdir(dir)).map(async (name) => JSON.parse(await readFile(join(dir, name), 'utf8'))),
  );

describeSms('the outbox folder', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'platen-sms-'));
  const sms = await openSmsOutbox(join(dir, 'outbox'));
  return {
    sms,
    sent: () => readAll(join(dir, 'outbox')),
    close: () => rm(dir, { recursive: true, force: true }),
  };
});

describeSms('the memory of the tests', async () => {
  const { sms, messages } = createSmsMemory();
  return { sms, sent: async () => messages, close: async () => {} };
});

describe('the outbox folder', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'platen-sms-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('can be read by its owner alone, and shows each message without writing it to a log', async () => {
    const shown: SmsMessage[] = [];
    const sms = await openSmsOutbox(join(dir, 'outbox'), (message) => shown.push(message));
    const values = { code: '000123', minutes: '5' };
    const message = {
      phone: '+14155550123',
      language: 'en',
      template: 'login_code',
      values,
      text: 'a\nb 000123',
    } as const;
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await sms.send(message);
    expect(written).not.toHaveBeenCalled();
    written.mockRestore();
    const [name] = await readdir(join(dir, 'outbox'));
    expect((await stat(join(dir, 'outbox', name!))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, 'outbox'))).mode & 0o777).toBe(0o700);
    expect(shown).toEqual([message]);
  });

  it('forgets messages of the day before when it is opened again', async () => {
    await openSmsOutbox(dir);
    await writeFile(join(dir, 'old.json'), '{}');
    await writeFile(join(dir, 'new.json'), '{}');
    await utimes(join(dir, 'old.json'), 1, 1);
    await openSmsOutbox(dir);
    expect(await readdir(dir)).toEqual(['new.json']);
  });

  it('says in a sentence that it cannot be written', async () => {
    await writeFile(join(dir, 'file'), '');
    await expect(openSmsOutbox(join(dir, 'file'))).rejects.toThrow(/^The folder .* can't be written/);
  });
});
