/**
 * `platen up` at work: cloud, agent and virtual printer at once, on this machine. Owns their order, what
 * they are told, and how all of them stop. Exit code 0 after Ctrl-C or SIGTERM, 1 when something can't start.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readPin } from '@platen/agent/console/console-pin';
import { agentSettings } from '@platen/agent/machine/agent-settings';
import { cloudSettings } from '@platen/cloud/cloud-settings';
import { type CloudConfig, readCloudConfig } from '@platen/cloud/config';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import { newEnrolmentCode } from '@platen/cloud/shops/enrolment-rules';
import { AppError } from '@platen/contracts/app-error';
import { environmentOf, type Setting } from '@platen/contracts/settings';
import { virtualPrinterSettings } from '@platen/virtual-printer/virtual-printer-settings';
import { openBoundedLog } from './child-log.ts';
import {
  type ChildSpec,
  ChildStartError,
  type ReadyMessage,
  type SupervisedChild,
  superviseChild,
} from './child-process.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { findFreePort, getPrinterPort } from './free-port.ts';
import { createSamplePdf } from './sample-document.ts';
import { type Greeting, greetingText } from './up-greeting.ts';
import { ensureWebBuild } from './web-up-to-date.ts';

/** The agent's own end takes 9 s at most: a transfer to a printer may end by itself, and who breaks it off leaves a question. */
const agentStopsWithinMs = 10_000;
/** The others, of which nothing is under way any more. */
const othersStopWithinMs = 4300;

type Env = Record<string, string | undefined>;

