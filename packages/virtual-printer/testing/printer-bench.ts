/**
 * A virtual printer on a scratch folder with one IPP client, for tests. Owns starting, stopping and cleaning up, the requests
 * that most tests make, and waiting for a job. Never owns what one test alone expects.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createIppClient, type IppClient, type IppReply } from '@platen/ipp/ipp-client';
import {
  attributeNumber,
  boolean,
  collection,
  groupsOf,
  groupTags,
  type IppAttributes,
  type IppGroup,
  integer,
  keyword,
  mimeMediaType,
  name,
} from '@platen/ipp/ipp-message';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { startVirtualPrinter, type VirtualPrinter, type VirtualPrinterOptions } from '../virtual-printer.ts';

/** `printer` and `client` are new ones after every restart; `dir` and what is in it stay. */
export interface PrinterBench {
  dir: string;
  /** A JPEG of 60 x 40 pixels. */
  jpeg: Buffer;
  printer: VirtualPrinter;
  client: IppClient;
}

async function startBoth(dir: string, options: Partial<VirtualPrinterOptions> = {}) {
  const printer = await startVirtualPrinter({ port: 0, dir, name: 'Test <Printer>', ...options });
  const client = createIppClient({ uri: printer.uri, deadlineMs: 20_000, userName: 'ann' });
  return { printer, client };
}

/** A started printer on a new scratch folder, and a client whose user is ann. */
export async function openPrinterBench(): Promise<PrinterBench> {
  const dir = mkdtempSync(join(tmpdir(), 'platen-vp-'));
  const picture = { width: 60, height: 40, channels: 3 as const, background: '#369' };
  const jpeg = await sharp({ create: picture }).jpeg().toBuffer();
  return { dir, jpeg, ...(await startBoth(dir)) };
}

/** Stops the printer and removes its folder. */
export async function closePrinterBench(bench: PrinterBench): Promise<void> {
  await stopPrinter(bench);
  rmSync(bench.dir, { recursive: true, force: true });
}

/** Starts a printer on the bench's folder again, after `stopPrinter`. */
export async function startPrinter(
  bench: PrinterBench,
  options: Partial<VirtualPrinterOptions> = {},
): Promise<void> {
  Object.assign(bench, await startBoth(bench.dir, options));
}

export async function stopPrinter({ client, printer }: PrinterBench): Promise<void> {
  client.close();
  await printer.close();
}

const documentOf = (bytes: Buffer) => ({ stream: () => Readable.from([bytes]), bytes: bytes.length });

/** Print-Job (RFC 8011 section 4.2.1) of the bench's JPEG as "holiday"; `attributes` are operation attributes. */
export const print = (
  { client, jpeg }: PrinterBench,
  jobAttributes: IppAttributes = {},
  attributes: IppAttributes = {},
): Promise<IppReply> =>
  client.request({
    operation: 'Print-Job',
    attributes: {
      'job-name': name('holiday'),
      'document-format': mimeMediaType('image/jpeg'),
      ...attributes,
    },
    jobAttributes,
    document: documentOf(jpeg),
  });

/** Create-Job (RFC 8011 section 4.2.4) of a job named "made". */
export const create = ({ client }: PrinterBench, jobAttributes: IppAttributes = {}): Promise<IppReply> =>
  client.request({ operation: 'Create-Job', attributes: { 'job-name': name('made') }, jobAttributes });

/** Send-Document (RFC 8011 section 4.3.1) of the job's only document; `attributes` are operation attributes. */
export const send = (
  { client }: PrinterBench,
  id: number,
  { bytes, attributes = {} }: { bytes: Buffer; attributes?: IppAttributes },
): Promise<IppReply> =>
  client.request({
    operation: 'Send-Document',
    attributes: { 'job-id': integer(id), 'last-document': boolean(true), ...attributes },
    document: documentOf(bytes),
  });

const jobOf = (reply: IppReply): IppGroup | undefined => groupsOf(reply.message, groupTags.job)[0];

/** The job-id in a reply, 0 when there is none. */
export const idOf = (reply: IppReply): number => attributeNumber(jobOf(reply), 'job-id') ?? 0;

/** The job's attributes; fails the test when the printer does not know the job. */
export async function getJob({ client }: PrinterBench, id: number): Promise<IppGroup> {
  const reply = await client.request({
    operation: 'Get-Job-Attributes',
    attributes: { 'job-id': integer(id) },
  });
  expect(reply.statusName).toBe('successful-ok');
  return jobOf(reply) as IppGroup;
}

export async function getPrinter({ client }: PrinterBench): Promise<IppGroup> {
  const reply = await client.request({ operation: 'Get-Printer-Attributes' });
  return groupsOf(reply.message, groupTags.printer)[0] as IppGroup;
}

/** Waits for a job-state (RFC 8011 section 5.3.7) and returns the job's attributes. */
export const untilState = (bench: PrinterBench, id: number, state: number): Promise<IppGroup> =>
  vi.waitFor(
    async () => {
      const group = await getJob(bench, id);
      expect(attributeNumber(group, 'job-state')).toBe(state);
      return group;
    },
    { timeout: 20_000, interval: 10 },
  );

/** The folders of completed jobs. */
export const sheetFolders = ({ dir }: PrinterBench): string[] =>
  readdirSync(dir).filter((folder) => !folder.startsWith('.'));

/** Job attributes for a borderless 4 x 6 inch photo. */
export const photoMedia: IppAttributes = {
  'media-col': collection({
    'media-size': collection({ 'x-dimension': integer(10160), 'y-dimension': integer(15240) }),
    'media-type': keyword('photographic-glossy'),
    'media-top-margin': integer(0),
  }),
};
