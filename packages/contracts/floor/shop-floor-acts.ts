/**
 * What a person can do on the shop floor. Owns the acts' shapes and their answer; what an act does to paper and money is in
 * shop-floor-effects.ts. Each host carries out those that it can and refuses the others with a sentence.
 */
import { z } from 'zod';
import { maxMediaSubstitutes, mediaSubstitute } from '../media-substitute.ts';
import { paperReadings } from '../paper-requests.ts';
import { saidTwice } from '../printer-report.ts';
import { foundPrinter, printerFinding } from '../printer-requests.ts';
import { scheduleContent } from '../schedule/schedule-document.ts';
import { backlogDecision } from '../schedule/schedule-report.ts';
import { id, line, wholeNumber } from '../shapes.ts';

const job = { job_id: id('From the topic queue') };
const printerId = z.string().min(1).max(300).describe('id in the topic printers');
const version = wholeNumber(0, 1_000_000_000).describe(
  'What the person saw; if it has changed since, it is refused',
);
const entry = { printer: printerId, version };
const paper = { paper: z.string().min(1).max(700).describe('id in the topic papers'), version };
const of_version = wholeNumber(0, 1_000_000_000).describe('What was of that version holds again; 0: nothing');

export const floorDecision = z.enum(['printed', 'reprint', 'refund', 'retry', 'wait', 'stop'], {
  error: 'must be printed, reprint, refund, retry, wait or stop',
});
export type FloorDecision = z.infer<typeof floorDecision>;

export const floorAct = z.discriminatedUnion(
  'act',
  [
    z.strictObject({
      act: z.literal('decide'),
      ...job,
      decision: floorDecision.describe(
        'printed: all copies lie in the tray; reprint and refund: what did not come out; retry: a held one is tried again; wait: it prints on; stop: its agent stops it and counts',
      ),
      copies_printed: wholeNumber(0, 999)
        .optional()
        .describe('With reprint and refund: copies that came out whole; those that are known unless told'),
    }),
    z
      .strictObject({ act: z.literal('hold'), ...job })
      .describe('Nothing of it goes to a printer until it is released'),
    z.strictObject({ act: z.literal('release'), ...job }),
    z
      .strictObject({ act: z.literal('call_off'), ...job })
      .describe('Nothing more of it is printed; what did not come out is paid back'),
    z
      .strictObject({ act: z.literal('move'), ...job, printer: printerId.nullable() })
      .describe('To that printer alone, once its paper fits; null: to any again'),
    z
      .strictObject({
        act: z.literal('reorder'),
        ...job,
        before: id('The job that prints after it').nullable(),
      })
      .describe('null: behind all others'),
    z
      .strictObject({
        act: z.literal('reprint'),
        ...job,
        from_copy: wholeNumber(1, 999).describe('This copy and those behind it are printed once more'),
        to_copy: wholeNumber(1, 999).optional().describe('Unless told, the last one'),
      })
      .describe("Of a job that is over: at the shop's cost, as another job"),
    z
      .strictObject({ act: z.literal('pause'), printer: printerId.nullable() })
      .describe('null: all of the shop. What is at a printer prints on; nothing new goes there'),
    z.strictObject({ act: z.literal('resume'), printer: printerId.nullable() }),
    z
      .strictObject({ act: z.literal('run_now'), rule_id: z.string().max(40).optional() })
      .describe(
        'What waits for a window, a run or the end of quiet hours goes now; with rule_id of that rule alone',
      ),
    z.strictObject({
      act: z.literal('decide_backlog'),
      backlog_id: id('From the topic waits'),
      decision: backlogDecision,
    }),
    z.strictObject({ act: z.literal('set_schedule'), version, content: scheduleContent }),
    z.strictObject({
      act: z.literal('set_rules'),
      version,
      aborted_copies: z
        .enum(['reprint', 'refund', 'ask'], { error: 'must be reprint, refund or ask' })
        .optional(),
      reroute_after_minutes: wholeNumber(0, 10_080).optional(),
      substitutes: z.array(mediaSubstitute).max(maxMediaSubstitutes).optional(),
    }),
    z
      .strictObject({
        act: z.literal('loaded'),
        ...entry,
        source: z.string().max(255).nullable().describe('Of the tray; null: the printer names no places'),
        media: z
          .strictObject({
            x_dimension: wholeNumber(1000, 200_000),
            y_dimension: wholeNumber(1000, 200_000),
            media_type: z.string().min(1).max(255),
          })
          .nullable()
          .describe('null: nothing, or it is not known any more'),
      })
      .describe('What lies in a tray that asks'),
    z.strictObject({ act: z.literal('find_printers'), agent_id: id('From the topic agents') }),
    z.strictObject({
      act: z.literal('add_printer'),
      agent_id: id('From the topic agents'),
      uri: line(8, 1023).describe('ipp:// or ipps://, as the agent reaches it'),
      name: line(0, 100).describe('Empty: as it calls itself'),
      even_if_silent: z.boolean(),
    }),
    z.strictObject({
      act: z.literal('rename_printer'),
      ...entry,
      name: line(0, 100).describe('Empty: as it calls itself'),
    }),
    z.strictObject({ act: z.literal('enable_printer'), ...entry, enabled: z.boolean() }),
    z.strictObject({ act: z.literal('remove_printer'), ...entry }),
    z
      .strictObject({ act: z.literal('accept_printer'), ...entry, uuid: z.string().max(200) })
      .describe('This is the printer that is meant at that address now'),
    z.strictObject({ act: z.literal('accept_certificate'), ...entry, fingerprint: z.string().max(100) }),
    z
      .strictObject({ act: z.literal('put_back_printer'), ...entry })
      .describe('It was set aside, and works again'),
    z
      .strictObject({
        act: z.literal('set_credentials'),
        printer: printerId,
        credentials: z
          .strictObject({ username: z.string().min(1).max(255), password: z.string().max(1023) })
          .nullable(),
      })
      .describe("On the agent's host alone: a password never leaves the shop"),
    z.strictObject({ act: z.literal('print_calibration_page'), ...paper }),
    z
      .strictObject({ act: z.literal('enter_readings'), ...paper, ...paperReadings })
      .describe('Millimetres from the left and the top edge of the sheet'),
    z.strictObject({ act: z.literal('reset_calibration'), ...paper }),
    z.strictObject({ act: z.literal('restore_calibration'), ...paper, of_version }),
    z.strictObject({ act: z.literal('reset_profile'), ...paper }),
    z.strictObject({ act: z.literal('restore_profile'), ...paper, of_version }),
  ],
  { error: 'must be an act of the shop floor' },
);
export type FloorAct = z.infer<typeof floorAct>;
export type FloorActName = FloorAct['act'];

