/** What real parts say of themselves: ippeveprinter is a printer, a queue of cupsd is told apart from it. */
import { createIppPrinter } from '@platen/agent/adapters/printer-ipp';
import { examinePrinter } from '@platen/agent/printer-admin/printer-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CupsServer, startCups } from './real-cups.ts';
import { type Ippeveprinter, startIppeveprinter, whenReal } from './real-printers.ts';

whenReal(['ippeveprinter', 'cupsd', 'avahi-daemon', 'lp'])('kinds of printers', () => {
  let printer: Ippeveprinter;
  let cups: CupsServer;
  beforeAll(async () => {
    printer = await startIppeveprinter({ name: 'Photo One' });
    cups = await startCups();
    cups.addQueue('photo', printer.uri);
  });
  afterAll(async () => {
    await cups.stop();
    await printer.stop();
  });

  it('a printer itself, with trays, supplies and marks of change', async () => {
    const port = createIppPrinter({ uri: printer.uri, deadlineMs: 10_000 });
    const { isUsable, description } = await examinePrinter(port);
    expect(isUsable).toBe(true);
    expect(description).toMatchObject({ kind: 'direct', changeMark: expect.stringMatching(/^\d+\/\d+$/) });
    expect(description?.printerUuid).toMatch(/^urn:uuid:/);
    expect(description?.trays.length).toBeGreaterThan(0);
    expect(description?.supplies.length).toBeGreaterThan(0);
    expect(description?.ippVersions).toContain('2.0');
    const pulse = await port.pulse();
    expect(pulse).toMatchObject({
      printerUuid: description?.printerUuid,
      changeMark: description?.changeMark,
    });
    port.close();
  });

  it('a queue of CUPS, with the warning that it prints again by itself', async () => {
    const port = createIppPrinter({ uri: `ipp://${cups.address}/printers/photo`, deadlineMs: 10_000 });
    const { isUsable, description, findings } = await examinePrinter(port);
    expect(isUsable).toBe(true);
    expect(description).toMatchObject({ kind: 'cups-queue' });
    expect(findings.at(-1)).toMatchObject({
      verdict: 'warning',
      said: { en: expect.stringMatching(/CUPS queue/) },
    });
    port.close();
  });
});
