/**
 * Owns the rows that a new installation starts with: what is sold and for how much, how it is delivered, and first versions. Part of the
 * baseline: written once, into empty tables; from then on an admin changes them, and no start of the service puts them back. What
 * is the same in every installation, such as the divisions of a country, is in the code and no row.
 */

/** Sizes in hundredths of a millimetre; names by PWG 5101.1. */
const sizes = `
insert into sizes (code, name, name_zh, media_size, x_dimension, y_dimension, made_for, borderless, position) values
  ('3.5x5', '89 x 127 mm photo', '5寸照片', 'oe_photo-l_3.5x5in', 8890, 12700, 'photo', 1, 1),
  ('4x6', '102 x 152 mm photo', '6寸照片', 'na_index-4x6_4x6in', 10160, 15240, 'photo', 1, 2),
  ('5x7', '127 x 178 mm photo', '7寸照片', 'na_5x7_5x7in', 12700, 17780, 'photo', 1, 3),
  ('6x8', '152 x 203 mm photo', '8寸照片', 'na_index-4x6-ext_6x8in', 15240, 20320, 'photo', 1, 4),
  ('8x10', '203 x 254 mm photo', '10寸照片', 'na_govt-letter_8x10in', 20320, 25400, 'photo', 1, 5),
  ('A5', 'A5 document', 'A5 文档', 'iso_a5_148x210mm', 14800, 21000, 'document', 0, 6),
  ('A4', 'A4 document', 'A4 文档', 'iso_a4_210x297mm', 21000, 29700, 'document', 0, 7),
  ('A3', 'A3 document', 'A3 文档', 'iso_a3_297x420mm', 29700, 42000, 'document', 0, 8),
  ('letter', 'US Letter document', '美国信纸', 'na_letter_8.5x11in', 21590, 27940, 'document', 0, 9),
  ('4x4', '102 x 102 mm square photo', '4寸方形照片', 'oe_square-photo_4x4in', 10160, 10160, 'photo', 1, 10),
  ('5x5', '127 x 127 mm square photo', '5寸方形照片', 'oe_square-photo_5x5in', 12700, 12700, 'photo', 1, 11),
  ('A6-photo', 'A6 photo', 'A6 照片', 'iso_a6_105x148mm', 10500, 14800, 'photo', 1, 12),
  ('4x8', '100 x 200 mm panorama', '全景照片', 'om_wide-photo_100x200mm', 10000, 20000, 'photo', 1, 13),
  ('A4-photo', 'A4 photo', 'A4 照片', 'iso_a4_210x297mm', 21000, 29700, 'photo', 1, 14),
  ('B5', 'B5 (JIS) document', 'B5 文档', 'jis_b5_182x257mm', 18200, 25700, 'document', 0, 15),
  ('legal', 'US Legal document', '美国法律纸', 'na_legal_8.5x14in', 21590, 35560, 'document', 0, 16);
`;

const papers = `
insert into paper_types (code, name, name_zh, media_type, finish, weight_gsm, position) values
  ('glossy', 'Glossy photo paper', '光面相纸', 'photographic-glossy', 'glossy', 240, 1),
  ('plain', 'Plain paper', '普通纸', 'stationery', 'uncoated', 80, 2),
  ('luster', 'Luster photo paper', '绒面相纸', 'photographic-satin', 'luster', 260, 3),
  ('matte', 'Matte photo paper', '哑光相纸', 'photographic-matte', 'matte', 230, 4),
  ('recycled', 'Recycled paper', '再生纸', 'stationery-recycled', 'uncoated', 80, 5),
  ('card', 'Card stock', '卡纸', 'cardstock', 'uncoated', 200, 6);
`;

