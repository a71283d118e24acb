/** Which field of a form a refusal speaks of: the service begins its sentence with the field's name. Pure. */
import { ApiError } from '../../kit/api.ts';

export interface Refusal<F extends string> {
  /** The sentence by the field that it is about. */
  at: Partial<Record<F, string>>;
  /** The error, where it is about none of these fields. */
  rest: unknown;
}

/** `phone: must be …` belongs to the field `phone`; `delivery.address_id: …` to `address_id` where that is a field. */
export function refusalAt<F extends string>(error: unknown, fields: readonly F[]): Refusal<F> {
  const none: Refusal<F> = { at: {}, rest: error ?? undefined };
  if (!(error instanceof ApiError)) return none;
  const match = /^([a-z_.]+)(?:\[\d+\])?: (.+)$/s.exec(error.message);
  const name = match?.[1]?.split('.').at(-1);
  const field = fields.find((each) => each === name);
  if (!match || field === undefined) return none;
  return { at: { [field]: match[2] } as Partial<Record<F, string>>, rest: undefined };
}
