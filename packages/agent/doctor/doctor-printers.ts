/**
 * The doctor at the printers: each is asked once, and what waits in the spool is held against what they answer. Sends nothing but
 * Get-Printer-Attributes, and keeps nothing of what it learns.
 */

import { readShopRules } from '../jobs/local-shop-rules.ts';
import { createStatedPaperStore } from '../paper/stated-paper-store.ts';
import type { PrinterPort } from '../ports/printer.ts';
import { examinePrinter, type PrinterCheck } from '../printer-admin/printer-check.ts';
import { createPrinterTrialStore } from '../printer-trust/printer-trial-store.ts';
import { isSameUuid } from '../printers/printer-identity.ts';
import { createPrinterListStore, type ListedPrinter } from '../printers/printer-list-store.ts';
import { createPrinterPauses } from '../printers/printer-pauses.ts';
import { readReasons } from '../printers/printer-reason-rules.ts';
import { judgePrinters, type PrinterView, type PrintNeeds } from '../printers/printer-rules.ts';
import { createPrinterStore, type PrinterStore } from '../printers/printer-store.ts';
import { otherPrinterText } from '../printers/printer-text.ts';
import { createFactStore } from '../spool/fact-store.ts';
import type { Spool } from '../spool/spool-db.ts';
import { type Finding, failed, warned, well } from './doctor-finding.ts';
import { doctorWords as words } from './doctor-text.ts';

export interface PrinterPatients {
  spool: Spool;
  openPrinter: (uri: string) => PrinterPort;
  now: () => number;
}

interface Examined {
  listed: ListedPrinter;
  check: PrinterCheck;
  view: PrinterView;
}

const maxAtOnce = 16;

/** The printers of the list, and the jobs that wait for them. */
export async function examinePrinters({ spool, openPrinter, now }: PrinterPatients): Promise<Finding[]> {
  const listed = createPrinterListStore(spool, now).list();
  if (listed.length === 0) return [failed('printer', words.noPrinters()), ...jobFindings(spool, [])];
  const store = createPrinterStore(spool);
  const aside = new Map(
    createPrinterTrialStore(spool)
      .listSetAside()
      .map((one) => [one.printerId, one]),
  );
  const pauses = createPrinterPauses({ spool, onChange() {} });
  const stated = createStatedPaperStore(spool);
  const { substitutes } = readShopRules(createFactStore(spool));
  const examined: Examined[] = [];
  for (let at = 0; at < listed.length; at += maxAtOnce)
    examined.push(
      ...(await Promise.all(
        listed.slice(at, at + maxAtOnce).map(async (one) => {
          const { view, ...rest } = await examine(one, { openPrinter, store });
          return { ...rest, view: { ...view, paper: { stated: stated.list(one.id), substitutes } } };
        }),
      )),
    );
  const findings = examined.flatMap((one) => {
    const setAside = aside.get(one.view.printerId);
    const { name } = one.view;
    const [{ paused } = one.view] = pauses.mark([{ ...one.view, entryId: one.listed.id }]);
    const said = [
      ...findingsOf(one),
      ...(setAside ? [failed('printer', words.setAside(name, setAside.because))] : []),
      ...(paused ? [warned('printer', words.paused(name, paused.by))] : []),
    ];
    // Nobody waits for a printer that is switched off.
    const isOff = !one.listed.isEnabled;
    return isOff
      ? [{ ...warned('printer', words.switchedOff(name)), subject: name }]
      : said.map((f) => ({ ...f, subject: name }));
  });
  return [
    ...findings,
    ...jobFindings(
      spool,
      examined.map(({ view }) => view),
    ),
  ];
}

async function examine(
  listed: ListedPrinter,
  { openPrinter, store }: { openPrinter: (uri: string) => PrinterPort; store: PrinterStore },
): Promise<Examined> {
  const port = openPrinter(listed.uri);
  try {
    const check = await examinePrinter(port);
    const { description } = check;
    const isOther =
      description?.printerUuid !== undefined &&
      listed.printerUuid !== undefined &&
      !isSameUuid(description.printerUuid, listed.printerUuid);
    const view: PrinterView = {
      printerId: listed.printerUuid ?? listed.uri,
      uri: listed.uri,
      isEnabled: listed.isEnabled,
      name: listed.name || store.find(listed.uri)?.description.name || description?.name || listed.uri,
      asOfMs: undefined,
      description,
      reachable: description !== undefined && !isOther,
      ...(isOther && {
        identityTrouble: { shownUuid: description.printerUuid ?? '', shownName: description.name },
      }),
    };
    return { listed, check, view };
  } finally {
    port.close();
  }
}

function findingsOf({ check, view }: Examined): Finding[] {
  const { name, identityTrouble, description } = view;
  if (identityTrouble) return [failed('printer', otherPrinterText(name, identityTrouble))];
  const findings = check.findings.map(({ verdict, said }): Finding => ({ check: 'printer', verdict, said }));
  if (!description) return findings;
  const reasons = readReasons(description.stateReasons);
  const en = reasons.map((reason) => reason.en).join('; ');
  const zh = reasons.map((reason) => reason.zh).join('；');
  const both = (make: (name: string, text: string) => { en: string; 'zh-CN': string }) => ({
    en: make(name, en).en,
    'zh-CN': make(name, zh)['zh-CN'],
  });
  if (description.state === 'stopped') findings.push(failed('printer', both(words.stopped)));
  else if (reasons.some(({ severity }) => severity !== 'report'))
    findings.push(warned('printer', both(words.hints)));
  return findings;
}

/** What is held for printers, judged by what they say now; and what only a person can settle. */
function jobFindings(spool: Spool, views: PrinterView[]): Finding[] {
  const held = spool
    .prepare<{ needs: string; jobs: number }>(
      `select needs, count(*) jobs from job where state = 'held' and reason in
         ('media-needed', 'no-printer', 'printer-unreachable', 'printer-stopped', 'format-not-supported')
       group by needs order by min(position) limit 50`,
    )
    .all();
  const findings = held.map(({ needs, jobs }): Finding => {
    const verdict = judgePrinters(JSON.parse(needs) as PrintNeeds, views);
    if (verdict.kind === 'take')
      return well('jobs', words.canGoOn(jobs, verdict.choices[0]?.printer.name ?? ''));
    return failed('jobs', words.heldJobs(jobs, verdict.kind === 'hold' ? verdict.message : '…'));
  });
  const unknown = spool
    .prepare<{ jobs: number }>(`select count(*) jobs from job where state = 'unknown'`)
    .get()?.jobs;
  return unknown ? [...findings, failed('jobs', words.unknownJobs(unknown))] : findings;
}
