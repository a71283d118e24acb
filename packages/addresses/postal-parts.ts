/** The parts of a postal address. Shapes only; what is not known is an empty text. */

/** The divisions that it lies in, from large to small. */
export interface PostalLevels {
  /** ISO 3166-1 alpha-2. */
  country: string;
  province: string;
  city: string;
  district: string;
}

/** Where it is. */
export interface PostalPlace extends PostalLevels {
  detail: string;
  postcode: string;
}

/** And who is there. */
export interface PostalParts extends PostalPlace {
  name: string;
  /** Of the mainland in national digits (`13800138000`, `010-12345678-12`), of elsewhere in E.164 where it has that form. */
  phone: string;
}
