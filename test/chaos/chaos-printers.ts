/**
 * Printers for a run of chaos, each behind a line that can go wrong, and the observer who sees every sheet: what came out, of which
 * picture, whole or cut. Owns how sheets are counted, at the printer and nowhere else.
 */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../fixtures/free-port.ts';
import { startProcess, type TestProcess } from '../fixtures/processes.ts';
import { type CupsServer, startCups } from '../real/real-cups.ts';
import { type Ippeveprinter, startIppeveprinter } from '../real/real-printers.ts';
import { type ChaosLine, startChaosLine } from './chaos-line.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { isWholeDocument } from './picture-identity.ts';

export interface Sheet {
  jobName: string;
  copies: number;
  /** The document arrived whole and the printer came to its end. */
  isWhole: boolean;
  /** The document had broken off on its way. */
  isBroken: boolean;
  /** What was printed, to look at. */
  path: string;
}

export type PrinterFaultKind = 'kill' | 'freeze' | 'abort' | 'abort-cut';

export interface ChaosPrinter {
  name: string;
  /** Where the agent finds it, through its line. */
  uri: string;
  line: ChaosLine;
  /** What this one can suffer beside its line. */
  faults: readonly PrinterFaultKind[];
  suffer(kind: PrinterFaultKind, forMs: number): Promise<void>;
  sheets(): Sheet[];
  heal(): Promise<void>;
  close(): Promise<void>;
}

/** An ippeveprinter's script: keeps each document as it came, and notes the begin and the end of each job. */
const scriptOf = (dir: string): string => `#!/bin/sh
id=$(date +%s%N).$$
if [ -e ${dir}/abort ]; then rm -f ${dir}/abort; exit 3; fi
cp "$1" ${dir}/sheets/$id.part && mv ${dir}/sheets/$id.part ${dir}/sheets/$id.doc
echo "START $id $IPP_JOB_NAME \${IPP_COPIES:-1}" >>${dir}/printed.log
sleep 0.05
if [ -e ${dir}/abort-cut ]; then echo "CUT $id" >>${dir}/printed.log; rm -f ${dir}/abort-cut; exit 3; fi
echo "END $id" >>${dir}/printed.log
`;

