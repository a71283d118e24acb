/** Whether anything may be printed at all. Owns the reasons why not; whoever closes it for a reason opens it again. */
import type { AgentLog } from '../machine/agent-log.ts';

/** frozen: the spool may be an older copy, and the cloud hasn't said yet what of it is still to be printed. */
export type GateReason = 'frozen' | 'damaged';

export interface PrintGate {
  readonly isOpen: boolean;
  closedFor(reason: GateReason): boolean;
  close(reason: GateReason): void;
  open(reason: GateReason): void;
}

const sentences: Record<GateReason, string> = {
  frozen:
    'The spool is not the one of the last run. Nothing is printed until the cloud has said what is still to be printed.',
  damaged:
    'The spool is damaged. Nothing is printed from it: stop the agent, keep a copy of its folder, put back a good spool.',
};

export function createPrintGate({ log, onOpen }: { log: AgentLog; onOpen: () => void }): PrintGate {
  const reasons = new Set<GateReason>();
  return {
    get isOpen() {
      return reasons.size === 0;
    },
    closedFor: (reason) => reasons.has(reason),
    close(reason) {
      if (reasons.has(reason)) return;
      reasons.add(reason);
      log('error', 'printing.stopped', { reason, message: sentences[reason] });
    },
    open(reason) {
      if (!reasons.delete(reason)) return;
      log('info', 'printing.resumed', { reason });
      onOpen();
    },
  };
}
