/**
 * What people ask of the printers through the cloud. Owns that each request is carried out once: its answer is kept, and given again
 * when the same request comes again.
 *
 * INVARIANTS
 * 1. The answer is on the disk before it leaves; it is also the acknowledgement.
 */
import type { AgentFrame, CloudMessage } from '@platen/contracts/agent-protocol';
import type { PrinterAct, PrinterAnswer } from '@platen/contracts/printer-requests';
import type { AgentLog } from '../machine/agent-log.ts';
import { printerSentences, twiceOf } from '../printers/printer-text.ts';
import type { RequestStore } from '../spool/request-store.ts';
import type { Spool } from '../spool/spool-db.ts';
import type { PrinterAdmin, PrinterOutcome } from './printer-admin.ts';
import { foundPrinterOf } from './printer-report-rules.ts';

type PrinterMessage = Extract<CloudMessage, { type: 'printer' }>;

export interface PrinterRequestsDeps {
  admin: PrinterAdmin;
  spool: Pick<Spool, 'isOpen'>;
  requests: RequestStore;
  /** False when the link is down: the cloud asks again. */
  send: (frame: AgentFrame) => boolean;
  log: AgentLog;
}

/** After the network was asked, its answers are waited for this long. */
const discoverMs = 2000;

export function createPrinterRequests({ admin, spool, requests, send, log }: PrinterRequestsDeps) {
  const underway = new Set<string>();

  const carryOut = async ({ id, body }: PrinterMessage): Promise<void> => {
    const known = requests.findAnswer(id);
    const answer = known ?? (await act(body.wanted, body.by, admin));
    if (!spool.isOpen) return;
    if (!known) requests.insertAnswer(id, answer);
    send({ kind: 'printer-answer', id, answer });
  };

  return {
    receive(message: PrinterMessage): void {
      const { id } = message;
      if (underway.has(id)) return;
      underway.add(id);
      carryOut(message)
        .catch((error) => log('error', 'printer-request.failed', { id, error }))
        .finally(() => underway.delete(id));
    },
  };
}

const answerOf = ({ kind, said }: PrinterOutcome): PrinterAnswer => ({
  outcome: kind,
  said: twiceOf(said),
  findings: [],
  entry_id: null,
});

async function act(wanted: PrinterAct, by: string, admin: PrinterAdmin): Promise<PrinterAnswer> {
  switch (wanted.act) {
    case 'add': {
      const { uri, name, even_if_silent: evenIfSilent } = wanted;
      const added = await admin.add({ uri, name, by, evenIfSilent });
      const findings = added.findings
        .map(({ verdict, said }) => ({ verdict, ...twiceOf(said) }))
        .slice(0, 20);
      return { ...answerOf(added), findings, entry_id: added.entryId ?? null };
    }
    case 'discover':
      return await discover(admin);
    default:
      return answerOf(change(wanted, by, admin));
  }
}

function change(
  wanted: Exclude<PrinterAct, { act: 'add' | 'discover' }>,
  by: string,
  admin: PrinterAdmin,
): PrinterOutcome {
  const seen = { entryId: wanted.entry_id, version: wanted.version, by };
  switch (wanted.act) {
    case 'rename':
      return admin.rename({ ...seen, name: wanted.name });
    case 'enable':
      return admin.enable({ ...seen, isEnabled: wanted.enabled });
    case 'remove':
      return admin.remove(seen);
    case 'put_back':
      return admin.putBack({ ...seen, origin: 'cloud' });
    case 'say_paper': {
      const { source, paper } = wanted;
      const said = paper && { xHmm: paper.x_dimension, yHmm: paper.y_dimension, mediaType: paper.media_type };
      return admin.sayPaper({ ...seen, source: source ?? undefined, paper: said ?? undefined });
    }
    case 'accept_printer':
      return admin.acceptPrinter({ ...seen, shownUuid: wanted.uuid });
    case 'accept_certificate':
      return admin.acceptFingerprint({
        entryId: wanted.entry_id,
        trustVersion: wanted.version,
        by,
        fingerprint: wanted.fingerprint,
      });
  }
}

async function discover(admin: PrinterAdmin): Promise<PrinterAnswer> {
  admin.discover();
  await new Promise((resolve) => setTimeout(resolve, discoverMs).unref());
  const { isOn, found } = admin.discover();
  const said = isOn ? printerSentences.done() : printerSentences.notLooking();
  return {
    ...answerOf({ kind: isOn ? 'done' : 'refused', said }),
    found: found.map(foundPrinterOf),
  };
}
