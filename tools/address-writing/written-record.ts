/** One written address and what is right for it. Shapes only. */
import type { AddressRecord } from '../../test/fixtures/address-records.ts';

export interface WrittenRecord extends AddressRecord {
  /** How it was written, in words. */
  habit: string;
  company?: string;
  wish?: string;
  other_phones?: string[];
}
