/**
 * All that an account has, as one JSON text made piece by piece. Owns its form: times in RFC 3339, a link to each file. It holds a page of
 * one section at a time, however much there is and however slowly it is read; it is no snapshot, and says when it was begun.
 */
import { toMajor } from '@platen/contracts/money';
import { toTime } from '@platen/contracts/shapes';
import { getAccount } from '../accounts/account-store.ts';
import { getBalance } from '../accounts/balance-store.ts';
import type { Context } from '../context.ts';
import { fileLink } from '../files/file-links.ts';
import { exportSections } from './account-export-store.ts';

const rowsAtOnce = 100;

type ExportContext = Pick<Context, 'database' | 'caller' | 'now' | 'secret' | 'publicUrl' | 'currency'>;

/** The pieces of the JSON. A read that fails throws, and the text stays without its end. */
export async function* exportAccount(context: ExportContext): AsyncGenerator<string> {
  const { accountId } = context.caller;
  yield `{"as_of":${JSON.stringify(toTime(context.now()))},"account":${JSON.stringify(await accountOf(context))}`;
  for (const [name, readSection] of Object.entries(exportSections)) {
    yield `,\n${JSON.stringify(name)}:[`;
    let after = '';
    for (let isFirst = true; ; isFirst = false) {
      const page = await readSection(context.database.query, { accountId, after, limit: rowsAtOnce });
      const texts = page.map((row) => `\n${JSON.stringify(rowView(context, name, row))}`);
      if (texts.length > 0) yield (isFirst ? '' : ',') + texts.join(',');
      if (page.length < rowsAtOnce) break;
      after = page.at(-1)!.id;
    }
    yield ']';
  }
  yield '}\n';
}

async function accountOf({ database: { query }, caller, currency }: ExportContext): Promise<object> {
  const { id, phone, nickname, role, language, created_at } = await getAccount(query, caller.accountId);
  const { amount_minor } = await getBalance(query, caller.accountId);
  return {
    account_id: id,
    phone,
    nickname,
    role,
    language,
    created_at: toTime(created_at),
    balance: toMajor(amount_minor, currency),
    currency,
  };
}

function rowView(context: ExportContext, section: string, row: { id: string }): object {
  const view = withTimes(row) as object;
  return section === 'uploads'
    ? Object.assign(view, { file_url: fileLink(context, row.id, 'original') })
    : view;
}

/** Milliseconds of `…_at` as times, at any depth. */
function withTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTimes);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name.endsWith('_at') && typeof inner === 'number' ? toTime(inner) : withTimes(inner),
    ]),
  );
}