function sheetsOfScript(dir: string): ScriptSheet[] {
  const lines = readFileSync(join(dir, 'printed.log'), 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const idsOf = (wanted: string) => new Set(lines.filter(([word]) => word === wanted).map(([, id]) => id));
  const [ended, cut] = [idsOf('END'), idsOf('CUT')];
  return lines
    .filter(([word]) => word === 'START')
    .map(([, id, ...rest]) => {
      const path = join(dir, 'sheets', `${id}.doc`);
      const isBroken = !existsSync(path) || !isWholeDocument(readFileSync(path));
      const isWhole = ended.has(id) && !isBroken;
      const [jobName, copies] = [rest.slice(0, -1).join(' '), Number(rest.at(-1))];
      return { jobName, copies, isWhole, isBroken, isCut: cut.has(id), path };
    });
}

interface ScriptSheet extends Sheet {
  /** The printer gave it up in the middle, and said so. */
  isCut: boolean;
}

interface RealPrinter {
  printer: () => Ippeveprinter;
  port: number;
  sheets: () => ScriptSheet[];
  suffer: ChaosPrinter['suffer'];
  heal(): Promise<void>;
  close(): Promise<void>;
}

async function startReal(dir: string, name: string): Promise<RealPrinter> {
  mkdirSync(join(dir, 'sheets'), { recursive: true });
  appendFileSync(join(dir, 'printed.log'), '');
  const script = join(dir, 'print.sh');
  writeFileSync(script, scriptOf(dir));
  chmodSync(script, 0o755);
  const port = await freePort();
  const start = () => startIppeveprinter({ name, script, port, trays: ['-s', '10,10'] });
  let printer = await start();
  return {
    printer: () => printer,
    port,
    sheets: () => sheetsOfScript(dir),
    async suffer(kind, forMs) {
      if (kind === 'kill') {
        // Its jobs and its history go with it; what its script has begun comes out.
        printer.process.kill('SIGKILL');
        await printer.stop();
        await sleep(forMs);
        printer = await start();
      } else if (kind === 'freeze') {
        printer.process.kill('SIGSTOP');
        await sleep(forMs);
        printer.process.kill('SIGCONT');
      } else writeFileSync(join(dir, kind), '');
    },
    async heal() {
      printer.process.kill('SIGCONT');
      for (const kind of ['abort', 'abort-cut']) rmSync(join(dir, kind), { force: true });
    },
    close: () => printer.stop(),
  };
}

/** ippeveprinter as it is, which never counts; or behind a proxy that fills in the impressions that came out. */
async function startEve(dir: string, name: string, counts: boolean): Promise<ChaosPrinter> {
  const real = await startReal(dir, name);
  const impressionsOf = (jobName: string) => {
    // What is on its way counts, as a counter at the drum does; what was cut off has not come out.
    const of = real.sheets().filter((sheet) => sheet.jobName === jobName && !sheet.isCut);
    return of.reduce((sum, { copies }) => sum + copies, 0);
  };
  const proxy = counts ? await startCountingProxy(real.port, impressionsOf) : undefined;
  const line = await startChaosLine(() => proxy?.port ?? real.port);
  return {
    name,
    line,
    uri: `ipp://127.0.0.1:${line.port}/ipp/print`,
    sheets: real.sheets,
    faults: ['kill', 'freeze', 'abort', 'abort-cut'],
    suffer: real.suffer,
    heal: real.heal,
    async close() {
      await line.close();
      await proxy?.close();
      await real.close();
    },
  };
}

const virtualFile = join(import.meta.dirname, '../../packages/virtual-printer/main.ts');

async function startVirtual(dir: string, name: string): Promise<ChaosPrinter> {
  const port = await freePort();
  const env = {
    PLATEN_VP_PORT: String(port),
    PLATEN_VP_DIR: dir,
    PLATEN_VP_NAME: name,
    PLATEN_VP_PAGE_MS: '40',
  };
  let printer: TestProcess = await startProcess(virtualFile, env);
  const line = await startChaosLine(() => port);
  return {
    name,
    line,
    uri: `ipp://127.0.0.1:${line.port}/ipp/print`,
    faults: ['kill', 'freeze'],
    async suffer(kind, forMs) {
      if (kind === 'freeze') {
        printer.child.kill('SIGSTOP');
        await sleep(forMs);
        printer.child.kill('SIGCONT');
        return;
      }
      await printer.kill('SIGKILL');
      await sleep(forMs);
      printer = await startProcess(virtualFile, env);
    },
    sheets: () =>
      readdirSync(dir)
        .filter((folder) => /^(\.aborted-|\.printing-)?\d{6}-/.test(folder))
        .flatMap((folder) =>
          readdirSync(join(dir, folder))
            .filter((file) => file.startsWith('copy-'))
            .map((file) => {
              const path = join(dir, folder, file);
              const jobName = folder.replace(/^(\.aborted-|\.printing-)?\d{6}-/, '');
              const isWhole = isWholeDocument(readFileSync(path));
              return { jobName, copies: 1, isWhole, isBroken: false, path };
            }),
        ),
    async heal() {
      printer.child.kill('SIGCONT');
    },
    async close() {
      await line.close();
      printer.child.kill('SIGCONT');
      await printer.kill('SIGTERM');
    },
  };
}

/**
 * A queue of CUPS before an ippeveprinter. Only the line to CUPS goes wrong: CUPS prints again by itself after a fault of its own or
 * between itself and the printer, so that through it nothing can promise once.
 */
async function startQueue(dir: string, name: string): Promise<ChaosPrinter> {
  const real = await startReal(dir, name);
  const cups: CupsServer = await startCups({ keepsHistory: true });
  cups.addQueue('chaos', real.printer().uri);
  const line = await startChaosLine(() => Number(cups.address.split(':')[1]));
  return {
    name,
    line,
    uri: `ipp://127.0.0.1:${line.port}/printers/chaos`,
    faults: [],
    // What CUPS made of the document is its own affair.
    sheets: () => real.sheets().map((sheet) => ({ ...sheet, isWhole: true, isBroken: false })),
    async suffer() {},
    heal: real.heal,
    async close() {
      await line.close();
      await cups.stop();
      await real.close();
    },
  };
}

/** All kinds, in folders of `dir`. `hasCups`: a queue too. */
export async function startChaosPrinters(
  dir: string,
  { tag, hasCups }: { tag: string; hasCups: boolean },
): Promise<ChaosPrinter[]> {
  const printers: ChaosPrinter[] = [];
  const add = async (kind: string, start: (own: string, name: string) => Promise<ChaosPrinter>) => {
    const own = join(dir, kind);
    mkdirSync(own, { recursive: true });
    printers.push(await start(own, `Chaos ${tag} ${kind}`));
  };
  await add('eve', (own, name) => startEve(own, name, false));
  await add('eve-counting', (own, name) => startEve(own, name, true));
  await add('virtual', startVirtual);
  if (hasCups) await add('cups', startQueue);
  return printers;
}
