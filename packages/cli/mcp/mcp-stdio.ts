/**
 * JSON-RPC messages over stdin and stdout, one a line, as MCP says. Owns that form: what is no message is answered and
 * skipped, however long it is. Must never write anything else to stdout.
 */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server';

export type ClientMessage = JSONRPCRequest | JSONRPCNotification;

export interface Stdio {
  /** Writes one message. Throws RangeError for one that is nested too deep to be written. */
  send(message: object): void;
  /** Resolves when the client closed its side. */
  ended: Promise<void>;
}

/** The cloud takes 16 MiB. */
const maxLineBytes = 20 * 1024 * 1024;
const newline = 0x0a;

const parseError = -32700;
const invalidRequest = -32600;

/** Hands over the messages of `input` one by one until it ends; answers what is none on `output`. */
export function openStdio(
  input: Readable,
  output: Writable,
  receive: (message: ClientMessage) => void,
): Stdio {
  const send = (message: object): void => void output.write(`${JSON.stringify(message)}\n`);
  const refuse = (code: number, message: string, id: unknown = null): void =>
    send({ jsonrpc: '2.0', id, error: { code, message } });
  readLines(input, (line) => {
    if (line === undefined)
      return refuse(invalidRequest, `A message has at most ${maxLineBytes / 1024 / 1024} MiB.`);
    if (line.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return refuse(parseError, 'This line is not JSON.');
    }
    const { kind, id } = classify(message);
    if (kind === 'message') return receive(message as ClientMessage);
    if (kind === 'invalid') refuse(invalidRequest, 'This line is no JSON-RPC 2.0 message.', id);
  });
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    // Nobody reads: the client is gone.
    output.on('error', () => resolve());
  });
  return { send, ended };
}

/** Calls `take` with each line, or with undefined for one that is too long to be kept. */
function readLines(input: Readable, take: (line: string | undefined) => void): void {
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  input.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, end));
      take(bytes <= maxLineBytes ? Buffer.concat(parts).toString('utf8') : undefined);
      parts = [];
      bytes = 0;
      from = end + 1;
    }
    add(chunk.subarray(from));
  });
}

/** An answer of the client is of no use to anyone: nothing asks it. */
function classify(message: unknown): { kind: 'message' | 'answer' | 'invalid'; id?: string | number } {
  if (typeof message !== 'object' || message === null) return { kind: 'invalid' };
  const { jsonrpc, id, method, params = {} } = message as Record<string, unknown>;
  const named = typeof id === 'string' || typeof id === 'number' ? { id } : {};
  if (jsonrpc === '2.0' && method === undefined && ('result' in message || 'error' in message))
    return { kind: 'answer' };
  const isWhole =
    jsonrpc === '2.0' &&
    typeof method === 'string' &&
    typeof params === 'object' &&
    params !== null &&
    (id === undefined || 'id' in named);
  return { kind: isWhole ? 'message' : 'invalid', ...named };
}
