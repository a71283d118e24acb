/**
 * What the staff of a shop can do with the printers of its agents: find, add, rename, switch off and on, remove, accept. The agent does
 * it and answers; until then the request is pending, also while the agent is away.
 */
import { AppError } from '@platen/contracts/app-error';
import { sizeOfMediaName } from '@platen/contracts/media-size-name';
import { type PrinterAct, type PrinterAnswer, printerAnswer } from '@platen/contracts/printer-requests';
import { id, line, time, toTime, toTimeOrNull, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { AuditedContext, Deps } from '../context.ts';
import { defineOperation } from '../operation/operation.ts';
import { currentCatalogue } from '../prices/catalogue-cache.ts';
import { findPaper, findSize } from '../prices/price-rules.ts';
import { shopOfStaff } from '../shops/shop-rules.ts';
import { findAgent } from '../shops/shop-store.ts';
import { findPrinterRequest, insertPrinterRequest } from './printer-request-store.ts';
import type { PrinterRequestTable } from './printer-tables.ts';

const requestShape = z.object({
  request_id: z.uuid(),
  agent_id: z.uuid(),
  state: z.enum(['pending', 'answered']).describe('pending: the agent has not answered yet; it may be away'),
  answer: printerAnswer.nullable(),
  created_at: time,
  answered_at: time.nullable(),
});

const shapeOf = (row: PrinterRequestTable) => ({
  request_id: row.id,
  agent_id: row.agent_id,
  state: row.answer ? ('answered' as const) : ('pending' as const),
  answer: row.answer === null ? null : (JSON.parse(row.answer) as PrinterAnswer),
  created_at: toTime(row.created_at),
  answered_at: toTimeOrNull(row.answered_at),
});

const agent_id = id('From list_agents');
const entry = {
  agent_id,
  entry_id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: 'must be a whole number from 1 to 999999999' })
    .describe('details.entry_id of get_printer_status'),
  version: wholeNumber(0, 1_000_000_000).describe('details.entry_version that you saw'),
};
const uriShape = z
  .string({ error: 'must be a text' })
  .trim()
  .min(8, { error: 'must be a URI such as ipp://192.168.1.20/ipp/print' })
  .max(1023, { error: 'must be at most 1023 characters' });

/** The entry as the agent counts it; paths carry texts. */
const seenOf = ({ entry_id, version }: { entry_id: string; version: number }) => ({
  entry_id: Number(entry_id),
  version,
});

/** Stores the request for the agent, which must be of the caller's shop. */
async function ask({ caller, database, now, change }: AuditedContext, agentId: string, wanted: PrinterAct) {
  return await change(async (tx) => {
    const shopId = shopOfStaff(caller);
    const agent = await findAgent(tx, agentId);
    if (!agent || agent.revoked_at !== null || (shopId && agent.shop_id !== shopId))
      throw new AppError('not_found', 'No such agent.');
    const { accountId } = caller;
    const by = `account ${accountId}`;
    const row = await insertPrinterRequest(tx, { agentId, accountId, by, wanted, now: now() });
    // An address may hold a password in front of its host.
    const detail = 'uri' in wanted ? { ...wanted, uri: wanted.uri.replace(/\/\/[^/]*@/, '//') } : wanted;
    await database.signal(tx, 'platen_outbox', agentId);
    return { output: shapeOf(row), target: agentId, detail };
  });
}

/** Throws malformed when half of it is missing, unprocessable for a size that nobody knows. The agent judges the rest. */
async function paperMeant(
  context: Deps,
  { size, paper }: { size: string | undefined; paper: string | undefined },
) {
  if (size === undefined) throw new AppError('malformed', 'size: is missing; or say nothing: true.');
  if (paper === undefined) throw new AppError('malformed', 'paper: is missing; or say nothing: true.');
  const catalogue = await currentCatalogue(context);
  const found = findSize(catalogue, size) ?? sizeOfMediaName(size);
  if (!found) {
    const known = catalogue.sizes.map(({ code }) => code).join(', ');
    throw new AppError('unprocessable', `size: "${size}" is no PWG media size name and none of ${known}.`);
  }
  const { x_dimension, y_dimension } = found;
  return { x_dimension, y_dimension, media_type: findPaper(catalogue, paper)?.media_type ?? paper };
}

