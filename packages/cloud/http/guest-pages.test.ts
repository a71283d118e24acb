/** The pages behind shared links, as a browser without scripts sees and uses them. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { openFilesFolder } from '../adapters/files-folder.ts';

const patienceMs = 180_000;
let cloud: TestCloud;
let owner: TestAccount;
let jpeg: Uint8Array;
let filesDir: string;
beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'platen-guests-'));
  cloud = await startTestCloud(undefined, { files: await openFilesFolder(filesDir) });
  owner = await cloud.account();
  jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 3 });
}, patienceMs);
afterAll(async () => {
  await cloud.close();
  await rm(filesDir, { recursive: true });
});

/** A browser that keeps a cookie, says where its forms come from, and runs nothing. */
function openPlainBrowser(language = 'en') {
  let cookie = '';
  const load = async (url: string, init: RequestInit = {}) => {
    const headers = { 'accept-language': language, origin: cloud.url, ...(cookie && { cookie }) };
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...init.headers },
    });
    const set = response.headers.get('set-cookie');
    if (set) cookie = set.split(';')[0]!;
    return { status: response.status, html: await response.text(), headers: response.headers };
  };
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  return {
    load,
    cookie: () => cookie,
    post: (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      load(url, { ...form(fields), headers }),
    async enter(url: string, phone: string) {
      const asked = await load(`${url}?do=code`, form({ phone }));
      expect(asked.html).toContain('name="code"');
      const code = /\d{6}/.exec(cloud.messages.at(-1)!.text)![0];
      const entered = await load(`${url}?do=enter`, form({ phone, code }));
      expect([entered.status, entered.headers.get('location')]).toEqual([303, '?lang=en']);
    },
    async send(url: string, fields: Record<string, string>, files: [name: string, bytes: Uint8Array][]) {
      const body = new FormData();
      for (const [name, bytes] of files) body.append('files', new Blob([new Uint8Array(bytes)]), name);
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      const sent = await load(url, { method: 'POST', body });
      // As a browser does: what it shows then can be loaded again, and nothing is sent again.
      if (sent.status !== 303) return sent;
      return await load(new URL(sent.headers.get('location')!, url).href);
    },
  };
}

const spec = { order_type: 'photo', spec_mode: 'fixed', size: '4x6', paper_type: 'glossy', status: 'open' };
const preOrder = async (more: object = {}) =>
  (await owner.call('POST', '/api/user/pre-orders', { title: '<b>Class</b> 3b', ...spec, ...more })).body;
const submittedTo = async ({ pre_order_id }: { pre_order_id: string }) =>
  (await owner.call('GET', `/api/user/pre-orders/${pre_order_id}/submissions`)).body.items;

