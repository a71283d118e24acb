/**
 * Port: somebody outside who collects money (a card processor, a wallet, a bank). Adapters are listed in
 * payments/payment-providers.ts.
 *
 * What every adapter keeps to:
 * - each call ends within about 15 seconds, and throws when the provider can't be reached or answers nonsense;
 * - `initiate` and `refund` are idempotent by our ids: asked again they move nothing and answer as before, or how it stands;
 * - a payment that it does not know is an error, never an answer;
 * - amounts are what was really taken, not what was asked for: the cloud compares.
 * Calls are never made inside a transaction.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Environment, SettingTable } from '@platen/contracts/settings';
import type { PaymentStatus, RefundState } from '@platen/contracts/states';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';

/** What the provider is asked to collect. */
export interface PaymentIntent {
  paymentId: string;
  amountMinor: number;
  currency: string;
  /** What the customer reads at the provider. */
  description: string;
  /** Where the customer's browser goes afterwards. */
  returnUrl: string;
  /** After this moment (ms) nothing may be paid any more. */
  expiresAt: number;
}

export interface StartedPayment {
  providerRef: string;
  checkoutUrl: string;
}

/** How a payment stands at the provider. When it succeeded, the amount is what was taken; else what was asked for. */
export interface ProviderPayment {
  providerRef: string;
  status: PaymentStatus;
  amountMinor: number;
  currency: string;
}

export interface WantedProviderRefund {
  refundId: string;
  providerRef: string;
  amountMinor: number;
  currency: string;
  reason: string;
}

/** `failed` is the provider's last word; while it can't be reached, `refund` throws instead. */
export interface ProviderRefund {
  status: RefundState;
  /** Why it failed; else empty. */
  detail: string;
}

/** What a webhook says, in our words. */
export type ProviderEvent =
  | { kind: 'payment'; paymentId: string; payment: ProviderPayment }
  | { kind: 'refund'; refundId: string; refund: ProviderRefund };

/** A webhook as it came: the signature is over the raw bytes. */
export interface Webhook {
  headers: IncomingHttpHeaders;
  body: Buffer;
  now: number;
}

export interface PaymentProvider {
  /** The value of payment_method, and the name in the webhook's path. */
  readonly name: string;
  /** What people read on a button. */
  readonly title: string;
  initiate(intent: PaymentIntent): Promise<StartedPayment>;
  /** Checks the signature and its age. Throws malformed; undefined: genuine, and of no interest to us. */
  readWebhook(webhook: Webhook): ProviderEvent | undefined;
  query(providerRef: string): Promise<ProviderPayment>;
  /** Lets nothing be paid from now on, unless it was already; answers how it stands then. */
  cancel(providerRef: string): Promise<ProviderPayment>;
  refund(wanted: WantedProviderRefund): Promise<ProviderRefund>;
  /** Mounts the pages of a provider that lives inside the cloud. */
  addPages?(http: FastifyInstance): void;
  /** Takes up what an earlier process left; called once the cloud listens. */
  start?(): void;
  /** Resolves when nothing of it is under way any more. */
  stop?(): Promise<void>;
}

/** What a provider gets from the cloud. */
export interface ProviderParts {
  database: Database;
  /** The cloud's secret, to derive keys from (cloud-secret.ts). */
  secret: Buffer;
  /** Origin of the cloud, as customers see it. */
  publicOrigin: () => string;
  /** The same as it is reached from its own machine. */
  shopOrigin: () => string;
  now: () => number;
  log: Log;
  /** `fetch` outside of tests. */
  post: (url: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status'>>;
}

/** All that is known of a provider before it is set up. The file of an adapter has one, payments/payment-providers.ts lists it. */
export interface ProviderEntry {
  /** The value of payment_method and of PLATEN_PAYMENTS, and the name in the webhook's path. */
  readonly name: string;
  /** What it is, in a few words, for those who choose. */
  readonly says: string;
  /** What choosing it means, in brackets behind its name where one must be chosen. */
  readonly choice: string;
  /** Why it is unsafe where others than this machine are served; undefined: it isn't. */
  readonly unsafe?: string;
  /** What it reads from the environment when it is chosen. */
  readonly settings: SettingTable;
  /** Reads its settings; what comes opens it. Throws malformed for a wrong one. */
  configure(env: Environment): (parts: ProviderParts) => PaymentProvider;
}

/** Providers by name; the first is the one that payments go to by default. */
export type PaymentProviders = ReadonlyMap<string, PaymentProvider>;
