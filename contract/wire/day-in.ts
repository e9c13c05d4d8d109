/** A day for everyone: the shop's, unless the device's own calendar is meant. */

const days = new Map<string | undefined, Intl.DateTimeFormat>();

/** The day of an instant in a time zone, such as `2026-11-22`; without a zone, in that of this device or process. */
export function dayIn(timeZone: string | undefined, at: Date | string): string {
  const parts = formatOf(timeZone).formatToParts(new Date(at));
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The day in UTC, for what only machines compare: people read the shop's. */
export function utcDay(at: Date | string): string {
  return dayIn('UTC', at);
}

/** Whether a name is one of a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = days.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  days.set(timeZone, format);
  return format;
}
