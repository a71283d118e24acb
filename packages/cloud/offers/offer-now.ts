/** What is sold at this moment, from memory: the catalogue, and what the printers of every shop can make. */
import type { Deps } from '../context.ts';
import { currentCatalogue } from '../prices/catalogue-cache.ts';
import type { Catalogue } from '../prices/price-rules.ts';
import { currentAbilities, type ShopAbilities } from '../printers/printer-abilities-cache.ts';

/** Must not be called inside a transaction: it may query. */
export async function offerNow(
  deps: Pick<Deps, 'database' | 'now'>,
): Promise<{ catalogue: Catalogue; shops: ShopAbilities[] }> {
  const { shops } = await currentAbilities(deps);
  return { catalogue: await currentCatalogue(deps), shops: [...shops.values()] };
}
