/** How an item is printed, in words: for baskets, orders and receipts alike. */
import { defineWords } from '../../kit/language.ts';

export const itemWords = defineWords({
  en: {
    copies: (count: number) => (count === 1 ? '1 copy' : `${count} copies`),
    pages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
    monochrome: 'Black and white',
    sides: {
      'two-sided-long-edge': 'Both sides, like a book',
      'two-sided-short-edge': 'Both sides, like a pad',
    },
    someMore: {
      cropped: 'Cut as you chose',
      white: 'White border',
      blurred: 'Blurred border',
      slip: 'With order line',
      whole: 'Whole photo',
    },
    pageRanges: (ranges: string) => `Pages ${ranges}`,
    idPhoto: (size: string) => `ID photos ${size}`,
    contactSheet: (columns: number, rows: number) => `Contact sheet ${columns} × ${rows}`,
    each: (price: string) => `${price} a page`,
    idSizes: {
      '35x45': '35 × 45 mm (ICAO)',
      '2x2in': '2 × 2 in (US)',
      'cn-1inch': '25 × 35 mm (one inch)',
      'cn-small-1inch': '22 × 32 mm (driving licence)',
      'cn-2inch': '35 × 49 mm (two inches)',
      'cn-small-2inch': '35 × 45 mm (small two inches)',
      'cn-passport': '33 × 48 mm (Chinese passport)',
      'cn-id-card': '26 × 32 mm (Chinese ID card)',
      '50x70': '50 × 70 mm (Canada)',
    },
  },
  zh: {
    copies: (count) => `${count} 份`,
    pages: (count) => `${count} 页`,
    monochrome: '黑白',
    sides: { 'two-sided-long-edge': '双面，长边翻页', 'two-sided-short-edge': '双面，短边翻页' },
    someMore: {
      cropped: '按所选裁剪',
      white: '白边',
      blurred: '虚化边框',
      slip: '带订单信息',
      whole: '完整照片',
    },
    pageRanges: (ranges) => `第 ${ranges} 页`,
    idPhoto: (size) => `证件照 ${size}`,
    contactSheet: (columns, rows) => `索引页 ${columns} × ${rows}`,
    each: (price) => `每页 ${price}`,
    idSizes: {
      '35x45': '35 × 45 毫米（国际护照）',
      '2x2in': '2 × 2 英寸（美国）',
      'cn-1inch': '25 × 35 毫米（一寸）',
      'cn-small-1inch': '22 × 32 毫米（小一寸，驾驶证）',
      'cn-2inch': '35 × 49 毫米（二寸）',
      'cn-small-2inch': '35 × 45 毫米（小二寸）',
      'cn-passport': '33 × 48 毫米（护照）',
      'cn-id-card': '26 × 32 毫米（身份证）',
      '50x70': '50 × 70 毫米（加拿大）',
    },
  },
});
