/** Server-sent events as bytes (HTML Living Standard, 9.2). Owns how a frame is written; JSON has no line breaks of its own. */

export const liveFrame = (event: string, data: unknown): Buffer => frameOf(event, JSON.stringify(data));

/** `json` is JSON in one line. */
export const frameOf = (event: string, json: string): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${json}\n\n`);

/** With the id that a client comes back with (Last-Event-ID). */
export const frameWithId = (event: string, id: string, json: string): Buffer =>
  Buffer.from(`event: ${event}\nid: ${id}\ndata: ${json}\n\n`);

/** What every answer of a stream says, so that nobody on the way keeps or gathers it. */
export const liveHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
} as const;
