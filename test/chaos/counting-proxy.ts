/**
 * What ippeveprinter lacks: an HTTP proxy in front of it that fills in how many impressions of a job really came out, as its print
 * script has seen them. Owns that one number; everything else passes as it is.
 */
import http from 'node:http';
import { decodeMessage, encodeMessage } from '@platen/ipp/ipp-codec';
import { groupTags, integer } from '@platen/ipp/ipp-message';

export interface CountingProxy {
  port: number;
  close(): Promise<void>;
}

/** Answers to operations that tell of jobs: Get-Job-Attributes and Get-Jobs (RFC 8011 section 5.4.15). */
const tellOfJobs = new Set([0x0009, 0x000a]);

/** `impressionsOf` a job's name. */
export async function startCountingProxy(
  targetPort: number,
  impressionsOf: (jobName: string) => number,
): Promise<CountingProxy> {
  const server = http.createServer((request, response) => {
    let operation: number | undefined;
    const { host: _host, ...headers } = request.headers;
    const onward = http.request({
      host: '127.0.0.1',
      port: targetPort,
      method: request.method,
      path: request.url,
      headers: { ...headers, host: `127.0.0.1:${targetPort}` },
      agent: false,
    });
    request.once('data', (chunk: Buffer) => {
      if (chunk.length >= 4) operation = chunk.readUInt16BE(2);
    });
    request.pipe(onward);
    // A document that breaks off must break off there too.
    request.on('aborted', () => onward.destroy());
    onward.on('error', () => response.destroy());
    onward.on('response', async (reply) => {
      try {
        const chunks = await Array.fromAsync(reply as AsyncIterable<Buffer>);
        const body = Buffer.concat(chunks);
        const told =
          operation !== undefined && tellOfJobs.has(operation) ? counted(body, impressionsOf) : body;
        const { 'transfer-encoding': _encoding, connection: _connection, ...rest } = reply.headers;
        response.writeHead(reply.statusCode ?? 500, { ...rest, 'content-length': told.length });
        response.end(told);
      } catch {
        response.destroy();
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function counted(body: Buffer, impressionsOf: (jobName: string) => number): Buffer {
  const { message } = decodeMessage(body);
  for (const group of message.groups) {
    if (group.tag !== groupTags.job) continue;
    const called = group.attributes.find((attribute) => attribute.name === 'job-name')?.values[0];
    if (called?.kind !== 'text' && called?.kind !== 'localizedText') continue;
    const value = integer(impressionsOf(called.text));
    const known = group.attributes.find((attribute) => attribute.name === 'job-impressions-completed');
    if (known) known.values = [value];
    else group.attributes.push({ name: 'job-impressions-completed', values: [value] });
  }
  return encodeMessage(message);
}
