/**
 * What MCP costs: the cloud's CPU for a tools/call against the same operation over REST, for tools/list, and a large file
 * through the multipart extension against the REST upload. Goals by CPU, so that the load's own cost is not in them.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import { makePdf } from '@platen/imaging/testing/picture-samples';
import { openTarget } from './bench-orders.ts';
import { growthMiB, startServer } from './bench-process.ts';
import { interleave, median, type Row } from './bench-table.ts';

const callsPerRound = 4000;
const rounds = 7;
const atOnce = 8;
const fileBytes = 120 * 1024 * 1024;
const fileRounds = 11;
const boundary = 'platen-bench-boundary';
const mib = 1024 * 1024;

interface Sending {
  url: string;
  agent: Agent;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: readonly Buffer[];
}

/** One exchange; the answer's bytes, which must be a success over REST and no refusal over MCP. */
function exchange({ url, agent, method = 'POST', headers, body = [] }: Sending): Promise<Buffer> {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  return new Promise((resolve, reject) => {
    const sent = method === 'GET' ? headers : { ...headers, 'content-length': length };
    const outgoing = request(url, { method, agent, headers: sent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const answer = Buffer.concat(chunks);
        const isRefused = response.statusCode! >= 300 || answer.includes('"isError":true');
        if (isRefused) reject(new Error(`${url} answered ${response.statusCode} ${answer.subarray(0, 300)}`));
        else resolve(answer);
      });
    });
    outgoing.on('error', reject);
    for (const part of body) outgoing.write(part);
    outgoing.end();
  });
}

/** CPU that a process has used, all its threads, in milliseconds (Linux: ticks of 10 ms). */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Microseconds of the cloud's CPU for each of `callsPerRound` exchanges. */
async function cpuPerCall(pid: number, call: () => Promise<unknown>): Promise<number> {
  const before = cpuMs(pid);
  let left = callsPerRound;
  const client = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return ((cpuMs(pid) - before) * 1000) / callsPerRound;
}

interface Cloud {
  pid: number;
  url: string;
  apiKey: string;
  documentId: string;
  agent: Agent;
}

const rpc = (method: string, params: object = {}) => [
  Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })),
];

async function measureCalls({ pid, url, apiKey, documentId, agent }: Cloud): Promise<Row[]> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const input = { document_id: documentId };
  const rest = (path: string) => () => exchange({ url: url + path, agent, method: 'GET', headers });
  const mcp = (method: string, params?: object) => () =>
    exchange({ url: `${url}/api/mcp`, agent, headers, body: rpc(method, params) });
  const contenders = {
    rest: rest(`/api/documents/${documentId}`),
    mcp: mcp('tools/call', { name: 'get_document_info', arguments: input }),
    list: mcp('tools/list'),
  };
  const listBytes = (await contenders.list()).length;
  const timed = {
    rest: () => cpuPerCall(pid, contenders.rest),
    mcp: () => cpuPerCall(pid, contenders.mcp),
    list: () => cpuPerCall(pid, contenders.list),
  };
  await interleave(timed, 2);
  const results = await interleave(timed, rounds);
  const [restUs, mcpUs, listUs] = [median(results.rest), median(results.mcp), median(results.list)];
  return [
    {
      measure: 'MCP tools/call get_document_info, CPU of the cloud',
      platen: `${mcpUs.toFixed(0)} us`,
      reference: `the same over REST: ${restUs.toFixed(0)} us`,
      ratio: (mcpUs / restUs).toFixed(2),
      goal: '<= 3.5',
      met: mcpUs / restUs <= 3.5,
    },
    {
      measure: `MCP tools/list (${(listBytes / 1024).toFixed(0)} KiB), CPU of the cloud`,
      platen: `${listUs.toFixed(0)} us`,
      reference: '',
      ratio: '',
      goal: '< 1000 us',
      met: listUs < 1000,
    },
  ];
}

async function measureUpload({ pid, url, apiKey, agent }: Cloud): Promise<Row[]> {
  const pdf = makePdf({ pages: 2, widthMm: 210, heightMm: 297, padBytes: fileBytes });
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  };
  const [message] = rpc('tools/call', { name: 'upload_document', arguments: { file_path: 'cid:file' } });
  const part = (named: string) => `--${boundary}\r\nContent-Disposition: form-data; ${named}\r\n\r\n`;
  const file = [
    Buffer.from(part('name="file"; filename="big.pdf"')),
    pdf,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
  const withMessage = [Buffer.from(part('name="message"')), message!, Buffer.from('\r\n'), ...file];
  const rateOf = async (path: string, body: readonly Buffer[]) => {
    const began = performance.now();
    await exchange({ url: url + path, agent, headers, body });
    return fileBytes / mib / ((performance.now() - began) / 1000);
  };
  const contenders = {
    mcp: () => rateOf('/api/mcp', withMessage),
    rest: () => rateOf('/api/documents/upload', file),
  };
  // The first large upload of the process; later ones may use memory that it has left behind.
  const growth = await growthMiB(pid, contenders.mcp);
  await interleave(contenders, 1);
  const results = await interleave(contenders, fileRounds);
  const [mcp, rest] = [median(results.mcp), median(results.rest)];
  return [
    {
      measure: 'upload_document of 120 MB by MCP multipart',
      platen: `${mcp.toFixed(0)} MiB/s`,
      reference: `REST upload: ${rest.toFixed(0)}`,
      ratio: (mcp / rest).toFixed(2),
      goal: '>= 0.85',
      met: mcp / rest >= 0.85,
    },
    {
      measure: 'the same, resident memory of the cloud',
      platen: `+${growth.toFixed(1)} MiB`,
      reference: '',
      ratio: '',
      goal: '< 64 MiB',
      met: growth < 64,
    },
  ];
}

async function withCloud<T>(measure: (cloud: Cloud) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const cloud = await startServer(
    join(import.meta.dirname, '../../packages/cloud/main.ts'),
    { PLATEN_DATA_DIR: dataDir, PLATEN_PORT: '0' },
    cloudNodeFlags,
  );
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  try {
    const { url, apiKey, documentId } = await openTarget(cloud.ready.baseUrl, dataDir);
    return await measure({ pid: cloud.pid, url, apiKey, documentId, agent });
  } finally {
    agent.destroy();
    await cloud.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function* benchMcp(): AsyncGenerator<Row> {
  // A process for each: what calls leave behind would hide what an upload takes.
  yield* await withCloud(measureCalls);
  yield* await withCloud(measureUpload);
}
