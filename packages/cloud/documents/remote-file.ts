/**
 * A file that a client gave by its address: fetched, and streamed into a staging file. Owns every check on the way; nothing
 * of the caller (key, cookie, address) goes out, and nothing is held in memory.
 *
 * INVARIANTS
 * 1. Every address that a name has is public and not our own, or none of them is connected to; the connection goes to one that was checked.
 * 2. What a server redirects to is checked as what the client sent.
 * 3. Bytes and time are limited from the first look-up to the last byte, however slowly they come.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AppError } from '@platen/contracts/app-error';
import type { Context } from '../context.ts';
import { fileTooLarge, type StagedFile } from '../ports/files.ts';
import type { RemoteNetwork } from '../ports/remote-network.ts';
import { hostOf, publicAddress, readRedirect, readRemoteUrl } from './remote-address.ts';
import { remoteFilename } from './remote-filename.ts';
import { requestFile } from './remote-request.ts';
import { takeTurn } from './remote-turns.ts';

const maxRedirects = 3;
/** Addresses of one name that are tried. */
const maxTried = 3;

/** How long, in milliseconds. */
export interface RemoteLimits {
  /** From the first look-up to the last byte. */
  totalMs: number;
  /** To connect to one address. */
  connectMs: number;
  /** Without a byte. */
  silentMs: number;
}

const usualLimits: RemoteLimits = { totalMs: 120_000, connectMs: 5000, silentMs: 15_000 };

type Parts = Pick<Context, 'remoteNetwork' | 'files' | 'maxUploadBytes' | 'caller'>;

export interface RemoteFile {
  staged: StagedFile;
  filename: string | undefined;
}

/**
 * Fetches the file. Throws AppError: malformed when the address can't be one, unprocessable when it isn't public, isn't
 * there or doesn't answer with a file, too_large.
 */
export async function downloadRemoteFile(
  parts: Parts,
  text: string,
  limits: RemoteLimits = usualLimits,
): Promise<RemoteFile> {
  const { remoteNetwork: network } = parts;
  if (!network) {
    throw new AppError('unprocessable', 'file_url: this service fetches no files.', {
      hint: 'Send the bytes in content (base64), or the file as a part.',
    });
  }
  const url = readRemoteUrl(text);
  const done = await takeTurn(parts.caller?.accountId ?? '');
  const signal = AbortSignal.timeout(limits.totalMs);
  try {
    return await follow(url, { parts, network, limits, signal });
  } catch (error) {
    if (signal.aborted) throw refusal(`took longer than ${Math.ceil(limits.totalMs / 1000)} seconds.`);
    throw error;
  } finally {
    done();
  }
}

interface Fetching {
  parts: Parts;
  network: RemoteNetwork;
  limits: RemoteLimits;
  signal: AbortSignal;
}

const refusal = (sentence: string) => new AppError('unprocessable', `file_url: ${sentence}`);

async function follow(first: URL, fetching: Fetching): Promise<RemoteFile> {
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await open(url, fetching);
    try {
      const location = locationOf(response);
      if (location === undefined) return await receive(response, url, fetching);
      url = readRedirect(location, url);
    } finally {
      response.destroy();
    }
  }
  throw refusal(`redirects more than ${maxRedirects} times.`);
}

const redirectStatus: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

function locationOf({ statusCode, headers: { location } }: IncomingMessage): string | undefined {
  if (!redirectStatus.has(statusCode)) return undefined;
  if (location === undefined) throw refusal(`its server answered ${statusCode} without saying where to.`);
  return location;
}

/** The beginning of an answer, from the first address that takes the connection. */
async function open(url: URL, { network, limits, signal }: Fetching): Promise<IncomingMessage> {
  const tls = url.protocol === 'https:';
  const hostname = hostOf(url);
  const port = Number(url.port || (tls ? 443 : 80));
  let failed: unknown;
  for (const address of (await addressesOf(hostname, { network, signal })).slice(0, maxTried)) {
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(limits.connectMs)]);
    try {
      const socket = await network.connect({ address, port, tls, hostname }, waiting);
      return await requestFile(url, { socket, signal, silentMs: limits.silentMs });
    } catch (error) {
      failed = error;
    }
  }
  throw refusal(`its server can't be reached (${codeOf(failed)}).`);
}

async function addressesOf(
  hostname: string,
  { network, signal }: Pick<Fetching, 'network' | 'signal'>,
): Promise<string[]> {
  const found = isIP(hostname) === 0 ? await lookUp(hostname, { network, signal }) : [hostname];
  const addresses = found.map(publicAddress);
  // This machine's own address may be public, but what listens on it trusts who comes from inside.
  const own = network.ownAddresses().map(publicAddress);
  const isOutside = (address: string | undefined) => address !== undefined && !own.includes(address);
  // One that is not public among others is how a name is pointed at a machine inside, so all are refused.
  if (addresses.length > 0 && addresses.every(isOutside)) return addresses as string[];
  throw refusal('must be on the public internet.');
}

async function lookUp(
  hostname: string,
  { network, signal }: Pick<Fetching, 'network' | 'signal'>,
): Promise<readonly string[]> {
  try {
    return await network.resolve(hostname, signal);
  } catch {
    throw refusal(`there is no server ${hostname.slice(0, 100)}.`);
  }
}

async function receive(response: IncomingMessage, url: URL, { parts }: Fetching): Promise<RemoteFile> {
  const { statusCode, headers } = response;
  const max = parts.maxUploadBytes;
  if (statusCode !== 200) throw refusal(`its server answered ${statusCode}.`);
  const coding = codingOf(headers);
  if (coding !== undefined) {
    throw refusal(`its server sends the file compressed (${coding.slice(0, 40)}) though asked not to.`);
  }
  if (Number(headers['content-length'] ?? 0) > max) throw fileTooLarge(max);
  const staging = await parts.files.stage(max);
  try {
    for await (const chunk of bytesOf(response)) await staging.write(chunk);
    return { staged: await staging.finish(), filename: remoteFilename(url, headers['content-disposition']) };
  } catch (error) {
    await staging.discard();
    throw error;
  }
}

/** In which the bytes are packed; undefined when they are the file's own. Chunks are undone by Node.js. */
function codingOf(headers: IncomingMessage['headers']): string | undefined {
  const codings = [headers['content-encoding'], headers['transfer-encoding']];
  return codings.find((each) => each !== undefined && !/^\s*(identity|chunked)\s*$/i.test(each));
}

/** Tells the other side's failures from those of our own disk. */
async function* bytesOf(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of response) yield chunk as Buffer;
  } catch (error) {
    // Where we hung up, the connection knows why; the stream says only that it ended.
    throw refusal(`its server broke off (${codeOf(response.socket?.errored ?? error)}).`);
  }
  if (!response.complete) throw refusal('its server broke off.');
}

function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : name === 'TimeoutError' ? 'ETIMEDOUT' : 'no answer';
}
