const dayMs = 86_400_000;
/** How long a design counts as new. */
const newDays = 14;

/** Whether a design published at `publishedAt` (ISO 8601) still has its "New" sticker at `now` (ms since 1970). */
export function isRecent(publishedAt: string, now: number): boolean {
  return now - Date.parse(publishedAt) < newDays * dayMs;
}
