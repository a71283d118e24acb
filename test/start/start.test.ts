/**
 * What a newcomer does: `platen up` (which is `npm start`) from nothing to a printed page, Ctrl-C, the next start, and
 * the starts that can't succeed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startVirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listChildren } from '../fixtures/child-list.ts';
import { clientOf } from '../fixtures/cloud.ts';
import { freePort } from '../fixtures/free-port.ts';
import { startDocumentProxy } from '../fixtures/proxies/document-proxy.ts';
import { ensureWeb } from '../fixtures/web-build.ts';

const programPath = join(import.meta.dirname, '../../packages/cli/platen.mjs');

interface Program {
  process: ChildProcess;
  output(): string;
  complaints(): string;
  /** Its exit code; null after a signal. */
  ended: Promise<number | null>;
}

const running = new Set<ChildProcess>();

/**
 * Runs `platen` with these words, under the widest umask there is. Only what is given here of Platen's settings reaches it.
 */
function runPlaten(words: string[], settings: Record<string, string>): Program {
  const others = Object.entries(process.env).filter(([name]) => !/^(PLATEN_|DATABASE_URL$)/.test(name));
  const env = { ...Object.fromEntries(others), ...settings };
  const line = ['umask 000; exec "$@"', 'sh', process.execPath, programPath, ...words];
  const child = spawn('sh', ['-c', ...line], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return { process: child, output: () => output, complaints: () => complaints, ended };
}

/** Looks until `find` gives something; throws with `what` after 20 s. */
async function until<T>(what: () => string, find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let looks = 0; looks < 400; looks += 1) {
    const found = await find();
    if (found) return found;
    await sleep(50);
  }
  throw new Error(`waited in vain: ${what()}`);
}

const whenReady = (up: Program): Promise<boolean> =>
  until(
    () => up.output() + up.complaints(),
    () => up.output().includes('Platen is ready') && up.output().includes('/api/orders/$ORDER'),
  );

// Built already, as at every start but the first.
beforeAll(async () => void (await ensureWeb()), 120_000);

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'platen start-'));

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

