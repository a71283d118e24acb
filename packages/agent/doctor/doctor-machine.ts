/** The doctor on this machine: Node.js, the agent's folder, its disk, whether the agent runs, its console's port. */
import type { KeyObject } from 'node:crypto';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isConsoleOf } from '../console/console-proof.ts';
import { type Finding, failed, warned, well } from './doctor-finding.ts';
import { doctorWords as words } from './doctor-text.ts';

const minNode = 24;
const comfortableBytes = 2 * 1024 ** 3;
const connectMs = 1000;

export function examineNode(version: string): Finding {
  const isNew = Number(version.split('.')[0]) >= minNode;
  return isNew ? well('node', words.node(version)) : failed('node', words.nodeOld(version));
}

/** Writes one byte beside what the agent keeps there, and takes it away. */
export function examineFolder(dir: string): Finding {
  const probePath = join(dir, '.doctor-probe');
  try {
    writeFileSync(probePath, 'x');
    rmSync(probePath);
    return well('folder', words.folder(dir));
  } catch (error) {
    return failed('folder', words.folderUnwritable(dir, (error as Error).message));
  }
}

export function examineDisk(dir: string, minFreeBytes: number): Finding {
  const { bavail, bsize } = statfsSync(dir);
  const free = bavail * bsize;
  if (free < minFreeBytes) return failed('disk', words.diskLow(free, minFreeBytes));
  if (free < Math.max(comfortableBytes, minFreeBytes * 2)) return warned('disk', words.diskSoonLow(free));
  return well('disk', words.disk(free));
}

interface FoundModels {
  models: readonly { name: string; stage: string | undefined; licence: string | undefined }[];
  unusable: readonly { name: string; because: string }[];
  runtime: { version: string } | undefined;
}

/** The models that restorations may run, which nobody needs: without any there is nothing to say. */
export function examineModels({ models, unusable, runtime }: FoundModels): Finding[] {
  const broken = unusable.map(({ name, because }) => warned('models', words.modelUnusable(name, because)));
  if (models.length === 0) return broken;
  const names = models
    .map(({ name, stage, licence }) => {
      const told = [stage, licence].filter((it) => it !== undefined).join(', ');
      return told ? `${name} (${told})` : name;
    })
    .join(', ');
  const found = runtime
    ? well('models', words.models(names, runtime.version))
    : warned('models', words.modelsWithoutRuntime(names));
  return [found, ...broken];
}

export interface ConsolePlace {
  /** undefined: the console is turned off. 0: any port that is free. */
  port: number | undefined;
  isRunning: boolean;
  /** Of the agent; undefined when it has none that can be read. */
  publicKey: KeyObject | undefined;
}

/** Who has the console's port: that something listens there is no sign that it is the console. */
export async function examineConsolePort({ port, isRunning, publicKey }: ConsolePlace): Promise<Finding[]> {
  if (port === undefined) return [well('console', words.consoleOff())];
  if (port === 0) return [];
  const isOpen = await isListening(port);
  if (!isOpen)
    return [
      isRunning ? warned('console', words.consoleSilent(port)) : well('console', words.consoleFree(port)),
    ];
  const isOurs = isRunning && publicKey !== undefined && (await isConsoleOf(publicKey, port));
  return [isOurs ? well('console', words.consoleOpen(port)) : warned('console', words.consoleTaken(port))];
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: connectMs });
    const done = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => done(true));
    socket.once('timeout', () => done(false));
    socket.once('error', () => done(false));
  });
