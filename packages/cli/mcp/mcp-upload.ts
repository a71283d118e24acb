/**
 * The argument `file_path` on the bridge: which calls have one, what tools/list says of it, and the multipart/form-data that
 * it becomes, first the part `message`, then the file. The file is streamed and never held in memory.
 */
import { randomBytes } from 'node:crypto';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import { AppError } from '@platen/contracts/app-error';
import { type AllowedFile, openAllowedFile } from '../allowed-folders.ts';
import { type CloudReply, type CloudRequest, postToCloud } from './mcp-request.ts';

/** The part that the argument names. */
const partName = 'file';
const chunkBytes = 64 * 1024;

/** A path on this machine in a call's arguments; `cid:` names a part of a multipart request and is no path. */
export function findLocalPath({ method, params }: JSONRPCRequest): string | undefined {
  if (method !== 'tools/call') return undefined;
  const path = (params?.arguments as { file_path?: unknown } | null | undefined)?.file_path;
  return typeof path === 'string' && !/^cid:/i.test(path) ? path : undefined;
}

/** Says in the schema of the upload tools that paths of this machine work here, and in which folders. */
export function tellOfFiles(result: Record<string, unknown>, folders: readonly string[]): void {
  const said =
    folders.length > 0
      ? `Path of a file on this machine, inside ${folders.join(' or ')}; it is uploaded from there`
      : 'Not available: this bridge was started without access to files';
  if (!Array.isArray(result.tools)) return;
  for (const tool of result.tools as ({ inputSchema?: { properties?: Record<string, object> } } | null)[]) {
    const properties = tool?.inputSchema?.properties;
    if (properties?.file_path) properties.file_path = { ...properties.file_path, description: said };
  }
}

/** Sends the call with its file. Throws AppError with a sentence, before anything is sent when the file isn't allowed. */
export async function uploadToCloud(
  { endpoint, headers, signal }: Omit<CloudRequest, 'body'>,
  { request, path, folders }: { request: JSONRPCRequest; path: string; folders: readonly string[] },
): Promise<CloudReply> {
  const file = await openAllowedFile(path, folders);
  try {
    const boundary = `platen-${randomBytes(18).toString('hex')}`;
    const head = headOf(boundary, request, file.name);
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    return await postToCloud({
      endpoint,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: { bytes: head.length + file.bytes + tail.length, chunks: bodyOf(head, file, tail) },
      signal,
    });
  } finally {
    await file.handle.close();
  }
}

function headOf(boundary: string, request: JSONRPCRequest, filename: string): Buffer {
  const given = request.params?.arguments as object;
  const named = { filename, ...given, file_path: `cid:${partName}` };
  return Buffer.from(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="message"',
      'Content-Type: application/json',
      '',
      JSON.stringify({ ...request, params: { ...request.params, arguments: named } }),
      `--${boundary}`,
      `Content-Disposition: form-data; name="${partName}"; filename="${filename.replace(/["\\]/g, '_')}"`,
      'Content-Type: application/octet-stream',
      '',
      '',
    ].join('\r\n'),
  );
}

async function* bodyOf(head: Buffer, { handle, bytes }: AllowedFile, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  let left = bytes;
  while (left > 0) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(Math.min(left, chunkBytes)), 0);
    // The length was promised: a file that shrank meanwhile can only be given up.
    if (bytesRead === 0) throw new AppError('conflict', 'file_path: the file changed while it was read.');
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
  yield tail;
}
