import type { Product } from '#contract/shop/product.ts';
import { sizeWithUnit, withUnit } from '#contract/shop/with-unit.ts';
import { formatBytes } from '#ui/format-bytes.ts';

type DesignFile = Product['files'][number];

const whole = new Intl.NumberFormat('en-US');
const rough = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** The facts of a file that are known: size in px, in inches at its DPI, and in bytes. */
export function fileFacts({ width, height, dpi, bytes }: DesignFile): string[] {
  const facts: string[] = [];
  if (width !== null && height !== null) {
    facts.push(sizeWithUnit(whole.format(width), whole.format(height), 'px'));
    if (dpi !== null && dpi > 0) {
      const inches = sizeWithUnit(rough.format(width / dpi), rough.format(height / dpi), 'in');
      facts.push(`${inches} at ${withUnit(dpi, 'DPI')}`);
    }
  }
  facts.push(bytes > 0 ? formatBytes(bytes) : 'Being drawn');
  return facts;
}
