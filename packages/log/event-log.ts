/**
 * The log of every process: one JSON line an event on stdout. Owns the shape of a line and what no line may hold; each program brings the
 * table of its events. Must never wait for whoever reads.
 *
 *     {"level":"warn","time":"2026-01-02T03:04:05.678Z","event":"printer.unreachable","uri":"ipp://…","error":{"message":"…","stack":"…"}}
 *
 * INVARIANTS
 * 1. A line is written before the call returns, as far as the pipe takes it: it is there after an exit, a crash or a kill.
 * 2. A reader that stands still stops nobody: what its pipe doesn't take waits in memory.
 * 3. Of an error message and stack alone go out: databases put rows into the rest of theirs.
 */
import { type LevelWithSilent, pino, stdTimeFunctions } from 'pino';

export type LogLevel = Extract<LevelWithSilent, 'info' | 'warn' | 'error'>;

/** Writes one line. `fields` hold what is the matter; never names, phones or addresses of people, keys or codes. */
export type EventLog<Event extends string> = (
  level: LogLevel,
  event: Event,
  fields?: Record<string, unknown>,
) => void;

/** What is left out wherever it stands in the first two levels of a line, whatever it is. */
const secretFields = [
  'apiKey',
  'api_key',
  'authorization',
  'city',
  'code',
  'cookie',
  'credentials',
  'district',
  'nickname',
  'password',
  'phone',
  'pin',
  'postcode',
  'province',
  'recipient',
  'secret',
  'shipping_address',
  'submitter_name',
  'token',
];

/** An address of somebody is an object; that of a printer, a text, stays. */
const secretPaths = secretFields.flatMap((name) => [name, `*.${name}`]).concat('address.*', '*.address.*');

/** What is left out of any text, sentences of errors included. */
const secretText = new RegExp(
  [
    // Keys; codes that enrol an agent.
    /platen_live_[0-9A-Za-z]{8,}/,
    /\b[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}\b/,
    // Telephones: E.164, and mobiles of China as they are written there, which a number of JSON may look like.
    /\+\d{8,15}\b/,
    /(?<![\d.:,[+-])1[3-9]\d{9}(?!\d)/,
    // Headers that let in.
    /\b(?:Bearer|Basic) +[\w+/=.~-]{8,}/,
    /_session=[^;"\s]+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

const leftOut = '…';

/** A log on stdout, or on what takes its lines; each ends with a line feed. */
export function openEventLog<Event extends string>(
  lines: { write(line: string): void } = process.stdout,
): EventLog<Event> {
  const logger = pino(
    {
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: leftOut },
      formatters: {
        level: (level) => ({ level }),
        log: (fields) => Object.fromEntries(Object.entries(fields).map(readable)),
      },
      hooks: { streamWrite: (line) => line.replace(secretText, leftOut) },
    },
    lines,
  );
  return (level, event, fields) => logger[level]({ event, ...fields });
}

function readable([name, value]: [string, unknown]): [string, unknown] {
  if (!(value instanceof Error)) return [name, value];
  const stack = value.stack?.split('\n').slice(1, 6).join(' <- ').replace(/\s+/g, ' ').trim();
  return [name, { message: value.message, stack }];
}
