/**
 * The examples of /docs are pasted: curl into a shell, JavaScript into Node.js, Python into Python, each of the page as it is served, with
 * nothing set but the variables that it names. What one answers is what the next asks for, as its own words say.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type ExampleLanguage, exampleLanguages, keyExpressions } from '@platen/cloud/docs/example-text';
import { variableSources } from '@platen/cloud/docs/example-values';
import { operations } from '@platen/cloud/operations';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';
import { completeOrder } from '../fixtures/whole-service.ts';

let cloud: TestCloud;
let dir: string;
let page: string;
let staffPage: string;
let available: Set<ExampleLanguage>;

beforeAll(async () => {
  cloud = await startTestCloud();
  dir = mkdtempSync(join(tmpdir(), 'platen-examples-'));
  const photo = await makeJpeg({ widthPx: 900, heightPx: 600, seed: 7 });
  writeFileSync(join(dir, 'photo.jpg'), photo);
  writeFileSync(join(dir, 'document.pdf'), makePdf({ pages: 2, widthMm: 210, heightMm: 297 }));
  page = await (await fetch(`${cloud.url}/docs`)).text();
  staffPage = await (await fetch(`${cloud.url}/docs/staff`)).text();
  const found = await Promise.all(
    (['curl', 'python3'] as const).map(async (name) => (await run(name, ['--version'], {})).code === 0),
  );
  available = new Set([
    'javascript',
    ...(found[0] ? ['curl' as const] : []),
    ...(found[1] ? ['python' as const] : []),
  ]);
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
  await cloud.close();
});

interface Ran {
  code: number;
  out: string;
}

function bareEnv(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME };
}

function run(program: string, args: string[], env: Record<string, string>): Promise<Ran> {
  const options = { cwd: dir, env: { ...bareEnv(), PYTHONUTF8: '1', ...env }, timeout: 60_000 };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out: `${stdout}${stderr}` }),
    );
  });
}

const unescapeHtml = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

/** As it stands on the page, where a reader copies it. */
function findShown(html: string, id: string, language: ExampleLanguage): string | undefined {
  const begin = html.indexOf(`<pre id="code.${id}.${language}"`);
  return begin < 0 ? undefined : unescapeHtml(html.slice(begin, html.indexOf('</pre>', begin)));
}

function getShown(id: string, language: ExampleLanguage): string {
  const text = findShown(page, id, language) ?? findShown(staffPage, id, language);
  if (text === undefined) throw new Error(`/docs shows no example of ${id} in ${language}`);
  return text;
}

/** curl prints no status; this one does, on a line of its own. */
const curlWithStatus = 'curl() { command curl -sS -w \'\\n%{http_code}\' "$@"; }\n';

/** Into a program that ends when the text does. */
const paste: Paste = (text, language, env) => {
  const [program, args] = programOf(language === 'curl' ? curlWithStatus + text : text, language);
  return run(program, args, env);
};

type Paste = (text: string, language: ExampleLanguage, env: Record<string, string>) => Promise<Ran>;

/**
 * Of JavaScript and Python, a program that runs one text after the other, each as if it were alone in it: with its own names and environment.
 * Starting one for each is most of the time.
 */
const longLived = {
  javascript: `
    import { createInterface } from 'node:readline';
    import { format } from 'node:util';
    for await (const line of createInterface({ input: process.stdin })) {
      const { text, env } = JSON.parse(line);
      for (const name of Object.keys(process.env)) delete process.env[name];
      Object.assign(process.env, env);
      let [code, out] = [0, ''];
      console.log = console.error = (...words) => (out += format(...words) + '\\n');
      try {
        await import('data:text/javascript,' + encodeURIComponent(text));
      } catch (error) {
        [code, out] = [1, out + error.stack];
      }
      process.stdout.write(JSON.stringify({ code, out }) + '\\n');
    }`,
  python: `
import contextlib, io, json, os, sys, traceback
for line in sys.stdin:
    wanted = json.loads(line)
    os.environ.clear()
    os.environ.update(wanted['env'])
    code, out = 0, io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            exec(compile(wanted['text'], 'pasted', 'exec'), {'__name__': '__main__'})
        except BaseException:
            code = 1
            traceback.print_exc()
    print(json.dumps({'code': code, 'out': out.getvalue()}), flush=True)`,
};

