/** Names a version by its day; a second one of that day gets a number. */
export function dayVersion(day: string, taken: ReadonlySet<string>): string {
  let version = day;
  for (let count = 2; taken.has(version); count += 1) version = `${day}-${count}`;
  return version;
}
