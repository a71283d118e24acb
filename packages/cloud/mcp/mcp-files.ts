/**
 * Files that come with a call, by the multipart extension of POST /api/mcp: the part `message` with one tools/call, then file parts
 * that stream into staging files, of which an argument names one. Owns reading such a body, which part becomes the tool's file, and the
 * refusal of every misuse. Must never hold a file in memory, nor open a path: `file_path` is only ever the name of a part.
 *
 * INVARIANTS
 * 1. No file is stored before the message was read and is a tools/call.
 * 2. `discard` removes every staging file that was opened, also one whose bytes are still coming.
 */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { isJSONRPCRequest, type JSONRPCRequest, ProtocolError } from '@modelcontextprotocol/server';
import { AppError } from '@platen/contracts/app-error';
import type { Deps, IncomingFile } from '../context.ts';
import { drain, pipeBody } from '../http/rest-upload.ts';
import type { StagedFile, StagingFile } from '../ports/files.ts';
import type { McpTool } from './mcp-tools.ts';

const messagePart = 'message';
const maxMessageBytes = 1024 * 1024;
const maxFiles = 10;
/** Boundaries and part headers beside message and files. */
const envelopeBytes = 64 * 1024;

const parseErrorCode = -32700;
const invalidRequestCode = -32600;
/** A body, message or file beyond a limit, which is in `data.limit`; it goes out with HTTP status 413. */
export const overLimitCode = -32010;

/** How clients find out: in `capabilities.extensions` of initialize and server/discover. */
export const multipartExtension = (maxUploadBytes: number) => ({
  'platen/multipart': {
    messagePart,
    maxMessageBytes: maxMessageBytes,
    maxFiles: maxFiles,
    /** Of all files together. */
    maxBytes: maxUploadBytes,
  },
});

type UploadDeps = Pick<Deps, 'files' | 'maxUploadBytes'>;

const overLimit = (limit: number, sentence: string) => new ProtocolError(overLimitCode, sentence, { limit });
const bytesOverLimit = (limit: number) =>
  overLimit(limit, `The files are larger than ${Math.floor(limit / 1024 / 1024)} MiB.`);
const invalid = (sentence: string) => new ProtocolError(invalidRequestCode, sentence);

/** The refusal of a request whose Content-Length alone is too much; undefined when its body may be read. */
export function refuseLongMultipart(
  length: string | undefined,
  maxUploadBytes: number,
): ProtocolError | undefined {
  const max = maxUploadBytes + maxMessageBytes + envelopeBytes;
  return Number(length ?? 0) > max ? bytesOverLimit(maxUploadBytes) : undefined;
}

export interface McpUpload {
  /** The message, as soon as it was read. */
  message: JSONRPCRequest | undefined;
  files: McpFile[];
  /**
   * Reads the whole body. Rejects with a ProtocolError that says what is wrong with it, or with AppError malformed when
   * the client went away.
   */
  receive(): Promise<void>;
  /** Removes the staging files; what the tool kept stays. */
  discard(): Promise<void>;
}

/** A request's message and files; nothing is read before `receive`. */
export function openMcpUpload(body: IncomingMessage, deps: UploadDeps): McpUpload {
  const reading: Reading = { deps, open: new Set(), bytes: 0, ended: false, names: new Set() };
  const upload: McpUpload = {
    message: undefined,
    files: [],
    receive: () => receiveParts(body, upload, reading),
    async discard() {
      reading.ended = true;
      await Promise.all([...reading.open].map((staging) => staging.discard()));
    },
  };
  return upload;
}

interface Reading {
  deps: UploadDeps;
  /** Every staging file that was opened. */
  open: Set<StagingFile>;
  /** Of the files, so far. */
  bytes: number;
  /** Of the parts so far, the message's first. */
  names: Set<string>;
  /** What still arrives is of no use. */
  ended: boolean;
}

