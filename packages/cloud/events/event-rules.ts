/** Who may see which events. Pure. */
import {
  type EventAudience,
  type EventKind,
  type EventType,
  type EventView,
  eventTypeNames,
  eventTypes,
} from '@platen/contracts/event-types';
import { toTime } from '@platen/contracts/shapes';
import type { Caller } from '../context.ts';
import type { EventFilter } from './event-store.ts';
import type { EventTable } from './event-tables.ts';

const isSeenBy = (type: EventType, audience: EventAudience): boolean =>
  (eventTypes[type] as EventKind).seenBy.includes(audience);

const publicTypes = eventTypeNames.filter((type) => isSeenBy(type, 'everyone'));

/**
 * The types that are meant by `order.paid,job.*`; all without any. A sentence when one is meant by none of them.
 */
export function readEventTypes(wanted: string | undefined): EventType[] | { refusal: string } {
  if (wanted === undefined) return eventTypeNames;
  const found = new Set<EventType>();
  for (const name of wanted.split(',').map((each) => each.trim())) {
    const meant = name.endsWith('.*')
      ? eventTypeNames.filter((type) => type.startsWith(name.slice(0, -1)))
      : eventTypeNames.filter((type) => type === name);
    if (meant.length === 0) {
      return {
        refusal: `types: there is no ${name || 'empty type'}; write order.paid, or job.* for all of a kind.`,
      };
    }
    for (const type of meant) found.add(type);
  }
  return [...found];
}

/** What of the log a caller sees: their own, the staff of a shop also the shop's, admins everything. */
export function eventFilterOf(caller: Caller, types: readonly EventType[]): EventFilter {
  if (caller.role === 'admin') return { whose: undefined, publicTypes, types };
  const whose: Array<{ column: 'account_id' | 'guest_id' | 'shop_id'; value: string }> = [
    { column: 'account_id', value: caller.accountId },
    { column: 'guest_id', value: caller.accountId },
  ];
  if (caller.shopId !== null) whose.push({ column: 'shop_id', value: caller.shopId });
  return { whose, publicTypes, types: types.filter((type) => mayBeSeen(type, caller)) };
}

const mayBeSeen = (type: EventType, { shopId }: Caller): boolean =>
  isSeenBy(type, 'account') || isSeenBy(type, 'everyone') || (shopId !== null && isSeenBy(type, 'shop'));

/** Whether a caller sees this row: the same rule as the filter's, for rows that are at hand. */
export function isEventSeen(caller: Caller, event: EventTable): boolean {
  if (caller.role === 'admin') return true;
  if (isSeenBy(event.type, 'everyone')) return true;
  const { accountId, shopId } = caller;
  if (event.account_id === accountId || event.guest_id === accountId) return isSeenBy(event.type, 'account');
  return shopId !== null && event.shop_id === shopId && isSeenBy(event.type, 'shop');
}

/** How it looks to this caller: whose word it is, and whose account, is for staff and for those whose own it is. */
export function viewEvent(event: EventTable, caller: Caller): EventView {
  const data = JSON.parse(event.data) as Record<string, unknown>;
  const isStaff = caller.role === 'admin' || (caller.shopId !== null && caller.shopId === event.shop_id);
  if (!isStaff) delete data.actor;
  return {
    sequence: event.seq,
    type: event.type,
    subject_id: event.subject_id,
    account_id: isStaff || event.account_id === caller.accountId ? event.account_id : null,
    shop_id: event.shop_id,
    at: toTime(event.created_at),
    data,
  };
}
