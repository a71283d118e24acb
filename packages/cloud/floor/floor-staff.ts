/** Who acts on a shop floor: staff, and how the shop's people know them. */
import { AppError } from '@platen/contracts/app-error';
import type { FastifyRequest } from 'fastify';
import { findAccount } from '../accounts/account-store.ts';
import type { Deps, Staff } from '../context.ts';
import type { Authenticate } from '../http/rest.ts';

/** Throws forbidden for customers. */
export async function staffOf(request: FastifyRequest, authenticate: Authenticate): Promise<Staff> {
  const caller = await authenticate(request.headers.authorization, request);
  if (caller.role === 'customer') throw new AppError('forbidden', 'Only operator accounts may do this.');
  return caller;
}

/** How the shop's people know who acts: by name, else by the end of the phone number. */
export async function nameOfStaff(
  { database }: Pick<Deps, 'database'>,
  { accountId }: Staff,
): Promise<string> {
  const account = await findAccount(database.query, accountId);
  return (account?.nickname || `…${account?.phone.slice(-4) ?? ''}`).slice(0, 100);
}
