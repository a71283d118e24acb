/**
 * Posts the sandbox's webhooks to the shop until they are heard, with growing pauses and an end. They are rows before they
 * are posted, so a restart resumes; whoever is told twice must not mind.
 */
import { listedPausesMs } from '@platen/contracts/retry-pauses';
import type { ProviderParts } from '../ports/payments.ts';
import { sandboxSignatureHeader, signSandboxWebhook } from './payments-sandbox-signature.ts';
import {
  claimEvent,
  findNextDueAt,
  finishSandboxRefund,
  listDueEvents,
  updateDelivered,
} from './payments-sandbox-store.ts';
import type { SandboxEventTable } from './payments-sandbox-tables.ts';

const maxAtOnce = 50;
const answerWithinMs = 10_000;
/** Longer pauses are slept in pieces: another process may have added something that is due earlier. */
const longestSleepMs = 60_000;

export interface Deliveries {
  /** Something may be due. */
  wake(): void;
  /** Posts nothing from now on; resolves when what is under way has ended. */
  close(): Promise<void>;
}

export interface DeliveryParts
  extends Pick<ProviderParts, 'database' | 'shopOrigin' | 'now' | 'log' | 'post'> {
  /** The sandbox's name. */
  name: string;
  /** The key that the webhooks are signed with. */
  key: Buffer;
}

export function createDeliveries(parts: DeliveryParts): Deliveries {
  const { database, name, now, log } = parts;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let again = false;
  let closed = false;

  async function run(): Promise<void> {
    do {
      again = false;
      const due = await listDueEvents(database.query, { sandbox: name, now: now(), limit: maxAtOnce });
      await Promise.all(due.map((event) => deliver(parts, event)));
      again ||= due.length === maxAtOnce;
    } while (again && !closed);
    const nextAt = await findNextDueAt(database.query, name);
    if (closed || nextAt === undefined) return;
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(Math.max(nextAt - now(), 50), longestSleepMs));
    timer.unref();
  }

  function wake(): void {
    if (closed) return;
    if (round) {
      again = true;
      return;
    }
    round = run()
      .catch((error: Error) => log('error', 'sandbox.deliveries-failed', { error }))
      .finally(() => {
        round = undefined;
        if (again) wake();
      });
  }

  return {
    wake,
    async close() {
      closed = true;
      clearTimeout(timer);
      await round;
    },
  };
}

async function deliver(parts: DeliveryParts, event: SandboxEventTable): Promise<void> {
  const { database, name, now, log, shopOrigin, post } = parts;
  const pauseMs = listedPausesMs.sandboxWebhook[event.tries];
  const dueAt = pauseMs === undefined ? null : now() + pauseMs;
  if (!(await claimEvent(database.query, { event, dueAt }))) return;
  if (event.refund_id) await finishSandboxRefund(database.query, event.refund_id);
  try {
    const { ok, status } = await post(`${shopOrigin()}/api/webhooks/payments/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [sandboxSignatureHeader]: signSandboxWebhook(parts.key, event.body, now()),
      },
      body: event.body,
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (!ok) throw new Error(`the shop answered ${status}`);
    await updateDelivered(database.query, { id: event.id, now: now() });
  } catch (error) {
    log('warn', 'sandbox.undelivered', { eventId: event.id, tries: event.tries + 1, error });
  }
}
