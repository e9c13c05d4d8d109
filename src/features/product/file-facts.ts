import { inchesAt } from '#contract/shop/inches-at.ts';
import type { Product } from '#contract/shop/product.ts';
import { promisedDpi } from '#contract/shop/promised-dpi.ts';
import { sizeWithUnit, withUnit } from '#contract/shop/with-unit.ts';
import { counted } from '#contract/wire/counted.ts';
import { formatBytes } from '#ui/format-bytes.ts';

type DesignFile = Product['files'][number];

const list = new Intl.ListFormat('en-US');
const whole = new Intl.NumberFormat('en-US');

/** How many files of each kind there are: `3 PNG files`, `2 PNG files and 1 SVG file`. */
export function fileCounts(files: readonly DesignFile[]): string {
  const kinds = Object.groupBy(
    files,
    ({ name }) => /\.(\w+)$/.exec(name)?.[1]?.toUpperCase() ?? '',
  );
  const parts = Object.entries(kinds).map(([kind, { length } = []]) =>
    counted(length, `${kind} file`.trimStart()),
  );
  return list.format(parts);
}

/** The facts of a file that are known: size in px, in inches at its DPI or else at the promised one, and in bytes. */
export function fileFacts({ width, height, dpi, bytes }: DesignFile): string[] {
  const facts: string[] = [];
  if (width !== null && height !== null) {
    facts.push(sizeWithUnit(whole.format(width), whole.format(height), 'px'));
    const shown = dpi || promisedDpi;
    facts.push(`${inchesAt(width, height, shown)} at ${withUnit(shown, 'DPI')}`);
    if (!dpi) facts.push('no DPI information');
  }
  facts.push(bytes > 0 ? formatBytes(bytes) : 'Being drawn');
  return facts;
}