/** Every name of an act. */
export const floorActName = z.enum(
  floorAct.options.map((option) => option.shape.act.value) as [FloorActName, ...FloorActName[]],
);

/**
 * What came of an act. A refusal is none of these: it is an error with its sentence, as of any call, and with its code where there is one
 * (`Platen-Refusal`).
 */
export const floorAnswer = z.object({
  outcome: z
    .enum(['done', 'told-the-cloud', 'told-the-agent', 'asked-the-printer', 'printer-silent', 'looked-again'])
    .describe(
      'done: it holds; told-…: noted and passed on, the topics show what comes of it (also when the other side is away); printer-silent: noted, the printer does not answer',
    ),
  said: saidTwice.nullable().describe('A sentence, where there is more to say than the outcome'),
  undo: floorAct.nullable().describe('The act that takes it back; null: nothing does'),
  request_id: z
    .uuid()
    .nullable()
    .describe('The answer of the agent comes in the topic requests under this id'),
  findings: z.array(printerFinding).describe('With add_printer, on a host that could look at once'),
  found: z.array(foundPrinter).nullable().describe('With find_printers, on a host that could look at once'),
});
export type FloorAnswer = z.infer<typeof floorAnswer>;

/** Header of a refused act: the code of the refusal, where the host has one. */
export const floorRefusalHeader = 'Platen-Refusal';

/** Codes of refusals, for sentences in the page's language. */
export const floorRefusal = z.enum([
  'not-here',
  'waits-for-nothing',
  'too-many-copies',
  'fewer-than-confirmed',
  'nothing-left',
  'only-the-rest',
  'decided-before',
  'paper-moved',
  'changed-meanwhile',
  'cannot-print-there',
  'not-on-this-host',
  'held-by-person',
  'held-anew',
  'no-such-printer',
  'paused-before',
  'not-paused',
  'too-late',
  'not-linked',
  'untold',
  'refused-by-cloud',
  'not-over',
  'not-looking',
  'printer-refused',
  'schedule-refused',
  'sheet-refused',
  'login-first',
  'pin-wrong',
  'pin-paused',
]);
export type FloorRefusal = z.infer<typeof floorRefusal>;