describe('platen up', () => {
  const dir = newFolder();
  let port: number;
  let up: Program;
  let demo: Record<'base_url' | 'api_key' | 'admin_api_key' | 'phone' | 'shop_phone' | 'admin_phone', string>;
  let orderId: string;
  const settings = () => ({ PLATEN_DATA_DIR: dir, PLATEN_PORT: String(port) });

  beforeAll(async () => {
    port = await freePort();
    up = runPlaten(['up'], settings());
    await whenReady(up);
    demo = JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8'));
  });
  afterAll(async () => {
    up.process.kill('SIGTERM');
    await up.ended;
    rmSync(dir, { recursive: true, force: true });
  });

  it('writes demo.json for its owner alone, and prints URL, key and folder', () => {
    expect(statSync(join(dir, 'demo.json')).mode & 0o777).toBe(0o600);
    expect(demo).toEqual({
      base_url: `http://127.0.0.1:${port}`,
      api_key: expect.stringMatching(/^platen_live_\w{38}$/),
      admin_api_key: expect.stringMatching(/^platen_live_\w{38}$/),
      phone: '+447700900001',
      shop_phone: '+447700900002',
      admin_phone: '+447700900003',
    });
    expect(up.output()).toContain(`Web pages      ${demo.base_url}/  log in as ${demo.phone}\n`);
    expect(up.output()).toContain(demo.api_key);
    expect(up.output()).not.toContain(demo.admin_api_key);
    expect(up.output()).toContain(join(dir, 'printed'));
    expect(up.complaints()).toBe('');
  });

  it('brings the sample page from an upload to paper by the printed lines', async () => {
    const pasted = up.output().split('another terminal.')[1]!;
    const shell = spawn('sh', ['-c', pasted], { stdio: ['ignore', 'pipe', 'inherit'] });
    let answers = '';
    shell.stdout.on('data', (chunk) => {
      answers += chunk;
    });
    await new Promise((resolve) => shell.on('close', resolve));
    orderId = /"order_id":"([^"]+)"/.exec(answers)?.[1] ?? '';
    expect(answers).toContain('"status":"succeeded"');

    const { call } = clientOf(demo.base_url, demo.api_key);
    await until(
      () => answers,
      async () => (await call('GET', `/api/orders/${orderId}`)).body.status === 'ready_for_pickup',
    );
    expect(printedPages(dir)).toHaveLength(1);
    expect((await call('GET', '/api/user/balance')).body.balance).toBe(99.5);
  });

  it('refuses a second start with the same folder in one line', async () => {
    const second = runPlaten(['up'], { ...settings(), PLATEN_PORT: String(await freePort()) });
    expect(await second.ended).toBe(1);
    expect(second.complaints()).toBe(`platen: Platen is running already with the data folder ${dir}.\n`);
  });

  it('refuses a port in use in one line', async () => {
    const other = newFolder();
    const second = runPlaten(['up'], { ...settings(), PLATEN_DATA_DIR: other });
    expect(await second.ended).toBe(1);
    expect(linesOf(second.complaints())).toEqual([expect.stringContaining(`Port ${port} `)]);
    rmSync(other, { recursive: true, force: true });
  });

  it('makes further accounts while it runs', async () => {
    const words = ['account', 'create', '--phone', '+86 138-0000-0001', '--balance', '12.50', '--json'];
    const create = runPlaten(words, settings());
    expect(await create.ended).toBe(0);
    const account = JSON.parse(create.output());
    expect(account).toEqual({
      account_id: expect.any(String),
      phone: '+8613800000001',
      api_key: expect.stringMatching(/^platen_live_/),
      balance: 12.5,
      currency: 'CNY',
    });
    const { call } = clientOf(demo.base_url, account.api_key);
    expect((await call('GET', '/api/user/balance')).body).toEqual({ balance: 12.5, currency: 'CNY' });

    const again = runPlaten(words, settings());
    expect(await again.ended).toBe(1);
    expect(linesOf(again.complaints())).toEqual([expect.stringContaining('+8613800000001 already')]);
  });

  it('makes an account that exists an admin, for the first of an installation', async () => {
    const phone = '13800000002';
    const create = runPlaten(['account', 'create', '--phone', phone, '--json'], settings());
    expect(await create.ended).toBe(0);
    const { api_key, phone: kept } = JSON.parse(create.output());
    expect(kept).toBe('+8613800000002');
    const promote = runPlaten(
      ['account', 'role', '--phone', '+86 138 0000 0002', '--role', 'admin'],
      settings(),
    );
    expect(await promote.ended).toBe(0);
    expect(promote.output()).toContain('+8613800000002 is an admin now.');
    const { call } = clientOf(demo.base_url, api_key);
    const log = await call('GET', '/api/admin/audit-log?action=set_account_role');
    expect(log.body.items).toMatchObject([{ account_id: 'command line', detail: { was: 'customer' } }]);
    const nobody = runPlaten(['account', 'role', '--phone', '+8613800000009', '--role', 'admin'], settings());
    expect(await nobody.ended).toBe(1);
  });

  it('sends a login code to the outbox, readable by its owner alone, and says it', async () => {
    const { call } = clientOf(demo.base_url, '');
    expect((await call('POST', '/api/auth/code', { phone: '+8613800000003' })).status).toBe(200);
    const outbox = join(settings().PLATEN_DATA_DIR, 'outbox');
    const [file] = readdirSync(outbox);
    expect(statSync(join(outbox, file!)).mode & 0o777).toBe(0o600);
    const { text } = JSON.parse(readFileSync(join(outbox, file!), 'utf8'));
    expect(text).toMatch(/^【Platen】登录验证码 \d{6}/);
    await until(
      () => 'the notice',
      () => up.complaints().includes(text),
    );
  });

  it('lets a person log in as each of the demo accounts, by the code that stands in the terminal', async () => {
    for (const [phone, role] of [
      [demo.phone, 'customer'],
      [demo.shop_phone, 'operator'],
      [demo.admin_phone, 'admin'],
    ] as const) {
      const post = (path: string, body: object) =>
        fetch(demo.base_url + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
      expect((await post('/api/auth/code', { phone })).status).toBe(200);
      const said = () => /\b\d{6}\b/.exec(up.complaints().split(phone)[1] ?? '')?.[0];
      await expect.poll(said, { timeout: 10_000 }).toBeDefined();
      const login = await post('/api/auth/login', { phone, code: said() });
      expect(login.status, phone).toBe(200);
      expect(await login.json()).toMatchObject({ account: { role } });
    }
  });

  it('writes numbers and codes to no log', async () => {
    const { call } = clientOf(demo.base_url, '');
    expect((await call('POST', '/api/auth/code', { phone: '+8613800000004' })).status).toBe(200);
    const [{ values }] = readdirSync(join(dir, 'outbox'))
      .map((name) => JSON.parse(readFileSync(join(dir, 'outbox', name), 'utf8')))
      .filter(({ phone }) => phone === '+8613800000004');
    const wrong = { phone: '+8613800000004', code: values.code === '000000' ? '000001' : '000000' };
    expect((await call('POST', '/api/auth/login', wrong)).status).toBe(401);
    const logs = readdirSync(join(dir, 'logs')).map((name) => readFileSync(join(dir, 'logs', name), 'utf8'));
    expect(logs.join('')).toContain('cloud.ready');
    for (const secret of [values.code, wrong.code, '13800000004'])
      expect(logs.join('')).not.toContain(secret);
  });

  it('makes no file or folder that another user of the machine may read, whatever the umask', () => {
    const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' });
    const kinds = ['platen.db', 'platen.db-wal', 'spool.sqlite', 'identity.json', 'cloud.log', 'sample.pdf'];
    for (const kind of kinds) expect(paths.some((path) => path.endsWith(kind))).toBe(true);
    expect(paths.some((path) => /^printed[\\/]0.*copy-/.test(path))).toBe(true);
    expect(paths.some((path) => /^cloud[\\/]files[\\/]\w\w[\\/]/.test(path))).toBe(true);
    const open = paths.filter((path) => (statSync(join(dir, path)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  it('starts a part again that ended by accident', async () => {
    const uptime = async () => (await fetch(`${demo.base_url}/api/health`)).json();
    expect(await uptime()).toMatchObject({ status: 'ok' });
    const cloudId = listChildren(up.process.pid!).find(({ line }) => line.includes('cloud/main.ts'))?.id;
    process.kill(cloudId!, 'SIGKILL');
    await until(up.complaints, () => up.complaints().includes('cloud: works again.'));
    expect(up.complaints()).toContain('cloud: was ended by SIGKILL; starting it again in 1 s.');
    expect(await uptime()).toMatchObject({ database: 'ok' });
  });

  it('stops on Ctrl-C, even pressed twice, and goes on at the next start, its printer at another port where that was taken', async () => {
    const parts = listChildren(up.process.pid!);
    expect(parts).toHaveLength(3);
    const askedAt = performance.now();
    up.process.kill('SIGINT');
    up.process.kill('SIGINT');
    expect(await up.ended).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(5000);
    for (const { id } of parts) expect(() => process.kill(id, 0)).toThrow();

    const printerPort = () => Number(readFileSync(join(dir, 'virtual-printer-port'), 'utf8'));
    const taken = printerPort();
    const squatter = createServer().listen(taken, '127.0.0.1');
    await once(squatter, 'listening');
    up = runPlaten(['up'], settings());
    await whenReady(up);
    expect(printerPort()).not.toBe(taken);
    squatter.close();
    expect(JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8'))).toEqual(demo);
    const { call } = clientOf(demo.base_url, demo.api_key);
    expect((await call('GET', `/api/orders/${orderId}`)).body.status).toBe('ready_for_pickup');
    expect(printedPages(dir)).toHaveLength(1);
  });
});

describe('stopped while a page is on its way to a printer', () => {
  it('lets it arrive: it is printed once, and nobody is asked', { timeout: 90_000 }, async () => {
    const dir = newFolder();
    const sheets = newFolder();
    const printer = await startVirtualPrinter({ port: 0, dir: sheets, name: 'Slow' });
    const proxy = await startDocumentProxy(printer.uri);
    const settings = {
      PLATEN_DATA_DIR: dir,
      PLATEN_PORT: String(await freePort()),
      PLATEN_PRINTERS: proxy.uri,
      PLATEN_DISCOVERY: 'off',
    };
    let up = runPlaten(['up'], settings);
    try {
      await whenReady(up);
      const { base_url, api_key } = JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8'));
      // Longer than the others have to end.
      const fault = { kind: 'freeze', forMs: 5000, isTotal: false } as const;
      const struck = proxy.arm({ marker: Buffer.from('%PDF'), atByte: 100, fault });
      const shell = spawn('sh', ['-c', up.output().split('another terminal.')[1]!], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let answers = '';
      shell.stdout.on('data', (chunk) => {
        answers += chunk;
      });
      await struck;
      up.process.kill('SIGTERM');
      expect(await up.ended).toBe(0);
      await new Promise((resolve) => (shell.exitCode === null ? shell.on('close', resolve) : resolve(0)));
      const orderId = /"order_id":"([^"]+)"/.exec(answers)?.[1];
      expect(up.complaints()).not.toContain('did not stop in time');
      up = runPlaten(['up'], settings);
      await whenReady(up);
      const { call } = clientOf(base_url, api_key);
      const jobs = async () => (await call('GET', `/api/orders/${orderId}`)).body.print_jobs;
      await until(
        () => up.complaints(),
        async () => ['printed', 'unknown'].includes((await jobs())[0].state),
      );
      expect(await jobs()).toMatchObject([{ state: 'printed' }]);
    } finally {
      up.process.kill('SIGTERM');
      await up.ended;
      await proxy.close();
      await printer.close();
      for (const folder of [dir, sheets]) rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a start that can not succeed says why in one line and exits with 1', () => {
  let dir: string;
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  async function refusal(settings: Record<string, string>): Promise<string> {
    const up = runPlaten(['up'], { PLATEN_PORT: String(await freePort()), ...settings });
    expect(await up.ended).toBe(1);
    expect(up.output()).toBe('');
    const lines = linesOf(up.complaints());
    expect(lines).toHaveLength(1);
    return lines[0]!;
  }

  it('a folder that can not be written', async () => {
    dir = newFolder();
    // Below a file: root may write everywhere else.
    writeFileSync(join(dir, 'file'), '');
    const below = join(dir, 'file', 'data');
    expect(await refusal({ PLATEN_DATA_DIR: below })).toContain(`The folder ${below} can't be written`);
  });

  it('a database that others can read, for the secret in it signs payments; and a damaged one', async () => {
    dir = newFolder();
    const first = runPlaten(['account', 'create', '--phone', '+8613800000009'], { PLATEN_DATA_DIR: dir });
    expect(await first.ended).toBe(0);
    const file = join(dir, 'cloud', 'platen.db');
    chmodSync(file, 0o644);
    const said = await refusal({ PLATEN_DATA_DIR: dir });
    expect(said).toContain(`Other users of this machine can read ${file}.`);
    expect(said).toContain(`chmod go= '${file}'`);
    chmodSync(file, 0o600);
    writeFileSync(file, 'this was a database once. '.repeat(500));
    expect(await refusal({ PLATEN_DATA_DIR: dir })).toContain(`The database ${file} is damaged`);
  });

  it('play money for the whole network that nobody chose', async () => {
    dir = newFolder();
    const said = await refusal({ PLATEN_DATA_DIR: dir, PLATEN_HOST: '0.0.0.0' });
    expect(said).toMatch(/PLATEN_PAYMENTS: must be chosen.*none.*sandbox/);
    const alone = runPlaten(['cloud'], { PLATEN_DATA_DIR: dir, PLATEN_BASE_URL: 'https://print.example' });
    expect(await alone.ended).toBe(1);
    expect(alone.complaints()).toContain('platen cloud: PLATEN_PAYMENTS: must be chosen');
  });

  it('settings that make no sense', async () => {
    dir = newFolder();
    expect(await refusal({ PLATEN_DATA_DIR: dir, PLATEN_PORT: 'eighty' })).toContain('PLATEN_PORT: must be');
    expect(await refusal({ PLATEN_DATA_DIR: dir, PLATEN_PRINTERS: 'lp0' })).toContain(
      'PLATEN_PRINTERS: must be URIs of printers, such as ipp://192.168.1.20/ipp/print, not "lp0".',
    );
  });
});

describe('the command line', () => {
  it.each([
    [['print'], 'There is no command "print".'],
    [['up', '--fast'], "Unknown option '--fast'."],
    [['account', 'create'], '--phone is missing.'],
    [['account', 'create', '--phone', '123'], '--phone: must be a mobile number'],
    [['account', 'create', '--phone', 'none'], '--phone: must be a mobile number such as +8613800000001'],
    [
      ['account', 'create', '--phone', '+8613800000009', '--balance', '-1'],
      "Option '--balance' argument is ambiguous",
    ],
    [
      ['account', 'create', '--phone', '+8613800000009', '--balance', '1.005'],
      '--balance: must be an amount of CNY',
    ],
    [
      ['account', 'create', '--phone', '+8613800000009', '--role', 'king'],
      '--role: must be one of customer, operator, admin',
    ],
  ])('%j is refused in one line with exit code 2', async (words, sentence) => {
    const program = runPlaten(words, { PLATEN_DATA_DIR: '/nonexistent' });
    expect(await program.ended).toBe(2);
    expect(linesOf(program.complaints())).toEqual([expect.stringContaining(sentence)]);
  });

  it.each([
    [['--help'], 'account create'],
    [['up', '--help'], 'PLATEN_PRINTERS'],
    [['--version'], /^\d+\.\d+\.\d+\n$/],
  ])('%j answers', async (words, expected) => {
    const program = runPlaten(words, {});
    expect(await program.ended).toBe(0);
    expect(program.output()).toMatch(expected);
  });
});

it('a cloud on an IPv6 address says where it is as a URL that can be opened', async () => {
  const dir = newFolder();
  const cloud = runPlaten(['cloud'], { PLATEN_DATA_DIR: dir, PLATEN_HOST: '::1', PLATEN_PORT: '0' });
  const url = await until(cloud.complaints, () => /"url":"([^"]+)"/.exec(cloud.output())?.[1]);
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  cloud.process.kill('SIGTERM');
  expect(await cloud.ended).toBe(0);
  rmSync(dir, { recursive: true, force: true });
});

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Printed sheets that the virtual printer kept. */
const printedPages = (dir: string): string[] =>
  readdirSync(join(dir, 'printed'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^\d{6}-[^/]*[\\/]copy-/.test(path),
  );
