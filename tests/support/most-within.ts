/** The largest number of these times (ms) that lie within `ms` of one another. */
export function maxWithin(times: readonly number[], ms: number): number {
  const counts = times.map((from) => times.filter((at) => at >= from && at < from + ms).length);
  return Math.max(0, ...counts);
}