/** Minor units a printed page. Without a monochrome row a page costs what it costs in colour. */
const prices = `
insert into prices (size_code, paper_code, color_mode, sides, min_pages, unit_minor) values
  ('3.5x5', 'glossy', 'color', 'one-sided', 1, 100), ('3.5x5', 'glossy', 'color', 'one-sided', 50, 80),
  ('4x6', 'glossy', 'color', 'one-sided', 1, 120), ('4x6', 'glossy', 'color', 'one-sided', 50, 90),
  ('5x7', 'glossy', 'color', 'one-sided', 1, 250), ('5x7', 'glossy', 'color', 'one-sided', 50, 210),
  ('6x8', 'glossy', 'color', 'one-sided', 1, 380), ('6x8', 'glossy', 'color', 'one-sided', 50, 330),
  ('8x10', 'glossy', 'color', 'one-sided', 1, 900), ('8x10', 'glossy', 'color', 'one-sided', 50, 800),
  ('4x4', 'glossy', 'color', 'one-sided', 1, 120), ('4x4', 'glossy', 'color', 'one-sided', 50, 90),
  ('5x5', 'glossy', 'color', 'one-sided', 1, 220), ('5x5', 'glossy', 'color', 'one-sided', 50, 180),
  ('A6-photo', 'glossy', 'color', 'one-sided', 1, 130), ('A6-photo', 'glossy', 'color', 'one-sided', 50, 100),
  ('4x8', 'glossy', 'color', 'one-sided', 1, 320), ('4x8', 'glossy', 'color', 'one-sided', 50, 270),
  ('A4-photo', 'glossy', 'color', 'one-sided', 1, 1000), ('A4-photo', 'glossy', 'color', 'one-sided', 50, 880),
  ('A5', 'plain', 'color', 'one-sided', 1, 40), ('A5', 'plain', 'color', 'one-sided', 100, 30),
  ('A5', 'plain', 'color', 'two-sided', 1, 35), ('A5', 'plain', 'color', 'two-sided', 100, 26),
  ('A5', 'plain', 'monochrome', 'one-sided', 1, 15), ('A5', 'plain', 'monochrome', 'one-sided', 100, 11),
  ('A5', 'plain', 'monochrome', 'two-sided', 1, 12), ('A5', 'plain', 'monochrome', 'two-sided', 100, 8),
  ('A4', 'plain', 'color', 'one-sided', 1, 50), ('A4', 'plain', 'color', 'one-sided', 100, 35),
  ('A4', 'plain', 'color', 'two-sided', 1, 45), ('A4', 'plain', 'color', 'two-sided', 100, 31),
  ('A4', 'plain', 'monochrome', 'one-sided', 1, 20), ('A4', 'plain', 'monochrome', 'one-sided', 100, 15),
  ('A4', 'plain', 'monochrome', 'two-sided', 1, 15), ('A4', 'plain', 'monochrome', 'two-sided', 100, 11),
  ('A3', 'plain', 'color', 'one-sided', 1, 150), ('A3', 'plain', 'color', 'one-sided', 100, 120),
  ('A3', 'plain', 'color', 'two-sided', 1, 135), ('A3', 'plain', 'color', 'two-sided', 100, 108),
  ('A3', 'plain', 'monochrome', 'one-sided', 1, 60), ('A3', 'plain', 'monochrome', 'one-sided', 100, 45),
  ('A3', 'plain', 'monochrome', 'two-sided', 1, 50), ('A3', 'plain', 'monochrome', 'two-sided', 100, 37),
  ('letter', 'plain', 'color', 'one-sided', 1, 50), ('letter', 'plain', 'color', 'one-sided', 100, 35),
  ('letter', 'plain', 'color', 'two-sided', 1, 45), ('letter', 'plain', 'color', 'two-sided', 100, 31),
  ('letter', 'plain', 'monochrome', 'one-sided', 1, 20), ('letter', 'plain', 'monochrome', 'one-sided', 100, 15),
  ('letter', 'plain', 'monochrome', 'two-sided', 1, 15), ('letter', 'plain', 'monochrome', 'two-sided', 100, 11),
  ('B5', 'plain', 'color', 'one-sided', 1, 45), ('B5', 'plain', 'color', 'one-sided', 100, 32),
  ('B5', 'plain', 'color', 'two-sided', 1, 40), ('B5', 'plain', 'color', 'two-sided', 100, 28),
  ('B5', 'plain', 'monochrome', 'one-sided', 1, 18), ('B5', 'plain', 'monochrome', 'one-sided', 100, 13),
  ('B5', 'plain', 'monochrome', 'two-sided', 1, 14), ('B5', 'plain', 'monochrome', 'two-sided', 100, 10),
  ('legal', 'plain', 'color', 'one-sided', 1, 60), ('legal', 'plain', 'color', 'one-sided', 100, 42),
  ('legal', 'plain', 'color', 'two-sided', 1, 54), ('legal', 'plain', 'color', 'two-sided', 100, 37),
  ('legal', 'plain', 'monochrome', 'one-sided', 1, 25), ('legal', 'plain', 'monochrome', 'one-sided', 100, 18),
  ('legal', 'plain', 'monochrome', 'two-sided', 1, 19), ('legal', 'plain', 'monochrome', 'two-sided', 100, 13),
  ('4x6', 'luster', 'color', 'one-sided', 1, 150), ('4x6', 'luster', 'color', 'one-sided', 50, 120),
  ('5x7', 'luster', 'color', 'one-sided', 1, 300), ('5x7', 'luster', 'color', 'one-sided', 50, 260),
  ('8x10', 'luster', 'color', 'one-sided', 1, 1050), ('8x10', 'luster', 'color', 'one-sided', 50, 940),
  ('A4-photo', 'luster', 'color', 'one-sided', 1, 1200), ('A4-photo', 'luster', 'color', 'one-sided', 50, 1050),
  ('4x6', 'matte', 'color', 'one-sided', 1, 130), ('4x6', 'matte', 'color', 'one-sided', 50, 100),
  ('5x7', 'matte', 'color', 'one-sided', 1, 270), ('5x7', 'matte', 'color', 'one-sided', 50, 230),
  ('8x10', 'matte', 'color', 'one-sided', 1, 950), ('8x10', 'matte', 'color', 'one-sided', 50, 850),
  ('A4-photo', 'matte', 'color', 'one-sided', 1, 1080), ('A4-photo', 'matte', 'color', 'one-sided', 50, 960),
  ('A4', 'recycled', 'color', 'one-sided', 1, 55), ('A4', 'recycled', 'color', 'one-sided', 100, 39),
  ('A4', 'recycled', 'color', 'two-sided', 1, 49), ('A4', 'recycled', 'color', 'two-sided', 100, 34),
  ('A4', 'recycled', 'monochrome', 'one-sided', 1, 22), ('A4', 'recycled', 'monochrome', 'one-sided', 100, 17),
  ('A4', 'recycled', 'monochrome', 'two-sided', 1, 17), ('A4', 'recycled', 'monochrome', 'two-sided', 100, 12),
  ('A3', 'recycled', 'color', 'one-sided', 1, 160), ('A3', 'recycled', 'color', 'one-sided', 100, 128),
  ('A3', 'recycled', 'monochrome', 'one-sided', 1, 66), ('A3', 'recycled', 'monochrome', 'one-sided', 100, 50),
  ('A5', 'card', 'color', 'one-sided', 1, 90), ('A5', 'card', 'color', 'one-sided', 100, 72),
  ('A5', 'card', 'monochrome', 'one-sided', 1, 60), ('A5', 'card', 'monochrome', 'one-sided', 100, 48),
  ('A4', 'card', 'color', 'one-sided', 1, 150), ('A4', 'card', 'color', 'one-sided', 100, 120),
  ('A4', 'card', 'monochrome', 'one-sided', 1, 100), ('A4', 'card', 'monochrome', 'one-sided', 100, 80);
`;

/** Mainland China by standard delivery, six cities by express; three carriers with a price list to start from. */
const delivery = `
insert into coverage_rules (
  id, region_id, service, allow, eta_min_days, eta_max_days, cut_off, fee_minor, created_at, updated_at) values
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
  id, code, name_zh, name_en, enabled, first_weight_g, step_weight_g, max_weight_g, free_from_minor, position, created_at, updated_at) values
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

/** Of what is kept in memory: see setting-version.ts. */
const versions = `
insert into event_sequence (id, last, removed) values (1, 0, 0);
insert into settings (name, value) values
  ('catalogue_version', '1'),
  ('printer_abilities_version', '1');
`;

export const seedRows: string = [sizes, papers, prices, delivery, versions].join('');
