/** Cron expressions as node-cron reads them, for previews: the agents fire, with the same parser. */
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