describe('the page of a pre-order', { timeout: patienceMs }, () => {
  it('opens by its share_url: what it is, in the language of the browser, with nothing that runs', async () => {
    const { share_url } = await preOrder({
      deadline: '2090-01-02T10:00:00Z',
      description: '<script>x</script>',
    });
    const english = await openPlainBrowser().load(share_url);
    expect(english.status).toBe(200);
    expect(english.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = english.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; .*img-src 'self'; form-action 'self'/);
    expect(policy).not.toMatch(/script/);
    expect(english.html).toContain('<h1>&#60;b&#62;Class&#60;/b&#62; 3b</h1>');
    expect(english.html).not.toMatch(/<script|<b>| on\w+=/);
    expect(english.html).toMatch(/2 January 2090.*18:00/);
    const chinese = await openPlainBrowser('zh-CN,zh;q=0.9').load(share_url);
    expect(chinese.html).toContain('<html lang="zh-CN">');
    expect(chinese.html).toMatch(/截止时间.*2090年1月2日/);
    expect((await openPlainBrowser().load(`${cloud.url}/share/7KQM-2XWP-9DTA-41RZ`)).status).toBe(404);
  });

  it('takes photos from who says who they are, by the rules of the operations', async () => {
    const made = await preOrder({ password: 'abcd', quota_per_person: 3 });
    const browser = openPlainBrowser();
    const before = await browser.send(made.share_url, {}, [['a.jpg', jpeg]]);
    expect(before.html).toContain('name="phone"');
    await browser.enter(made.share_url, '+8613911110001');
    expect((await browser.load(made.share_url)).html).toMatch(/type="file".*multiple/);

    const wrong = await browser.send(made.share_url, { password: 'nope' }, [['a.jpg', jpeg]]);
    expect([wrong.status, wrong.html]).toEqual([403, expect.stringMatching(/role="alert".*password/)]);
    const left = await cloud.deps.database.query
      .selectFrom('documents')
      .select('id')
      .where('account_id', '!=', owner.accountId)
      .where('deleted_at', 'is', null)
      .execute();
    expect(left).toEqual([]);

    const name = '<i title=x>Wang.jpg';
    const fields = { password: 'abcd', submitter_name: 'Wang & Li' };
    const sent = await browser.send(made.share_url, fields, [
      [name, jpeg],
      ['b.jpg', jpeg],
    ]);
    expect([sent.status, sent.html]).toEqual([
      200,
      expect.stringMatching(/role="status">Thank you, 2 photos/),
    ]);
    expect(sent.html).not.toContain('<i ');
    const [submission] = await submittedTo(made);
    expect(submission).toMatchObject({
      status: 'pending',
      submitter_name: 'Wang & Li',
      photos: [{ filename: name }, {}],
    });
    const shown = /<img src="([^"]+)"/.exec(sent.html)![1]!;
    expect((await fetch(cloud.url + shown)).headers.get('content-type')).toBe('image/jpeg');

    const more = await browser.send(made.share_url, fields, [
      ['c.jpg', jpeg],
      ['d.jpg', jpeg],
    ]);
    expect([more.status, more.html]).toEqual([409, expect.stringMatching(/Each person may submit 3 photos/)]);
    const none = await browser.send(made.share_url, fields, []);
    expect(none.html).toMatch(/Choose at least one file/);
    const many = Array.from({ length: 21 }, (_, at): [string, Uint8Array] => [`${at}.jpg`, jpeg]);
    expect((await browser.send(made.share_url, fields, many)).html).toMatch(/At most 20 files/);
    const crafted = await browser.load(`${made.share_url}?sent=<b>`);
    expect(crafted.html).not.toMatch(/<b>|role="status"/);
    const text = await browser.send(made.share_url, fields, [['x.jpg', Buffer.from('no picture')]]);
    expect([text.status, await submittedTo(made)]).toEqual([422, [expect.anything()]]);
  });

  it('keeps nothing of a form that is cut off in the middle of a photo', async () => {
    const { share_url } = await preOrder();
    const browser = openPlainBrowser();
    await browser.enter(share_url, '+8613911110077');
    const staged = () => readdir(join(filesDir, 'staging'));
    const sending = request(share_url, {
      method: 'POST',
      headers: {
        cookie: browser.cookie(),
        origin: cloud.url,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 1_000_000,
      },
    });
    sending.on('error', () => {});
    const part = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n';
    sending.write(part + 'x'.repeat(1000));
    await until('the file', async () => (await staged()).length === 1);
    sending.destroy();
    await until('an empty folder', async () => (await staged()).length === 0);
  });

  it('is used from itself alone', async () => {
    const { share_url } = await preOrder();
    const browser = openPlainBrowser();
    await browser.enter(share_url, '+8613911110002');
    const sent = cloud.messages.length;
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const refused = await browser.post(`${share_url}?do=code`, { phone: '+8613911110003' }, headers);
      expect(refused.status).toBe(403);
    }
    expect(cloud.messages.length).toBe(sent);
    const wrong = await browser.post(`${share_url}?do=enter`, { phone: '+8613911110002', code: '000000' });
    expect([wrong.status, wrong.html]).toEqual([
      401,
      expect.stringMatching(/role="alert".*wrong or no longer good/),
    ]);
    // Whoever mistyped a code still has it.
    const short = await openPlainBrowser().post(`${share_url}?do=enter`, {
      phone: '+8613911110002',
      code: '12345',
    });
    expect([short.status, short.html]).toEqual([400, expect.stringContaining('name="code"')]);
  });

  it('says kindly that it is closed, expired or full, and takes nothing', async () => {
    const made = await preOrder();
    const browser = openPlainBrowser();
    await browser.enter(made.share_url, '+8613911110004');
    await owner.call('PUT', `/api/user/pre-orders/${made.pre_order_id}/status`, { status: 'closed' });
    const closed = await browser.load(made.share_url);
    expect(closed.html).toContain('It is closed and takes no more photos.');
    expect(closed.html).not.toContain('<form');
    const late = await browser.send(made.share_url, {}, [['a.jpg', jpeg]]);
    expect([late.status, await submittedTo(made)]).toEqual([409, []]);
    const { share_url } = await preOrder({ deadline: new Date(Date.now() + 3_600_000).toISOString() });
    cloud.clock.offsetMs += 2 * 3_600_000;
    expect((await openPlainBrowser('zh').load(share_url)).html).toContain('提交时间已过');
  });

  it('lets each choose the print where the owner did not', async () => {
    const wanted = { title: 'Ours', order_type: 'photo', spec_mode: 'per_submission', status: 'open' };
    const { body: made } = await owner.call('POST', '/api/user/pre-orders', wanted);
    const browser = openPlainBrowser();
    await browser.enter(made.share_url, '+8613911110005');
    const offered = (await browser.load(made.share_url)).html;
    expect(offered).toMatch(/<optgroup label="[^"]+"><option value="4x6\|glossy">/);
    // What doesn't go together, or is made by no printer, is no choice.
    expect(offered).not.toContain('value="4x6|plain"');
    const choice = { sheet: '4x6|glossy', quantity: '2' };
    await browser.send(made.share_url, choice, [['a.jpg', jpeg]]);
    expect((await submittedTo(made))[0].photos).toMatchObject([
      { size: '4x6', paper_type: 'glossy', quantity: 2 },
    ]);
  });
});

