/**
 * The first start: a shop, somebody to try each side of it as (a customer with money, somebody of the shop, an admin), and the code with
 * which the local agent enrols.
 * Owns `demo.json`. It runs on every `platen up` and makes only what is missing.
 */
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@platen/contracts/app-error';
import type { Currency } from '@platen/contracts/money';
import { createAccountWithKey, type NewAccount } from './accounts/account-creation.ts';
import { findAccountByPhone } from './accounts/account-store.ts';
import type { Database, Query } from './db/database.ts';
import { firstPickupPoint } from './delivery/pickup-rules.ts';
import { insertPickupPoint } from './delivery/pickup-store.ts';
import { newId } from './ids.ts';
import { enrolmentLifeMs, hashEnrolmentCode } from './shops/enrolment-rules.ts';
import { newReferralCode } from './shops/referral-rules.ts';
import {
  deleteExpiredEnrolments,
  findEnrolment,
  insertEnrolment,
  insertShop,
  listShops,
} from './shops/shop-store.ts';

export interface DemoRequest {
  database: Database;
  dataDir: string;
  baseUrl: string;
  currency: Currency;
  now: number;
}

/** The shop that orders go to when there is none yet, with a counter where they are picked up. */
export async function ensureShop(database: Database, now: number): Promise<string> {
  const [first] = await listShops(database.query);
  if (first) return first.id;
  const id = newId();
  const name = 'First shop';
  await database.transaction(async (tx) => {
    await insertShop(tx, { id, name, referral_code: newReferralCode(), created_at: now });
    await insertPickupPoint(tx, firstPickupPoint(newId(), { shopId: id, name, now }));
  });
  return id;
}

/**
 * Lets the local agent enrol with this code. Each start brings a fresh one: an agent that is enrolled needs none, one that
 * finds the cloud on another port does.
 */
export async function allowLocalAgent(
  database: Database,
  { code, now }: { code: string; now: number },
): Promise<void> {
  const shopId = await ensureShop(database, now);
  await deleteExpiredEnrolments(database.query, now);
  // A cloud that was started again after an accident is given the code of this start once more.
  if (await findEnrolment(database.query, hashEnrolmentCode(code))) return;
  const enrolment = { code_hash: hashEnrolmentCode(code), shop_id: shopId, created_at: now, agent_id: null };
  await insertEnrolment(database.query, { ...enrolment, expires_at: now + enrolmentLifeMs });
}

/** Makes the demo accounts when `demo.json` is missing, and writes it with mode 0600. */
export async function ensureDemo({ database, dataDir, baseUrl, currency, now }: DemoRequest): Promise<void> {
  const file = join(dataDir, 'demo.json');
  if (existsSync(file)) return await keepBaseUrl(file, baseUrl);
  const shopId = await ensureShop(database, now);
  const [phone, shopPhone, adminPhone] = await listFreePhones(database.query);
  const create = (wanted: Pick<NewAccount, 'phone' | 'nickname' | 'role' | 'openingMinor'>) =>
    createAccountWithKey(database, {
      shopId: wanted.role === 'customer' ? null : shopId,
      currency,
      now,
      ...wanted,
    });
  const customer = await create({ phone, nickname: 'Demo', role: 'customer', openingMinor: 10_000 });
  await create({ phone: shopPhone, nickname: 'Demo shop', role: 'operator', openingMinor: 0 });
  const admin = await create({ phone: adminPhone, nickname: 'Demo admin', role: 'admin', openingMinor: 0 });
  await writeDemo(file, {
    base_url: baseUrl,
    api_key: customer.apiKey,
    admin_api_key: admin.apiKey,
    phone,
    shop_phone: shopPhone,
    admin_phone: adminPhone,
  });
}

/** Three numbers that no account has. Nobody can ever have one of them: they are set aside for plays and films (Ofcom, 07700 900000 to 900999). */
async function listFreePhones(db: Query): Promise<[string, string, string]> {
  const free: string[] = [];
  for (let number = 1; free.length < 3; number += 1) {
    const phone = `+447700900${String(number).padStart(3, '0')}`;
    if (!(await findAccountByPhone(db, phone))) free.push(phone);
  }
  return free as [string, string, string];
}

/** Another port or address than last time: the keys stay. */
async function keepBaseUrl(file: string, baseUrl: string): Promise<void> {
  let demo: { base_url?: string };
  try {
    demo = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new AppError('internal', `${file} can't be read (${(error as Error).message}).`, {
      hint: 'Move it away; the next start makes new demo accounts.',
    });
  }
  if (demo.base_url !== baseUrl) await writeDemo(file, { ...demo, base_url: baseUrl });
}

async function writeDemo(file: string, demo: object): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
