/**
 * Which agents are connected, for every process of this cloud to see: a row names the connection that counts and the process
 * that holds it. Owns that the end of a connection is known at once, and that a process which died leaves nobody present.
 *
 * INVARIANTS
 * 1. Only the end of the connection that counts ends a presence: one that an agent has replaced ends late, and says nothing.
 * 2. A process lives while its beat goes on, by the clock of whoever looks: nobody's wall clock decides.
 * 3. A process that was taken for dead and lives says so again with its next beat, or the next connection.
 */
import type { Deps } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { recordEvent } from '../events/event-log.ts';
import { newId } from '../ids.ts';
import {
  deleteCloudProcess,
  insertCloudProcess,
  linkAgent,
  listCloudProcesses,
  type MovedAgent,
  relinkAgent,
  unlinkAgent,
  unlinkAgentsOfNobody,
  updateCloudProcess,
} from '../shops/agent-presence-store.ts';
import type { LinkEnd } from '../shops/shop-tables.ts';

/** What a connection is called, and whose it is. */
export interface LinkName {
  agentId: string;
  linkId: string;
}

export interface Presence {
  /** In the transaction of the greeting: from its commit on this connection counts. */
  linked(tx: Tx, link: LinkName): Promise<void>;
  /** The connection has ended; never rejects. Resolves when it is written down, or has to wait for the next beat. */
  ended(link: LinkName, because: LinkEnd): Promise<void>;
  /** Ends what is left to say, and this process' own row. */
  close(): Promise<void>;
}

export interface PresenceTimes {
  beatMs: number;
  /** A process whose beat stands still for so long is dead. */
  deadAfterMs: number;
}

export const presenceTimes: PresenceTimes = { beatMs: 5000, deadAfterMs: 15_000 };

type PresenceDeps = Pick<Deps, 'database' | 'now' | 'log'>;

export function createPresence(deps: PresenceDeps, { beatMs, deadAfterMs }: PresenceTimes): Presence {
  const { database, now, log } = deps;
  const processId = newId();
  const open = new Map<string, LinkName>();
  const unwritten = new Map<string, { link: LinkName; because: LinkEnd; at: number }>();
  const seen = new Map<string, { beat: number; atMs: number }>();
  let beating: Promise<void> = Promise.resolve();

  /** The other processes hear of it, and whoever follows the event log. */
  const say = async (
    tx: Tx,
    {
      agent,
      type,
      because,
      at,
    }: { agent: MovedAgent; type: 'agent.online' | 'agent.offline'; because: string; at: number },
  ) => {
    await database.signal(tx, 'platen_agent_presence', agent.id);
    recordEvent(tx, {
      type,
      subjectId: agent.id,
      accountId: null,
      shopId: agent.shop_id,
      data: { name: agent.name, because },
      now: at,
    });
  };

  const writeEnds = async () => {
    for (const { link, because, at } of [...unwritten.values()]) {
      await database.transaction(async (tx) => {
        const agent = await unlinkAgent(tx, { ...link, because, now: at });
        if (agent) await say(tx, { agent, type: 'agent.offline', because, at });
      });
      unwritten.delete(link.linkId);
    }
  };

  /** Notes this process. When nobody had noted it, or somebody took it for dead meanwhile, it says who is connected here. */
  const noteProcess = async (tx: Tx) => {
    if (!(await insertCloudProcess(tx, processId)) || open.size === 0) return;
    for (const link of open.values()) {
      const agent = await relinkAgent(tx, { ...link, processId, now: now() });
      if (agent) await say(tx, { agent, type: 'agent.online', because: '', at: now() });
    }
    log('warn', 'presence.said-again', { agents: open.size });
  };

  const sayAgain = async () => {
    if (open.size > 0) await database.transaction(noteProcess);
  };

  /** SQLite has one process: what others left in its file is over. */
  const isDead = ({ id, beat }: { id: string; beat: number }): boolean => {
    if (id === processId) return false;
    if (database.dialect === 'sqlite') return true;
    const known = seen.get(id);
    if (known?.beat === beat) return performance.now() - known.atMs >= deadAfterMs;
    seen.set(id, { beat, atMs: performance.now() });
    return false;
  };

  const endOthers = async () => {
    const processes = await listCloudProcesses(database.query);
    const dead = processes.filter(isDead);
    for (const id of seen.keys()) if (!processes.some((one) => one.id === id)) seen.delete(id);
    if (dead.length === 0) return;
    await database.transaction(async (tx) => {
      for (const { id } of dead) await deleteCloudProcess(tx, id);
      const agents = await unlinkAgentsOfNobody(tx);
      for (const agent of agents) await say(tx, { agent, type: 'agent.offline', because: 'lost', at: now() });
      log('warn', 'presence.process-ended', { processes: dead.length, agents: agents.length });
    });
  };

  const beat = async () => {
    await writeEnds();
    if (!(await updateCloudProcess(database.query, processId))) await sayAgain();
    await endOthers();
  };

  /** One after the other; what fails is done with the next beat. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    beating = beating.then(work).catch((error) => log('warn', 'presence.not-written', { error }));
    return beating;
  };

  const timer = setInterval(() => void inTurn(beat), beatMs);
  timer.unref();
  void inTurn(beat);

  return {
    async linked(tx, link) {
      await noteProcess(tx);
      const agent = await linkAgent(tx, { ...link, processId, now: now() });
      if (agent) await say(tx, { agent, type: 'agent.online', because: '', at: now() });
      else await database.signal(tx, 'platen_agent_presence', link.agentId);
      open.set(link.linkId, link);
    },
    async ended(link, because) {
      open.delete(link.linkId);
      unwritten.set(link.linkId, { link, because, at: now() });
      await inTurn(writeEnds);
    },
    async close() {
      clearInterval(timer);
      await inTurn(async () => {
        await writeEnds();
        await database.transaction((tx) => deleteCloudProcess(tx, processId));
      });
    },
  };
}
