/** Not a day like 31 February, nor in a year of which an instant before or after it doesn't sort as text. */
export function isRealDay(day: string): boolean {
  if (day < '1000' || day >= '9999') return false;
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
