/**
 * Which shop a request of staff is about. Owns the one rule of it: an operator's own, an admin's named one; a shop that is not
 * there, or not theirs, is not found, whatever asks.
 */
import { AppError } from '@platen/contracts/app-error';
import type { CallContext, Staff } from '../context.ts';
import { shopOfStaff } from './shop-rules.ts';
import { findShop, listShops } from './shop-store.ts';

const noSuchShop = (): AppError => new AppError('not_found', 'shop_id: no such shop.');

/** For lists: undefined is all shops, which only an admin who names none gets. Throws not_found, forbidden. */
export async function findChosenShop(
  { caller, database }: Pick<CallContext<Staff>, 'caller' | 'database'>,
  named: string | undefined,
): Promise<string | undefined> {
  const own = shopOfStaff(caller);
  if (own !== undefined) {
    if (named !== undefined && named !== own) throw noSuchShop();
    return own;
  }
  if (named !== undefined && !(await findShop(database.query, named))) throw noSuchShop();
  return named;
}

/** For what belongs to one shop: an admin may leave it out while there is only one. Throws malformed too. */
export async function getChosenShop(
  context: Pick<CallContext<Staff>, 'caller' | 'database'>,
  named: string | undefined,
): Promise<string> {
  const chosen = await findChosenShop(context, named);
  if (chosen !== undefined) return chosen;
  const [shop, another] = await listShops(context.database.query);
  if (shop && !another) return shop.id;
  throw new AppError('malformed', 'shop_id: must be given, for there is more than one shop.', {
    hint: 'list_shops tells which there are.',
  });
}
