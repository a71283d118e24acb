/**
 * Reads one live stream and opens it again when it breaks. Owns pauses and how silence is told from quiet; what messages mean, others know.
 * `EventSource` would do neither: it has no growing pause, and one refusal ends it for good.
 */

/** A server-sent event (HTML Living Standard, 9.2). */
export interface StreamMessage {
  event: string;
  id: string | undefined;
  data: string;
}

/**
 * How it stands: `connecting` for the first time, `live`, `away` (it broke and is opened again and again), `ended` (this session may not
 * listen any more; nothing more will come).
 */
export type LiveLink = 'connecting' | 'live' | 'away' | 'ended';

/** Takes pieces of text as they come and gives the messages that are whole. */
export function createStreamParser(): (text: string) => StreamMessage[] {
  let rest = '';
  return (text) => {
    rest += text;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop()!;
    return blocks.flatMap(messageOf);
  };
}

function messageOf(block: string): StreamMessage[] {
  const fields = block.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value: value! }];
  });
  const valuesOf = (wanted: string) => fields.filter(({ name }) => name === wanted).map(({ value }) => value);
  const data = valuesOf('data');
  if (data.length === 0) return [];
  return [{ event: valuesOf('event').at(-1) ?? 'message', id: valuesOf('id').at(-1), data: data.join('\n') }];
}

export interface LiveReading {
  /** Where to read, asked anew for each connection. */
  url(): string;
  hear(message: StreamMessage): void;
  /** How the link stands; told when that changes. */
  onLink(link: LiveLink): void;
  /** The host can't go on from where this reader was: what is shown must be read anew. Asked before the next connection. */
  onLost(): void;
}

/** Nothing at all for so long: the connection is dead, whatever it says. Three beats and a little. */
export const silenceMs = 33_000;
const firstPauseMs = 500;
const maxPauseMs = 30_000;

/** Reads until it is stopped or ended. */
export function readLive(reading: LiveReading): { stop(): void; again(): void } {
  let isStopped = false;
  let link: LiveLink = 'connecting';
  let failures = 0;
  let connection: AbortController | undefined;
  let wake: (() => void) | undefined;

  const tell = (next: LiveLink) => {
    if (link === next || isStopped) return;
    link = next;
    reading.onLink(next);
  };

  /** Whether there is a reason to come back, and after how long. */
  async function connect(): Promise<{ pauseMs: number } | undefined> {
    connection = new AbortController();
    const { signal } = connection;
    let silence = setTimeout(() => connection?.abort(), silenceMs);
    try {
      const response = await fetch(reading.url(), {
        headers: { Accept: 'text/event-stream' },
        credentials: 'same-origin',
        cache: 'no-store',
        signal,
      });
      if (response.status === 401 || response.status === 403 || response.status === 404) return undefined;
      if (response.status === 409) {
        reading.onLost();
        return { pauseMs: 0 };
      }
      if (!response.ok || !response.body) return { pauseMs: retryAfterMs(response) };
      const parse = createStreamParser();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done || isStopped) return { pauseMs: 0 };
        clearTimeout(silence);
        silence = setTimeout(() => connection?.abort(), silenceMs);
        for (const message of parse(value)) {
          failures = 0;
          tell('live');
          if (message.event === 'end') return endOf(message);
          reading.hear(message);
        }
      }
    } catch {
      return { pauseMs: 0 };
    } finally {
      clearTimeout(silence);
      connection.abort();
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const back = await connect();
      if (isStopped) return;
      if (!back) return tell('ended');
      if (link === 'live') tell('away');
      const growing = failures === 0 ? 200 : Math.min(firstPauseMs * 2 ** failures, maxPauseMs);
      failures += 1;
      if (failures > 1) tell('away');
      await pause(Math.max(back.pauseMs, growing * (0.5 + Math.random())));
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  void run();
  return {
    stop() {
      isStopped = true;
      connection?.abort();
      wake?.();
    },
    again() {
      failures = 0;
      connection?.abort();
      wake?.();
    },
  };
}

function endOf({ data }: StreamMessage): { pauseMs: number } | undefined {
  const { reason } = JSON.parse(data) as { reason: string };
  return reason === 'revoked' ? undefined : { pauseMs: 0 };
}

const retryAfterMs = ({ headers }: Response): number => {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, maxPauseMs) : 0;
};
