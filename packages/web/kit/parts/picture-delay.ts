/**
 * Whether a picture that did not come will come yet. Owns what its answer says of that: small pictures are made when somebody first looks, and
 * a long list asks for more of them at once than are made at once.
 */

/** After so many the rest is silence. */
const maxTries = 8;
const firstMs = 1000;
const maxMs = 30_000;

/** What is full, starting or stopping, or was not reached, may have it later; whatever else refuses has none. */
const isForLater = (status: number): boolean => status === 0 || status === 429 || status === 503;

/**
 * After how many milliseconds it may be asked for again: `retryAfter` is the header of its answer, and `share`, 0 to 1, spreads those who were
 * refused together. Undefined: never.
 */
export function nextTryMs(
  answer: { status: number; retryAfter: string | null },
  { tries, share }: { tries: number; share: number },
): number | undefined {
  if (tries >= maxTries) return undefined;
  // It came after all.
  if (answer.status >= 200 && answer.status < 400) return 0;
  if (!isForLater(answer.status)) return undefined;
  const told = Number(answer.retryAfter ?? 0) * 1000;
  const waitMs = Math.max(Number.isFinite(told) ? told : 0, Math.min(maxMs, firstMs * 2 ** tries));
  return Math.round(waitMs * (1 + share));
}

/** Asks for the picture at `src`, which an element could not show, what became of it. Never rejects. */
export async function pictureDelayMs(
  src: string,
  { tries, signal }: { tries: number; signal: AbortSignal },
): Promise<number | undefined> {
  const response = await fetch(src, { credentials: 'same-origin', signal }).catch(() => undefined);
  // A picture that came is in the cache of the browser; one that can't be drawn is not asked for without end.
  await response?.arrayBuffer().catch(() => undefined);
  const answer = { status: response?.status ?? 0, retryAfter: response?.headers.get('Retry-After') ?? null };
  return nextTryMs(answer, { tries, share: Math.random() });
}
