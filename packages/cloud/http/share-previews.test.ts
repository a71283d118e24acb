/** What a link that was sent to somebody says of itself before it is opened: in a chat's preview, in the tab, to whoever guesses. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { openWebFiles } from '@platen/web-host/web-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';

const patienceMs = 180_000;
let dir: string;
let cloud: TestCloud;
let owner: TestAccount;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'platen-previews-'));
  for (const entry of ['app', 'share', 'shop', 'admin']) {
    mkdirSync(join(dir, 'x', entry), { recursive: true });
    const page = `<html lang="en"><title>Platen</title></head><h1>__PLATEN_HEADING__</h1>entry ${entry}</html>`;
    writeFileSync(join(dir, 'x', entry, 'index.html'), page);
  }
  writeFileSync(join(dir, 'current.json'), JSON.stringify({ fingerprint: 'x' }));
  cloud = await startTestCloud(undefined, {}, { web: openWebFiles(dir) });
  owner = await cloud.account();
}, patienceMs);
afterAll(async () => {
  await cloud.close();
  rmSync(dir, { recursive: true, force: true });
});

/** As a chat's robot asks, which says nothing of what it reads. */
async function look(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(
    new URL(new URL(path, cloud.url).pathname + new URL(path, cloud.url).search, cloud.url),
    {
      headers: { accept: '*/*', ...headers },
    },
  );
  const html = await response.text();
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  return {
    status: response.status,
    html,
    meta,
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    heading: /<h1>([^<]*)<\/h1>/.exec(html)?.[1],
  };
}

const spec = { order_type: 'photo', spec_mode: 'fixed', size: '4x6', paper_type: 'glossy', status: 'open' };
const preOrder = async (more: object) =>
  (await owner.call('POST', '/api/user/pre-orders', { title: 'Secret surprise', ...spec, ...more })).body;

describe('the link of a pre-order', { timeout: patienceMs }, () => {
  it('says its title and what it is about, as text, whatever its owner wrote', async () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&';
    const { share_url } = await preOrder({ title: hostile, description: `${'很长'.repeat(300)}${hostile}` });
    const page = await look(share_url);
    const escaped = '&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;';
    expect([page.status, page.title, page.heading, page.meta('og:title')]).toEqual([
      200,
      escaped,
      escaped,
      escaped,
    ]);
    expect(page.html).not.toMatch(/<img|<script/);
    expect([...page.meta('og:description')!]).toHaveLength(200);
    expect(page.meta('robots')).toBe('noindex');
    expect(page.meta('og:image')).toBe(`${cloud.url}/icon-512.png`);
    expect(page.html).toContain('entry share');
  });

  it('tells nothing that its owner wrote where not everybody may come in', async () => {
    const closedOnes = [
      { password: 'abcd', description: 'for Aunt Secret' },
      { allow: 'phones', allowed_phones: ['13800000001'], description: 'for Aunt Secret' },
    ];
    for (const more of closedOnes) {
      const page = await look((await preOrder(more)).share_url);
      expect([page.status, page.title, page.heading]).toEqual([200, 'Send your photos', '']);
      expect(page.html).not.toMatch(/Secret/);
    }
  });

  it('speaks the language that the browser prefers, and that was asked for', async () => {
    const { share_url } = await preOrder({ password: 'abcd' });
    const chinese = await look(share_url, { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' });
    expect([chinese.title, /<html lang="([^"]*)"/.exec(chinese.html)?.[1]]).toEqual([
      '提交您的照片',
      'zh-CN',
    ]);
    expect((await look(`${share_url}?lang=zh`)).title).toBe('提交您的照片');
    expect((await look(`${share_url}?lang=en`, { 'accept-language': 'zh' })).title).toBe('Send your photos');
  });

  it('is found however its code is typed, and says 404 where there is nothing behind it', async () => {
    const { share_url, share_code } = await preOrder({});
    expect((await look(share_url)).title).toBe('Secret surprise');
    expect((await look(`/share/${share_code.toLowerCase().replaceAll('-', '')}`)).title).toBe(
      'Secret surprise',
    );
    for (const path of [
      '/share/7KQM-2XWP-9DTA-41RZ',
      '/share/x',
      `/share/${share_code}/x`,
      `/restored/${share_code}`,
      '/restored/__proto__',
    ]) {
      const page = await look(path);
      expect([path, [200, 404].includes(page.status), page.html.includes('entry share')]).toEqual([
        path,
        true,
        true,
      ]);
      expect(page.html).not.toContain('Secret');
    }
    expect((await look('/share/7KQM-2XWP-9DTA-41RZ')).status).toBe(404);
  });

  it('leads to what it is called that is printed, without a key', async () => {
    const { share_code } = await preOrder({});
    const { body: free } = await owner.call('POST', '/api/user/pre-orders', {
      title: 'Ours',
      order_type: 'photo',
      spec_mode: 'per_submission',
      status: 'open',
    });
    const infoOf = async (code: string) => (await owner.call('GET', `/api/share/${code}`)).body;
    expect((await infoOf(share_code)).printed_as).toEqual({
      size: {
        name: '102 x 152 mm photo',
        name_zh: expect.stringMatching(/寸/),
        width_mm: 101.6,
        height_mm: 152.4,
      },
      paper_type: { name: 'Glossy photo paper', name_zh: expect.any(String) },
    });
    expect((await infoOf(free.share_code)).printed_as).toBeNull();
  });

  it('takes nothing by a form: what is sent there goes nowhere', async () => {
    const { share_url, pre_order_id } = await preOrder({});
    const sent = await fetch(share_url, {
      method: 'POST',
      body: new URLSearchParams({ phone: '13800000009' }),
    });
    expect([sent.status, cloud.messages.length]).toEqual([404, 0]);
    const { body } = await owner.call('GET', `/api/user/pre-orders/${pre_order_id}/submissions`);
    expect(body.items).toEqual([]);
  });
});

