/** The fields of an address as a form has them. Pure. */
import type { ApiOutput, ListItem } from '../../kit/api-types.ts';

export type Address = ListItem<'GET /api/addresses'>;
export type ParsedAddress = ApiOutput<'POST /api/addresses/parse'>;
/** One reading of a text. */
export type AddressReading = Omit<ParsedAddress, 'candidates' | 'records'>;

export const addressFieldNames = [
  'name',
  'phone',
  'country',
  'province',
  'city',
  'district',
  'detail',
  'postcode',
] as const;
export type AddressFieldName = (typeof addressFieldNames)[number];
export type AddressFields = Record<AddressFieldName, string>;

export const emptyAddress: AddressFields = {
  name: '',
  phone: '',
  country: 'CN',
  province: '',
  city: '',
  district: '',
  detail: '',
  postcode: '',
};

/** The fields alone, of an address or of a reading. */
export const fieldsOf = (from: AddressFields): AddressFields =>
  Object.fromEntries(addressFieldNames.map((name) => [name, from[name]])) as AddressFields;

/** A reading put into the form: what the text has not stays as it was written. */
export const withReading = (form: AddressFields, reading: AddressReading): AddressFields => {
  // The levels of a place belong together: half of an old place beside half of a new one is no place.
  const read = fieldsOf(reading);
  const kept = (['name', 'phone'] as const).map((name) => [name, read[name] || form[name]]);
  return Object.assign(read, Object.fromEntries(kept)) as AddressFields;
};

/** In one line, for a choice among readings. */
export const lineOf = ({ name, phone, province, city, district, detail, postcode }: AddressFields): string =>
  [name, phone, [province, city, district, detail].filter(Boolean).join(' '), postcode]
    .filter(Boolean)
    .join(', ');

/** The one that orders go to unless told otherwise stands first; the others as they came. */
export const defaultFirst = (addresses: readonly Address[]): Address[] =>
  addresses.toSorted((a, b) => Number(b.is_default) - Number(a.is_default));
