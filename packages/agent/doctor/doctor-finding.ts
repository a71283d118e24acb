/** One thing that the doctor looked at. */
import type { Said } from '../printers/printer-text.ts';

/** failure: nothing or something doesn't print because of it. warning: it prints, and somebody should know. */
export type Verdict = 'ok' | 'warning' | 'failure';

export interface Finding {
  /** What was looked at: `node`, `folder`, `disk`, `spool`, `agent`, `console`, `cloud`, `enrolment`, `clock`, `printer` … */
  check: string;
  /** Which one, where there are several: a printer's name. */
  subject?: string;
  verdict: Verdict;
  /** What is, and where something is wrong what to do. */
  said: Said;
}

export const well = (check: string, said: Said): Finding => ({ check, verdict: 'ok', said });
export const warned = (check: string, said: Said): Finding => ({ check, verdict: 'warning', said });
export const failed = (check: string, said: Said): Finding => ({ check, verdict: 'failure', said });
