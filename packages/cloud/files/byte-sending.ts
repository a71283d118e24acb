/** Sends stored bytes as an answer's body. Owns Content-Length and Content-Disposition; whoever calls sets the rest. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileStore } from '../ports/files.ts';

/** Sends the bytes from `start` (default 0) on. HEAD gets the same headers, and no file is opened for it. */
export async function sendBytes(
  files: FileStore,
  reply: FastifyReply,
  { sha256, bytes, start = 0 }: { sha256: string; bytes: number; start?: number },
): Promise<FastifyReply> {
  reply.header('Content-Length', bytes - start);
  const isHead = reply.request.method === 'HEAD';
  return await reply.send(isHead ? Readable.from([]) : await files.read(sha256, start));
}

/** RFC 6266: a name in ASCII for old clients, and the real one as RFC 8187 writes it. */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
