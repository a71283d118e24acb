/**
 * One client of a stream: what goes out to it and when. Owns how little is queued for who reads slowly: nothing is made for it while
 * what was made before is still here, so it costs its bytes in flight and a number a topic.
 *
 * INVARIANTS
 * 1. At most `maxQueuedBytes` wait for a client's connection, unless a single frame is larger.
 * 2. Frames are whole; nothing comes after `end`.
 */
import type { LiveEndReason } from '@platen/contracts/live-stream';
import { liveFrame } from './live-frame.ts';

export const maxQueuedBytes = 64 * 1024;
/** A frame is made when it will fit as it mostly is (live-topic.ts makes parts of 16 KiB). */
const roomForFrame = 24 * 1024;
/** How long a client may take to read the last words. */
const farewellMs = 3000;

/** An answer that stays open: a `ServerResponse`, or whatever writes like one. */
export interface LiveSink {
  /** `flushed` is called when the bytes have left this process. */
  write(chunk: Buffer, flushed: (error?: Error | null) => void): unknown;
  end(): unknown;
  destroy(): unknown;
  once(event: 'close', hear: () => void): unknown;
  on(event: 'error', hear: () => void): unknown;
}

/** What a client is told of: asked for the next frame whenever there is room. */
export interface LiveFeed {
  /** The next frame; undefined when there is none now. Who has one later says so by `pump`. */
  next(): Buffer | undefined;
  /** The client is gone. */
  close?(): void;
}

export interface LiveClient {
  /** Sends what there is, as far as there is room. */
  pump(): void;
  /** A sign of life, unless something waits already. False for a client that has not read for `patienceMs`. */
  beat(frame: Buffer, patienceMs: number): boolean;
  end(reason: LiveEndReason): void;
  readonly isOver: boolean;
}

interface ClientParts {
  sink: LiveSink;
  feeds: readonly LiveFeed[];
  now: () => number;
  onClose: () => void;
}

/** Takes the answer over: its head is written, its connection may end at any time. */
export function createLiveClient({ sink, feeds, now, onClose }: ClientParts): LiveClient {
  let queuedBytes = 0;
  let isOver = false;
  let isPumping = false;
  let turn = 0;
  let movedAtMs = now();

  function close(): void {
    if (isOver) return;
    isOver = true;
    for (const feed of feeds) feed.close?.();
    onClose();
  }

  function write(frame: Buffer): void {
    queuedBytes += frame.length;
    sink.write(frame, (error) => {
      queuedBytes -= frame.length;
      movedAtMs = now();
      if (!error) pump();
    });
  }

  /** Of the feeds in turn, so that one of which there is much keeps none waiting. */
  function nextFrame(): Buffer | undefined {
    for (let tried = 0; tried < feeds.length; tried += 1) {
      const frame = feeds[turn]!.next();
      turn = (turn + 1) % feeds.length;
      if (frame) return frame;
    }
    return undefined;
  }

  function pump(): void {
    if (isPumping) return;
    isPumping = true;
    try {
      while (!isOver && queuedBytes + roomForFrame <= maxQueuedBytes) {
        const frame = nextFrame();
        if (!frame) return;
        write(frame);
      }
    } finally {
      isPumping = false;
    }
  }

  sink.once('close', close);
  sink.on('error', close);
  return {
    get isOver() {
      return isOver;
    },
    pump,
    beat(frame, patienceMs) {
      if (isOver) return true;
      if (queuedBytes > 0) return now() - movedAtMs <= patienceMs;
      movedAtMs = now();
      write(frame);
      pump();
      return true;
    },
    end(reason) {
      if (isOver) return;
      close();
      if (reason === 'stalled') return void sink.destroy();
      sink.write(liveFrame('end', { reason }), () => {});
      sink.end();
      // Who doesn't read has still what was queued before.
      const late = setTimeout(() => sink.destroy(), farewellMs);
      late.unref();
      sink.once('close', () => clearTimeout(late));
    },
  };
}