/** Whoever needs many of a language; a shell is as quick as any of these. */
function openProgram(language: ExampleLanguage): { paste: Paste; close(): void } {
  if (language === 'curl') return { paste, close: () => {} };
  const [program, args] = programOf(longLived[language], language);
  const child = spawn(program, args, {
    cwd: dir,
    env: { ...bareEnv(), PYTHONUTF8: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async paste(text, _, env) {
      child.stdin.write(`${JSON.stringify({ text, env: { ...bareEnv(), ...env } })}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`${program} has ended at\n${text}`);
      return JSON.parse(value) as Ran;
    },
    close: () => child.kill(),
  };
}

function readAnswer({ out }: Ran, language: ExampleLanguage): { status: number; text: string } {
  const match = language === 'curl' ? /^([\s\S]*)\n(\d{3})\s*$/.exec(out) : /^(\d{3}) ([\s\S]*)$/.exec(out);
  if (!match) throw new Error(out);
  const [status, text] = language === 'curl' ? [match[2], match[1]] : [match[1], match[2]];
  return { status: Number(status), text: text! };
}

interface Step {
  name: string;
  as?: 'guest' | 'operator' | 'admin';
  /** Beside 2xx: the refusal that the operation documents for the state that this is. */
  refused?: number;
  before?(world: World): Promise<void>;
}

interface World {
  language: ExampleLanguage;
  accounts: Record<'owner' | 'guest' | 'operator' | 'admin', TestAccount>;
  env: Record<string, string>;
}

const another = async ({ accounts, env }: World): Promise<void> => {
  const order = { items: [{ photo_id: env.PHOTO_ID, size: '4x6', paper_type: 'glossy', quantity: 1 }] };
  env.ORDER_ID = (await accounts.owner.call('POST', '/api/orders', order)).body.order_id;
};
const completed = async (world: World): Promise<void> => {
  await another(world);
  await world.accounts.owner.call('POST', '/api/payment/balance', { order_id: world.env.ORDER_ID });
  await completeOrder(cloud, world.env.ORDER_ID!);
};
const secondPhoto = async ({ accounts, env }: World): Promise<void> => {
  const bytes = await makeJpeg({ widthPx: 900, heightPx: 600, seed: 8 });
  env.PHOTO_ID_2 = (await accounts.owner.upload('/api/photos/upload', bytes)).body.photo_id;
};
const guestsPhoto = async ({ accounts, env }: World): Promise<void> => {
  const bytes = await makeJpeg({ widthPx: 900, heightPx: 600, seed: 9 });
  env.PHOTO_ID = (await accounts.guest.upload('/api/photos/upload', bytes)).body.photo_id;
};

/** In an order in which each finds what it names; what an answer gives goes into the environment of the next. */
const steps: Step[] = [
  { name: 'health_check' },
  { name: 'get_profile' },
  { name: 'update_profile' },
  { name: 'create_api_key' },
  { name: 'list_api_keys' },
  { name: 'revoke_api_key' },
  { name: 'upload_photo' },
  { name: 'upload_document' },
  { name: 'list_photos' },
  { name: 'get_photo' },
  { name: 'check_photo_quality' },
  { name: 'create_contact_sheets', before: secondPhoto },
  { name: 'list_documents' },
  { name: 'get_document_info' },
  { name: 'create_upload' },
  { name: 'get_upload' },
  // Not a byte of it has come.
  { name: 'finish_upload', refused: 409 },
  { name: 'delete_upload' },
  { name: 'get_print_prices' },
  { name: 'get_print_options' },
  { name: 'list_sizes' },
  { name: 'list_regions' },
  { name: 'get_region' },
  { name: 'get_region_tree' },
  { name: 'get_city_coverage' },
  { name: 'check_express_delivery' },
  { name: 'get_shipping_carriers' },
  { name: 'list_pickup_points' },
  { name: 'parse_address' },
  { name: 'create_address' },
  { name: 'list_addresses' },
  { name: 'update_address' },
  { name: 'create_coupon_campaign', as: 'admin' },
  {
    name: 'redeem_coupon',
    async before({ accounts, env, language }) {
      const wanted = { code: `TEA${language.slice(0, 4)}`.toUpperCase(), name: 'Tea', amount: 1 };
      env.COUPON_CODE = (await accounts.admin.call('POST', '/api/admin/coupon-campaigns', wanted)).body.code;
    },
  },
  { name: 'list_coupons' },
  { name: 'get_available_coupons' },
  { name: 'quote_order' },
  { name: 'create_order' },
  { name: 'list_orders' },
  { name: 'get_order_status' },
  { name: 'track_order' },
  { name: 'create_payment' },
  { name: 'get_payment_status' },
  { name: 'cancel_order' },
  { name: 'pay_with_balance', before: another },
  { name: 'get_order_tracking' },
  { name: 'create_topup' },
  { name: 'get_topup' },
  { name: 'get_balance' },
  { name: 'get_balance_transactions' },
  { name: 'list_events' },
  { name: 'submit_order_review', before: completed },
  { name: 'get_order_review' },
  { name: 'mark_order_review_read' },
  { name: 'create_after_sales' },
  { name: 'list_shop_after_sales', as: 'operator' },
  { name: 'get_after_sales' },
  { name: 'withdraw_after_sales' },
  { name: 'create_pre_order' },
  { name: 'get_pre_order' },
  { name: 'get_share_info' },
  { name: 'submit_share_photos', as: 'guest', before: guestsPhoto },
  { name: 'get_submission_status', as: 'guest' },
  { name: 'list_submissions' },
  { name: 'review_submission' },
  { name: 'update_pre_order' },
  { name: 'update_pre_order_status' },
  { name: 'list_print_jobs', as: 'operator' },
  { name: 'get_print_job', as: 'operator' },
  { name: 'list_sessions' },
  { name: 'delete_address' },
];

const valueAt = (answer: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    // biome-ignore lint/suspicious/noExplicitAny: answers of any operation.
    .reduce((value: any, part) => value?.[part], answer);

function keepAnswer(name: string, answer: unknown, env: Record<string, string>): void {
  for (const { from, variable } of Object.values(variableSources)) {
    if (from?.operation !== name) continue;
    const value = valueAt(answer, from.field);
    if (value !== undefined) env[variable] = String(value);
  }
}

it('pastes examples of forty operations and more', () => {
  expect(steps.length).toBeGreaterThanOrEqual(40);
  const names = new Set(operations.map(({ name }) => name));
  expect(steps.filter(({ name }) => !names.has(name))).toEqual([]);
});

describe.each(exampleLanguages)('the examples in %s', (language) => {
  it('work when they are pasted', { timeout: 240_000 }, async ({ skip, onTestFinished }) => {
    if (!available.has(language)) skip();
    const [owner, guest, operator, admin] = await Promise.all([
      cloud.account(),
      cloud.account(),
      cloud.account({ role: 'operator' }),
      cloud.account({ role: 'admin' }),
    ]);
    const world: World = { language, accounts: { owner, guest, operator, admin }, env: {} };
    const wrong: string[] = [];
    const program = openProgram(language);
    onTestFinished(program.close);
    for (const step of steps) {
      await step.before?.(world);
      const text = getShown(step.name, language);
      const account = world.accounts[step.as ?? 'owner'];
      const ran = await program.paste(text, language, { ...world.env, PLATEN_API_KEY: account.apiKey });
      const { status, text: said } = readAnswer(ran, language);
      const isRight = step.refused === undefined ? status >= 200 && status < 300 : status === step.refused;
      if (!isRight) wrong.push(`${step.name}: ${status} ${said}\n${text}`);
      else if (status < 300) keepAnswer(step.name, JSON.parse(said), world.env);
      // What a code of a campaign is may be used once in an installation.
      if (step.name === 'create_coupon_campaign') await forgetCampaigns();
    }
    expect(wrong).toEqual([]);
  });

  it('work with a key that was filled in instead of the variable', async ({ skip }) => {
    if (!available.has(language)) skip();
    const { apiKey } = await cloud.account();
    const quote = language === 'curl' ? '' : "'";
    const text = getShown('get_balance', language);
    expect(text).toContain(keyExpressions[language]);
    const ran = await paste(text.replace(keyExpressions[language], quote + apiKey + quote), language, {});
    expect(readAnswer(ran, language).status).toBe(200);
  });
});

async function forgetCampaigns(): Promise<void> {
  await cloud.deps.database.query.deleteFrom('coupon_campaigns').where('code', '=', 'SPRING24').execute();
}

describe.each(exampleLanguages)('the guides in %s', (language) => {
  it('lead from a photo to a paid order, and pay it once', async ({ skip }) => {
    if (!available.has(language)) skip();
    const account = await cloud.account();
    const env = { PLATEN_API_KEY: account.apiKey };
    const ran = await runPlain(getShown('guide-getting-started', language), language, env);
    expect(ran.code, ran.out).toBe(0);
    const { items } = (await account.call('GET', '/api/orders')).body;
    expect(items).toHaveLength(1);
    expect(items[0].status).not.toBe('pending_payment');
    const paged = await runPlain(getShown('guide-paging', language), language, env);
    expect(paged.out).toContain(items[0].order_no);
    const who = await runPlain(getShown('guide-authentication', language), language, env);
    expect(who.out).toContain(account.accountId);
  });

  it('send a file in pieces, over a connection that breaks', async ({ skip }) => {
    if (!available.has(language)) skip();
    const account = await cloud.account();
    const broken = await startBreakingProxy(cloud.url);
    try {
      const text = getShown('guide-uploads', language).replaceAll(cloud.url, broken.url);
      const ran = await runPlain(text, language, { PLATEN_API_KEY: account.apiKey });
      expect(ran.code, ran.out).toBe(0);
      expect(broken.count()).toBe(1);
      const { items } = (await account.call('GET', '/api/photos')).body;
      expect(items).toHaveLength(1);
    } finally {
      await broken.close();
    }
  });

  it.for(['guide-events', 'guide-live'])(
    'follow events from now on, each once: %s',
    async (guide, { skip }) => {
      if (!available.has(language)) skip();
      const account = await cloud.account();
      const photo = await account.upload(
        '/api/photos/upload',
        await makeJpeg({ widthPx: 600, heightPx: 400, seed: 3 }),
      );
      const order = {
        items: [{ photo_id: photo.body.photo_id, size: '4x6', paper_type: 'glossy', quantity: 1 }],
      };
      await account.call('POST', '/api/orders', order);
      const text = getShown(guide, language);
      const [program, args] = programOf(text, language);
      const { PATH = '' } = process.env;
      const child = spawn(program, args, {
        env: { PATH, PYTHONUTF8: '1', PLATEN_API_KEY: account.apiKey },
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      });
      let said = '';
      child.stdout.on('data', (chunk) => (said += chunk));
      const gone = once(child, 'exit');
      try {
        // It asks where the log stands when it starts; from then on every order is told.
        for (let orders = 0; orders < 40 && !said.includes('order.created'); orders += 1) {
          await account.call('POST', '/api/orders', order);
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
        expect(said).toContain('order.created');
        const before = said.match(/order\.created/g)!.length;
        const { order_id } = (await account.call('POST', '/api/orders', order)).body;
        await expect.poll(() => said, { timeout: 30_000 }).toContain(order_id);
        expect(said.match(/order\.created/g)!.length).toBe(before + 1);
        expect(said.split(order_id)).toHaveLength(2);
      } finally {
        process.kill(-child.pid!, 'SIGKILL');
        await gone;
      }
    },
  );
});

/** bash that is given a socket as its input, as Node.js does, reads what its user has set up for a terminal unless told not to. */
function programOf(text: string, language: ExampleLanguage): [string, string[]] {
  if (language === 'curl') return ['bash', ['--norc', '-c', text]];
  if (language === 'python') return ['python3', ['-c', text]];
  return [process.execPath, ['--input-type=module', '-e', text]];
}

const runPlain = (text: string, language: ExampleLanguage, env: Record<string, string>): Promise<Ran> =>
  run(...programOf(text, language), env);

/** Hands everything on to the cloud; the first PATCH breaks in its middle. */
async function startBreakingProxy(target: string) {
  let breaks = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const { host: _, connection: __, 'content-length': ___, expect: ____, ...headers } = request.headers;
    const isBroken = request.method === 'PATCH' && breaks === 0;
    if (isBroken) breaks += 1;
    const body = isBroken ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes;
    const answer = await fetch(target + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(bytes.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    if (isBroken) request.socket.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => breaks,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
