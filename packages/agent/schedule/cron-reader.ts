/** Cron expressions as node-cron reads them: its parser is the judge of what is an expression. Owns nothing else. */
import type { CronFields } from '@platen/contracts/schedule-cron';
import { parse, validate } from 'node-cron';

/** The fields of an expression, or what is wrong with it. */
export function readCron(expression: string): CronFields | string {
  try {
    if (!validate(expression)) return `${expression} is no cron expression`;
    return parse(expression);
  } catch (error) {
    return `${expression} is no cron expression: ${(error as Error).message}`;
  }
}
