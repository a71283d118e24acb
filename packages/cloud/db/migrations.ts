/** The list of migrations. Their order is that of their numbers; a released one is never edited. */
import type { Migration } from 'kysely/migration';
import * as foundation from './migration-0001-foundation.ts';
import * as service from './migration-0002-service.ts';
import * as regions from './migration-0003-regions.ts';
import * as addresses from './migration-0004-addresses.ts';
import * as payments from './migration-0005-payments.ts';
import * as orders from './migration-0006-orders.ts';
import * as preorders from './migration-0007-preorders.ts';
import * as photos from './migration-0008-photos.ts';
import * as accounts from './migration-0009-accounts.ts';
import * as aftersales from './migration-0010-aftersales.ts';
import * as unpaidOrders from './migration-0011-unpaid-orders.ts';
import * as printers from './migration-0012-printers.ts';
import * as schedules from './migration-0013-schedules.ts';
import * as shopRules from './migration-0014-shop-rules.ts';
import * as restorationWork from './migration-0015-restoration-work.ts';
import * as printLayout from './migration-0016-print-layout.ts';
import * as paper from './migration-0017-paper.ts';
import * as presence from './migration-0019-presence.ts';
import * as growth from './migration-0021-growth.ts';
import * as loginCodes from './migration-0024-login-codes.ts';
import * as storage from './migration-0025-storage.ts';
import * as sweptRows from './migration-0032-swept-rows.ts';
import * as outboxSubject from './migration-0033-outbox-subject.ts';

export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-service': service,
  '0003-regions': regions,
  '0004-addresses': addresses,
  '0005-payments': payments,
  '0006-orders': orders,
  '0007-preorders': preorders,
  '0008-photos': photos,
  '0009-accounts': accounts,
  '0010-aftersales': aftersales,
  '0011-unpaid-orders': unpaidOrders,
  '0012-printers': printers,
  '0013-schedules': schedules,
  '0014-shop-rules': shopRules,
  '0015-restoration-work': restorationWork,
  '0016-print-layout': printLayout,
  '0017-paper': paper,
  '0019-presence': presence,
  '0021-growth': growth,
  '0024-login-codes': loginCodes,
  '0025-storage': storage,
  '0032-swept-rows': sweptRows,
  '0033-outbox-subject': outboxSubject,
};
