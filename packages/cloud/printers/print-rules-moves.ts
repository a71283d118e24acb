/**
 * The print rules of a shop are changed here alone, whoever asks: an operation of their own, or an act of the shop floor. Owns that two
 * people don't overwrite each other, and that agents and abilities hear of it.
 */
import { defaultShopRules, type ShopRules } from '@platen/contracts/agent-protocol';
import { AppError } from '@platen/contracts/app-error';
import type { MediaSubstitute } from '@platen/contracts/media-substitute';
import { isNamelessMediaType, knownMediaTypes } from '@platen/contracts/media-type-rules';
import { toTimeOrNull } from '@platen/contracts/shapes';
import type { Deps } from '../context.ts';
import type { Database, Tx } from '../db/database.ts';
import { currentCatalogue } from '../prices/catalogue-cache.ts';
import { findPaper } from '../prices/price-rules.ts';
import { findPrintRules, readSubstitutes, upsertPrintRules } from '../shops/print-rules-store.ts';
import type { PrintRulesTable } from '../shops/shop-tables.ts';
import { changeAbilities, currentAbilities } from './printer-abilities-cache.ts';

/** As callers see them; what nobody has changed are the defaults. */
export const viewPrintRules = (shopId: string, row: PrintRulesTable | undefined) => ({
  shop_id: shopId,
  version: row?.version ?? 0,
  aborted_copies: row?.aborted_copies ?? defaultShopRules.aborted_copies,
  reroute_after_minutes: row?.reroute_after_minutes ?? defaultShopRules.reroute_after_minutes,
  substitutes: row ? readSubstitutes(row) : defaultShopRules.substitutes,
  updated_at: toTimeOrNull(row?.updated_at ?? null),
  updated_by: row?.updated_by ?? null,
});

/** The papers that are named by their codes, as keywords. Throws unprocessable for what nobody knows, naming the field. */
export async function readMeantSubstitutes(
  context: Deps,
  shopId: string,
  asked: readonly MediaSubstitute[],
): Promise<MediaSubstitute[]> {
  const catalogue = await currentCatalogue(context);
  const { printers = [] } = (await currentAbilities(context)).shops.get(shopId) ?? {};
  const known = new Set([
    ...knownMediaTypes,
    ...catalogue.papers.map((paper) => paper.media_type),
    ...printers.flatMap((printer) => printer.mediaTypes),
  ]);
  const refuse = (field: string, sentence: string): never => {
    throw new AppError('unprocessable', `substitutes${field}: ${sentence}`);
  };
  const typeOf = (given: string, field: string): string => {
    const type = findPaper(catalogue, given)?.media_type ?? given;
    if (!known.has(type) || isNamelessMediaType(type))
      refuse(field, `"${given}" names no paper, such as stationery-recycled or a code of get_print_options.`);
    return type;
  };
  const meant = asked.map(({ ordered, loaded }, at) => ({
    ordered: typeOf(ordered, `[${at}].ordered`),
    loaded: typeOf(loaded, `[${at}].loaded`),
  }));
  for (const [at, { ordered, loaded }] of meant.entries()) {
    if (ordered === loaded) refuse(`[${at}]`, `${ordered} is the same paper.`);
    const isTwice = meant.slice(0, at).some((one) => one.ordered === ordered && one.loaded === loaded);
    if (isTwice) refuse(`[${at}]`, `${loaded} for ${ordered} is told twice.`);
  }
  return meant;
}

interface PrintRulesChange {
  shopId: string;
  /** What the person saw; 0: the defaults. */
  seenVersion: number;
  /** What is left out stays. */
  changes: { [K in keyof Omit<ShopRules, 'version'>]?: ShopRules[K] | undefined };
  accountId: string;
  now: number;
}

/** The rules as they are then. Throws conflict when somebody was faster. */
export async function changePrintRules(
  database: Database,
  tx: Tx,
  { shopId, seenVersion, changes, accountId, now }: PrintRulesChange,
): Promise<PrintRulesTable> {
  const was = viewPrintRules(shopId, await findPrintRules(tx, shopId));
  const row: PrintRulesTable = {
    shop_id: shopId,
    aborted_copies: changes.aborted_copies ?? was.aborted_copies,
    reroute_after_minutes: changes.reroute_after_minutes ?? was.reroute_after_minutes,
    substitutes: JSON.stringify(changes.substitutes ?? was.substitutes),
    version: seenVersion + 1,
    updated_at: now,
    updated_by: accountId,
  };
  if (seenVersion !== was.version || !(await upsertPrintRules(tx, row, seenVersion)))
    throw new AppError('conflict', `version: the rules have changed meanwhile; they are at ${was.version}.`);
  // What may stand in for what is part of what the shop can make.
  if (row.substitutes !== JSON.stringify(was.substitutes)) await changeAbilities(database, tx, shopId);
  await database.signal(tx, 'platen_print_rules', shopId);
  return row;
}
