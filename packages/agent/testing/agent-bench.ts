/** A whole agent on a scratch folder with a fake cloud, for tests. Owns tickets, waiting, and cleaning up behind a test. */
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unchosen } from '@platen/contracts/print-choices';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { readSettings } from '@platen/contracts/settings';
import type { AgentOptions, RunningAgent } from '../agent.ts';
import { startAgent } from '../agent.ts';
import { agentSettings } from '../machine/agent-settings.ts';
import type { AgentPorts } from '../ports/agent-ports.ts';
import type { PhotoPreparer } from '../ports/photo-preparer.ts';
import type { PhotoRestorer } from '../ports/photo-restorer.ts';
import { enrolCode, type FakeCloud, startFakeCloud } from './fake-cloud.ts';
import { createFakePrinter, type FakePrinter } from './fake-printer.ts';

/** Takes the source as it is. */
export const copyingPreparer: PhotoPreparer = {
  async preparePhoto({ sourcePath, targetPath }) {
    copyFileSync(sourcePath, targetPath);
    return { effectivePpi: 300 };
  },
  async preparePages({ sourcePath, targetPath }) {
    copyFileSync(sourcePath, targetPath);
    return {};
  },
  async close() {},
};

/** For agents that nobody asks for image work. */
export const noRestorer: PhotoRestorer = {
  restorePhoto: () => Promise.reject(new Error('This agent restores nothing.')),
};

export const scratchDir = (): string => mkdtempSync(join(tmpdir(), 'platen-agent-'));

/** Looks every few milliseconds until it holds; the test's own time limit ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

export function ticketFor(content: Buffer, more: Partial<PrintTicket> = {}): PrintTicket {
  return {
    job_id: randomUUID(),
    order_no: 'P4X7-K2M9-QT1D-3',
    item_position: 1,
    document: {
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
      content_type: 'image/jpeg',
      pages: 1,
    },
    media: {
      size_name: 'na_index-4x6_4x6in',
      x_dimension: 10_160,
      y_dimension: 15_240,
      media_type: 'photographic-glossy',
      borderless: true,
    },
    fit: 'fill',
    ...unchosen,
    copies: 1,
    product: { size_code: '4x6', order_type: 'photo' },
    paid_at: '2026-11-21T08:00:00Z',
    ...more,
  };
}

export interface Bench {
  cloud: FakeCloud;
  dir: string;
  printer: FakePrinter;
  /** Every log line so far. */
  lines: { level: string; event: string; fields: Record<string, unknown> | undefined }[];
  start(more?: BenchStart): Promise<RunningAgent>;
  /** A new file at the cloud and its ticket. */
  newTicket(more?: Partial<PrintTicket>): PrintTicket;
  close(): Promise<void>;
}

export interface BenchStart extends Omit<AgentOptions, 'ports'> {
  ports?: Partial<AgentPorts>;
  printerUris?: string[];
  consolePort?: number;
  /** The bench's cloud unless told. */
  cloudUrl?: string;
}

/** The room on the disk that an agent has which was told nothing. */
export const usualRoom = readSettings(
  { diskBudgetBytes: agentSettings.diskBudgetBytes, minFreeBytes: agentSettings.minFreeBytes },
  {},
);

const printerUri = 'ipp://127.0.0.1:9/ipp/print';

export async function startBench(): Promise<Bench> {
  const cloud = await startFakeCloud();
  const dir = scratchDir();
  const printer = createFakePrinter(printerUri);
  const running = new Set<RunningAgent>();
  const lines: Bench['lines'] = [];
  let files = 0;
  return {
    cloud,
    dir,
    printer,
    lines,
    async start({ ports, printerUris = [printerUri], consolePort, cloudUrl = cloud.url, ...options } = {}) {
      const config = {
        cloudUrl,
        dir,
        printerUris,
        enrolCode,
        name: 'Counter',
        consolePort,
        ...usualRoom,
      };
      const agent = await startAgent(config, {
        log: (level, event, fields) => lines.push({ level, event, fields }),
        ...options,
        ports: { openPrinter: printer.openPort, preparer: copyingPreparer, restorer: noRestorer, ...ports },
      });
      running.add(agent);
      return agent;
    },
    newTicket(more) {
      files += 1;
      const content = Buffer.from(`picture ${files} `.repeat(200));
      cloud.addFile(content);
      return ticketFor(content, more);
    },
    async close() {
      for (const agent of running) agent.halt();
      await cloud.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
