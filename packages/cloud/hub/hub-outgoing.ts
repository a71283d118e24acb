/**
 * Towards one connected agent: its outbox rows as frames, in order, a bounded number unacknowledged.
 *
 * INVARIANTS
 * 1. A row stays in the outbox until the agent acknowledged it; what a broken connection left there is sent again.
 * 2. A job is marked `sent` and committed before its frame leaves: from then on only the agent can call it off.
 */
import type { CloudFrame } from '@platen/contracts/agent-protocol';
import type { Deps } from '../context.ts';
import { moveToSent } from '../jobs/job-moves.ts';
import { deleteOutbox, listOutbox } from '../outbox/outbox-store.ts';

const maxInFlight = 100;
/** So long an acknowledged row may stay: many go in one commit, mostly that of the jobs sent next. */
const gatherMs = 25;

export interface Outgoing {
  /** Sends what is new. Calls while it runs are joined into one more round. */
  wake(): void;
  acknowledge(id: string): void;
  /** The connection is over: what was not yet written down is sent again on the next one. */
  stop(): void;
}

/** `send` puts a frame on the wire; `failed` hears of a database that can't be read. */
export function createOutgoing(
  deps: Pick<Deps, 'database' | 'now'>,
  link: { agentId: string; send: (frame: CloudFrame) => void; failed: (error: unknown) => void },
): Outgoing {
  const { agentId, send } = link;
  const inFlight = new Set<string>();
  const acknowledged = new Set<string>();
  let running = false;
  let again = false;
  let gathering: NodeJS.Timeout | undefined;

  const round = async () => {
    clearTimeout(gathering);
    gathering = undefined;
    const done = [...acknowledged];
    // Marking and reading in one transaction: a job that is being cancelled at this moment is either gone or marked.
    const rows = await deps.database.transaction(async (tx) => {
      if (done.length > 0) await deleteOutbox(tx, { ids: done, agentId });
      if (inFlight.size - done.length >= maxInFlight) return [];
      const fresh = (await listOutbox(tx, agentId, inFlight.size + maxInFlight)).filter(
        (row) => !inFlight.has(row.id),
      );
      const jobIds = fresh.filter((row) => row.type === 'job').map((row) => row.subject_id);
      if (jobIds.length === 0) return fresh;
      const mine = await moveToSent(tx, { agentId, jobIds, now: deps.now() });
      return fresh.filter((row) => row.type !== 'job' || mine.has(row.subject_id));
    });
    for (const id of done) {
      acknowledged.delete(id);
      inFlight.delete(id);
    }
    for (const row of rows) {
      inFlight.add(row.id);
      send({ kind: 'message', id: row.id, type: row.type, body: JSON.parse(row.body) } as CloudFrame);
    }
  };

  const wake = () => {
    again = true;
    if (running) return;
    running = true;
    (async () => {
      while (again) {
        again = false;
        await round();
      }
    })()
      .catch(link.failed)
      .finally(() => {
        running = false;
      });
  };

  return {
    wake,
    acknowledge(id) {
      if (!inFlight.has(id)) return;
      acknowledged.add(id);
      gathering ??= setTimeout(wake, gatherMs);
      gathering.unref();
    },
    stop: () => clearTimeout(gathering),
  };
}
