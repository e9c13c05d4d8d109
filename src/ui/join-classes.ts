/** The names that aren't falsy, joined into a `class` attribute. */
export function joinClasses(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
