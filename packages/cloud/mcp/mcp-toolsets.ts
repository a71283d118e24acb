/**
 * Sets of tools for clients that take few: which tool is in which set, and what a client asked for by path or header.
 * Owns the one table of every tool by name, tools of the interface that this process does not serve included.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@platen/contracts/app-error';
import type { McpTools } from './mcp-tools.ts';

/** Every tool, in exactly one group. */
export const toolGroups = {
  documents: ['upload_document', 'list_documents', 'get_document_info', 'delete_document'],
  photos: ['upload_photo', 'get_photo', 'delete_photo', 'check_photo_quality'],
  orders: [
    'create_order',
    'list_orders',
    'get_order_status',
    'cancel_order',
    'track_order',
    'get_order_tracking',
  ],
  payments: [
    'create_payment',
    'pay_with_balance',
    'get_payment_status',
    'create_topup',
    'get_balance',
    'get_balance_transactions',
  ],
  coupons: ['list_coupons', 'get_available_coupons', 'redeem_coupon'],
  addresses: ['list_addresses', 'create_address', 'update_address', 'delete_address', 'parse_address'],
  'pre-orders': [
    'list_pre_orders',
    'create_pre_order',
    'get_pre_order',
    'update_pre_order',
    'update_pre_order_status',
    'review_submission',
    'cancel_submission',
  ],
  shares: ['get_share_info', 'submit_share_photos', 'get_submission_status', 'list_my_submissions'],
  'after-sales': ['list_after_sales', 'create_after_sales'],
  regions: [
    'list_regions',
    'get_region',
    'get_region_tree',
    'get_region_coverage',
    'get_city_coverage',
    'get_agent_by_referral',
    'check_express_delivery',
    'get_shipping_config',
    'get_shipping_carriers',
    'list_pickup_points',
  ],
  prices: ['get_print_prices', 'get_print_options', 'get_printer_status', 'get_queue_status'],
  profile: ['get_profile', 'update_profile'],
  restorations: [
    'restoration_preview',
    'get_restoration',
    'create_restore_share',
    'list_my_restore_shares',
    'revoke_restore_share',
    'claim_restore_share',
  ],
  keys: ['list_api_keys', 'create_api_key', 'revoke_api_key'],
  health: ['health_check', 'get_auto_print_schedule'],
  reviews: [
    'submit_order_review',
    'batch_submit_order_reviews',
    'list_my_order_reviews',
    'get_order_review',
    'mark_order_review_read',
  ],
} as const satisfies Record<string, readonly string[]>;

/** The main flow, across groups: something to print, what it costs, the order, the money, the progress. */
export const coreTools: readonly string[] = [
  'upload_document',
  'upload_photo',
  'check_photo_quality',
  'get_print_options',
  'get_print_prices',
  'get_available_coupons',
  'create_order',
  'list_orders',
  'get_order_status',
  'get_order_tracking',
  'cancel_order',
  'get_balance',
  'pay_with_balance',
  'create_payment',
  'get_payment_status',
];

const groups: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(toolGroups));
/** What a client may ask for by name. */
export const toolsetNames: readonly string[] = ['core', 'all', ...groups.keys()];

export interface ToolSelection {
  /** Sorted, each once; only `all` stands for every tool. */
  sets: readonly string[];
  /** Only tools that change nothing. */
  readOnly: boolean;
}

/**
 * What a request asks for: `/api/mcp/x/core,addresses` or the header X-MCP-Toolsets, the path before the header; with
 * `/readonly` behind it or the header X-MCP-Readonly without those that change something. Throws malformed, naming what
 * there is.
 */
export function readToolSelection(
  headers: IncomingHttpHeaders,
  path: { sets?: string; readOnly?: boolean } = {},
): ToolSelection {
  const [source, text] =
    path.sets === undefined
      ? ['X-MCP-Toolsets', headers['x-mcp-toolsets']?.toString()]
      : ['/api/mcp/x/{sets}', path.sets];
  const readOnly = path.readOnly === true || readFlag(headers['x-mcp-readonly']?.toString());
  return { sets: readSets(source, text), readOnly };
}

function readSets(source: string, text: string | undefined): string[] {
  if (text === undefined || text.trim() === '') return ['all'];
  const sets = text.split(',').map((name) => name.trim().toLowerCase().replaceAll('_', '-'));
  const unknown = sets.find((name) => !toolsetNames.includes(name));
  if (unknown !== undefined) {
    throw new AppError(
      'malformed',
      `${source}: there is no set "${unknown.slice(0, 50)}"; the sets are ${toolsetNames.join(', ')}.`,
    );
  }
  return sets.includes('all') ? ['all'] : [...new Set(sets)].sort();
}

function readFlag(text: string | undefined): boolean {
  const word = text?.trim().toLowerCase() ?? '';
  if (['', 'false', '0', 'no', 'off'].includes(word)) return false;
  if (['true', '1', 'yes', 'on'].includes(word)) return true;
  throw new AppError('malformed', 'X-MCP-Readonly: must be true or false.');
}

/** Selections kept at most; there are far fewer that make sense. */
const mostKept = 200;

/** Gives each selection its tools. The same selection gets the same object again, so that its list is made once. */
export function createToolsets(tools: McpTools): (selection: ToolSelection) => McpTools {
  const kept = new Map<string, McpTools>();
  return (selection) => {
    if (selection.sets[0] === 'all' && !selection.readOnly) return tools;
    const key = `${selection.sets.join(',')} ${selection.readOnly}`;
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= mostKept) kept.clear();
    const selected = selectTools(tools, selection);
    kept.set(key, selected);
    return selected;
  };
}

function selectTools(tools: McpTools, { sets, readOnly }: ToolSelection): McpTools {
  const names = new Set(sets.flatMap(toolsOf));
  const isIn = (name: string) => sets[0] === 'all' || names.has(name);
  const isSelected = (name: string) =>
    isIn(name) && (!readOnly || tools.find(name)?.operation.effect === 'read');
  return {
    all: tools.all.filter(({ operation }) => isSelected(operation.name)),
    find: (name) => (isSelected(name) ? tools.find(name) : undefined),
    whyMissing(name) {
      if (!tools.find(name)) return tools.whyMissing(name);
      return isIn(name)
        ? `Unknown tool: ${name}. It changes something, and this connection is read-only: connect without /readonly and without X-MCP-Readonly.`
        : `Unknown tool: ${name}. It is in the set "${groupOf(name)}", and this connection has ${sets.join(', ')}: add it to /api/mcp/x/${sets.join(',')} or to X-MCP-Toolsets.`;
    },
  };
}

const toolsOf = (set: string): readonly string[] => (set === 'core' ? coreTools : (groups.get(set) ?? []));

const groupOf = (tool: string): string => [...groups].find(([, names]) => names.includes(tool))?.[0] ?? 'all';
