/** Names a version by its day (UTC); a second one of that day gets a number. */
export function dayVersion(now: Date, taken: ReadonlySet<string>): string {
  const day = now.toISOString().slice(0, 10);
  let version = day;
  for (let count = 2; taken.has(version); count += 1) version = `${day}-${count}`;
  return version;
}
