/**
 * What is wrong with an agent's machine, its spool, its cloud and its printers, in plain words. Owns the order of the checks and that
 * none of them disturbs an agent that runs: it reads, asks, and changes nothing.
 */
import { createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readModels } from '@platen/imaging/models/model-files';
import { findRuntime } from '@platen/imaging/models/onnx-runtime';
import { ensureIdentity, type Identity } from '../cloud-access/identity.ts';
import { mergeAnnouncements } from '../discovery/found-printer-rules.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { AgentStartError } from '../machine/agent-start-error.ts';
import { type AgentConfig, readAgentConfig } from '../machine/config.ts';
import type { PrinterPort } from '../ports/printer.ts';
import type { PrinterAccess } from '../ports/printer-access.ts';
import type { PrinterDiscovery } from '../ports/printer-discovery.ts';
import { createCredentialSeal } from '../printer-trust/credential-seal.ts';
import { createPrinterTrust } from '../printer-trust/printer-trust.ts';
import { isSameUuid } from '../printers/printer-identity.ts';
import { createPrinterListStore } from '../printers/printer-list-store.ts';
import type { Spool } from '../spool/spool-db.ts';
import { examineCloud } from './doctor-cloud.ts';
import { type Finding, failed, warned, well } from './doctor-finding.ts';
import {
  examineConsolePort,
  examineDisk,
  examineFolder,
  examineModels,
  examineNode,
} from './doctor-machine.ts';
import { examinePrinters } from './doctor-printers.ts';
import { doctorWords as words } from './doctor-text.ts';
import { isAgentRunning, readSpool } from './spool-reader.ts';

export interface DoctorOptions {
  /** As the agent would be told. */
  env: Record<string, string | undefined>;
  openPrinter: (uri: string, access: PrinterAccess) => PrinterPort;
  /** Undefined: the network isn't looked at. */
  openDiscovery?: (log: AgentLog) => PrinterDiscovery;
  /** How long the network is listened to. */
  discoveryMs?: number;
  /** Of this program. */
  version: string;
  now?: () => number;
}

export interface DoctorReport {
  /** True when nothing failed; warnings are no failures. */
  isWell: boolean;
  findings: Finding[];
}

const quiet: AgentLog = () => {};

/** Runs every check. Never throws for what it finds. */
export async function examineAgent(options: DoctorOptions): Promise<DoctorReport> {
  const findings = [examineNode(process.versions.node), ...(await examine(options))];
  return { isWell: findings.every(({ verdict }) => verdict !== 'failure'), findings };
}

async function examine(options: DoctorOptions): Promise<Finding[]> {
  const { env, version, now = Date.now } = options;
  let config: ReturnType<typeof readAgentConfig>;
  try {
    config = readAgentConfig(env);
  } catch (error) {
    if (!(error instanceof AgentStartError)) throw error;
    return [failed('configuration', words.configuration(error.message))];
  }
  const { dir, cloudUrl } = config;
  if (!existsSync(dir))
    return [
      failed('folder', words.noFolder(dir)),
      ...(await examineCloud({ cloudUrl, identity: undefined, version, now })),
    ];
  const isRunning = isAgentRunning(join(dir, 'agent.lock'));
  const { identity, findings: identityFindings } = readIdentity(join(dir, 'identity.json'));
  const publicKey = identity && createPublicKey(identity.privateKey);
  return [
    examineFolder(dir),
    examineDisk(dir, config.minFreeBytes),
    ...examineModels({ ...readModels(config.modelsDir), runtime: findRuntime() }),
    isRunning ? well('agent', words.running()) : failed('agent', words.notRunning()),
    ...(await examineConsolePort({ port: config.consolePort, isRunning, publicKey })),
    ...identityFindings,
    ...(await examineCloud({ cloudUrl, identity, version, now })),
    ...(await examineSpool(join(dir, 'spool.sqlite'), { options, config, identity })),
  ];
}

/** Reads the identity and makes none. */
function readIdentity(path: string): { identity: Identity | undefined; findings: Finding[] } {
  if (!existsSync(path)) return { identity: undefined, findings: [] };
  try {
    return { identity: ensureIdentity(path), findings: [] };
  } catch (error) {
    return {
      identity: undefined,
      findings: [failed('enrolment', words.identityDamaged((error as Error).message))],
    };
  }
}

async function examineSpool(
  path: string,
  {
    options,
    config,
    identity,
  }: { options: DoctorOptions; config: AgentConfig; identity: Identity | undefined },
): Promise<Finding[]> {
  const reading = readSpool(path);
  switch (reading.kind) {
    case 'absent':
      return [warned('spool', words.noSpool())];
    case 'damaged':
      return [failed('spool', words.spoolDamaged(reading.because))];
    case 'newer':
      return [failed('spool', words.spoolNewer())];
    case 'older':
      reading.close();
      return [warned('spool', words.spoolOlder())];
  }
  const { spool } = reading;
  const { now = Date.now } = options;
  try {
    const sql = `select count(*) jobs from job where state not in ('printed', 'failed', 'cancelled')`;
    const jobs = spool.prepare<{ jobs: number }>(sql).get()?.jobs ?? 0;
    const openPrinter = (uri: string) =>
      options.openPrinter(uri, readingAccess(uri, { spool, config, identity, now }));
    return [
      well('spool', words.spool(jobs)),
      ...(await examinePrinters({ spool, openPrinter, now })),
      ...(await examineDiscovery(spool, { options, config, now })),
    ];
  } finally {
    reading.close();
  }
}

/** What the agent knows of certificates and passwords; nothing that is seen now is kept. */
function readingAccess(
  uri: string,
  {
    spool,
    config,
    identity,
    now,
  }: { spool: Spool; config: AgentConfig; identity: Identity | undefined; now: () => number },
): PrinterAccess {
  const seal = identity
    ? createCredentialSeal(identity.privateKey)
    : { seal: () => '', open: () => undefined };
  const configured = config.printerCredentials;
  const trust = createPrinterTrust({ spool, seal, now, log: quiet, ...(configured && { configured }) });
  return { ...trust.accessTo(uri), trustCertificate() {}, refuseCertificate() {} };
}

async function examineDiscovery(
  spool: Spool,
  { options, config, now }: { options: DoctorOptions; config: AgentConfig; now: () => number },
): Promise<Finding[]> {
  if (config.discovery === false) return [well('discovery', words.discoveryOff())];
  if (!options.openDiscovery) return [];
  const discovery = options.openDiscovery(quiet);
  discovery.start(() => {});
  await new Promise((resolve) => setTimeout(resolve, options.discoveryMs ?? 3000));
  const found = mergeAnnouncements(discovery.list());
  discovery.stop();
  if (found.length === 0) return [well('discovery', words.discoveryNone())];
  const listed = createPrinterListStore(spool, now).list();
  const offered = found.filter(
    (one) =>
      !listed.some(
        ({ printerUuid, uri }) => isSameUuid(printerUuid, one.printerUuid) || one.uris.includes(uri),
      ),
  );
  const names = offered.map(({ name, uris }) => `${name} (${uris[0]})`).join(', ');
  return [well('discovery', words.discovered(found.length, names))];
}
