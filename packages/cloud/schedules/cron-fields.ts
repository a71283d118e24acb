/** Cron expressions as node-cron reads them, for previews: the agents fire, with the same parser. */
import { cronReader } from '@platen/contracts/schedule/schedule-cron';
import { parse, validate } from 'node-cron';

export const readCron = cronReader({ validate, parse });