describe('the page of restored photos', { timeout: patienceMs }, () => {
  it('shows before and after, and gives a copy to who asks for one', async () => {
    const { body: photo } = await owner.upload(
      '/api/photos/upload',
      await makeJpeg({ widthPx: 300, heightPx: 200, seed: 8 }),
    );
    const wanted = { mode: 'force', enlarge_factor: 2 };
    const { body: begun } = await owner.call('POST', `/api/photos/${photo.photo_id}/restore`, wanted);
    const path = `/api/restorations/${begun.restoration_id}?wait_seconds=20`;
    for (let looks = 0; looks < 9; looks += 1)
      if ((await owner.call('GET', path)).body.status === 'completed') break;
    const share = { restoration_ids: [begun.restoration_id], message: 'For <you>', with_passcode: true };
    const { body: hidden } = await owner.call('POST', '/api/restore-shares', share);
    const { body: plain } = await owner.call('POST', '/api/restore-shares', {
      ...share,
      with_passcode: false,
    });

    const browser = openPlainBrowser();
    const open = await browser.load(plain.share_url);
    expect(open.html).toContain('For &#60;you&#62;');
    const pictures = [...open.html.matchAll(/<img src="([^"]+)" alt="(\w+)"/g)];
    expect(pictures.map(([, , alt]) => alt)).toEqual(['Before', 'After']);
    for (const [, src] of pictures)
      expect((await fetch(cloud.url + src)).headers.get('content-type')).toBe('image/jpeg');
    expect((await browser.load(hidden.share_url)).html).not.toMatch(/<img|For /);

    await browser.enter(hidden.share_url, '+8613911110006');
    const wrong = await browser.post(hidden.share_url, { passcode: 'x' });
    expect(wrong.status).toBe(403);
    const taken = await browser.post(hidden.share_url, { passcode: hidden.passcode });
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '?lang=en']);
    await owner.call('DELETE', `/api/restore-shares/${hidden.share_id}`);
    // What was taken stays there for who took it, whatever becomes of the share.
    const claimed = await browser.load(hidden.share_url);
    expect(claimed.html).toContain('The photos are yours.');
    expect((await openPlainBrowser().load(hidden.share_url)).html).not.toMatch(/The photos are yours|<img/);
    const download = /<a href="([^"]+)">Download/.exec(claimed.html)![1]!;
    expect((await fetch(cloud.url + download)).status).toBe(200);
    await owner.call('DELETE', `/api/restore-shares/${plain.share_id}`);
    expect((await openPlainBrowser('zh').load(plain.share_url)).html).toContain('对方已收回分享');
  });
});
