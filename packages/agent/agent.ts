/**
 * An agent: three layers, built from the bottom up and taken down from the top. spool-layer.ts has what is kept, printing-layer.ts
 * makes paper of it, shop-layer.ts speaks with those outside. Owns the order; touches no process signals, no environment, no adapter.
 */

import type { WebFiles } from '@platen/web-host/web-files';
import type { ReprintAsking } from './link/reprint-asking.ts';
import { type AgentLog, logToStdout } from './machine/agent-log.ts';
import type { OnBoundary } from './machine/boundary.ts';
import type { AgentConfig } from './machine/config.ts';
import { type MachineClock, realMachine } from './machine/machine-clock.ts';
import type { AgentPorts } from './ports/agent-ports.ts';
import type { PrinterAdmin } from './printer-admin/printer-admin.ts';
import type { PrinterTrust } from './printer-trust/printer-trust.ts';
import type { PrinterRegistry } from './printers/printer-registry.ts';
import { openPrintingLayer, type PrintingLayer } from './printing-layer.ts';
import type { OpenTicker } from './schedule/cron-ticker.ts';
import type { ScheduleAdmin } from './schedule/schedule-admin.ts';
import { openShopLayer } from './shop-layer.ts';
import { openSpoolLayer } from './spool-layer.ts';

export interface AgentOptions {
  /** Called at each point where a power cut would matter. */
  onBoundary?: OnBoundary;
  /** JSON lines on stdout unless told. */
  log?: AgentLog;
  /** Milliseconds since 1970 by the shop's clock. */
  now?: () => number;
  /** The machine's uptime and start; real ones unless told. */
  machine?: MachineClock;
  /** node-cron unless told. */
  openTicker?: OpenTicker;
  /** The built pages of the shop floor; undefined: the console has its own alone. */
  web?: WebFiles | undefined;
  /** What reaches outside; main.ts hands in the real ones. */
  ports: AgentPorts;
}

export interface RunningAgent {
  /** Undefined until it is enrolled. */
  readonly agentId: string | undefined;
  readonly isLinked: boolean;
  /** Jobs, submissions, stages. */
  readonly printing: PrintingLayer;
  readonly printers: PrinterRegistry;
  /** Certificates and credentials of printers. */
  readonly trust: PrinterTrust;
  /** What a person can do with the list of printers. */
  readonly printerAdmin: PrinterAdmin;
  /** Copies once more, asked of the cloud. */
  readonly reprints: ReprintAsking;
  /** What a person can do with the print schedule here. */
  readonly schedule: ScheduleAdmin;
  /** Where the operator's console is; undefined while there is none. */
  readonly consoleUrl: string | undefined;
  /** Resolves once the console listens, or has found that it can't. */
  readonly opened: Promise<void>;
  /** Ends in order: nothing new is begun, a transfer under way may end. At once without one, at most some 8 seconds. */
  stop(): Promise<void>;
  /** Ends at once, as a power cut would: nothing more is sent or written. For tests. */
  halt(): void;
}

/** Starts an agent. Throws AgentStartError with a sentence when it can't: folder, spool, identity, missing code. */
export async function startAgent(config: AgentConfig, options: AgentOptions): Promise<RunningAgent> {
  const { ports, onBoundary = () => {}, now = Date.now, machine = realMachine, openTicker } = options;
  const spoolLayer = openSpoolLayer({ config, log: options.log ?? logToStdout, now, machine, onBoundary });
  try {
    const printing = openPrintingLayer(spoolLayer, { ports, openTicker });
    const shop = openShopLayer({ spoolLayer, printing }, { ...ports, web: options.web });
    printing.start();
    shop.start();
    const { version, identity, line, log } = spoolLayer;
    log('info', 'agent.started', { version, printers: config.printerUris.length, ...printing.jobs.counts() });
    return {
      get agentId() {
        return identity.agentId;
      },
      get isLinked() {
        return line.isUp;
      },
      get consoleUrl() {
        return shop.consoleUrl;
      },
      printing,
      printers: printing.registry,
      trust: printing.trust,
      printerAdmin: shop.printerAdmin,
      reprints: shop.reprints,
      schedule: printing.scheduleAdmin,
      opened: shop.opened,
      async stop() {
        await Promise.all([shop.rest(), printing.rest()]);
        await shop.close();
        await printing.close();
        spoolLayer.close();
        log('info', 'agent.stopped');
      },
      halt() {
        shop.halt();
        printing.halt();
        spoolLayer.close();
      },
    };
  } catch (error) {
    spoolLayer.close();
    throw error;
  }
}
