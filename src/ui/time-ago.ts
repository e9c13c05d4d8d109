const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** How long ago an instant (ISO 8601) was: '2 hours ago'; under a minute 'just now'. `now` in ms since 1970. */
export function timeAgo(instant: string, now: number): string {
  const elapsed = Math.max(0, now - Date.parse(instant));
  for (const [unit, ms] of units) {
    if (elapsed >= ms) return words.format(-Math.floor(elapsed / ms), unit);
  }
  return 'just now';
}

/** What is shown from the device, by how old it is: 'Saved 2 hours ago'. It may be older by now than 'just now' says. */
export function savedAgo(instant: string, now: number): string {
  const ago = timeAgo(instant, now);
  return `Saved ${ago === 'just now' ? 'less than a minute ago' : ago}`;
}
