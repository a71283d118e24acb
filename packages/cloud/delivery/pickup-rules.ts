/** When a pickup point is open. Pure: the moment is handed in. */

import { localMoment } from './coverage-rules.ts';
import type { PickupPointTable } from './delivery-tables.ts';

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export type Weekday = (typeof weekdays)[number];

/** Local times `HH:MM`, the close after the open and up to 24:00; a day that is missing is closed. */
export type OpeningHours = Partial<Record<Weekday, Array<{ open: string; close: string }>>>;

const everyDay: OpeningHours = Object.fromEntries(
  weekdays.map((day) => [day, [{ open: '09:00', close: '18:00' }]]),
);

/** The counter of a new shop: found from everywhere in China until the shop enters where it is and when it is open. */
export function firstPickupPoint(
  id: string,
  { shopId, name, now }: { shopId: string; name: string; now: number },
): PickupPointTable {
  return {
    id,
    shop_id: shopId,
    region_id: 'CN',
    name,
    address: '',
    phone: '',
    latitude_e6: null,
    longitude_e6: null,
    hours: JSON.stringify(everyDay),
    time_zone: 'Asia/Shanghai',
    enabled: 1,
    position: 1,
    created_at: now,
    updated_at: now,
  };
}

/** Whether it is open at `now`: from the minute it opens until the minute before it closes. */
export function isOpenAt(hours: OpeningHours, { now, timeZone }: { now: number; timeZone: string }): boolean {
  const { day, minute } = localMoment(now, timeZone);
  const weekday = weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!;
  return (hours[weekday] ?? []).some(({ open, close }) => open <= minute && minute < close);
}
