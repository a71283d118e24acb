/**
 * What is wrong with a schedule as it was typed, before it is sent anywhere, and where its plans get in each other's way. Pure; codes, whose
 * words are the page's. The host looks at the same and more (whether a cron expression ever comes).
 */
import { linesOf, type TypedRule, type TypedSchedule } from './schedule-lines.ts';

export type FaultCode =
  | 'lines-missing'
  | 'too-many-lines'
  | 'line-unreadable'
  | 'zone-unknown'
  | 'minutes'
  | 'name-missing'
  | 'match-missing'
  | 'too-many-rules';

export type FaultField =
  | 'lines'
  | 'quiet'
  | 'time_zone'
  | 'promise_minutes'
  | 'deadline_minutes'
  | 'outage_limit_minutes'
  | 'name'
  | 'match'
  | 'rules';

export interface ScheduleFault {
  /** Of the plan; undefined: of the shop's own. */
  rule?: string;
  field: FaultField;
  code: FaultCode;
  /** What was typed, or the limit. */
  detail: string;
}

/** `same`: both name the very same, and only the first ever counts. `tie`: for what fits both the first counts. */
export interface RuleConflict {
  kind: 'same' | 'tie';
  first: string;
  second: string;
}

const limits = { lines: 20, quiet: 10, rules: 100 } as const;
const day = '(?:sun|mon|tue|wed|thu|fri|sat)';
const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const spanLine = new RegExp(`^(?:${day}(?:-${day})?[\\s,]+)*${clock}[-–]${clock}$`, 'i');
const cronText = '(?:@[a-z]+|[a-z0-9*,/#?-]+(?: +[a-z0-9*,/#?-]+){4})';
const runLine = new RegExp(`^${cronText}$`, 'i');
const cronWindowLine = new RegExp(`^${cronText}\\s*\\+\\s*(\\d{1,4})$`, 'i');

const isWindow = (line: string): boolean => {
  const [, minutes] = cronWindowLine.exec(line) ?? [];
  if (minutes !== undefined) return Number(minutes) >= 1 && Number(minutes) <= 1440;
  return spanLine.test(line);
};

/** Everything that keeps it from being sent, in the order of the form. */
export function listFaults(typed: TypedSchedule): ScheduleFault[] {
  return [
    ...planFaults(typed),
    ...quietFaults(typed.quiet),
    ...zoneFaults(typed.time_zone, true),
    ...minuteFaults(typed.promise_minutes, 'promise_minutes', [0, 43_200]),
    ...minuteFaults(typed.deadline_minutes, 'deadline_minutes', [0, 20_160]),
    ...minuteFaults(typed.outage_limit_minutes, 'outage_limit_minutes', [5, 20_160]),
    ...(typed.rules.length > limits.rules
      ? [{ field: 'rules', code: 'too-many-rules', detail: String(limits.rules) } as const]
      : []),
    ...typed.rules.flatMap((rule) => ruleFaults(rule).map((fault) => ({ ...fault, rule: rule.id }))),
  ];
}

function ruleFaults(rule: TypedRule): ScheduleFault[] {
  const isForAll = [rule.printer_id, rule.size, rule.media_type, rule.order_type].every(
    (value) => value.trim() === '',
  );
  return [
    ...(rule.name.trim() === '' ? [{ field: 'name', code: 'name-missing', detail: '' } as const] : []),
    ...(isForAll ? [{ field: 'match', code: 'match-missing', detail: '' } as const] : []),
    ...planFaults(rule),
    ...(rule.hasQuiet ? quietFaults(rule.quiet) : []),
    ...zoneFaults(rule.time_zone, false),
    ...(rule.hasDeadline ? minuteFaults(rule.deadline_minutes, 'deadline_minutes', [0, 20_160]) : []),
  ];
}

function planFaults({ mode, lines }: Pick<TypedRule, 'mode' | 'lines'>): ScheduleFault[] {
  if (mode === 'immediate') return [];
  const typed = linesOf(lines);
  if (typed.length === 0) return [{ field: 'lines', code: 'lines-missing', detail: '' }];
  if (typed.length > limits.lines)
    return [{ field: 'lines', code: 'too-many-lines', detail: String(limits.lines) }];
  const isGood = mode === 'windows' ? isWindow : (line: string) => runLine.test(line);
  return typed
    .filter((line) => !isGood(line))
    .map((detail) => ({ field: 'lines', code: 'line-unreadable', detail }));
}

function quietFaults(quiet: string): ScheduleFault[] {
  const typed = linesOf(quiet);
  if (typed.length > limits.quiet)
    return [{ field: 'quiet', code: 'too-many-lines', detail: String(limits.quiet) }];
  return typed
    .filter((line) => !spanLine.test(line))
    .map((detail) => ({ field: 'quiet', code: 'line-unreadable', detail }));
}

function zoneFaults(zone: string, isNeeded: boolean): ScheduleFault[] {
  const name = zone.trim();
  if (name === '' && !isNeeded) return [];
  try {
    if (/^[A-Za-z0-9_+/-]{1,64}$/.test(name)) {
      new Intl.DateTimeFormat('en', { timeZone: name });
      return [];
    }
  } catch {
    // No such zone.
  }
  return [{ field: 'time_zone', code: 'zone-unknown', detail: name }];
}

function minuteFaults(
  text: string,
  field: FaultField,
  [least, most]: readonly [number, number],
): ScheduleFault[] {
  const typed = text.trim();
  const isGood = typed === '' || (/^\d{1,6}$/.test(typed) && Number(typed) >= least && Number(typed) <= most);
  return isGood ? [] : [{ field, code: 'minutes', detail: `${least}–${most}` }];
}

const matchFields = ['printer_id', 'size', 'media_type', 'order_type'] as const;
const namedIn = (rule: TypedRule) => matchFields.filter((field) => rule[field].trim() !== '');
/** As the schedule weighs them (contracts/schedule/schedule-rules.ts): a printer more than all the rest. */
const weightOf = (rule: TypedRule): number =>
  namedIn(rule).reduce((sum, field) => sum + (field === 'printer_id' ? 10 : 1), 0);

/** Plans that name equally much and may fit the same job; the first of them holds. */
export function listConflicts(rules: readonly TypedRule[]): RuleConflict[] {
  const conflicts: RuleConflict[] = [];
  for (const [at, first] of rules.entries()) {
    for (const second of rules.slice(at + 1)) {
      const weight = weightOf(first);
      if (weight === 0 || weight !== weightOf(second)) continue;
      const isApart = matchFields.some(
        (field) =>
          first[field].trim() !== '' &&
          second[field].trim() !== '' &&
          first[field].trim() !== second[field].trim(),
      );
      if (isApart) continue;
      const isSame = matchFields.every((field) => first[field].trim() === second[field].trim());
      conflicts.push({ kind: isSame ? 'same' : 'tie', first: first.id, second: second.id });
    }
  }
  return conflicts;
}
