/**
 * Secrets as they lie in the spool: AES-256-GCM under a key that is derived from the agent's own (HKDF, RFC 5869). A copy of the
 * spool alone tells nothing; with another identity they are as good as absent. Must never log or throw what it seals.
 */
import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

export interface CredentialSeal {
  /** `context` is what it belongs to: a sealed text opens for that alone. */
  seal(text: string, context: string): string;
  /** Undefined when it was sealed by another agent, for something else, or is damaged. */
  open(sealed: string, context: string): string | undefined;
}

const ivBytes = 12;
const tagBytes = 16;

/** A seal of this agent, from its Ed25519 key. */
export function createCredentialSeal(privateKey: KeyObject): CredentialSeal {
  const material = privateKey.export({ format: 'der', type: 'pkcs8' });
  const key = Buffer.from(hkdfSync('sha256', material, '', 'platen agent: credentials of printers', 32));
  return {
    seal(text, context) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context, 'utf8'));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
          .setAAD(Buffer.from(context, 'utf8'))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        const body = [decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()];
        return Buffer.concat(body).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
