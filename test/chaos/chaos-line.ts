/**
 * A TCP line on a loopback port that can go wrong while it is used: cut, reset, frozen, slowed, half open; now, or at a byte of
 * the next document that passes. Owns the passing of bytes and nothing of what they mean.
 */
import { connect, createServer, type Socket } from 'node:net';

/** What goes wrong on a line. frozen: nothing passes for so long, then all of it; dead: nothing passes, then both ends are cut. */
export type LineTrouble =
  | { kind: 'cut' }
  | { kind: 'reset' }
  | { kind: 'frozen'; forMs: number }
  | { kind: 'dead'; forMs: number }
  | { kind: 'slowed'; forMs: number; bytesPerSecond: number };

/** Where in a document it strikes: so many bytes after its first, or so many before the end of its request. */
export interface DocumentPlace {
  after?: number;
  beforeEnd?: number;
}

export interface ChaosLine {
  port: number;
  /** To all connections, and to those that are made meanwhile. */
  suffer(trouble: LineTrouble): void;
  /** To the connection that carries the next document, once, at this place; `onStruck` hears of it. */
  sufferAtDocument(trouble: LineTrouble, place: DocumentPlace, onStruck: () => void): void;
  heal(): void;
  close(): Promise<void>;
}

interface Wire {
  near: Socket;
  far: Socket;
  /** Nothing passes before this moment; the bytes wait. */
  frozenUntil: number;
  waiting: { to: Socket; bytes: Buffer }[];
  /** Bytes of the request since a document began; undefined: none has. */
  documentBytes: number | undefined;
  timer: NodeJS.Timeout | undefined;
  ends: Socket[];
}

const documentStarts = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('%PDF-'), Buffer.from('RaS2')];
const chunkedEnd = Buffer.from('\r\n0\r\n\r\n');
/** A slowed line passes pieces this often. */
const slowStepMs = 50;

