/** What a restoration made, to the cloud over signed HTTP: a few tries each, and no more once the cloud has refused. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { agentRestorationsPath } from '@platen/contracts/agent-protocol';
import type { RestoreFileKind, RestoreReport } from '@platen/contracts/restore-task';
import type { CloudHttp, CloudRequest } from '../cloud-access/cloud-http.ts';
import { createBackoff, pause } from '../machine/backoff.ts';

const maxTries = 5;

interface Sent {
  id: string;
  signal: AbortSignal;
}

/** A picture beside the result. */
export async function sendFile(
  http: CloudHttp,
  { id, kind, path, signal }: Sent & { kind: RestoreFileKind; path: string },
): Promise<void> {
  const type = kind === 'mask' ? 'image/png' : 'image/jpeg';
  const request = { method: 'PUT', headers: { 'content-type': type } } as const;
  const target = `${agentRestorationsPath}/${id}/files/${kind}?sha256=${await hashOf(path, signal)}`;
  await sendUntilTaken(http, { ...request, path: target }, { path, signal });
}

/** The full picture: with it the restoration is completed. */
export async function sendResult(
  http: CloudHttp,
  { id, path, report, signal }: Sent & { path: string; report: RestoreReport },
): Promise<void> {
  const headers = { 'content-type': 'image/jpeg', 'platen-report': asHeader(report) };
  const target = `${agentRestorationsPath}/${id}/result?sha256=${await hashOf(path, signal)}`;
  await sendUntilTaken(http, { method: 'PUT', path: target, headers }, { path, signal });
}

/** That there is no full picture: the restoration is completed without. */
export async function sendOutcome(
  http: CloudHttp,
  { id, report, signal }: Sent & { report: RestoreReport },
): Promise<void> {
  const headers = { 'platen-report': asHeader(report) };
  const path = `${agentRestorationsPath}/${id}/outcome`;
  await sendUntilTaken(http, { method: 'POST', path, headers }, { signal });
}

const asHeader = (report: RestoreReport): string => Buffer.from(JSON.stringify(report)).toString('base64url');

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { signal })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function sendUntilTaken(
  http: CloudHttp,
  request: CloudRequest,
  { path, signal }: { path?: string; signal: AbortSignal },
): Promise<void> {
  const length = path === undefined ? 0 : (await stat(path)).size;
  const headers = { ...request.headers, 'content-length': String(length) };
  const backoff = createBackoff('restorationTransfer');
  for (let tries = 1; ; tries++) {
    const body = path === undefined ? {} : { stream: createReadStream(path) };
    const status = await http.request({ ...request, headers, signal, ...body }).then(
      (response) => {
        response.resume();
        return response.statusCode ?? 0;
      },
      (error: Error) => error,
    );
    if (status === 200) return;
    const isFinal =
      typeof status === 'number' && status >= 400 && status < 500 && status !== 401 && status !== 429;
    if (isFinal || tries >= maxTries || signal.aborted) {
      throw new Error(typeof status === 'number' ? `the cloud answered HTTP ${status}` : status.message);
    }
    await pause(backoff.nextMs(), signal);
  }
}
