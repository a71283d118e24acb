/**
 * Whether the agent can use what answers at an address: asked once, nothing is printed. Owns the questions and the sentences of
 * their answers. Never throws.
 */
import { type PrinterDescription, PrinterFault, type PrinterPort } from '../ports/printer.ts';
import { accessTroubleText } from '../printer-trust/trust-text.ts';
import { cupsQueueText, printerSentences, type Said } from '../printers/printer-text.ts';

export interface PrinterFinding {
  verdict: 'ok' | 'warning' | 'failure';
  said: Said;
}

export interface PrinterCheck {
  /** True when nothing failed. */
  isUsable: boolean;
  /** It answered, whatever the answer was worth. */
  isThere: boolean;
  findings: PrinterFinding[];
  description: PrinterDescription | undefined;
}

/** What the agent makes, or hands on as it is. */
const madeFormats = ['application/pdf', 'image/jpeg', 'image/pwg-raster', 'image/urf'];

const ok = (said: Said): PrinterFinding => ({ verdict: 'ok', said });
const warning = (said: Said): PrinterFinding => ({ verdict: 'warning', said });
const failure = (said: Said): PrinterFinding => ({ verdict: 'failure', said });

/** Asks the printer everything. Doesn't close the port. */
export async function examinePrinter(port: PrinterPort): Promise<PrinterCheck> {
  try {
    const description = await port.describe();
    const findings = findingsOf(description);
    const isUsable = findings.every(({ verdict }) => verdict !== 'failure');
    return { isUsable, isThere: true, findings, description };
  } catch (error) {
    return { isUsable: false, description: undefined, ...faultFinding(error, port.uri) };
  }
}

function findingsOf(description: PrinterDescription): PrinterFinding[] {
  const { name, makeAndModel, ippVersions, formats, printerUuid, kind } = description;
  const versions = ippVersions.join(', ');
  const made = madeFormats.filter((format) => formats.includes(format));
  const isOld = ippVersions.length > 0 && !ippVersions.some((version) => /^([2-9]|1\.1)/.test(version));
  return [
    ok(printerSentences.answers(name, makeAndModel)),
    isOld ? failure(printerSentences.oldIpp(versions)) : ok(printerSentences.ippVersion(versions || '1.1')),
    made.length > 0
      ? ok(printerSentences.formats(made.join(', ')))
      : failure(printerSentences.noFormat(formats.slice(0, 10).join(', '))),
    ...(printerUuid === undefined ? [warning(printerSentences.noIdentity())] : []),
    ...(kind === 'cups-queue' ? [warning(cupsQueueText(name))] : []),
  ];
}

function faultFinding(error: unknown, uri: string): Pick<PrinterCheck, 'isThere' | 'findings'> {
  if (!(error instanceof PrinterFault) || (error.kind === 'unreachable' && error.sent === 'nothing'))
    return { isThere: false, findings: [failure(printerSentences.silent(uri))] };
  const { access, message } = error;
  if (!access) return { isThere: true, findings: [failure(printerSentences.noPrinter(uri, message))] };
  const said = {
    en: accessTroubleText('en', uri, access),
    'zh-CN': accessTroubleText('zh-CN', uri, access),
  };
  return { isThere: true, findings: [failure(said)] };
}
