/** A second provider is one file and one entry: a made-up one is added to the list, and nothing else knows of it. */
import { helpOf } from '@platen/contracts/settings';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { describe, expect, it } from 'vitest';
import { startTestCloud } from '../../../test/fixtures/cloud.ts';
import { openEmptySqlite } from '../../../test/fixtures/databases.ts';
import { placeOrder } from '../../../test/fixtures/payments.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { makeTeahouse } from '../../../test/fixtures/teahouse-payments.ts';
import { listCloudSettings } from '../cloud-settings.ts';
import { readCloudConfig } from '../config.ts';
import { logNothing } from '../log.ts';
import { operations } from '../operations.ts';
import { listUnsafeSettings } from '../safety-check.ts';
import { openProviders, paymentProviders, providerExamples } from './payment-providers.ts';

const { entry, books } = makeTeahouse();
const known = [...paymentProviders, entry];
const env = { PLATEN_PAYMENTS: 'teahouse, sandbox', PLATEN_TEAHOUSE_KEY: 'oolong' };

describe('an entry brings along', () => {
  it('its settings: read when it is chosen, told in help, refused by name', () => {
    const told = listCloudSettings(known).map((setting) => `${setting.variable} ${helpOf(setting)}`);
    expect(told).toContain('PLATEN_TEAHOUSE_KEY Key of the letters of the teahouse; required.');
    expect(told).toContain('PLATEN_TEAHOUSE_TABLES Tables at which one can pay; 4.');
    expect(told[0]).toMatch(/^PLATEN_PAYMENTS .*sandbox \(play money.*\), teahouse \(cash in .*\), or none/);
    const config = readCloudConfig(env, known);
    expect(config.paymentProviders.map(({ name }) => name)).toEqual(['teahouse', 'sandbox']);
    const read = (more: Record<string, string>) => () => readCloudConfig({ ...env, ...more }, known);
    expect(read({ PLATEN_TEAHOUSE_KEY: '' })).toThrow(/^PLATEN_TEAHOUSE_KEY is missing/);
    expect(read({ PLATEN_TEAHOUSE_KEY: 'a b' })).toThrow(
      /^PLATEN_TEAHOUSE_KEY: must be the key .*such as oolong\.$/,
    );
    expect(read({ PLATEN_TEAHOUSE_TABLES: '0' })).toThrow(/^PLATEN_TEAHOUSE_TABLES: must be a whole number/);
    expect(read({ PLATEN_TEAHOUSE_KEY: '', PLATEN_PAYMENTS: 'sandbox' })).not.toThrow();
    for (const wrong of ['cash', 'teahouse,teahouse', 'teahouse,none'])
      expect(read({ PLATEN_PAYMENTS: wrong })).toThrow(
        'PLATEN_PAYMENTS: must be sandbox, teahouse or none, not',
      );
    expect(() => readCloudConfig(env)).toThrow(
      'PLATEN_PAYMENTS: must be sandbox or none, not "teahouse, sandbox"',
    );
  });

  it('what is unsafe about it', () => {
    const config = readCloudConfig({ ...env, PLATEN_HOST: '0.0.0.0' }, known);
    const unsafe = listUnsafeSettings({ ...config, isRoot: false, isSmsDevelopment: false });
    expect(unsafe.filter(({ setting }) => setting === 'PLATEN_PAYMENTS')).toEqual([
      { setting: 'PLATEN_PAYMENTS', sentence: entry.unsafe },
      { setting: 'PLATEN_PAYMENTS', sentence: paymentProviders[0]!.unsafe },
    ]);
  });

  it('its words in the descriptions of what takes a payment_method', () => {
    expect(providerExamples).toBe('sandbox: play money for trying out');
    const shapes = operations.filter(({ input }) => 'payment_method' in input.shape);
    expect(shapes.map(({ name }) => name).toSorted()).toEqual(['create_payment', 'create_topup']);
    for (const { input } of shapes)
      expect(input.shape.payment_method?.description).toMatch(new RegExp(`e\\.g\\. ${providerExamples}$`));
  });
});

it('a made-up provider takes the money of an order and gives it back, over REST', async () => {
  const opened = await openEmptySqlite();
  let origin = '';
  const providers = openProviders(readCloudConfig(env, known).paymentProviders, {
    database: opened.database,
    secret: Buffer.alloc(32),
    publicOrigin: () => origin,
    shopOrigin: () => origin,
    now: Date.now,
    log: logNothing,
    post: fetch,
  });
  const cloud = await startTestCloud(opened, { payments: providers.payments });
  try {
    origin = cloud.url;
    providers.start();
    const account = await cloud.account({ openingMinor: 0 });
    const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 1 });
    const documentId = (await account.upload('/api/documents/upload', jpeg)).body.document_id;
    const { order_id, total } = await placeOrder(account, { documentId });
    const statusIs = (status: string) =>
      until(`payment ${status}`, async () => {
        const { body } = await account.call('GET', `/api/payment/status/${order_id}`);
        return body.status === status && body;
      });
    const post = async ({ headers, body }: ReturnType<ReturnType<typeof books>['letter']>) =>
      (await fetch(`${cloud.url}/api/webhooks/payments/teahouse`, { method: 'POST', headers, body })).status;

    const started = await account.call('POST', '/api/payment/create', { order_id });
    expect(started.body).toMatchObject({ method: 'teahouse', status: 'pending', amount: total });
    expect(started.body.checkout_url).toBe(`${cloud.url}/tea/2/${started.body.payment_id}`);
    const paid = books().payments.get(started.body.payment_id)!;
    paid.status = 'succeeded';
    const payment = {
      providerRef: paid.paymentId,
      status: paid.status,
      amountMinor: paid.amountMinor,
      currency: paid.currency,
    };
    const letter = books().letter({ kind: 'payment', paymentId: paid.paymentId, payment });
    const forged = { ...letter, headers: { ...letter.headers, 'teahouse-seal': '0'.repeat(64) } };
    expect(await post(forged)).toBe(400);
    expect((await account.call('GET', `/api/orders/${order_id}`)).body.status).toBe('pending_payment');
    expect([await post(letter), await post(letter)]).toEqual([200, 200]);
    await statusIs('succeeded');
    expect((await account.call('GET', `/api/orders/${order_id}`)).body.status).toBe('paid');

    await account.call('PUT', `/api/orders/${order_id}/cancel`);
    const [refundId, returned] = await until('the refund', async () => [...books().refunds][0]);
    const seen = async () => (await account.call('GET', `/api/payment/status/${order_id}`)).body;
    expect((await seen()).refunds).toMatchObject([
      { destination: 'teahouse', status: 'pending', amount: total },
    ]);
    const refund = { status: 'succeeded', detail: '' } as const;
    expect(await post(books().letter({ kind: 'refund', refundId, refund }))).toBe(200);
    expect(await seen()).toMatchObject({ refund_status: 'full', refunds: [{ status: 'succeeded' }] });
    // What it has left of the order is what the cloud thinks it has.
    expect([paid.amountMinor - returned, books().payments.size, books().refunds.size]).toEqual([0, 1, 1]);
    expect((await account.call('GET', '/api/user/balance')).body.balance).toBe(0);
  } finally {
    await providers.stop();
    await cloud.close();
  }
});