function receiveParts(body: IncomingMessage, upload: McpUpload, reading: Reading): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = openParser(body.headers['content-type']);
    const work: Promise<void>[] = [];
    const settle = (error?: unknown) => {
      if (reading.ended) return;
      reading.ended = true;
      body.unpipe(parser);
      drain(body, reading.deps.maxUploadBytes + maxMessageBytes);
      if (error) reject(error);
      else resolve();
    };
    const receive = createPartReader(upload, reading);
    parser.on(
      'file',
      (name: string | undefined, stream: Part, filename?: string, _coding?, type?: string) => {
        if (reading.ended) return stream.resume();
        const part = receive(stream, { name, filename, type });
        work.push(part);
        part.catch(settle);
      },
    );
    parser.on('error', () => settle(invalid("The multipart body can't be read.")));
    parser.on('finish', () => {
      if (work.length === 0) settle(invalid(`The part "${messagePart}" is missing.`));
      Promise.all(work).then(() => settle(), settle);
    });
    pipeBody(body, parser, settle);
  });
}

interface PartHead {
  name: string | undefined;
  filename: string | undefined;
  /** Content-Type; text/plain when there was none. */
  type: string | undefined;
}

/** Takes the parts in their order; each promise ends when the part was read and was in its place. */
function createPartReader(upload: McpUpload, reading: Reading) {
  let message: Promise<void> | undefined;
  let refused: Promise<never> | undefined;
  return (stream: Part, head: PartHead): Promise<void> => {
    const refusal = refused ? undefined : findMisplaced(head, reading);
    // What is wrong with the message comes first; else the refusal names the request that it answers.
    if (refusal) refused = (message ?? Promise.resolve()).then(() => Promise.reject(refusal));
    if (refused) {
      stream.resume();
      return refused;
    }
    if (message) {
      const place = reading.names.size - 2;
      return message.then(async () => {
        const file = await receiveFile(stream, head, reading);
        if (file) upload.files[place] = file;
      });
    }
    message = readMessage(stream).then((read) => {
      upload.message = read;
    });
    return message;
  };
}

type Part = NodeJS.ReadableStream;

function openParser(contentType: string | undefined): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType! },
      limits: { headerPairs: 20, headerSize: 16 * 1024 },
      // Every part is a stream, with a filename or without.
      isPartAFile: () => true,
    });
  } catch {
    throw invalid('Content-Type: multipart/form-data must name its boundary.');
  }
}

/** What is wrong with the next part by its place, name and type; a part that is right is noted. */
function findMisplaced({ name, type }: PartHead, reading: Reading): ProtocolError | undefined {
  const { names } = reading;
  if (names.size === 0) {
    if (name !== messagePart) {
      return invalid(`The first part must be "${messagePart}": application/json with one tools/call.`);
    }
    if (type !== 'application/json' && type !== 'text/plain') {
      return invalid(`The part "${messagePart}" must be application/json.`);
    }
  } else {
    if (!name) return invalid('Every part must have a name.');
    if (name === messagePart) return invalid(`There must be one part "${messagePart}".`);
    if (names.has(name)) return invalid(`Two parts are called "${name.slice(0, 60)}".`);
    if (names.size > maxFiles) return overLimit(maxFiles, `There are more than ${maxFiles} files.`);
  }
  names.add(name);
  return undefined;
}

