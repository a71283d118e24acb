/** Random names that nobody else has: of requests, of tabs, of what stands in a list. Without TLS there is no crypto.randomUUID; these work there too. */

const keyBytes = 16;

/** 32 digits of hex. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
