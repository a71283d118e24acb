/** The payment port's suite, run on the sandbox; then the sandbox's own: its page and its letters. */
import { listedPausesMs } from '@platen/contracts/retry-pauses';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases, type EmptyDatabase } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { readCloudSecret } from '../cloud-secret.ts';
import { newId } from '../ids.ts';
import { logNothing } from '../log.ts';
import { createSandboxPayments, type SandboxParts, type SandboxPayments } from './payments-sandbox.ts';

describe.each(databases)('the sandbox on $name', ({ open }) => {
  let opened: EmptyDatabase;
  let cloud: TestCloud;
  let now: number;
  let posted: { url: string; init: RequestInit }[];
  let answer: (url: string) => { ok: boolean; status: number };
  let sandbox: SandboxPayments;
  let parts: SandboxParts;
  beforeEach(async () => {
    opened = await open();
    now = Date.now();
    posted = [];
    answer = () => ({ ok: true, status: 200 });
    parts = {
      name: 'play',
      database: opened.database,
      secret: await readCloudSecret(opened.database.query),
      publicOrigin: () => cloud.url,
      shopOrigin: () => 'http://127.0.0.1:1',
      now: () => now,
      log: logNothing,
      post: async (url, init) => {
        posted.push({ url, init });
        return answer(url);
      },
    };
    sandbox = createSandboxPayments(parts);
    cloud = await startTestCloud(opened, { payments: new Map([['play', sandbox]]) });
  });
  afterEach(async () => {
    await sandbox.stop();
    await cloud.close();
  });

  const intent = (more = {}) => ({
    paymentId: newId(),
    amountMinor: 500,
    currency: 'CNY',
    description: 'Order <b>1</b>',
    returnUrl: `${cloud.url}/pay/return/x?a="1"`,
    expiresAt: now + 60_000,
    ...more,
  });
  const press = async (url: string, decision: string, type = 'application/x-www-form-urlencoded') =>
    await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': type },
      body: `decision=${decision}`,
    });
  const paid = async () => {
    const started = await sandbox.initiate(intent());
    await press(started.checkoutUrl, 'approve');
    return started;
  };
  const letters = (count: number) => until(`${count} letters`, () => posted.length >= count && posted);
  const read = ({ init }: { init: RequestInit }) =>
    sandbox.readWebhook({
      headers: init.headers as Record<string, string>,
      body: Buffer.from(init.body as string),
      now,
    });

  describe('as every payment provider', () => {
    it('starts the same payment once, and asks for an amount', async () => {
      const wanted = intent();
      const started = await Promise.all(Array.from({ length: 10 }, () => sandbox.initiate(wanted)));
      expect(new Set(started.map((each) => JSON.stringify(each))).size).toBe(1);
      await expect(sandbox.initiate(intent({ amountMinor: 0 }))).rejects.toThrow();
    });

    it('tells how a payment stands, and of none that it does not know', async () => {
      const { providerRef, checkoutUrl } = await sandbox.initiate(intent());
      const standing = { providerRef, amountMinor: 500, currency: 'CNY' };
      expect(await sandbox.query(providerRef)).toEqual({ ...standing, status: 'pending' });
      await press(checkoutUrl, 'approve');
      expect(await sandbox.query(providerRef)).toEqual({ ...standing, status: 'succeeded' });
      await expect(sandbox.query('sbx_none')).rejects.toThrow(/knows no payment/);
      await expect(sandbox.cancel('sbx_none')).rejects.toThrow(/knows no payment/);
    });

    it('lets nothing be paid after a cancellation or the last moment', async () => {
      const cancelled = await sandbox.initiate(intent());
      expect((await sandbox.cancel(cancelled.providerRef)).status).toBe('expired');
      await press(cancelled.checkoutUrl, 'approve');
      expect((await sandbox.query(cancelled.providerRef)).status).toBe('expired');
      const late = await sandbox.initiate(intent());
      now += 60_000;
      await press(late.checkoutUrl, 'approve');
      expect((await sandbox.query(late.providerRef)).status).toBe('expired');
      const done = await paid();
      expect((await sandbox.cancel(done.providerRef)).status).toBe('succeeded');
    });

    it('refunds a refund once, never more than was paid, and nothing that was not', async () => {
      const { providerRef } = await paid();
      const refund = (refundId: string, amountMinor: number, currency = 'CNY') =>
        sandbox.refund({ refundId, providerRef, amountMinor, currency, reason: '' });
      const id = newId();
      await Promise.all(Array.from({ length: 10 }, () => refund(id, 300)));
      await letters(2);
      await until('done', async () => (await refund(id, 300)).status === 'succeeded');
      expect((await refund(newId(), 201)).status).toBe('failed');
      expect((await refund(newId(), 100, 'JPY')).status).toBe('failed');
      const many = await Promise.all(Array.from({ length: 5 }, () => refund(newId(), 100)));
      expect(many.filter(({ status }) => status === 'pending')).toHaveLength(2);
      const open = await sandbox.initiate(intent());
      const early = { refundId: newId(), amountMinor: 1, currency: 'CNY', reason: '' };
      expect((await sandbox.refund({ ...early, providerRef: open.providerRef })).status).toBe('failed');
      expect((await sandbox.refund({ ...early, providerRef: 'none' })).status).toBe('failed');
    });

    it('says by webhook what happened, and its signature proves it for a while', async () => {
      const { providerRef } = await paid();
      const [letter] = await letters(1);
      expect(read(letter!)).toMatchObject({ kind: 'payment', payment: { providerRef, status: 'succeeded' } });
      now += 301_000;
      expect(() => read(letter!)).toThrow(/too old/);
      now -= 602_000;
      expect(() => read(letter!)).toThrow(/from the future/);
    });
  });

  it('posts until it is heard, with growing pauses, an end, and over a restart', async () => {
    answer = () => ({ ok: false, status: 500 });
    await paid();
    await letters(1);
    await sandbox.stop();
    for (const [tries, pauseMs] of listedPausesMs.sandboxWebhook.entries()) {
      now += pauseMs - 1;
      const early = createSandboxPayments(parts);
      early.start();
      await early.stop();
      expect(posted).toHaveLength(tries + 1);
      now += 1;
      const again = createSandboxPayments(parts);
      again.start();
      await letters(tries + 2);
      await again.stop();
    }
    now += 365 * 24 * 3_600_000;
    const last = createSandboxPayments(parts);
    last.start();
    await last.stop();
    expect(posted).toHaveLength(8);
  });

  it('has a page in both languages that needs nothing from elsewhere and shows what it is given as text', async () => {
    const { checkoutUrl } = await sandbox.initiate(intent());
    for (const [language, button] of [
      ['zh-CN,zh;q=0.9', '同意付款'],
      ['en-GB', 'Approve: pay now'],
    ] as const) {
      const response = await fetch(checkoutUrl, { headers: { 'accept-language': language } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      const html = await response.text();
      expect(html).toContain(button);
      expect(html).toContain('5.00 CNY');
      expect(html).toContain(`<html lang="${language.slice(0, 2) === 'zh' ? 'zh-CN' : 'en'}">`);
      expect(html).not.toMatch(/<script|<b>1|src=|https?:/);
    }
    expect(await (await fetch(`${checkoutUrl}?lang=zh`)).text()).toContain('让付款过期');
    await press(`${checkoutUrl}?lang=en`, 'decline');
    const ended = await (await fetch(`${checkoutUrl}?lang=en`)).text();
    expect(ended).toContain('Declined. Nothing was paid.');
    expect(ended).not.toContain('<form');
    expect(ended).not.toContain('"1"');
  });

  it('does nothing at a button that it does not have, or for a payment that it does not know', async () => {
    const { checkoutUrl, providerRef } = await sandbox.initiate(intent());
    for (const decision of ['', 'refund', 'toString', 'approve'.repeat(1000)]) {
      expect((await press(checkoutUrl, decision)).status).not.toBe(303);
    }
    expect((await press(checkoutUrl, 'approve', 'text/plain')).status).toBe(400);
    expect((await sandbox.query(providerRef)).status).toBe('pending');
    expect((await press(`${checkoutUrl}x`, 'approve')).status).toBe(404);
    expect((await fetch(`${cloud.url}/pay/play/sbx_none`)).status).toBe(404);
    expect((await fetch(`${cloud.url}/pay/return/${newId()}`)).status).toBe(404);
  });
});
