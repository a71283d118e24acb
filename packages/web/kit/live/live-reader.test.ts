import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStreamParser, type LiveLink, readLive, type StreamMessage, silenceMs } from './live-reader.ts';

describe('messages of a stream', () => {
  const text =
    ': a comment\n\nevent: beat\ndata: {}\n\nid: 7\nevent: event\ndata: {"a":\ndata: 1}\n\nretry: 5\n\n';
  const whole: StreamMessage[] = [
    { event: 'beat', id: undefined, data: '{}' },
    { event: 'event', id: '7', data: '{"a":\n1}' },
  ];

  it.each([1, 2, 3, 7, 1000])('are the same in pieces of %i characters', (size) => {
    for (const written of [text, text.replaceAll('\n', '\r\n')]) {
      // A line end must not fall between two pieces: then one of them would end with a lone CR.
      const parse = createStreamParser();
      const found: StreamMessage[] = [];
      for (let at = 0; at < written.length; at += size) found.push(...parse(written.slice(at, at + size)));
      expect(found).toEqual(whole);
    }
  });
});

describe('reading a stream', () => {
  let streams: Array<ReadableStreamDefaultController<Uint8Array>>;
  let answers: Array<() => Response>;
  let urls: string[];
  let links: LiveLink[];
  let heard: string[];
  let lost: number;
  let signals: AbortSignal[];

  beforeEach(() => {
    vi.useFakeTimers();
    [streams, answers, urls, links, heard, lost, signals] = [[], [], [], [], [], 0, []];
    vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
      urls.push(url);
      signals.push(signal!);
      const answer = answers.shift();
      if (!answer) throw new TypeError('no connection');
      return answer();
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const stream = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          streams.push(controller);
          signals.at(-1)!.addEventListener('abort', () => {
            try {
              controller.error(new Error('aborted'));
            } catch {
              // It had ended already.
            }
          });
        },
      }),
    );
  const say = (text: string) => streams.at(-1)!.enqueue(new TextEncoder().encode(text));
  const open = () => {
    let count = 0;
    return readLive({
      url: () => `/live?after=${count++}`,
      hear: ({ data }) => void heard.push(data),
      onLink: (link) => void links.push(link),
      onLost: () => {
        lost += 1;
      },
    });
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('goes on when a connection breaks, asking anew where', async () => {
    answers.push(stream, stream);
    const reader = open();
    await settle();
    say('event: snapshot\ndata: 1\n\nevent: change\nda');
    await settle();
    streams[0]!.close();
    await vi.advanceTimersByTimeAsync(1000);
    say('event: change\ndata: 2\n\n');
    await settle();
    expect(heard).toEqual(['1', '2']);
    expect(urls).toEqual(['/live?after=0', '/live?after=1']);
    expect(links).toEqual(['live', 'away', 'live']);
    reader.stop();
    expect(signals.at(-1)!.aborted).toBe(true);
  });

  it('tries a service that is away again and again, with growing pauses that are never long', async () => {
    const reader = open();
    await vi.advanceTimersByTimeAsync(60_000);
    const within = urls.length;
    expect(within).toBeGreaterThan(4);
    expect(within).toBeLessThan(20);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const later = urls.length - within;
    expect(later).toBeGreaterThan(12);
    expect(later).toBeLessThan(45);
    expect(links).toEqual(['away']);
    answers.push(stream);
    // The browser has a connection again: nobody waits for the pause.
    reader.again();
    await settle();
    say('event: beat\ndata: {}\n\n');
    await settle();
    expect(links).toEqual(['away', 'live']);
    reader.stop();
  });

  it('takes silence for the end of a connection that says nothing of it', async () => {
    answers.push(stream, stream);
    const reader = open();
    await settle();
    for (let beat = 0; beat < 5; beat += 1) {
      say('event: beat\ndata: {}\n\n');
      await vi.advanceTimersByTimeAsync(silenceMs - 1000);
    }
    expect(urls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3000);
    expect(signals[0]!.aborted).toBe(true);
    expect(urls).toHaveLength(2);
    reader.stop();
  });

  it('comes back after the host stops, and not once the session is revoked', async () => {
    answers.push(stream, stream);
    const reader = open();
    await settle();
    say('event: beat\ndata: {}\n\nevent: end\ndata: {"reason":"closing"}\n\n');
    await vi.advanceTimersByTimeAsync(2000);
    expect(urls).toHaveLength(2);
    say('event: end\ndata: {"reason":"revoked"}\n\n');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(urls).toHaveLength(2);
    expect(links.at(-1)).toBe('ended');
    reader.stop();
  });

  it.each([401, 403, 404])('ends at a refusal with %i', async (status) => {
    answers.push(() => new Response('{}', { status }));
    open();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(urls).toHaveLength(1);
    expect(links).toEqual(['ended']);
  });

  it('says that something was missed where the host can not go on, and waits as long as it is told', async () => {
    answers.push(
      () => new Response('{}', { status: 409 }),
      () => new Response('{}', { status: 429, headers: { 'retry-after': '10' } }),
      stream,
    );
    const reader = open();
    await vi.advanceTimersByTimeAsync(5000);
    expect(lost).toBe(1);
    expect(urls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(urls).toHaveLength(3);
    reader.stop();
  });
});
