/**
 * The cloud's side of the agent link, small: enrolment, signed files with Range, the WebSocket. For tests of the agent alone.
 * Owns nothing durable; what it received can be read from its fields.
 */
import { createHash, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import {
  type AgentDisk,
  type AgentFrame,
  agentCloudPath,
  agentEnrolPath,
  agentFilesPath,
  agentFrame,
  agentLinkPath,
  agentSigningText,
  type CloudFrame,
  type CloudMessage,
  cloudProofText,
  defaultShopRules,
  enrolRequest,
  type JobReport,
  otherProtocolCode,
  type PrinterReport,
  type ShopRules,
  signatureWindowSeconds,
} from '@platen/contracts/agent-protocol';
import type { PaperReport } from '@platen/contracts/paper-report';
import type { PaperAct } from '@platen/contracts/paper-requests';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import type { PrinterAnswer } from '@platen/contracts/printer-requests';
import type { QueueAct, ReprintRequest } from '@platen/contracts/queue-requests';
import { WebSocket, WebSocketServer } from 'ws';

/** Sizes of the pieces of so many bytes. */
function* piecesOf(bytes: number): Generator<number> {
  for (let left = bytes; left > 0; left -= 65_536) yield Math.min(left, 65_536);
}

function* contentOf({
  head,
  bytes,
  piece,
}: {
  head: Buffer;
  bytes: number;
  piece: Buffer;
}): Generator<Buffer> {
  yield head;
  for (const size of piecesOf(bytes - head.length)) yield piece.subarray(0, size);
}

type Reconciled = Extract<CloudFrame, { kind: 'reconciled' }>['jobs'][number]['state'];

export type FakeCloud = Awaited<ReturnType<typeof startFakeCloud>>;

export const enrolCode = 'ENROL-CODE-1';

export interface FakeCloudOptions {
  port?: number;
  now?: () => number;
}

export async function startFakeCloud({ port = 0, now = Date.now }: FakeCloudOptions = {}) {
  const files = new Map<string, Buffer>();
  const generated = new Map<string, { head: Buffer; bytes: number; piece: Buffer }>();
  const agentId = randomUUID();
  const own = generateKeyPairSync('ed25519');
  const cloud_key = own.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
  const unacknowledged = new Map<string, CloudMessage>();
  const cloud = {
    agentId,
    publicKey: undefined as string | undefined,
    enrolments: 0,
    /** Signed requests, whoever signed them, and upgrades. */
    signed: 0,
    /** Set to prove another key than that of the signature. */
    claimsKey: undefined as string | undefined,
    cloudKey: cloud_key,
    refusedSignatures: 0,
    lastSeq: 0,
    acknowledgesReports: true,
    reports: [] as JobReport[],
    /** Every report frame, repeated ones too. */
    frames: [] as { seq: number; body: JobReport }[],
    acknowledgements: [] as string[],
    heartbeats: 0,
    printers: new Map<string, PrinterReport>(),
    papers: new Map<string, PaperReport>(),
    /** Every frame about papers. */
    paperFrames: [] as Extract<AgentFrame, { kind: 'papers' }>[],
    hellos: [] as Extract<AgentFrame, { kind: 'hello' }>[],
    fileRequests: [] as { sha256: string; range: string | undefined }[],
    /** Set to cut the next answer with a file after so many bytes. */
    cutFileAfterBytes: undefined as number | undefined,
    /** Set to answer file requests with this status. */
    fileStatus: undefined as number | undefined,
    /** Set to lose the reply of the next enrolment. */
    losesEnrolReply: false,
    heartbeatSeconds: 1,
    /** The shop's rules, as welcome says them. */
    rules: defaultShopRules as ShopRules,
    /** Another version of the protocol than the agent's: hello is answered with the end of the link, and this reason. */
    otherProtocol: undefined as string | undefined,
    /** What reconcile is answered for a job. */
    knows: (_jobId: string): Reconciled => 'open',
    /** With `open`. */
    was: 'ready',
    reconciles: [] as string[][],
    disk: undefined as AgentDisk | undefined,
    /** By the id of what was asked. */
    answers: new Map<string, PrinterAnswer>(),
    /** Every answer frame, repeated ones too. */
    answered: [] as string[],
    reprints: [] as ReprintRequest[],
    /** What copies that are asked for once more are refused with; null: they are made; undefined: no answer. */
    reprintRefusal: null as string | null | undefined,
    schedules: [] as Extract<AgentFrame, { kind: 'schedule' }>[],
    /** What GET /api/health says beside the time. */
    health: { status: 'ok', reasons: [] as string[], version: '0.1.0' },
    /** False: this agent's key is refused (401). */
    letsIn: true,
    /** True: the cloud can't be reached behind its proxy (503). */
    isAway: false,
    url: '',
    send,
    sendRules: (rules: ShopRules) => put({ kind: 'rules', rules }),
    sendJob: (ticket: PrintTicket, id: string = randomUUID()) =>
      send({ kind: 'message', id, type: 'job', body: ticket }),
    /** Asks the agent's queue for something. Gives the id of the message. */
    sendAct(wanted: QueueAct, { id = randomUUID() as string, askedAtMs = now() } = {}): string {
      const asked_at = new Date(askedAtMs).toISOString();
      send({ kind: 'message', id, type: 'queue', body: { by: 'account 7', asked_at, wanted } });
      return id;
    },
    /** Asks something of the agent's papers. Gives the id of the message. */
    sendPaperAct(wanted: PaperAct, { id = randomUUID() as string, askedAtMs = now() } = {}): string {
      const asked_at = new Date(askedAtMs).toISOString();
      send({ kind: 'message', id, type: 'paper', body: { by: 'Mei', asked_at, wanted } });
      return id;
    },
    sendText: (text: string) => socket?.send(text),
    /** Breaks the link without a goodbye. */
    cut: () => socket?.terminate(),
    addFile(content: Buffer): string {
      const sha256 = createHash('sha256').update(content).digest('hex');
      files.set(sha256, content);
      return sha256;
    },
    /** A file of that many bytes that exists only while it is sent: a head, then one byte again and again. */
    addGenerated(head: Buffer, bytes: number, fill: number): string {
      const piece = Buffer.alloc(65_536, fill);
      const hash = createHash('sha256').update(head);
      for (const size of piecesOf(bytes - head.length)) hash.update(piece.subarray(0, size));
      const sha256 = hash.digest('hex');
      generated.set(sha256, { head, bytes, piece });
      return sha256;
    },
    setFile: (sha256: string, content: Buffer) => void files.set(sha256, content),
    states: (jobId: string) =>
      cloud.reports.filter((report) => report.job_id === jobId).map((report) => report.state),
    lastReport: (jobId: string) => cloud.reports.findLast((report) => report.job_id === jobId),
    close,
  };
  let socket: WebSocket | undefined;

  const server = http.createServer((request, response) => {
    response.setHeader('Date', new Date(now()).toUTCString());
    if (request.headers.authorization) cloud.signed += 1;
    if (cloud.isAway) return void response.writeHead(503).end();
    if (request.url?.startsWith(`${agentCloudPath}?`)) return prove(request, response);
    if (request.method === 'POST' && request.url === agentEnrolPath) return void enrol(request, response);
    if (request.url === '/api/health')
      return void response.end(JSON.stringify({ ...cloud.health, time: new Date(now()).toISOString() }));
    if (!isSigned(request)) return void response.writeHead(401).end();
    if (request.url?.startsWith(`${agentFilesPath}/`)) return sendFile(request, response);
    response.writeHead(404).end();
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, raw, head) => {
    cloud.signed += 1;
    if (cloud.isAway) {
      raw.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    if (request.url !== agentLinkPath || !cloud.letsIn || !isSigned(request)) {
      raw.end(
        `HTTP/1.1 401 Unauthorized\r\nDate: ${new Date(now()).toUTCString()}\r\nContent-Length: 0\r\n\r\n`,
      );
      return;
    }
    sockets.handleUpgrade(request, raw, head, (opened) => {
      socket = opened;
      opened.on('message', (data) => receive(opened, agentFrame.parse(JSON.parse(String(data)))));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  cloud.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function send(message: CloudMessage): void {
    unacknowledged.set(message.id, message);
    put(message);
  }

  function put(frame: CloudFrame): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  function receive(opened: WebSocket, frame: AgentFrame): void {
    if (frame.kind === 'hello') {
      cloud.hellos.push(frame);
      if (cloud.otherProtocol) {
        opened.close(otherProtocolCode, cloud.otherProtocol);
        return;
      }
      const time = new Date(now()).toISOString();
      const { lastSeq: last_seq, heartbeatSeconds: heartbeat_seconds } = cloud;
      put({ kind: 'welcome', last_seq, heartbeat_seconds, now: time, rules: cloud.rules });
      for (const message of unacknowledged.values()) put(message);
    } else if (frame.kind === 'ack') {
      cloud.acknowledgements.push(frame.id);
      unacknowledged.delete(frame.id);
    } else if (frame.kind === 'printer-answer') {
      cloud.answers.set(frame.id, frame.answer);
      cloud.answered.push(frame.id);
      if (cloud.acknowledgesReports) unacknowledged.delete(frame.id);
    } else if (frame.kind === 'reprint') {
      cloud.reprints.push(frame.body);
      const { reprintRefusal: refusal } = cloud;
      if (refusal !== undefined) put({ kind: 'reprint-answer', job_id: frame.body.job_id, refusal });
    } else if (frame.kind === 'heartbeat') {
      cloud.heartbeats += 1;
      cloud.disk = frame.disk;
    } else if (frame.kind === 'reconcile') {
      cloud.reconciles.push(frame.job_ids);
      put({
        kind: 'reconciled',
        jobs: frame.job_ids.map((job_id) => ({ job_id, state: cloud.knows(job_id), was: cloud.was })),
      });
    } else if (frame.kind === 'schedule') cloud.schedules.push(frame);
    else if (frame.kind === 'printers') {
      if (frame.complete) cloud.printers.clear();
      for (const printer of frame.printers) cloud.printers.set(printer.printer_id, printer);
      for (const change of frame.changes) {
        const known = cloud.printers.get(change.printer_id);
        if (known) cloud.printers.set(change.printer_id, { ...known, ...(change as Partial<PrinterReport>) });
      }
    } else if (frame.kind === 'papers') {
      cloud.paperFrames.push(frame);
      if (frame.complete) cloud.papers.clear();
      for (const id of frame.gone) cloud.papers.delete(id);
      for (const paper of frame.papers) cloud.papers.set(paper.paper_id, paper);
    } else if (frame.kind === 'message') {
      cloud.frames.push({ seq: frame.seq, body: frame.body });
      if (!cloud.acknowledgesReports) return;
      if (frame.seq > cloud.lastSeq) {
        cloud.lastSeq = frame.seq;
        cloud.reports.push(frame.body);
      }
      put({ kind: 'ack', seq: cloud.lastSeq });
    }
  }

  async function enrol(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { code, public_key } = enrolRequest.parse(JSON.parse(body));
    cloud.enrolments += 1;
    if (code !== enrolCode || (cloud.publicKey ?? public_key) !== public_key) {
      response.writeHead(403).end(JSON.stringify({ error: 'This enrolment code is not valid.' }));
      return;
    }
    cloud.publicKey = public_key;
    if (cloud.losesEnrolReply) {
      cloud.losesEnrolReply = false;
      response.destroy();
      return;
    }
    const reply = {
      agent_id: agentId,
      shop_id: randomUUID(),
      shop_name: 'Shop',
      now: new Date(now()).toISOString(),
      cloud_key,
    };
    response.writeHead(201).end(JSON.stringify(reply));
  }

  function prove(request: http.IncomingMessage, response: http.ServerResponse): void {
    const challenge = new URL(request.url ?? '', cloud.url).searchParams.get('challenge') ?? '';
    const signature = sign(null, Buffer.from(cloudProofText(challenge)), own.privateKey).toString(
      'base64url',
    );
    response.end(JSON.stringify({ cloud_key: cloud.claimsKey ?? cloud_key, signature }));
  }

  function isSigned(request: http.IncomingMessage): boolean {
    const parts = /^Platen-Agent ([^:]+):(\d+):(.+)$/.exec(request.headers.authorization ?? '');
    const unixSeconds = Number(parts?.[2]);
    const text = agentSigningText({ method: request.method ?? '', path: request.url ?? '', unixSeconds });
    const isGood =
      parts?.[1] === agentId &&
      cloud.publicKey !== undefined &&
      Math.abs(now() / 1000 - unixSeconds) <= signatureWindowSeconds &&
      verify(
        null,
        Buffer.from(text),
        createPublicKey({ key: Buffer.from(cloud.publicKey, 'base64url'), format: 'der', type: 'spki' }),
        Buffer.from(parts[3] ?? '', 'base64url'),
      );
    if (!isGood) cloud.refusedSignatures += 1;
    return isGood;
  }

  function sendFile(request: http.IncomingMessage, response: http.ServerResponse): void {
    const sha256 = request.url?.slice(agentFilesPath.length + 1) ?? '';
    const { range } = request.headers;
    cloud.fileRequests.push({ sha256, range });
    const made = generated.get(sha256);
    if (made) {
      response.writeHead(200, { 'content-length': made.bytes });
      return void Readable.from(contentOf(made)).pipe(response);
    }
    const content = files.get(sha256);
    if (cloud.fileStatus || !content) return void response.writeHead(cloud.fileStatus ?? 404).end();
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const headers: http.OutgoingHttpHeaders = { 'content-length': content.length - start };
    if (start > 0) headers['content-range'] = `bytes ${start}-${content.length - 1}/${content.length}`;
    response.writeHead(start > 0 ? 206 : 200, headers);
    const { cutFileAfterBytes } = cloud;
    if (cutFileAfterBytes === undefined) return void response.end(content.subarray(start));
    cloud.cutFileAfterBytes = undefined;
    response.write(content.subarray(start, start + cutFileAfterBytes), () =>
      setTimeout(() => response.destroy(), 50),
    );
  }

  async function close(): Promise<void> {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  return cloud;
}
