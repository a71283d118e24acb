/**
 * A payment provider that moves play money: for trying out, development and tests. It behaves like an outside party, with
 * books, a checkout page and a key of its own: it tells the cloud of everything by signed webhooks over HTTP, and the cloud
 * asks it through the port alone.
 *
 * INVARIANTS
 * 1. An intent ends once; its webhook is written down in that transaction and posted afterwards.
 * 2. Refunds of an intent never add up to more than was paid.
 */
import { randomBytes } from 'node:crypto';
import { AppError } from '@platen/contracts/app-error';
import { z } from 'zod';
import { deriveKey } from '../cloud-secret.ts';
import type { Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import type {
  PaymentIntent,
  PaymentProvider,
  ProviderEntry,
  ProviderEvent,
  ProviderParts,
  ProviderPayment,
  ProviderRefund,
  WantedProviderRefund,
  Webhook,
} from '../ports/payments.ts';
import type { Sweep } from '../sweep.ts';
import { createDeliveries } from './payments-sandbox-deliveries.ts';
import { addSandboxPages, sandboxCheckoutPath } from './payments-sandbox-page.ts';
import { refuseSandboxSignature, sandboxSignatureHeader } from './payments-sandbox-signature.ts';
import {
  endIntent,
  findIntent,
  getIntentByReference,
  insertIntent,
  insertSandboxEvent,
  insertSandboxRefund,
  listSandboxRefunds,
  lockIntent,
} from './payments-sandbox-store.ts';
import { startSandboxSweep } from './payments-sandbox-sweep.ts';
import type { SandboxEventTable, SandboxIntentTable } from './payments-sandbox-tables.ts';

/** The key of its webhooks is derived from the cloud's secret. */
export interface SandboxParts extends ProviderParts {
  name: string;
}

export interface SandboxPayments extends PaymentProvider {
  /** Posts the webhooks that an earlier process left. */
  start(): void;
  stop(): Promise<void>;
}

export const sandboxEntry: ProviderEntry = {
  name: 'sandbox',
  says: 'play money for trying out',
  choice: 'play money, with which everybody prints for nothing',
  unsafe: 'sandbox moves play money: whoever reaches this cloud prints for nothing.',
  settings: {},
  configure: () => (parts) => createSandboxPayments({ ...parts, name: 'sandbox' }),
};

/** The sandbox under this name; its tables are those of `parts.database`. */
export function createSandboxPayments(parts: SandboxParts): SandboxPayments {
  const { name, database, now } = parts;
  const key = deriveKey(parts.secret, `webhooks of the payment provider ${name}`);
  const deliveries = createDeliveries({ ...parts, key });
  let sweep: Sweep | undefined;
  const find = async (id: string) => {
    const intent = await findIntent(database.query, { sandbox: name, id });
    return intent && asOf(intent, now());
  };
  return {
    name,
    title: 'Sandbox',
    initiate: (wanted) => initiate(parts, wanted),
    readWebhook: (webhook) => readEvent(key, webhook),
    query: async (providerRef) => standingOf(providerRef, await find(providerRef)),
    async cancel(id) {
      // Who cancels hears of it by this answer, so nothing is posted.
      await database.transaction((tx) => endIntent(tx, { sandbox: name, id, status: 'expired' }));
      return standingOf(id, await find(id));
    },
    async refund(wanted) {
      const refund = await database.transaction((tx) => bookRefund(tx, wanted, { name, now: now() }));
      deliveries.wake();
      return refund;
    },
    addPages: (http) =>
      addSandboxPages(http, {
        name,
        find,
        async decide(id, status) {
          await database.transaction((tx) => decide(tx, { id, status }, { name, now: now() }));
          deliveries.wake();
        },
      }),
    start() {
      deliveries.wake();
      sweep ??= startSandboxSweep(parts);
    },
    async stop() {
      await deliveries.close();
      await sweep?.close();
    },
  };
}

async function initiate({ database, name, now, publicOrigin }: SandboxParts, wanted: PaymentIntent) {
  if (wanted.amountMinor <= 0) throw new Error('the sandbox collects nothing below one minor unit');
  await insertIntent(database.query, {
    id: `sbx_${randomBytes(24).toString('base64url')}`,
    sandbox: name,
    reference: wanted.paymentId,
    amount_minor: wanted.amountMinor,
    currency: wanted.currency,
    description: wanted.description,
    return_url: wanted.returnUrl,
    status: 'pending',
    created_at: now(),
    expires_at: wanted.expiresAt,
  });
  const mine = { sandbox: name, reference: wanted.paymentId };
  const { id } = await getIntentByReference(database.query, mine);
  return { providerRef: id, checkoutUrl: `${publicOrigin()}${sandboxCheckoutPath(name)}/${id}` };
}

/** An intent that nobody decided in time has expired, whether or not somebody looked. */
const asOf = (intent: SandboxIntentTable, now: number): SandboxIntentTable =>
  intent.status === 'pending' && intent.expires_at <= now ? { ...intent, status: 'expired' } : intent;

function standingOf(providerRef: string, intent: SandboxIntentTable | undefined): ProviderPayment {
  if (!intent) throw new Error(`the sandbox knows no payment ${providerRef}`);
  const { status, amount_minor: amountMinor, currency } = intent;
  return { providerRef, status, amountMinor, currency };
}

interface Books {
  name: string;
  now: number;
}

/** Ends an intent as the customer decided; too late is too late. */
async function decide(
  tx: Tx,
  { id, status }: Pick<SandboxIntentTable, 'id' | 'status'>,
  { name, now }: Books,
): Promise<void> {
  const intent = await lockIntent(tx, { sandbox: name, id });
  if (intent?.status !== 'pending') return;
  const ended = { ...intent, status: asOf(intent, now).status === 'expired' ? 'expired' : status };
  await endIntent(tx, ended);
  const event: ProviderEvent = {
    kind: 'payment',
    paymentId: intent.reference,
    payment: standingOf(id, ended),
  };
  await insertSandboxEvent(tx, eventRow(event, { name, now }));
}

/** Books a refund, or tells how it stands. It is carried out when its webhook is posted. */
async function bookRefund(
  tx: Tx,
  { refundId, providerRef, amountMinor, currency }: WantedProviderRefund,
  { name, now }: Books,
): Promise<ProviderRefund> {
  const intent = await lockIntent(tx, { sandbox: name, id: providerRef });
  const booked = intent ? await listSandboxRefunds(tx, intent.id) : [];
  const earlier = booked.find((refund) => refund.id === refundId);
  if (earlier) return { status: earlier.status, detail: '' };
  const spent = booked.reduce((sum, refund) => sum + refund.amount_minor, 0);
  if (intent?.status !== 'succeeded') return { status: 'failed', detail: 'It was never paid here.' };
  if (currency !== intent.currency || amountMinor <= 0 || spent + amountMinor > intent.amount_minor) {
    return { status: 'failed', detail: 'It is more than was paid.' };
  }
  const refund = { id: refundId, intent_id: intent.id, amount_minor: amountMinor, created_at: now };
  await insertSandboxRefund(tx, { ...refund, status: 'pending' });
  const event: ProviderEvent = { kind: 'refund', refundId, refund: { status: 'succeeded', detail: '' } };
  await insertSandboxEvent(tx, { ...eventRow(event, { name, now }), refund_id: refundId });
  return { status: 'pending', detail: '' };
}

const eventRow = (event: ProviderEvent, { name, now }: Books): SandboxEventTable => ({
  id: newId(),
  sandbox: name,
  refund_id: null,
  body: JSON.stringify(event),
  tries: 0,
  due_at: now,
  delivered_at: null,
  created_at: now,
});

const eventShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('payment'),
    paymentId: z.string(),
    payment: z.object({
      providerRef: z.string(),
      status: z.enum(['pending', 'succeeded', 'failed', 'expired']),
      amountMinor: z.int().min(0),
      currency: z.string(),
    }),
  }),
  z.object({
    kind: z.literal('refund'),
    refundId: z.string(),
    refund: z.object({ status: z.enum(['pending', 'succeeded', 'failed']), detail: z.string() }),
  }),
]);

function readEvent(key: Buffer, { headers, body, now }: Webhook): ProviderEvent {
  const header = headers[sandboxSignatureHeader];
  const refusal = refuseSandboxSignature(key, { header, body, now });
  if (refusal) throw new AppError('malformed', refusal);
  try {
    return eventShape.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw new AppError('malformed', 'The body is no event of the sandbox.');
  }
}
