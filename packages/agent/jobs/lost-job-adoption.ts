/**
 * Taking over a job that another copy of the spool had in its hands, lost or newer than this one. Owns that nothing of it is begun
 * again before the printers were asked for it by name, and that asking twice changes nothing.
 */
import { isFinal } from '@platen/contracts/state-machine';
import { jobMachine } from '@platen/contracts/states';
import type { AgentLog } from '../machine/agent-log.ts';
import type { Spool } from '../spool/spool-db.ts';
import type { JobMoves } from './job-moves.ts';
import type { Job } from './job-store.ts';
import type { LostJobStore } from './lost-job-store.ts';

export interface AdoptionDeps {
  spool: Spool;
  moves: JobMoves;
  lost: LostJobStore;
  /** A job was taken over: the printers are to be asked. */
  onLost: () => void;
  log: AgentLog;
  now: () => number;
}

/** `toldState` is the last that the cloud was told. False when the job is over, or a person is asked about it already. */
export function adoptJob({ id: jobId, state, ticket }: Job, toldState: string, deps: AdoptionDeps): boolean {
  const { spool, moves, lost, onLost, log, now } = deps;
  if (isFinal(jobMachine, state) || state === 'unknown') return false;
  lost.put({ jobId, toldState, atMs: now() });
  moves.adopted(jobId, state);
  spool.afterCommit(onLost);
  log('warn', 'job.adopted', { jobId, orderNo: ticket.order_no, state, toldState });
  return true;
}
