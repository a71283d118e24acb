/**
 * The cloud as a process: settings, adapters, listen, stop. Owns the process: signals, exit codes, the word "ready".
 * A start that can't succeed prints one line and exits with 1.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@platen/contracts/app-error';
import { createImagingPool } from '@platen/imaging/pool/imaging-pool';
import { openWebFiles } from '@platen/web-host/web-files';
import type { FastifyInstance } from 'fastify';
import { ensureCurrency } from './accounts/currency-store.ts';
import { openFilesFolder } from './adapters/files-folder.ts';
import { createRemoteNetwork } from './adapters/remote-network-node.ts';
import { openSmsOutbox } from './adapters/sms-outbox.ts';
import { createApp } from './app.ts';
import { readCloudSecret } from './cloud-secret.ts';
import { type CloudConfig, readCloudConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { allowLocalAgent, ensureDemo, ensureShop } from './demo.ts';
import { logToStdout } from './log.ts';
import { openProviders } from './payments/payment-providers.ts';
import { checkPrivate } from './private-files.ts';
import { listUnsafeSettings, refuseUnsafeStart, type UnsafeSetting } from './safety-check.ts';

// Whatever this process makes is for its user alone: database, uploads, codes, logs.
process.umask(0o077);

const stopWithinMs = 4000;

async function start(config: CloudConfig): Promise<() => Promise<void>> {
  const unsafe = getUnsafeSettings(config);
  await mkdir(config.dataDir, { recursive: true }).catch((error: Error) => {
    throw new AppError('internal', `The folder ${config.dataDir} can't be written (${error.message}).`);
  });
  checkPrivate(privatePathsOf(config));
  const files = await openFilesFolder(config.filesDir, { minFreeBytes: config.minFreeBytes });
  const database = await openDatabase(config.databaseUrl);
  await ensureCurrency(database.query, config.currency);
  // One for what somebody waits for, one for small pictures, one for restorations; each starts when it is needed.
  const imaging = createImagingPool({ size: 3, modelsDir: config.modelsDir });
  let baseUrl = config.baseUrl ?? '';
  let ownUrl = '';
  const secret = await readCloudSecret(database.query);
  const providers = openProviders(config.paymentProviders, {
    database,
    secret,
    publicOrigin: () => baseUrl,
    shopOrigin: () => ownUrl,
    now: Date.now,
    log: logToStdout,
    post: fetch,
  });
  const deps = {
    database,
    files,
    payments: providers.payments,
    imaging,
    log: logToStdout,
    now: Date.now,
    currency: config.currency,
    maxUploadBytes: config.maxUploadBytes,
    accountQuotaBytes: config.accountQuotaBytes,
    unpaidOrderMs: config.unpaidOrderMs,
    eventLifeMs: config.eventLifeMs,
    remoteNetwork: config.fetchesUrls ? createRemoteNetwork() : undefined,
    startedAt: Date.now(),
    publicUrl: () => baseUrl,
    // Only whoever watches `platen up` is shown a message: nothing of it goes to stdout, which is kept as a log.
    sms: await openSmsOutbox(config.outboxDir, ({ phone, text }) =>
      process.send?.({ type: 'notice', text: `text message to ${phone}: ${text}` }),
    ),
    phoneCountries: config.phoneCountries,
    secret,
  };
  await ensureShop(database, Date.now());
  if (config.demoEnrolCode) await allowLocalAgent(database, { code: config.demoEnrolCode, now: Date.now() });
  const { trustProxy, allowedHosts, isPaymentsChosen } = config;
  const web = openWebFiles();
  const app = await createApp(deps, {
    web,
    trustProxy,
    allowedHosts,
    servesOwnMachineAlone: !isPaymentsChosen,
  });
  const port = await listen(app.http, config);
  baseUrl ||= originOf(config.host, port);
  ownUrl = ownOrigin(config.host, port);
  providers.start();
  if (config.demoEnrolCode) {
    const { dataDir, currency } = config;
    await ensureDemo({ database, dataDir, baseUrl, currency, now: Date.now() });
  }
  logToStdout('info', 'cloud.ready', { url: baseUrl, database: database.dialect });
  if (!web) logToStdout('warn', 'web.not-built', {});
  for (const { setting, sentence } of unsafe)
    logToStdout('warn', 'cloud.unsafe-setting', { setting, sentence });
  process.send?.({
    type: 'ready',
    baseUrl,
    unsafe: unsafe.map(({ setting, sentence }) => `${setting}: ${sentence}`),
  });
  return async () => {
    await providers.stop();
    await app.close();
    await imaging.close();
    await database.close();
  };
}

/** What is unsafe and allowed all the same. Throws where it is not allowed. */
function getUnsafeSettings(config: CloudConfig): UnsafeSetting[] {
  const facts = { ...config, isRoot: process.getuid?.() === 0, isSmsDevelopment: true };
  const refusal = refuseUnsafeStart(facts);
  if (refusal) throw new AppError('malformed', refusal);
  return listUnsafeSettings(facts);
}

/** What holds secrets or people's data, where an earlier start or a copy that was put back made it. */
function privatePathsOf({ dataDir, databaseUrl, filesDir, outboxDir }: CloudConfig): string[] {
  const database = /^postgres(ql)?:/.test(databaseUrl)
    ? []
    : ['', '-wal', '-shm'].map((end) => databaseUrl + end);
  return [...database, filesDir, outboxDir, join(dataDir, 'demo.json')];
}

/** The port that was bound. Throws one clear sentence. */
async function listen(http: FastifyInstance, { host, port }: CloudConfig): Promise<number> {
  await http.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'is in use already' : `can't be used (${error.message})`;
    throw new AppError('internal', `Port ${port} on ${host} ${why}.`, {
      hint: 'Choose another with PLATEN_PORT.',
    });
  });
  return (http.server.address() as { port: number }).port;
}

const originOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Where this process reaches itself. */
const ownOrigin = (host: string, port: number): string =>
  originOf({ '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host, port);

let stop: (() => Promise<void>) | undefined;
let stopping = false;

async function end(reason: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  logToStdout('info', 'cloud.stopping', { reason });
  await stop?.();
  process.exit(0);
}

process.on('SIGINT', () => void end('SIGINT'));
process.on('SIGTERM', () => void end('SIGTERM'));
process.on('disconnect', () => void end('its parent is gone'));

try {
  stop = await start(readCloudConfig(process.env));
} catch (error) {
  const sentence = error instanceof AppError ? error.sentence : String((error as Error).stack);
  process.stderr.write(`platen cloud: ${sentence}\n`);
  process.exit(1);
}
