/** Self-describing media size names (PWG 5101.1 section 5). Pure. */

/**
 * Dimensions in hundredths of a millimetre out of a self-describing media size name (PWG 5101.1 section 5), such as
 * `na_index-4x6_4x6in` or `iso_a4_210x297mm`. Undefined for names without dimensions.
 */
export function sizeOfMediaName(name: string): { x_dimension: number; y_dimension: number } | undefined {
  const match = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(in|mm)$/.exec(name);
  if (!match || name.startsWith('custom_min') || name.startsWith('custom_max')) return undefined;
  const scale = match[3] === 'in' ? 2540 : 100;
  return {
    x_dimension: Math.round(Number(match[1]) * scale),
    y_dimension: Math.round(Number(match[2]) * scale),
  };
}
