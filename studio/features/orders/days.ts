/** The first instant of a day in the reader's time zone; undefined if `day` isn't a day. */
export function dayStart(day: string | null): string | undefined {
  return instantOf(day, 0);
}

/** The first instant after a day. */
export function dayEnd(day: string | null): string | undefined {
  return instantOf(day, 1);
}

function instantOf(day: string | null, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString();
}