function readMessage(part: Part): Promise<JSONRPCRequest> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    part.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxMessageBytes) {
        reject(overLimit(maxMessageBytes, `The part "${messagePart}" is larger than 1 MiB.`));
      } else chunks.push(chunk);
    });
    part.on('error', reject);
    part.on('end', () => {
      try {
        resolve(messageOf(Buffer.concat(chunks).toString()));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function messageOf(text: string): JSONRPCRequest {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (error) {
    const why = (error as Error).message;
    throw new ProtocolError(parseErrorCode, `The part "${messagePart}" is not JSON: ${why}.`);
  }
  if (isJSONRPCRequest(message) && message.method === 'tools/call') return message;
  throw invalid(`The part "${messagePart}" must be one tools/call request.`);
}

/** Undefined when the rest of the body is of no use any more. */
async function receiveFile(
  stream: Part,
  { name, filename }: PartHead,
  reading: Reading,
): Promise<McpFile | undefined> {
  const { files, maxUploadBytes } = reading.deps;
  const staging = await files.stage(maxUploadBytes);
  reading.open.add(staging);
  if (reading.ended) {
    stream.resume();
    await staging.discard();
    return undefined;
  }
  await writePart(stream, staging, reading);
  return { name: name!, filename, staged: await staging.finish() };
}

/** By events: an async iterator would cost a turn of the event loop for each chunk. */
function writePart(part: Part, staging: StagingFile, reading: Reading): Promise<void> {
  const max = reading.deps.maxUploadBytes;
  return new Promise((resolve, reject) => {
    part.on('data', (chunk: Buffer) => {
      // The staging file is closed then, and its buffer may belong to another.
      if (reading.ended) return;
      reading.bytes += chunk.length;
      if (reading.bytes > max) return reject(bytesOverLimit(max));
      const written = staging.write(chunk);
      if (!written) return;
      part.pause();
      written.then(() => part.resume(), reject);
    });
    part.on('end', resolve);
    part.on('error', reject);
  });
}

/** One file part, received. */
export interface McpFile {
  /** The part's name. */
  name: string;
  filename: string | undefined;
  staged: StagedFile;
}

/** Arguments that bring a file in another way. */
const otherSources = ['content', 'file_url'];

type Arguments = Record<string, unknown>;

/**
 * The arguments without `file_path`, and the file that it named; a lone part needs no name where no source is given.
 * Throws malformed for what doesn't fit.
 */
export function bindFile(
  { operation: { name: toolName, takesFile } }: McpTool,
  given: Arguments,
  files: readonly McpFile[],
): { input: Arguments; file?: IncomingFile } {
  if (!takesFile) {
    if (files[0]) throw unnamed(files[0], `${toolName} takes no file.`);
    return { input: given };
  }
  const { file_path: path, ...input } = given;
  const other = otherSources.find((source) => given[source] !== undefined);
  if (path !== undefined && other) {
    throw new AppError('malformed', `file_path: is one source of the file and ${other} another; send one.`);
  }
  const named = path === undefined ? undefined : findNamed(path, files);
  const file = named ?? (other === undefined && files.length === 1 ? files[0] : undefined);
  const spare = files.find((each) => each !== file);
  if (spare) throw unnamed(spare, whyUnnamed(files, { named, other }));
  return file ? { input, file: incoming(file) } : { input };
}

function findNamed(path: unknown, files: readonly McpFile[]): McpFile {
  const name = typeof path === 'string' ? /^cid:(.*)$/is.exec(path)?.[1] : undefined;
  if (name === undefined) {
    throw new AppError('malformed', 'file_path: must be cid:<part name>, a file part of this request.', {
      hint: 'This service opens no paths: send the file as a part, as file_url, or as content (base64); the bridge "platen mcp" sends files of your machine.',
    });
  }
  const file = files.find((each) => each.name === name);
  if (file) return file;
  const there = files.length ? `its file parts are ${namesOf(files)}` : 'it has no file parts';
  throw new AppError('malformed', `file_path: this request has no part "${clip(name)}"; ${there}.`);
}

function whyUnnamed(
  files: readonly McpFile[],
  { named, other }: { named: McpFile | undefined; other: string | undefined },
): string {
  if (named) return 'A call takes one file.';
  if (other !== undefined) return `${other} brings the file already.`;
  return `file_path must say which of ${namesOf(files)} it is.`;
}

const unnamed = ({ name }: McpFile, why: string): AppError =>
  new AppError('malformed', `${clip(name)}: no argument names this file part.`, { hint: why });

const namesOf = (files: readonly McpFile[]): string =>
  files.map(({ name }) => `cid:${clip(name)}`).join(', ');

const clip = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

const incoming = ({ staged, filename }: McpFile): IncomingFile => ({
  receive: async () => ({ staged, filename }),
});
