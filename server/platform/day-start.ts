/** The first instant of a day in a time zone; where clocks change at midnight, that isn't 0:00. */
export function dayStart(day: Temporal.PlainDate | string, timeZone: string): string {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone);
  return new Date(start.epochMilliseconds).toISOString();
}
