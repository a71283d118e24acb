/** The doctor at the cloud: does it answer, with which version, is the agent let in, and whose clock is right. Reads only. */
import { agentFilesPath } from '@platen/contracts/agent-protocol';
import { z } from 'zod';
import { type CloudHttp, createCloudHttp, readJson } from '../cloud-access/cloud-http.ts';
import type { Identity } from '../cloud-access/identity.ts';
import { askForProof } from '../link/cloud-proof.ts';
import { type Finding, failed, warned, well } from './doctor-finding.ts';
import { doctorWords as words } from './doctor-text.ts';

export interface CloudPatient {
  cloudUrl: string;
  /** Undefined: never enrolled. */
  identity: Identity | undefined;
  /** Of this agent. */
  version: string;
  now: () => number;
}

const noticeableSeconds = 60;
const patienceMs = 10_000;
/** The hash of nothing that any agent could print. */
const noFile = '0'.repeat(64);

const health = z.object({
  status: z.string(),
  reasons: z.array(z.string()),
  version: z.string(),
  time: z.iso.datetime(),
});

export async function examineCloud(patient: CloudPatient): Promise<Finding[]> {
  const { cloudUrl, identity, now } = patient;
  let offsetMs = 0;
  const http = createCloudHttp({
    cloudUrl,
    identity: identity ?? ({ agentId: undefined, cloud: undefined } as Identity),
    clock: { unixSeconds: () => Math.floor((now() + offsetMs) / 1000), learn: () => false, offsetMs: 0 },
  });
  try {
    const { findings, cloudMs } = await askHealth(http, patient);
    if (cloudMs === undefined) return findings;
    offsetMs = cloudMs - now();
    return [...findings, clockFinding(Math.round(offsetMs / 1000)), await enrolmentFinding(http, patient)];
  } finally {
    http.close();
  }
}

async function askHealth(
  http: CloudHttp,
  { cloudUrl, version }: CloudPatient,
): Promise<{ findings: Finding[]; cloudMs: number | undefined }> {
  const only = (finding: Finding) => ({ findings: [finding], cloudMs: undefined });
  let answer: unknown;
  try {
    const signal = AbortSignal.timeout(patienceMs);
    answer = await readJson(
      await http.request({ method: 'GET', path: '/api/health', isPublic: true, signal }),
    );
  } catch (error) {
    if (error instanceof SyntaxError) return only(failed('cloud', words.cloudStrange(cloudUrl, 'no JSON')));
    return only(failed('cloud', words.cloudSilent(cloudUrl, (error as Error).message || 'no answer')));
  }
  const read = health.safeParse(answer);
  if (!read.success) return only(failed('cloud', words.cloudStrange(cloudUrl, 'another answer')));
  const { status, reasons, version: theirs, time } = read.data;
  const about =
    status === 'failing'
      ? failed('cloud', words.cloudUnwell(cloudUrl, reasons.join(' ')))
      : theirs === version
        ? well('cloud', words.cloud(cloudUrl, theirs))
        : warned('cloud', words.cloudOther(cloudUrl, { cloud: theirs, agent: version }));
  return { findings: [about], cloudMs: Date.parse(time) };
}

function clockFinding(seconds: number): Finding {
  return Math.abs(seconds) > noticeableSeconds
    ? warned('clock', words.clockOff(seconds))
    : well('clock', words.clock(Math.abs(seconds)));
}

/** A signed question for a file that there is not: 404 from those who let the agent in. */
async function enrolmentFinding(http: CloudHttp, { identity, cloudUrl }: CloudPatient): Promise<Finding> {
  if (!identity?.agentId) return failed('enrolment', words.notEnrolled());
  try {
    const signal = AbortSignal.timeout(patienceMs);
    // Of a doctor nothing is kept, so the address isn't either.
    const asked = { http, identity: { ...identity, agentId: identity.agentId, moved: () => {} }, cloudUrl };
    if ((await askForProof(asked, signal)) !== undefined)
      return failed('enrolment', words.anotherCloud(cloudUrl, identity.cloud?.url ?? ''));
    const reply = await http.request({ method: 'GET', path: `${agentFilesPath}/${noFile}`, signal });
    reply.resume();
    const isIn = reply.statusCode === 404;
    return isIn ? well('enrolment', words.enrolled(identity.agentId)) : failed('enrolment', words.revoked());
  } catch (error) {
    return failed('enrolment', words.cloudSilent('', (error as Error).message));
  }
}
