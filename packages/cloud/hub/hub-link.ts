/**
 * The agents' sockets of this process: upgrade, hello, then frames both ways. Owns who is connected here.
 * Must never decide about jobs or orders: it calls their moves.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type AgentFrame,
  agentFrame,
  agentLinkPath,
  type CloudFrame,
  linkPingSeconds,
  linkSilenceSeconds,
  otherProtocolCode,
  refuseHello,
} from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import type { FloorTopic } from '@platen/contracts/floor/shop-floor';
import { toTime } from '@platen/contracts/shapes';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Deps } from '../context.ts';
import { recordEvent } from '../events/event-log.ts';
import { asAppError } from '../http/http-refusals.ts';
import { newId } from '../ids.ts';
import { assignWaitingJobs } from '../jobs/job-moves.ts';
import { upsertPapers } from '../printers/paper-store.ts';
import { changeAbilities } from '../printers/printer-abilities-cache.ts';
import { updatePrinterAnswer } from '../printers/printer-request-store.ts';
import { updatePrinterReports, upsertPrinterReports } from '../printers/printer-store.ts';
import { applyRestorationFrame } from '../restorations/restoration-agent.ts';
import { applyScheduleFrame } from '../schedules/schedule-agent.ts';
import { findLinkId } from '../shops/agent-presence-store.ts';
import { heartbeatSeconds } from '../shops/agent-rules.ts';
import { hearWatched, sayFloor } from '../shops/floor-signal.ts';
import { getShopRules, upsertAgentDisk } from '../shops/print-rules-store.ts';
import { findAgent, touchAgent } from '../shops/shop-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';
import { authenticateAgent } from './hub-auth.ts';
import { type AgentClock, createAgentClock } from './hub-clock.ts';
import { createIncoming, type Incoming } from './hub-incoming.ts';
import { createHubLog } from './hub-log.ts';
import { createOutgoing, type Outgoing } from './hub-outgoing.ts';
import { createPresence, type Presence, type PresenceTimes, presenceTimes } from './hub-presence.ts';
import { answerReconcile, isSpoolBehind, recordOlderCloud, recoverLostSpool } from './hub-reconcile.ts';
import { answerReprint } from './hub-reprint.ts';

/** The outbox is looked at this often even without a signal: one could get lost with PostgreSQL's connection. */
const recheckMs = 5000;

/** Pages say every few seconds that they are open (floor/floor-watching.ts); one word of theirs may be lost. */
const watchedSeconds = 30;

export interface HubTimes extends PresenceTimes {
  /** How often each connection is asked for a sign of life. */
  pingMs: number;
  /** One on which nothing comes for so long is half open, and is ended. */
  silenceMs: number;
}

export const hubTimes: HubTimes = {
  ...presenceTimes,
  pingMs: linkPingSeconds * 1000,
  silenceMs: linkSilenceSeconds * 1000,
};

/** What an agent that stops in order closes its connection with (RFC 6455 section 7.4.1); anything else is a loss. */
const goodbyeCode = 1000;

export interface Hub {
  /** Answers upgrades to the link's path on this server. */
  attach(server: Server): void;
  close(): Promise<void>;
}

interface Link {
  /** The row of the agent names the connection that counts. */
  id: string;
  agent: AgentTable;
  socket: WebSocket;
  /** By the clock that nobody sets. */
  lastHeardAtMs: number;
  clock: AgentClock;
  outgoing: Outgoing;
  incoming: Incoming;
  /** Settles when hello is stored: whatever follows it is heard by who was greeted. */
  greeted: Promise<void>;
  /** Settles when the last word about printers and papers is stored. */
  printersHeard: Promise<void>;
}

