import { sizeWithUnit } from './with-unit.ts';

const rough = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** The size in inches of a picture that is printed at this DPI; its own is in pixels. */
export function inchesAt(width: number, height: number, dpi: number): string {
  return sizeWithUnit(rough.format(width / dpi), rough.format(height / dpi), 'in');
}
