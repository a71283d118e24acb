/** The shape of the tables of what is sold, and for how much; db/schema.ts joins them. */

export interface SizeTable {
  code: string;
  name: string;
  name_zh: string;
  media_size: string;
  x_dimension: number;
  y_dimension: number;
  made_for: 'photo' | 'document';
  borderless: number;
  position: number;
  enabled: number;
}

export interface PaperTypeTable {
  code: string;
  name: string;
  name_zh: string;
  media_type: string;
  finish: string;
  weight_gsm: number;
  position: number;
  enabled: number;
}

/** The price of one printed page from `min_pages` pages of an item on. */
export interface PriceTable {
  size_code: string;
  paper_code: string;
  color_mode: 'color' | 'monochrome';
  sides: 'one-sided' | 'two-sided';
  min_pages: number;
  unit_minor: number;
}

export interface PriceTables {
  sizes: SizeTable;
  paper_types: PaperTypeTable;
  prices: PriceTable;
}
