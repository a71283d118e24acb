/** Cron expressions as node-cron reads them. Owns nothing else. */
import { cronReader } from '@platen/contracts/schedule/schedule-cron';
import { parse, validate } from 'node-cron';

export const readCron = cronReader({ validate, parse });