export const printerShopOperations = [
  defineOperation({
    name: 'add_shop_printer',
    title: 'Add a printer',
    summary:
      'Asks an agent (agent_id from list_agents) to add the printer at an address. It asks the printer first, and says in its answer (get_printer_request) what it found; what it can not use is not added.',
    rest: { method: 'POST', path: '/api/shop/agents/{agent_id}/printers' },
    access: 'operator',
    effect: 'create',
    audit: 'agent',
    input: z.strictObject({
      agent_id,
      uri: uriShape.describe('ipp:// or ipps://, as the agent reaches it'),
      name: line(0, 100).default('').describe('What people call it; empty: as it calls itself'),
      even_if_silent: z.boolean().default(false).describe('True: also when nothing answers there now'),
    }),
    output: requestShape,
    run: async (context, { agent_id, ...wanted }) => await ask(context, agent_id, { act: 'add', ...wanted }),
  }),
  defineOperation({
    name: 'discover_shop_printers',
    title: 'Look for printers',
    summary:
      'Asks an agent (agent_id from list_agents) which printers its network offers. The answer (get_printer_request) comes some seconds later; nothing is used until it is added (add_shop_printer).',
    rest: { method: 'POST', path: '/api/shop/agents/{agent_id}/printers/discover' },
    access: 'operator',
    effect: 'update',
    audit: 'agent',
    input: z.strictObject({ agent_id }),
    output: requestShape,
    run: async (context, { agent_id }) => await ask(context, agent_id, { act: 'discover' }),
  }),
  defineOperation({
    name: 'update_shop_printer',
    title: 'Rename a printer, or switch it off or on',
    summary:
      'Asks an agent to rename one of its printers or to switch it off or on: exactly one of both. Switched off it gets no new jobs. The answer (get_printer_request) is stale when somebody has changed the printer since.',
    rest: { method: 'PUT', path: '/api/shop/agents/{agent_id}/printers/{entry_id}' },
    access: 'operator',
    effect: 'update',
    audit: 'agent',
    input: z.strictObject({
      ...entry,
      name: line(0, 100).optional().describe('Empty: as it calls itself'),
      enabled: z
        .boolean({ error: 'must be true or false' })
        .optional()
        .describe('False: it gets no new jobs'),
    }),
    example: { name: 'Left of the door' },
    output: requestShape,
    async run(context, { agent_id, name, enabled, ...seen }) {
      if ((name === undefined) === (enabled === undefined))
        throw new AppError('malformed', 'name: give it or enabled, exactly one of both.');
      const wanted: PrinterAct =
        name === undefined
          ? { act: 'enable', ...seenOf(seen), enabled: enabled as boolean }
          : { act: 'rename', ...seenOf(seen), name };
      return await ask(context, agent_id, wanted);
    },
  }),
  defineOperation({
    name: 'remove_shop_printer',
    title: 'Remove a printer',
    summary:
      'Asks an agent to take a printer out of its list. It refuses while a job is at the printer; see the answer (get_printer_request).',
    rest: { method: 'DELETE', path: '/api/shop/agents/{agent_id}/printers/{entry_id}' },
    access: 'operator',
    effect: 'delete',
    audit: 'agent',
    input: z.strictObject(entry),
    output: requestShape,
    run: async (context, { agent_id, ...seen }) =>
      await ask(context, agent_id, { act: 'remove', ...seenOf(seen) }),
  }),
  defineOperation({
    name: 'accept_shop_printer',
    title: 'Accept another printer or certificate',
    summary:
      'Tells an agent that what answers at a known address is meant: another printer (uuid from details.other_printer, version from details.entry_version), or its new certificate (fingerprint from details.certificate.offered, version from details.certificate.version). Compare before.',
    rest: { method: 'POST', path: '/api/shop/agents/{agent_id}/printers/{entry_id}/accept' },
    access: 'operator',
    effect: 'update',
    audit: 'agent',
    input: z.strictObject({
      ...entry,
      uuid: line(1, 200).optional().describe('Of the other printer that was looked at'),
      fingerprint: line(1, 100).optional().describe('Of the certificate that was compared'),
    }),
    output: requestShape,
    async run(context, { agent_id, uuid, fingerprint, ...seen }) {
      if ((uuid === undefined) === (fingerprint === undefined))
        throw new AppError('malformed', 'uuid: give it or fingerprint, exactly one of both.');
      const wanted: PrinterAct =
        uuid === undefined
          ? { act: 'accept_certificate', ...seenOf(seen), fingerprint: fingerprint as string }
          : { act: 'accept_printer', ...seenOf(seen), uuid };
      return await ask(context, agent_id, wanted);
    },
  }),
  defineOperation({
    name: 'put_back_shop_printer',
    title: 'Put a printer back to work',
    summary:
      'Tells an agent that a printer which it set aside after three failed jobs in a row (set_aside of get_printer_status) gets jobs again. See that it prints before: the answer (get_printer_request) is refused when it is not set aside.',
    rest: { method: 'POST', path: '/api/shop/agents/{agent_id}/printers/{entry_id}/put-back' },
    access: 'operator',
    effect: 'update',
    audit: 'agent',
    input: z.strictObject(entry),
    output: requestShape,
    run: async (context, { agent_id, ...seen }) =>
      await ask(context, agent_id, { act: 'put_back', ...seenOf(seen) }),
  }),
  defineOperation({
    name: 'update_loaded_paper',
    title: 'Say what lies in a tray',
    summary:
      "Tells an agent what lies in a tray of a printer that doesn't tell it itself, or leaves the type open (asks in details.trays of get_printer_status), as every queue of CUPS. Jobs for that paper go on then; say it again whenever the paper changes. The answer (get_printer_request) is refused for what the printer can not hold there.",
    rest: { method: 'PUT', path: '/api/shop/agents/{agent_id}/printers/{entry_id}/paper' },
    access: 'operator',
    effect: 'update',
    audit: 'agent',
    input: z.strictObject({
      ...entry,
      source: line(1, 255)
        .optional()
        .describe('media-source of details.trays; leave it out where the printer names none'),
      size: line(1, 255)
        .optional()
        .describe('A code of get_print_options, or a PWG media size name such as iso_a4_210x297mm'),
      paper: line(1, 255)
        .optional()
        .describe('A code of paper_types of get_print_options, or a media-type keyword'),
      nothing: z
        .literal(true, { error: 'must be true, or left out' })
        .optional()
        .describe('Instead of size and paper: nothing lies there, or nobody knows any more'),
    }),
    example: { nothing: true },
    output: requestShape,
    async run(context, { agent_id, source, size, paper, nothing, ...seen }) {
      const said = nothing ? null : await paperMeant(context, { size, paper });
      if (nothing && (size !== undefined || paper !== undefined))
        throw new AppError('malformed', 'nothing: give it alone, or size and paper.');
      const wanted = { act: 'say_paper', ...seenOf(seen), source: source ?? null, paper: said } as const;
      return await ask(context, agent_id, wanted);
    },
  }),
  defineOperation({
    name: 'get_printer_request',
    title: "An agent's answer about its printers",
    summary:
      'Returns a request about printers (request_id from the call that made it) with the answer of the agent, once there is one.',
    rest: { method: 'GET', path: '/api/shop/printer-requests/{request_id}' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({ request_id: id('From the call that asked') }),
    output: requestShape,
    async run({ database, caller }, { request_id }) {
      const row = await findPrinterRequest(database.query, request_id);
      const agent = row && (await findAgent(database.query, row.agent_id));
      const shopId = shopOfStaff(caller);
      if (!row || !agent || (shopId && agent.shop_id !== shopId))
        throw new AppError('not_found', 'No such request.');
      return shapeOf(row);
    },
  }),
];
