/** A number with its unit, which no line break separates. */
export function withUnit(number: number | string, unit: string): string {
  return `${number}\u00a0${unit}`;
}
