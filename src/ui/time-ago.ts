const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** How long ago an instant (ISO 8601) was: '2 hours ago'; 'just now' under a minute. `now` in ms since 1970. */
export function timeAgo(instant: string, now: number): string {
  const elapsed = Math.max(0, now - Date.parse(instant));
  for (const [unit, ms] of units) {
    if (elapsed >= ms) return words.format(-Math.floor(elapsed / ms), unit);
  }
  return 'just now';
}

/** The age of saved data: 'Saved 2 hours ago'. Doesn't say 'just now', because it may no longer be true. */
export function savedAgo(instant: string, now: number): string {
  const ago = timeAgo(instant, now);
  return `Saved ${ago === 'just now' ? 'less than a minute ago' : ago}`;
}