/** The hub of this process. */
export function createHub(deps: Deps, times: HubTimes = hubTimes): Hub {
  const links = new Map<string, Link>();
  const opened = new Set<Link>();
  const logOf = createHubLog(deps);
  /** Ends that are being written down. */
  const ending = new Set<Promise<void>>();
  const presence = createPresence(deps, times);
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 4 * 1024 * 1024,
  });
  deps.database.listen('platen_outbox', (agentId) => links.get(agentId)?.outgoing.wake());
  deps.database.listen('platen_print_rules', (shopId) => {
    const near = [...links.values()].filter(({ agent }) => agent.shop_id === shopId);
    void tellRules(deps, { shopId, links: near });
  });
  hearWatched(deps.database, (shopIds) => {
    for (const { agent, socket } of links.values())
      if (shopIds.has(agent.shop_id)) send(socket, { kind: 'watched', seconds: watchedSeconds });
  });
  deps.database.listen('platen_agent_revoked', (agentId) => {
    for (const link of opened) if (link.agent.id === agentId) link.socket.terminate();
  });
  deps.database.listen('platen_agent_presence', (agentId) => {
    const link = links.get(agentId);
    if (link) void endReplaced(deps, link);
  });
  const stopWatching = watchLinks(deps, { links, opened, times });
  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        upgrade(deps, sockets, { request, socket, head }).then(
          ({ agent, socket }) => {
            const link = openLink({ ...deps, log: logOf(agent.id) }, { links, presence }, { agent, socket });
            opened.add(link);
            socket.on('close', (code) => {
              opened.delete(link);
              const ended = endLink(presence, { link, code }).finally(() => ending.delete(ended));
              ending.add(ended);
            });
          },
          (error: unknown) => rejectUpgrade(socket, asAppError(error).sentence),
        );
      });
    },
    async close() {
      stopWatching();
      const closing = [...opened];
      for (const { socket } of closing) socket.close(1001, 'the cloud is stopping');
      sockets.close();
      const patience = setTimeout(() => {
        for (const { socket } of closing) socket.terminate();
      }, 500);
      await Promise.all(closing.map(({ socket }) => new Promise((closed) => socket.once('close', closed))));
      clearTimeout(patience);
      await Promise.all(ending);
      await presence.close();
    },
  };
}

/** Lets go of who fell silent, looks at the outboxes and sends heartbeats, until the function it gives is called. */
function watchLinks(
  deps: Deps,
  { links, opened, times }: { links: ReadonlyMap<string, Link>; opened: ReadonlySet<Link>; times: HubTimes },
): () => void {
  const timers = [
    // Those that never said hello too: whoever is let in and says nothing holds a socket for nothing.
    setInterval(() => {
      for (const { socket, lastHeardAtMs } of opened) {
        if (performance.now() - lastHeardAtMs > times.silenceMs) socket.terminate();
        else if (socket.readyState === socket.OPEN) socket.ping();
      }
    }, times.pingMs),
    setInterval(() => {
      for (const link of links.values()) link.outgoing.wake();
    }, recheckMs),
    setInterval(() => {
      for (const link of links.values()) send(link.socket, { kind: 'heartbeat', now: toTime(deps.now()) });
    }, heartbeatSeconds * 1000),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearInterval);
}

/** Another connection of the agent counts now, here or at another process: this one is a half-open leftover. */
async function endReplaced(deps: Deps, link: Link): Promise<void> {
  try {
    await link.greeted;
    const counts = await findLinkId(deps.database.query, link.agent.id);
    if (counts !== undefined && counts !== link.id) link.socket.terminate();
  } catch (error) {
    deps.log('warn', 'presence.not-read', { agentId: link.agent.id, error });
  }
}

/** Writes down that the agent is gone, unless another connection of it counts. Never rejects. */
async function endLink(presence: Presence, { link, code }: { link: Link; code: number }): Promise<void> {
  // A greeting under way would say afterwards that the agent is there.
  await link.greeted.catch(() => {});
  const because = code === goodbyeCode ? 'stopped' : 'lost';
  await presence.ended({ agentId: link.agent.id, linkId: link.id }, because);
}

interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

async function upgrade(deps: Deps, sockets: WebSocketServer, { request, socket, head }: Upgrade) {
  socket.on('error', () => socket.destroy());
  if (request.url !== agentLinkPath) throw new AppError('no_such_route', 'There is no WebSocket here.');
  const { authorization } = request.headers;
  const agent = await authenticateAgent(deps, { method: 'GET', path: agentLinkPath, authorization });
  return await new Promise<{ agent: AgentTable; socket: WebSocket }>((resolve) =>
    sockets.handleUpgrade(request, socket, head, (opened) => resolve({ agent, socket: opened })),
  );
}