/** `target` is asked for each connection. */
export async function startChaosLine(target: () => number | undefined): Promise<ChaosLine> {
  const wires = new Set<Wire>();
  let armed: { trouble: LineTrouble; place: DocumentPlace; onStruck: () => void } | undefined;
  let lineFrozenUntil = 0;
  let slow: { until: number; bytesPerSecond: number } | undefined;

  const end = (wire: Wire, how: 'destroy' | 'resetAndDestroy' = 'destroy') => {
    clearTimeout(wire.timer);
    wires.delete(wire);
    wire.near[how]();
    wire.far[how]();
  };

  const strike = (wire: Wire, trouble: LineTrouble) => {
    if (trouble.kind === 'cut') end(wire);
    else if (trouble.kind === 'reset') end(wire, 'resetAndDestroy');
    else if (trouble.kind === 'frozen' || trouble.kind === 'dead') {
      wire.frozenUntil = Date.now() + trouble.forMs;
      if (trouble.kind === 'dead') setTimeout(() => end(wire, 'resetAndDestroy'), trouble.forMs).unref();
      else schedule(wire);
    }
  };

  const schedule = (wire: Wire) => {
    clearTimeout(wire.timer);
    const waitMs = Math.max(Math.max(wire.frozenUntil, lineFrozenUntil) - Date.now(), slowStepMs);
    wire.timer = setTimeout(() => flush(wire), waitMs);
  };

  const flush = (wire: Wire) => {
    if (Math.max(wire.frozenUntil, lineFrozenUntil) > Date.now()) return schedule(wire);
    let budget = Number.POSITIVE_INFINITY;
    if (slow && slow.until > Date.now()) budget = Math.ceil((slow.bytesPerSecond * slowStepMs) / 1000);
    while (wire.waiting.length > 0 && budget > 0) {
      const next = wire.waiting[0]!;
      const piece = next.bytes.subarray(0, budget);
      next.to.write(piece);
      budget -= piece.length;
      if (piece.length === next.bytes.length) wire.waiting.shift();
      else next.bytes = next.bytes.subarray(piece.length);
    }
    if (wire.waiting.length > 0) return schedule(wire);
    for (const to of wire.ends.splice(0)) to.end();
    wire.near.resume();
    wire.far.resume();
  };

  const isHeldUp = (wire: Wire): boolean =>
    wire.waiting.length > 0 ||
    Math.max(wire.frozenUntil, lineFrozenUntil) > Date.now() ||
    (slow !== undefined && slow.until > Date.now());

  const send = (wire: Wire, to: Socket, bytes: Buffer) => {
    if (bytes.length === 0) return;
    if (!isHeldUp(wire)) {
      const from = to === wire.far ? wire.near : wire.far;
      if (!to.write(bytes)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
      return;
    }
    wire.waiting.push({ to, bytes });
    // The sender must feel it: a line that is held up takes no more than its buffers.
    (to === wire.far ? wire.near : wire.far).pause();
    schedule(wire);
  };

  /** How many bytes of this chunk of a request pass before the armed trouble strikes; undefined: all. */
  const placeIn = (wire: Wire, chunk: Buffer): number | undefined => {
    let start = 0;
    if (wire.documentBytes === undefined) {
      const found = documentStarts.map((mark) => chunk.indexOf(mark)).filter((at) => at >= 0);
      if (found.length === 0) return undefined;
      start = Math.min(...found);
      wire.documentBytes = 0;
    }
    const before = wire.documentBytes;
    wire.documentBytes += chunk.length - start;
    const isEnd = chunk.subarray(-chunkedEnd.length).equals(chunkedEnd);
    const { after, beforeEnd } = armed?.place ?? {};
    let at: number | undefined;
    if (armed && after !== undefined && wire.documentBytes >= after) at = Math.max(0, start + after - before);
    if (armed && beforeEnd !== undefined && isEnd) at = Math.max(0, chunk.length - beforeEnd);
    if (isEnd) wire.documentBytes = undefined;
    return at;
  };

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const port = target();
    if (port === undefined) return void near.destroy();
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const wire: Wire = {
      near,
      far,
      frozenUntil: 0,
      waiting: [],
      documentBytes: undefined,
      timer: undefined,
      ends: [],
    };
    wires.add(wire);
    for (const socket of [near, far])
      socket.on('error', () => end(wire)).on('close', () => !isHeldUp(wire) && end(wire));
    near.on('data', (chunk: Buffer) => {
      const at = placeIn(wire, chunk);
      if (at === undefined || !armed) return send(wire, far, chunk);
      const { trouble, onStruck } = armed;
      armed = undefined;
      onStruck();
      const passes = chunk.subarray(0, at);
      // What passes before must be on its way before the line breaks behind it.
      if (passes.length > 0 && !isHeldUp(wire)) far.write(passes);
      if (trouble.kind === 'slowed')
        slow = { until: Date.now() + trouble.forMs, bytesPerSecond: trouble.bytesPerSecond };
      const isOver = trouble.kind === 'cut' || trouble.kind === 'reset';
      if (isOver) setTimeout(() => strike(wire, trouble), 20);
      else strike(wire, trouble);
      if (!isOver) send(wire, far, chunk.subarray(at));
      else near.pause();
    });
    far.on('data', (chunk: Buffer) => send(wire, near, chunk));
    near.on('end', () => (isHeldUp(wire) ? wire.ends.push(far) : far.end()));
    far.on('end', () => (isHeldUp(wire) ? wire.ends.push(near) : near.end()));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: (server.address() as { port: number }).port,
    suffer(trouble) {
      if (trouble.kind === 'slowed')
        slow = { until: Date.now() + trouble.forMs, bytesPerSecond: trouble.bytesPerSecond };
      else if (trouble.kind === 'frozen') {
        lineFrozenUntil = Date.now() + trouble.forMs;
        for (const wire of wires) schedule(wire);
      } else for (const wire of [...wires]) strike(wire, trouble);
    },
    sufferAtDocument(trouble, place, onStruck) {
      armed = { trouble, place, onStruck };
    },
    heal() {
      armed = undefined;
      lineFrozenUntil = 0;
      slow = undefined;
      for (const wire of wires) {
        wire.frozenUntil = 0;
        flush(wire);
      }
    },
    async close() {
      for (const wire of [...wires]) end(wire);
      await new Promise((closed) => server.close(closed));
    },
  };
}
