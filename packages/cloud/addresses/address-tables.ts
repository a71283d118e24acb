/** The shape of the tables of saved addresses; db/schema.ts joins them. */

/** One saved delivery address. What is not known is an empty text. */
export interface AddressTable {
  id: string;
  account_id: string;
  name: string;
  /** In China national digits (`13800138000`, `010-12345678-12`), everywhere else E.164. */
  phone: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  province: string;
  city: string;
  district: string;
  detail: string;
  postcode: string;
  /** The deepest region of the tree that the address lies in; null when the tree doesn't have it. */
  region_id: string | null;
  is_default: number;
  created_at: number;
  updated_at: number;
}

export interface AddressTables {
  addresses: AddressTable;
}
