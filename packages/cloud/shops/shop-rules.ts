/** Which shop's orders and jobs a member of staff may touch. Pure. */
import { AppError } from '@platen/contracts/app-error';
import type { Staff } from '../context.ts';

/** The shop of an operator; undefined for an admin, who may touch all. Throws forbidden for staff without a shop. */
export function shopOfStaff(caller: Staff): string | undefined {
  if (caller.role === 'admin') return undefined;
  if (!caller.shopId) throw new AppError('forbidden', 'This account belongs to no shop.');
  return caller.shopId;
}
