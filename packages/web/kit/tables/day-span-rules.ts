/** Days that a person has chosen, as moments: a day begins and ends where that person is. Pure. */

const written = /^(\d{4})-(\d\d)-(\d\d)$/;

/** When the day begins, `later` days on; undefined for what is none. */
function startOfDay(day: string, later = 0): string | undefined {
  const found = written.exec(day);
  if (!found) return undefined;
  const [year, month, date] = found.slice(1).map(Number) as [number, number, number];
  const start = new Date(year, month - 1, date + later);
  const isDay = new Date(year, month - 1, date).getDate() === date && month >= 1 && month <= 12;
  return isDay ? start.toISOString() : undefined;
}

/** From the beginning of the first day to the end of the last; a day that is left out, or none, leaves that side open. */
export function momentsOf({ from, to }: { from: string; to: string }): { from?: string; to?: string } {
  const first = startOfDay(from);
  const end = startOfDay(to, 1);
  return { ...(first !== undefined && { from: first }), ...(end !== undefined && { to: end }) };
}
