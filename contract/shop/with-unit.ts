/** A number with its unit, which no line break separates. */
export function withUnit(number: number | string, unit: string): string {
  return `${number}\u00a0${unit}`;
}

/** Width and height with their unit, which no line break separates. */
export function sizeWithUnit(
  width: number | string,
  height: number | string,
  unit: string,
): string {
  return `${width}\u00a0×\u00a0${withUnit(height, unit)}`;
}
