/** Where a service delivers, and when what is ordered now arrives. Pure: rules, path and moment are handed in. */
import type { CoverageRuleTable, DeliveryService } from './delivery-tables.ts';

export interface Coverage {
  covered: boolean;
  /** The rule that decided; undefined when none says anything about the place. */
  rule: CoverageRuleTable | undefined;
}

/**
 * The nearest region of the path that has a rule decides; at the same region a denial beats an allowance; without any rule the
 * place is not covered. `path` holds region ids, the country first.
 */
export function coverageAt(
  rules: readonly CoverageRuleTable[],
  { path, service }: { path: readonly string[]; service: DeliveryService },
): Coverage {
  let nearest: CoverageRuleTable | undefined;
  let depth = -1;
  for (const rule of rules) {
    const at = rule.service === service ? path.lastIndexOf(rule.region_id) : -1;
    const isNearer = at > depth || (at === depth && at >= 0 && rule.allow === 0);
    if (at < 0 || !isNearer) continue;
    nearest = rule;
    depth = at;
  }
  return { covered: nearest?.allow === 1, rule: nearest };
}

/** How much of a region a service reaches. */
export type Extent = 'all' | 'part' | 'none';

export interface DeliveryDates {
  /** Days as `YYYY-MM-DD` in the time zone. */
  earliest: string;
  latest: string;
  /** False: it is past the cut-off, and the days count from tomorrow. */
  sameDay: boolean;
}

/** When an order paid at `now` arrives. The cut-off `HH:MM` is local; at that minute the day is over. Null: none. */
export function deliveryDates(
  rule: Pick<CoverageRuleTable, 'eta_min_days' | 'eta_max_days' | 'cut_off'>,
  { now, timeZone }: { now: number; timeZone: string },
): DeliveryDates {
  const { day, minute } = localMoment(now, timeZone);
  const sameDay = rule.cut_off === null || minute < rule.cut_off;
  const from = sameDay ? 0 : 1;
  return {
    earliest: addDays(day, from + rule.eta_min_days),
    latest: addDays(day, from + rule.eta_max_days),
    sameDay,
  };
}

/** Making one costs more than all the rest of an answer; there are only so many time zones. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    // Sweden writes dates and times as ISO 8601 does.
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** The date (`YYYY-MM-DD`) and the time of day (`HH:MM`) that clocks show there. */
export function localMoment(now: number, timeZone: string): { day: string; minute: string } {
  const [day, minute] = clockOf(timeZone).format(now).split(' ') as [string, string];
  return { day, minute };
}

/** Calendar days: a day with 23 or 25 hours is one day too. */
function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
