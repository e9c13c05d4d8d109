/** A day (`2027-06-12`) in words: `June 12, 2027`. */
export function dayInWords(day: string): string {
  const words = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return words.format(new Date(day));
}
