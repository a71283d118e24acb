/**
 * Migration 6: prices by colour and sides, more sizes and papers; delivery, sides and page ranges of orders; coupon campaigns.
 * Once released it is never edited: later changes are later migrations.
 */
import type { Kysely } from 'kysely';
import { runStatements } from './run-statements.ts';

/** A price is of one printed page. `sides` is one-sided or two-sided: which edge is bound costs the same. */
const tables = `
alter table sizes add column name_zh text not null default '';
alter table sizes add column enabled integer not null default 1;
alter table paper_types add column name_zh text not null default '';
alter table paper_types add column enabled integer not null default 1;
create table price_ladders (
  size_code text not null references sizes (code), paper_code text not null references paper_types (code),
  color_mode text not null, sides text not null, min_pages integer not null check (min_pages > 0),
  unit_minor bigint not null check (unit_minor >= 0),
  primary key (size_code, paper_code, color_mode, sides, min_pages));
insert into price_ladders (size_code, paper_code, color_mode, sides, min_pages, unit_minor)
  select size_code, paper_code, 'color', 'one-sided', min_sheets, unit_minor from prices;
drop table prices;
alter table price_ladders rename to prices;
insert into settings (name, value) values ('catalogue_version', '1');

alter table orders add column shipping_discount_minor bigint not null default 0;
alter table orders add column pickup_point_id text;
alter table orders add column carrier_id text;
alter table orders add column delivery text;
alter table orders add column weight_g integer;
alter table orders add column tracking_no text;
alter table orders add column shipped_at bigint;
alter table orders add column completed_at bigint;
create index orders_shop on orders (shop_id, status, id);
create index orders_shipped on orders (status, shipped_at);
alter table order_items add column sides text not null default 'one-sided';
alter table order_items add column page_ranges text;
create index order_items_size on order_items (size_code);
create index order_items_paper on order_items (paper_code);
alter table agents add column features text not null default '';

create table coupon_campaigns (
  id text primary key, name text not null, code text not null unique, kind text not null, value bigint not null,
  cap_minor bigint, min_amount_minor bigint not null, scope text not null, valid_from bigint, expires_at bigint,
  coupon_days integer, most_total integer, most_per_account integer not null check (most_per_account > 0),
  redeemed integer not null default 0 check (most_total is null or redeemed <= most_total),
  disabled_at bigint, created_at bigint not null);
alter table coupons add column scope text not null default 'all';
alter table coupons add column valid_from bigint;
alter table coupons add column campaign_id text references coupon_campaigns (id);
create index coupons_campaign on coupons (campaign_id, account_id);
create index coupons_order on coupons (order_id);
`;

/** Sizes in hundredths of a millimetre; names by PWG 5101.1. */
const sizes = `
update sizes set name_zh = '5寸照片' where code = '3.5x5';
update sizes set name_zh = '6寸照片' where code = '4x6';
update sizes set name_zh = '7寸照片' where code = '5x7';
update sizes set name_zh = '8寸照片' where code = '6x8';
update sizes set name_zh = '10寸照片' where code = '8x10';
update sizes set name_zh = 'A5 文档' where code = 'A5';
update sizes set name_zh = 'A4 文档' where code = 'A4';
update sizes set name_zh = 'A3 文档' where code = 'A3';
update sizes set name_zh = '美国信纸' where code = 'letter';
insert into sizes (code, name, name_zh, media_size, x_dimension, y_dimension, made_for, borderless, position) values
  ('4x4', '102 x 102 mm square photo', '4寸方形照片', 'oe_square-photo_4x4in', 10160, 10160, 'photo', 1, 10),
  ('5x5', '127 x 127 mm square photo', '5寸方形照片', 'oe_square-photo_5x5in', 12700, 12700, 'photo', 1, 11),
  ('A6-photo', 'A6 photo', 'A6 照片', 'iso_a6_105x148mm', 10500, 14800, 'photo', 1, 12),
  ('4x8', '100 x 200 mm panorama', '全景照片', 'om_wide-photo_100x200mm', 10000, 20000, 'photo', 1, 13),
  ('A4-photo', 'A4 photo', 'A4 照片', 'iso_a4_210x297mm', 21000, 29700, 'photo', 1, 14),
  ('B5', 'B5 (JIS) document', 'B5 文档', 'jis_b5_182x257mm', 18200, 25700, 'document', 0, 15),
  ('legal', 'US Legal document', '美国法律纸', 'na_legal_8.5x14in', 21590, 35560, 'document', 0, 16);
`;

