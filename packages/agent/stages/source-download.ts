/**
 * One file from the cloud to the disk: resumed where it broke off, checked against its SHA-256, synced, then given its name.
 * Must never leave a file under its final name that wasn't verified.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { agentFilesPath } from '@platen/contracts/agent-protocol';
import type { CloudHttp } from '../cloud-access/cloud-http.ts';
import { keepFileUnder, syncFile } from '../machine/agent-folder.ts';

export interface SourceDownload {
  sha256: string;
  bytes: number;
  /** Final path; the unfinished file is beside it with `.part`. */
  path: string;
  http: CloudHttp;
  signal: AbortSignal;
  /** Called once, when some bytes of this download are in the file. */
  onMiddle: () => void;
}

/** offline: try again, the cloud can't give it now. missing: the cloud doesn't have it. wrong: what came isn't it. */
export type DownloadOutcome =
  | { kind: 'done' }
  | { kind: 'offline'; because: string }
  | { kind: 'missing'; because: string }
  | { kind: 'wrong'; because: string };

/** Never rejects for what the network or the cloud does; rejects when the disk fails. */
export async function downloadSource(download: SourceDownload): Promise<DownloadOutcome> {
  const partPath = `${download.path}.part`;
  const hash = createHash('sha256');
  const start = await hashPart(partPath, { hash, max: download.bytes, signal: download.signal });
  if (start === download.bytes) {
    // Of an earlier run, which may not have come to it.
    await syncFile(partPath);
    return await finish(download, hash);
  }

  let response: IncomingMessage;
  try {
    response = await ask(download, start);
  } catch (error) {
    return { kind: 'offline', because: (error as Error).message };
  }
  const refusal = refusalOf(response, start);
  if (refusal) {
    response.resume();
    // A range that doesn't fit the file: what is here belongs to something else.
    if (refusal.kind === 'wrong') await rm(partPath, { force: true });
    return refusal;
  }
  const isResumed = response.statusCode === 206;
  const fresh = isResumed ? hash : createHash('sha256');
  const from = isResumed ? start : 0;
  const received = await receive(response, { ...download, partPath, hash: fresh, from });
  if (received.kind !== 'done') return received;
  return await finish(download, fresh);
}

/** Takes the bytes that are already here into the hash; gives how many. Too many are none. */
async function hashPart(
  partPath: string,
  { hash, max, signal }: { hash: Hash; max: number; signal: AbortSignal },
): Promise<number> {
  const size = await stat(partPath).then(
    (file) => file.size,
    () => 0,
  );
  if (size === 0) return 0;
  if (size > max) {
    await rm(partPath, { force: true });
    return 0;
  }
  for await (const chunk of createReadStream(partPath, { end: size - 1, signal }))
    hash.update(chunk as Buffer);
  return size;
}

function ask({ sha256, http, signal }: SourceDownload, start: number): Promise<IncomingMessage> {
  const path = `${agentFilesPath}/${sha256}`;
  const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-` } : {};
  return http.request({ method: 'GET', path, headers, signal });
}

function refusalOf(response: IncomingMessage, start: number): DownloadOutcome | undefined {
  const status = response.statusCode ?? 0;
  const because = `the cloud answered HTTP ${status}`;
  if (status === 200) return undefined;
  if (status === 206) {
    const from = /^bytes (\d+)-/.exec(response.headers['content-range'] ?? '')?.[1];
    return Number(from) === start ? undefined : { kind: 'wrong', because: 'the cloud sent another range' };
  }
  if (status === 416) return { kind: 'wrong', because };
  return { kind: status === 404 || status === 410 ? 'missing' : 'offline', because };
}

type Receiving = SourceDownload & { partPath: string; hash: Hash; from: number };

async function receive(response: IncomingMessage, download: Receiving): Promise<DownloadOutcome> {
  const { partPath, hash, from, bytes, onMiddle } = download;
  const file = await open(partPath, from > 0 ? 'r+' : 'w', 0o600);
  let at = from;
  try {
    const broken = await copy(response, async (chunk) => {
      if (at + chunk.length > bytes) return false;
      await writeAll(file, chunk, at);
      hash.update(chunk);
      const isFirst = at === from;
      at += chunk.length;
      if (isFirst) onMiddle();
      return true;
    });
    if (broken) return { kind: 'offline', because: broken };
    if (at === bytes) await file.sync();
  } finally {
    await file.close();
  }
  if (at < bytes && response.complete) {
    await rm(partPath, { force: true });
    return { kind: 'wrong', because: `the file has ${at} of ${bytes} bytes` };
  }
  return at === bytes ? { kind: 'done' } : { kind: 'offline', because: 'the transfer broke off' };
}

/** Undefined when the body ended; else how it broke. What the disk says is thrown on. */
async function copy(
  response: IncomingMessage,
  take: (chunk: Buffer) => Promise<boolean>,
): Promise<string | undefined> {
  const body = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    let next: IteratorResult<Buffer>;
    try {
      next = await body.next();
    } catch (error) {
      return (error as Error).message;
    }
    if (next.done) return undefined;
    if (!(await take(next.value))) {
      response.destroy();
      return undefined;
    }
  }
}

async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}

/** The synced file, if it is the right one, gets its name. */
async function finish({ path, sha256 }: SourceDownload, hash: Hash): Promise<DownloadOutcome> {
  const partPath = `${path}.part`;
  if (hash.digest('hex') !== sha256) {
    await rm(partPath, { force: true });
    return { kind: 'wrong', because: 'its SHA-256 is another one' };
  }
  await keepFileUnder(partPath, path);
  return { kind: 'done' };
}
