/**
 * The sandbox's signature on webhooks: `t=<unix seconds>,v1=<hex>`, HMAC-SHA-256 over `<t>.<raw body>`, as several real
 * providers do it. Owns making and checking; compares in constant time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const sandboxSignatureHeader = 'sandbox-signature';

/** A genuine webhook is taken for this long: what was overheard can't be replayed later. */
const toleranceSeconds = 300;

/** The header's value for these bytes, signed at this moment. */
export function signSandboxWebhook(key: Buffer, body: Buffer | string, now: number): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${macOf(key, body, seconds).toString('hex')}`;
}

/** Why the header doesn't prove that these bytes are genuine, in a sentence; undefined when it does. */
export function refuseSandboxSignature(
  key: Buffer,
  { header, body, now }: { header: unknown; body: Buffer; now: number },
): string | undefined {
  const name = 'Sandbox-Signature';
  const parts = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : undefined;
  if (!parts) return `${name}: must be t=<unix seconds>,v1=<hex of an HMAC-SHA-256>`;
  const seconds = Number(parts[1]);
  if (!timingSafeEqual(macOf(key, body, seconds), Buffer.from(parts[2]!, 'hex'))) {
    return `${name}: does not fit the body`;
  }
  return Math.abs(now / 1000 - seconds) > toleranceSeconds
    ? `${name}: is too old or from the future`
    : undefined;
}

const macOf = (key: Buffer, body: Buffer | string, seconds: number): Buffer =>
  createHmac('sha256', key).update(`${seconds}.`).update(body).digest();