const papers = `
update paper_types set name_zh = '光面相纸' where code = 'glossy';
update paper_types set name_zh = '普通纸' where code = 'plain';
insert into paper_types (code, name, name_zh, media_type, finish, weight_gsm, position) values
  ('luster', 'Luster photo paper', '绒面相纸', 'photographic-satin', 'luster', 260, 3),
  ('matte', 'Matte photo paper', '哑光相纸', 'photographic-matte', 'matte', 230, 4),
  ('recycled', 'Recycled paper', '再生纸', 'stationery-recycled', 'uncoated', 80, 5),
  ('card', 'Card stock', '卡纸', 'cardstock', 'uncoated', 200, 6);
`;

/** Minor units a printed page. Without a monochrome row a page costs what it costs in colour. */
const prices = `
insert into prices (size_code, paper_code, color_mode, sides, min_pages, unit_minor) values
  ('4x4', 'glossy', 'color', 'one-sided', 1, 120), ('4x4', 'glossy', 'color', 'one-sided', 50, 90),
  ('5x5', 'glossy', 'color', 'one-sided', 1, 220), ('5x5', 'glossy', 'color', 'one-sided', 50, 180),
  ('A6-photo', 'glossy', 'color', 'one-sided', 1, 130), ('A6-photo', 'glossy', 'color', 'one-sided', 50, 100),
  ('4x8', 'glossy', 'color', 'one-sided', 1, 320), ('4x8', 'glossy', 'color', 'one-sided', 50, 270),
  ('A4-photo', 'glossy', 'color', 'one-sided', 1, 1000), ('A4-photo', 'glossy', 'color', 'one-sided', 50, 880),
  ('4x6', 'luster', 'color', 'one-sided', 1, 150), ('4x6', 'luster', 'color', 'one-sided', 50, 120),
  ('5x7', 'luster', 'color', 'one-sided', 1, 300), ('5x7', 'luster', 'color', 'one-sided', 50, 260),
  ('8x10', 'luster', 'color', 'one-sided', 1, 1050), ('8x10', 'luster', 'color', 'one-sided', 50, 940),
  ('A4-photo', 'luster', 'color', 'one-sided', 1, 1200), ('A4-photo', 'luster', 'color', 'one-sided', 50, 1050),
  ('4x6', 'matte', 'color', 'one-sided', 1, 130), ('4x6', 'matte', 'color', 'one-sided', 50, 100),
  ('5x7', 'matte', 'color', 'one-sided', 1, 270), ('5x7', 'matte', 'color', 'one-sided', 50, 230),
  ('8x10', 'matte', 'color', 'one-sided', 1, 950), ('8x10', 'matte', 'color', 'one-sided', 50, 850),
  ('A4-photo', 'matte', 'color', 'one-sided', 1, 1080), ('A4-photo', 'matte', 'color', 'one-sided', 50, 960),
  ('A5', 'plain', 'color', 'two-sided', 1, 35), ('A5', 'plain', 'color', 'two-sided', 100, 26),
  ('A5', 'plain', 'monochrome', 'one-sided', 1, 15), ('A5', 'plain', 'monochrome', 'one-sided', 100, 11),
  ('A5', 'plain', 'monochrome', 'two-sided', 1, 12), ('A5', 'plain', 'monochrome', 'two-sided', 100, 8),
  ('A4', 'plain', 'color', 'two-sided', 1, 45), ('A4', 'plain', 'color', 'two-sided', 100, 31),
  ('A4', 'plain', 'monochrome', 'one-sided', 1, 20), ('A4', 'plain', 'monochrome', 'one-sided', 100, 15),
  ('A4', 'plain', 'monochrome', 'two-sided', 1, 15), ('A4', 'plain', 'monochrome', 'two-sided', 100, 11),
  ('A3', 'plain', 'color', 'two-sided', 1, 135), ('A3', 'plain', 'color', 'two-sided', 100, 108),
  ('A3', 'plain', 'monochrome', 'one-sided', 1, 60), ('A3', 'plain', 'monochrome', 'one-sided', 100, 45),
  ('A3', 'plain', 'monochrome', 'two-sided', 1, 50), ('A3', 'plain', 'monochrome', 'two-sided', 100, 37),
  ('letter', 'plain', 'color', 'two-sided', 1, 45), ('letter', 'plain', 'color', 'two-sided', 100, 31),
  ('letter', 'plain', 'monochrome', 'one-sided', 1, 20), ('letter', 'plain', 'monochrome', 'one-sided', 100, 15),
  ('letter', 'plain', 'monochrome', 'two-sided', 1, 15), ('letter', 'plain', 'monochrome', 'two-sided', 100, 11),
  ('legal', 'plain', 'color', 'one-sided', 1, 60), ('legal', 'plain', 'color', 'one-sided', 100, 42),
  ('legal', 'plain', 'color', 'two-sided', 1, 54), ('legal', 'plain', 'color', 'two-sided', 100, 37),
  ('legal', 'plain', 'monochrome', 'one-sided', 1, 25), ('legal', 'plain', 'monochrome', 'one-sided', 100, 18),
  ('legal', 'plain', 'monochrome', 'two-sided', 1, 19), ('legal', 'plain', 'monochrome', 'two-sided', 100, 13),
  ('B5', 'plain', 'color', 'one-sided', 1, 45), ('B5', 'plain', 'color', 'one-sided', 100, 32),
  ('B5', 'plain', 'color', 'two-sided', 1, 40), ('B5', 'plain', 'color', 'two-sided', 100, 28),
  ('B5', 'plain', 'monochrome', 'one-sided', 1, 18), ('B5', 'plain', 'monochrome', 'one-sided', 100, 13),
  ('B5', 'plain', 'monochrome', 'two-sided', 1, 14), ('B5', 'plain', 'monochrome', 'two-sided', 100, 10),
  ('A4', 'recycled', 'color', 'one-sided', 1, 55), ('A4', 'recycled', 'color', 'one-sided', 100, 39),
  ('A4', 'recycled', 'color', 'two-sided', 1, 49), ('A4', 'recycled', 'color', 'two-sided', 100, 34),
  ('A4', 'recycled', 'monochrome', 'one-sided', 1, 22), ('A4', 'recycled', 'monochrome', 'one-sided', 100, 17),
  ('A4', 'recycled', 'monochrome', 'two-sided', 1, 17), ('A4', 'recycled', 'monochrome', 'two-sided', 100, 12),
  ('A3', 'recycled', 'color', 'one-sided', 1, 160), ('A3', 'recycled', 'color', 'one-sided', 100, 128),
  ('A3', 'recycled', 'monochrome', 'one-sided', 1, 66), ('A3', 'recycled', 'monochrome', 'one-sided', 100, 50),
  ('A4', 'card', 'color', 'one-sided', 1, 150), ('A4', 'card', 'color', 'one-sided', 100, 120),
  ('A4', 'card', 'monochrome', 'one-sided', 1, 100), ('A4', 'card', 'monochrome', 'one-sided', 100, 80),
  ('A5', 'card', 'color', 'one-sided', 1, 90), ('A5', 'card', 'color', 'one-sided', 100, 72),
  ('A5', 'card', 'monochrome', 'one-sided', 1, 60), ('A5', 'card', 'monochrome', 'one-sided', 100, 48);
`;

/** Creates the tables and the larger catalogue. Runs inside the migrator's transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, `${tables}${sizes}${papers}${prices}`);
}