function rejectUpgrade(socket: Duplex, why: string): void {
  const body = JSON.stringify({ error: why });
  socket.end(
    `HTTP/1.1 401 Unauthorized\r\nDate: ${new Date().toUTCString()}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    // Nothing watches an upgraded connection any more: one whose client keeps its side open would stay for ever.
    () => socket.destroy(),
  );
}

const send = (socket: WebSocket, frame: CloudFrame): void => {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
};

interface Linked {
  links: Map<string, Link>;
  presence: Presence;
}

function openLink(
  deps: Deps,
  linked: Linked,
  { agent, socket }: { agent: AgentTable; socket: WebSocket },
): Link {
  const { links } = linked;
  const failed = (error: unknown) => {
    deps.log('error', 'link.failed', { agentId: agent.id, error });
    socket.close(1011, 'try again');
  };
  const agentId = agent.id;
  const clock = createAgentClock();
  const link: Link = {
    id: newId(),
    agent,
    socket,
    lastHeardAtMs: performance.now(),
    clock,
    greeted: Promise.resolve(),
    printersHeard: Promise.resolve(),
    outgoing: createOutgoing(deps, { agentId, send: (frame) => send(socket, frame), failed }),
    incoming: createIncoming(deps, {
      agentId,
      acknowledge: (seq) => send(socket, { kind: 'ack', seq }),
      timeOf: clock.timeOf,
      failed,
    }),
  };
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    link.outgoing.stop();
    if (links.get(agentId) !== link) return;
    links.delete(agentId);
    deps.log('info', 'agent.offline', { agentId, name: agent.name });
  });
  socket.on('pong', () => {
    link.lastHeardAtMs = performance.now();
  });
  socket.on('message', (data) => {
    link.lastHeardAtMs = performance.now();
    const told = readJson(String(data));
    const refusal = refuseHello(told);
    if (refusal !== undefined) {
      deps.log('warn', 'agent.another-protocol', { agentId, because: refusal });
      return socket.close(otherProtocolCode, refusal);
    }
    const frame = agentFrame.safeParse(told).data;
    if (!frame) return deps.log('warn', 'link.bad-frame', { frame: String(data).slice(0, 200) });
    hear(deps, linked, { link, frame }).catch(failed);
  });
  return link;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function hear(
  deps: Deps,
  linked: Linked,
  { link, frame }: { link: Link; frame: AgentFrame },
): Promise<void> {
  const agentId = link.agent.id;
  if (frame.kind === 'hello') {
    link.greeted = greet(deps, linked, { link, frame });
    return await link.greeted;
  }
  await link.greeted;
  switch (frame.kind) {
    case 'ack':
      return link.outgoing.acknowledge(frame.id);
    case 'message':
      return link.incoming.take(frame);
    case 'heartbeat':
      await deps.database.transaction(async (tx) => {
        await touchAgent(tx, agentId, deps.now());
        await upsertAgentDisk(tx, { agentId, disk: frame.disk, now: deps.now() });
        await sayFloor(deps.database, tx, { shopId: link.agent.shop_id, topics: ['agents', 'waits'] });
      });
      return;
    case 'reconcile':
      return send(
        link.socket,
        await answerReconcile(deps.database.query, { agentId, jobIds: frame.job_ids }),
      );
    case 'restoration':
      await deps.database.transaction((tx) =>
        applyRestorationFrame(deps.database, tx, { agentId, frame, now: deps.now() }),
      );
      return;
    case 'schedule':
      return await applyScheduleFrame(deps.database, { agentId, frame, now: deps.now() });
    case 'printer-answer':
      await deps.database.transaction(async (tx) => {
        await updatePrinterAnswer(tx, { id: frame.id, agentId, answer: frame.answer, now: deps.now() });
        await sayFloor(deps.database, tx, { shopId: link.agent.shop_id, topics: ['requests'] });
      });
      return link.outgoing.acknowledge(frame.id);
    case 'reprint':
      return send(link.socket, await answerReprint(deps, link.agent, frame.body));
    case 'printers':
      // One after the other: a difference must not overtake what it is a difference to.
      link.printersHeard = link.printersHeard.then(() =>
        hearPrinters(deps, { agentId, shopId: link.agent.shop_id, frame, clock: link.clock }),
      );
      return await link.printersHeard;
    case 'papers':
      link.printersHeard = link.printersHeard.then(() =>
        hearPapers(deps, { agentId, shopId: link.agent.shop_id, frame, clock: link.clock }),
      );
      return await link.printersHeard;
  }
}

type PapersFrame = Extract<AgentFrame, { kind: 'papers' }>;

async function hearPapers(
  deps: Deps,
  {
    agentId,
    shopId,
    frame: { complete, papers, gone },
    clock,
  }: { agentId: string; shopId: string; frame: PapersFrame; clock: AgentClock },
): Promise<void> {
  const now = deps.now();
  /** By this machine's clock, however wrong the shop's is. */
  const timed = <Told extends { at: string | null } | null>(told: Told): Told =>
    told?.at ? { ...told, at: clock.timeOf(told.at, now) } : told;
  const told = papers.map((paper) => ({
    ...paper,
    calibration: timed(paper.calibration),
    profile: timed(paper.profile),
  }));
  await deps.database.transaction(async (tx) => {
    await touchAgent(tx, agentId, now);
    await upsertPapers(tx, { agentId, complete, papers: told, gone, now });
    await sayFloor(deps.database, tx, { shopId, topics: ['papers'] });
  });
}

type PrintersFrame = Extract<AgentFrame, { kind: 'printers' }>;

async function hearPrinters(
  deps: Deps,
  {
    agentId,
    shopId,
    frame,
    clock,
  }: { agentId: string; shopId: string; frame: PrintersFrame; clock: AgentClock },
): Promise<void> {
  const { complete, changes } = frame;
  const now = deps.now();
  /** By this machine's clock, however wrong the shop's is. */
  const timed = <Told extends { as_of?: string | null | undefined }>(told: Told): Told =>
    told.as_of ? { ...told, as_of: clock.timeOf(told.as_of, now) } : told;
  await deps.database.transaction(async (tx) => {
    const printers = frame.printers.map(timed);
    const told = [
      await upsertPrinterReports(tx, { agentId, complete, printers, now }),
      await updatePrinterReports(tx, { agentId, changes: changes.map(timed), now }),
    ];
    await touchAgent(tx, agentId, now);
    if (told.some(({ canOther }) => canOther)) await changeAbilities(deps.database, tx, agentId);
    const isSeenAlone = printers.length === 0 && changes.every((change) => Object.keys(change).length === 2);
    const topics: FloorTopic[] = isSeenAlone ? ['printers', 'waits'] : ['printers', 'waits', 'queue'];
    await sayFloor(deps.database, tx, { shopId, topics });
    for (const printer of told.flatMap(({ moved }) => moved)) {
      const { name, state, state_reasons: reasons, reachable } = printer;
      recordEvent(tx, {
        type: 'printer.changed',
        subjectId: printer.printer_id,
        accountId: null,
        shopId,
        data: { agent_id: agentId, name, state, reasons, reachable },
        now,
      });
    }
  });
}

/** Those that miss it hear of it in their next welcome. */
async function tellRules(deps: Deps, { shopId, links }: { shopId: string; links: Link[] }): Promise<void> {
  try {
    const rules = await getShopRules(deps.database.query, shopId);
    for (const { socket } of links) send(socket, { kind: 'rules', rules });
  } catch (error) {
    deps.log('error', 'print-rules.untold', { shopId, error });
  }
}

/** The newest connection of an agent is the one: an older one is a half-open leftover. */
async function greet(
  deps: Deps,
  { links, presence }: Linked,
  { link, frame }: { link: Link; frame: Extract<AgentFrame, { kind: 'hello' }> },
): Promise<void> {
  const { agent, socket } = link;
  links.get(agent.id)?.socket.terminate();
  links.set(agent.id, link);
  const now = deps.now();
  let waitsBehind: string | undefined;
  const last_seq = await deps.database.transaction(async (tx) => {
    await presence.linked(tx, { agentId: agent.id, linkId: link.id });
    const known = (await findAgent(tx, agent.id))!;
    if (known.revoked_at !== null) return undefined;
    await recordOlderCloud(tx, { agent: known, hello: frame, now, log: deps.log });
    if (isSpoolBehind(known, frame))
      await recoverLostSpool(tx, { agent: known, hello: frame, now, log: deps.log });
    waitsBehind = await assignWaitingJobs(tx, { shopId: agent.shop_id, agentId: agent.id, now });
    return known.last_seq;
  });
  if (last_seq === undefined) return socket.terminate();
  link.clock.heard(frame.now, now);
  const rules = await getShopRules(deps.database.query, agent.shop_id);
  send(socket, {
    kind: 'welcome',
    last_seq,
    heartbeat_seconds: heartbeatSeconds,
    now: toTime(now),
    rules,
  });
  deps.log('info', 'agent.online', { agentId: agent.id, name: agent.name, version: frame.version });
  link.outgoing.wake();
  while (waitsBehind !== undefined) {
    waitsBehind = await assignMore(deps, { agent, after: waitsBehind });
    link.outgoing.wake();
  }
}

/** More of the jobs that waited for an agent: each time a transaction of its own, so that others get their turn. */
async function assignMore(
  deps: Deps,
  { agent, after }: { agent: AgentTable; after: string },
): Promise<string | undefined> {
  const { id: agentId, shop_id: shopId } = agent;
  const now = deps.now();
  return await deps.database.transaction(async (tx) => {
    // The agent's row first, as everywhere; one that was revoked meanwhile gets no more.
    await touchAgent(tx, agentId, now);
    if ((await findAgent(tx, agentId))!.revoked_at !== null) return undefined;
    return await assignWaitingJobs(tx, { shopId, agentId, now, after });
  });
}