describe('the link to restored photos', { timeout: patienceMs }, () => {
  it('tells neither the message nor a picture, and the API gives both to whoever opens it', async () => {
    const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 8 });
    const { body: photo } = await owner.upload('/api/photos/upload', jpeg);
    const { body: begun } = await owner.call('POST', `/api/photos/${photo.photo_id}/restore`, {
      mode: 'force',
      enlarge_factor: 2,
    });
    for (let looks = 0; looks < 9; looks += 1) {
      const path = `/api/restorations/${begun.restoration_id}?wait_seconds=20`;
      if ((await owner.call('GET', path)).body.status === 'completed') break;
    }
    const wanted = { restoration_ids: [begun.restoration_id], message: 'For Aunt Secret' };
    const { body: plain } = await owner.call('POST', '/api/restore-shares', { ...wanted, max_claims: 2 });
    const { body: hidden } = await owner.call('POST', '/api/restore-shares', {
      ...wanted,
      with_passcode: true,
    });
    const [guest, other] = [await cloud.account(), await cloud.account()];
    const page = await look(plain.share_url);
    expect([page.status, page.title]).toEqual([200, 'Restored photos for you']);
    expect(page.html).not.toMatch(/Secret|api\/files/);
    // A browser that opens it is told where the first picture is: the one that the API names, and no other.
    const opening = { 'sec-fetch-dest': 'document' };
    const named = async (url: string) => /\/api\/files\/[\w-]+/.exec((await look(url, opening)).html)?.[0];

    const infoOf = async ({ code }: { code: string }) =>
      (await other.call('GET', `/api/restore-shares/${code}`)).body;
    const info = await infoOf(plain);
    expect(info).toMatchObject({ message: 'For Aunt Secret', preview_urls: [expect.any(String)] });
    expect(new URL(info.preview_urls[0]).pathname).toBe(await named(plain.share_url));
    expect((await look(plain.share_url, opening)).html).not.toContain('Secret');
    expect(await named(hidden.share_url)).toBeUndefined();

    for (const url of [...info.preview_urls, ...info.before_urls]) {
      const [whole, small, again] = [
        await fetch(url),
        await fetch(`${url}?edge=960`),
        await fetch(`${url}?edge=1&edge=960`),
      ];
      expect([whole, small].map(({ headers }) => headers.get('content-type'))).toEqual([
        'image/jpeg',
        'image/jpeg',
      ]);
      expect(small.headers.get('etag')).not.toBe(whole.headers.get('etag'));
      expect(again.headers.get('etag')).toBe(whole.headers.get('etag'));
    }
    expect(await infoOf(hidden)).toMatchObject({ message: '', preview_urls: [], before_urls: [] });

    // What was taken stays with who took it, whatever becomes of the share; nobody else is shown it.
    const path = `/api/restore-shares/${plain.code}/claimed`;
    expect((await guest.call('GET', path)).status).toBe(404);
    const { body: claimed } = await guest.call('POST', '/api/restore-shares/claim', { code: plain.code });
    await owner.call('DELETE', `/api/restore-shares/${plain.share_id}`);
    expect((await guest.call('GET', path)).body).toEqual(claimed);
    expect((await other.call('GET', path)).status).toBe(404);
    expect((await fetch(cloud.url + path)).status).toBe(401);
    expect(await infoOf(plain)).toMatchObject({
      status: 'revoked',
      message: '',
      preview_urls: [],
      before_urls: [],
    });
    for (const url of [...info.preview_urls, ...info.before_urls])
      for (const asked of [url, `${url}?edge=960`]) expect((await fetch(asked)).status).toBe(404);
    expect(await named(plain.share_url)).toBeUndefined();
  });
});

it('tracking says the same of every number, whether there is one or not', async () => {
  const letters = 'P4X7-K2M9-QT1D-R';
  const [one, another] = [await look(`/track/${letters}`), await look('/track/00000000000Z'.toLowerCase())];
  expect([one.status, one.title]).toEqual([200, 'Where is my order?']);
  // The page will ask for it, so the browser may begin: what comes is told to the page alone.
  const ahead = `<link rel="preload" as="fetch" crossorigin href="/api/orders/track/${letters}">`;
  expect(one.heading).toBe(letters);
  expect(one.html.replace(ahead, '').replace(`<h1>${letters}</h1>`, '<h1></h1>')).toBe(another.html);
});
