/**
 * How many files one account has fetched at a time: further ones wait. Each holds buffers and a connection for as long as a
 * slow server likes, so that a thousand calls must not mean a thousand of them. Counts in this process alone.
 */
const mostAtOnce = 4;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

const queues = new Map<string, Queue>();

/** Resolves when it is this caller's turn; the function it gives ends the turn and must be called once. */
export async function takeTurn(accountId: string): Promise<() => void> {
  const queue = queues.get(accountId) ?? { running: 0, waiting: [] };
  queues.set(accountId, queue);
  if (queue.running < mostAtOnce) queue.running += 1;
  // Whoever ends a turn hands it on, so `running` stays as it is.
  else await new Promise<void>((resolve) => queue.waiting.push(resolve));
  return () => {
    const next = queue.waiting.shift();
    if (next) return next();
    queue.running -= 1;
    if (queue.running === 0) queues.delete(accountId);
  };
}
