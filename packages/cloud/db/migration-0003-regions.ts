/**
 * Migration 3: regions, coverage, pickup points, carriers, referral agents.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

const tables = `
create table coverage_rules (
  id text primary key, region_id text not null, service text not null check (service in ('standard', 'express')),
  allow integer not null check (allow in (0, 1)),
  eta_min_days integer not null check (eta_min_days >= 0), eta_max_days integer not null check (eta_max_days >= eta_min_days),
  cut_off text, fee_minor bigint not null check (fee_minor >= 0), created_at bigint not null, updated_at bigint not null,
  unique (region_id, service, allow));
create table carriers (
  id text primary key, code text not null unique, name_zh text not null, name_en text not null,
  enabled integer not null check (enabled in (0, 1)), first_weight_g integer not null check (first_weight_g > 0),
  step_weight_g integer not null check (step_weight_g > 0), max_weight_g integer check (max_weight_g > 0),
  free_from_minor bigint check (free_from_minor >= 0), position integer not null,
  created_at bigint not null, updated_at bigint not null);
create table carrier_rates (
  id text primary key, carrier_id text not null references carriers (id), region_id text not null,
  first_fee_minor bigint not null check (first_fee_minor >= 0), step_fee_minor bigint not null check (step_fee_minor >= 0),
  created_at bigint not null, updated_at bigint not null, unique (carrier_id, region_id));
create table pickup_points (
  id text primary key, shop_id text not null references shops (id), region_id text not null, name text not null,
  address text not null, phone text not null, latitude_e6 integer, longitude_e6 integer, hours text not null,
  time_zone text not null, enabled integer not null check (enabled in (0, 1)), position integer not null,
  created_at bigint not null, updated_at bigint not null);
create index pickup_points_region on pickup_points (region_id);
create index pickup_points_shop on pickup_points (shop_id);
alter table shops add column referral_code text;
alter table shops add column phone text;
alter table shops add column region_id text;
alter table shops add column address text;
create unique index shops_referral_code on shops (referral_code);
`;

const everyDay = JSON.stringify(
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      [{ open: '09:00', close: '18:00' }],
    ]),
  ),
);

/** Shops that were there before this migration: what a new shop is given when it is made. */
const firstShops = `
update shops set referral_code = upper(substr(id, 29, 8));
insert into pickup_points (
  id, shop_id, region_id, name, address, phone, hours, time_zone, enabled, position, created_at, updated_at)
  select id, id, 'CN', name, '', '', '${everyDay}', 'Asia/Shanghai', 1, 1, created_at, created_at from shops;
`;

/** Mainland China by standard delivery, six cities by express; three carriers with a price list to start from. */
const firstRules = `
insert into coverage_rules (id, region_id, service, allow, eta_min_days, eta_max_days, cut_off, fee_minor, created_at, updated_at) values
  ('01980000-0000-7000-8000-000000000001', 'CN', 'standard', 1, 2, 4, '16:00', 0, 0, 0),
  ('01980000-0000-7000-8000-000000000002', '540000', 'standard', 1, 4, 8, '16:00', 0, 0, 0),
  ('01980000-0000-7000-8000-000000000003', '650000', 'standard', 1, 4, 8, '16:00', 0, 0, 0),
  ('01980000-0000-7000-8000-000000000004', '710000', 'standard', 0, 0, 0, null, 0, 0, 0),
  ('01980000-0000-7000-8000-000000000005', '810000', 'standard', 0, 0, 0, null, 0, 0, 0),
  ('01980000-0000-7000-8000-000000000006', '820000', 'standard', 0, 0, 0, null, 0, 0, 0),
  ('01980000-0000-7000-8000-000000000011', '110000', 'express', 1, 0, 1, '14:00', 1500, 0, 0),
  ('01980000-0000-7000-8000-000000000012', '310000', 'express', 1, 0, 1, '14:00', 1500, 0, 0),
  ('01980000-0000-7000-8000-000000000013', '330100', 'express', 1, 0, 1, '14:00', 1500, 0, 0),
  ('01980000-0000-7000-8000-000000000014', '440100', 'express', 1, 0, 1, '14:00', 1500, 0, 0),
  ('01980000-0000-7000-8000-000000000015', '440300', 'express', 1, 0, 1, '14:00', 1500, 0, 0),
  ('01980000-0000-7000-8000-000000000016', '510100', 'express', 1, 0, 1, '14:00', 1500, 0, 0);
insert into carriers (
  id, code, name_zh, name_en, enabled, first_weight_g, step_weight_g, max_weight_g, free_from_minor, position,
  created_at, updated_at) values
  ('01980000-0000-7000-8000-000000000021', 'zto', '中通快递', 'ZTO Express', 1, 1000, 1000, 50000, 9900, 1, 0, 0),
  ('01980000-0000-7000-8000-000000000022', 'sf', '顺丰速运', 'SF Express', 1, 1000, 1000, 50000, null, 2, 0, 0),
  ('01980000-0000-7000-8000-000000000023', 'ems', '邮政特快专递', 'China Post EMS', 1, 500, 500, 40000, null, 3, 0, 0);
insert into carrier_rates (id, carrier_id, region_id, first_fee_minor, step_fee_minor, created_at, updated_at) values
  ('01980000-0000-7000-8000-000000000031', '01980000-0000-7000-8000-000000000021', 'CN', 800, 300, 0, 0),
  ('01980000-0000-7000-8000-000000000032', '01980000-0000-7000-8000-000000000021', '540000', 1800, 1500, 0, 0),
  ('01980000-0000-7000-8000-000000000033', '01980000-0000-7000-8000-000000000021', '650000', 1800, 1500, 0, 0),
  ('01980000-0000-7000-8000-000000000034', '01980000-0000-7000-8000-000000000022', 'CN', 1800, 800, 0, 0),
  ('01980000-0000-7000-8000-000000000035', '01980000-0000-7000-8000-000000000022', '540000', 2600, 2000, 0, 0),
  ('01980000-0000-7000-8000-000000000036', '01980000-0000-7000-8000-000000000022', '650000', 2600, 2000, 0, 0),
  ('01980000-0000-7000-8000-000000000037', '01980000-0000-7000-8000-000000000023', 'CN', 2000, 600, 0, 0),
  ('01980000-0000-7000-8000-000000000038', '01980000-0000-7000-8000-000000000023', '540000', 2000, 1200, 0, 0),
  ('01980000-0000-7000-8000-000000000039', '01980000-0000-7000-8000-000000000023', '650000', 2000, 1200, 0, 0);
`;

/** Creates the tables and what a new installation starts with. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, tables);
  await runStatements(db, firstShops);
  await runStatements(db, firstRules);
}
