/** The SQL of what printers can make: part of what agents last said of them, and the version that changes with it. */
import type { PrinterReport } from '@platen/contracts/agent-protocol';
import type { PrinterAbilities } from '@platen/contracts/printer-ability-rules';
import type { Query, Tx } from '../db/database.ts';
import { readSettingVersion, writeSettingVersion } from '../db/setting-version.ts';

const versionSetting = 'printer_abilities_version';

export const readAbilitiesVersion = (db: Query | Tx): Promise<string> =>
  readSettingVersion(db, versionSetting);

export const writeAbilitiesVersion = (tx: Tx, version: string): Promise<void> =>
  writeSettingVersion(tx, versionSetting, version);

type AbleReport = Pick<PrinterReport, 'sizes' | 'media_types' | 'color' | 'sides' | 'enabled'>;

/** The fields of a report that abilities are read from. */
export const abilityFields: readonly (keyof AbleReport)[] = [
  'sizes',
  'media_types',
  'color',
  'sides',
  'enabled',
];

/** Undefined for a printer that has never told what it can: nothing is known of it. */
function abilitiesOfReport(report: AbleReport): PrinterAbilities | undefined {
  const { sizes, media_types: mediaTypes, color, sides } = report;
  if (!sizes || color === undefined || !sides) return undefined;
  return {
    sizes: sizes.map(({ x, y, borderless }) => ({ x, y, borderless })),
    mediaTypes: mediaTypes ?? [],
    color,
    sides,
  };
}

interface ToldPrinter {
  shopId: string;
  agentId: string;
  abilities: PrinterAbilities;
  isOn: boolean;
}

async function listTold(db: Query | Tx, shopId?: string): Promise<ToldPrinter[]> {
  let rows = db
    .selectFrom('printers')
    .innerJoin('agents', 'agents.id', 'printers.agent_id')
    .where('agents.revoked_at', 'is', null);
  if (shopId !== undefined) rows = rows.where('agents.shop_id', '=', shopId);
  const told = await rows
    .select(['agents.shop_id as shop_id', 'printers.agent_id as agent_id', 'printers.report as report'])
    .orderBy('printers.agent_id')
    .orderBy('printers.id')
    .execute();
  return told.flatMap((row) => {
    const report = JSON.parse(row.report) as PrinterReport;
    const abilities = abilitiesOfReport(report);
    const isOn = report.enabled !== false;
    return abilities ? [{ shopId: row.shop_id, agentId: row.agent_id, abilities, isOn }] : [];
  });
}

/** Those that somebody switched off get no jobs and don't count, unless all are: then the shop is closed for a while, and sells what it will print. */
function counting(printers: readonly ToldPrinter[]): PrinterAbilities[] {
  const on = printers.filter(({ isOn }) => isOn);
  return (on.length > 0 ? on : printers).map(({ abilities }) => abilities);
}

/** By shop, of the printers that its agents have told of. */
export async function listAbilities(db: Query | Tx): Promise<Map<string, PrinterAbilities[]>> {
  const shops = Map.groupBy(await listTold(db), ({ shopId }) => shopId);
  return new Map([...shops].map(([shopId, printers]) => [shopId, counting(printers)]));
}

/** By agent, of one shop. */
export async function listAbilitiesOfAgents(
  tx: Tx,
  shopId: string,
): Promise<Map<string, PrinterAbilities[]>> {
  const agents = Map.groupBy(await listTold(tx, shopId), ({ agentId }) => agentId);
  return new Map([...agents].map(([agentId, printers]) => [agentId, counting(printers)]));
}
