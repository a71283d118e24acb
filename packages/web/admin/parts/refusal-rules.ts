/**
 * To which field of a form a refusal belongs. The cloud begins such a sentence with the field: `breaks[0].price: must be …`. Owns that
 * reading. Pure.
 */

export interface FieldRefusal {
  /** `breaks`, of `breaks[0].price`. */
  field: string;
  /** `breaks[0].price`. */
  path: string;
  sentence: string;
}

/** Undefined for a refusal that names no field. */
export function readRefusal(message: string): FieldRefusal | undefined {
  const found = /^([a-z][a-z0-9_]*)((?:\[\d+\]|\.[a-z0-9_]+)*): (.+)$/is.exec(message);
  if (!found) return undefined;
  const [, field = '', rest = '', sentence = ''] = found;
  return { field, path: field + rest, sentence };
}