/** Runs until it is told to stop; resolves to the exit code. */
export async function up(env: Env): Promise<number> {
  const startedAt = Date.now() - Math.round(performance.now());
  const stopAsked = Promise.withResolvers<'stop'>();
  const stopBuild = new AbortController();
  // Registered before anything starts, and kept: Ctrl-C may arrive twice, from the terminal and from npm.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      stopBuild.abort();
      stopAsked.resolve('stop');
    });
  const config = readCloudConfig(env);
  const folder = openDataFolder(config.dataDir);
  const children = new Map<string, SupervisedChild>();
  let isStarting = true;
  try {
    if (!(await ensureWebBuild({ say, signal: stopBuild.signal }))) {
      if (stopBuild.signal.aborted) return 0;
      say('Nothing was started.');
      return 1;
    }
    const plan = await planParts(env, config, folder);
    for (const spec of plan.specs) {
      const log = openBoundedLog(join(folder.logsDir, `${spec.name}.log`));
      children.set(spec.name, superviseChild(spec, { log, say, isStarting: () => isStarting }));
    }
    const outcome = await Promise.race([whenReady([...children.values()], plan), stopAsked.promise]);
    if (outcome !== 'stop') {
      isStarting = false;
      const { baseUrl = plan.cloudUrl, consoleUrl, unsafe = [] } = outcome;
      greet({ plan, folder, baseUrl, consoleUrl, unsafe, startedAt });
      await stopAsked.promise;
    }
    say('Stopping ...');
    return 0;
  } catch (error) {
    if (!(error instanceof ChildStartError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    // The agent first: what it has under way needs its printer, and what it says last its cloud.
    await children.get('agent')?.stop(agentStopsWithinMs);
    await Promise.all([...children.values()].map((child) => child.stop(othersStopWithinMs)));
    folder.release();
  }
}

const agentOnlineWithinMs = 2000;
const lookAgainMs = 25;

/** All parts say so, and the agent has found the cloud, so that the first order goes straight to paper. */
async function whenReady(children: SupervisedChild[], { cloudUrl }: Plan): Promise<ReadyMessage> {
  const ready = await Promise.all(children.map((child) => child.ready));
  const until = performance.now() + agentOnlineWithinMs;
  while (performance.now() < until && !(await isHealthy(cloudUrl))) await sleep(lookAgainMs);
  // Each part tells of itself alone.
  return Object.assign({}, ...ready) as ReadyMessage;
}

async function isHealthy(cloudUrl: string): Promise<boolean> {
  try {
    const health = await fetch(`${cloudUrl}/api/health`, { signal: AbortSignal.timeout(1000) });
    return ((await health.json()) as { status: string }).status === 'ok';
  } catch {
    return false;
  }
}

const say = (line: string): void => console.error(line);

const usualConsolePort = Number(agentSettings.consolePort.byDefault);

interface Plan {
  specs: ChildSpec[];
  cloudUrl: string;
  printerUris: string[];
  isVirtual: boolean;
  agentDir: string;
}

/** What each part is told. The cloud comes first. */
async function planParts(env: Env, config: CloudConfig, folder: DataFolder): Promise<Plan> {
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
  const port = config.port || (await findFreePort(0, config.host))!;
  const cloudUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const code = newEnrolmentCode();
  const told = (setting: Setting): string | undefined => env[setting.variable]?.trim() || undefined;
  const real = told(agentSettings.printers);
  const printerPort = real ? 0 : await getPrinterPort(folder.printerPortPath);
  const printers = real || `ipp://127.0.0.1:${printerPort}/ipp/print`;
  const shared = {
    // glibc would keep an arena a thread; two are enough and save memory.
    MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX || '2',
    ...environmentOf(cloudSettings, { dataDir: config.dataDir }),
  };
  const part = (name: string, own: Record<string, string>): ChildSpec => ({
    name,
    mainPath: fileURLToPath(import.meta.resolve(`@platen/${name}/main`)),
    env: { ...shared, ...own },
  });
  const cloud = {
    ...part('cloud', environmentOf(cloudSettings, { port: String(port), demoEnrolCode: code })),
    nodeFlags: cloudNodeFlags,
  };
  const agentDir = told(agentSettings.dir) ?? folder.agentDir;
  const consolePort = told(agentSettings.consolePort) ?? String((await findFreePort(usualConsolePort)) ?? 0);
  const agent = part(
    'agent',
    environmentOf(agentSettings, {
      cloudUrl,
      dir: agentDir,
      printers,
      enrolCode: code,
      consolePort,
      // With its own virtual printer there is nothing to look for.
      discovery: told(agentSettings.discovery) ?? (real ? 'on' : 'off'),
    }),
  );
  const virtual = part(
    'virtual-printer',
    environmentOf(virtualPrinterSettings, {
      port: String(printerPort),
      dir: told(virtualPrinterSettings.dir) ?? folder.printedDir,
    }),
  );
  const specs = real ? [cloud, agent] : [cloud, agent, virtual];
  // Shown to whoever looks at the terminal: without the name and password that may stand in a URI.
  const printerUris = printers.split(',').map((uri) => uri.replace(/\/\/[^/]*@/, '//'));
  return { specs, cloudUrl, printerUris, isVirtual: !real, agentDir };
}

interface Started {
  plan: Plan;
  folder: DataFolder;
  baseUrl: string;
  consoleUrl: string | undefined;
  unsafe: string[];
  startedAt: number;
}

function greet({ plan, folder, baseUrl, consoleUrl, unsafe, startedAt }: Started): void {
  if (!existsSync(folder.samplePath)) writeFileSync(folder.samplePath, createSamplePdf());
  const { demoPath, samplePath, logsDir, printedDir } = folder;
  console.log(
    greetingText({
      baseUrl,
      demoPath,
      samplePath,
      logsDir,
      unsafe,
      printerUris: plan.printerUris,
      ...readDemo(demoPath),
      console: consoleUrl ? { url: consoleUrl, pin: readPin(plan.agentDir) } : undefined,
      printedDir: plan.isVirtual ? printedDir : undefined,
      tookMs: Date.now() - startedAt,
    }),
  );
}

function readDemo(path: string): Pick<Greeting, 'apiKey' | 'phones'> {
  try {
    const demo = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    const read = (name: string): string => {
      if (typeof demo[name] !== 'string') throw new Error(`${name} is missing`);
      return demo[name];
    };
    const phones = { customer: read('phone'), shop: read('shop_phone'), admin: read('admin_phone') };
    return { apiKey: read('api_key'), phones };
  } catch (error) {
    throw new AppError('internal', `${path} can't be read (${(error as Error).message}).`, {
      hint: 'Move it away; the next start makes new demo accounts.',
    });
  }
}
