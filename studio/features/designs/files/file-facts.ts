import { inchesAt } from '#contract/shop/inches-at.ts';
import { promisedDpi } from '#contract/shop/promised-dpi.ts';
import { sizeWithUnit, withUnit } from '#contract/shop/with-unit.ts';
import type { DesignFile } from '#contract/studio/files.ts';
import { formatBytes } from '#ui/format-bytes.ts';

const whole = new Intl.NumberFormat('en-US');

type Facts = Pick<DesignFile, 'bytes' | 'width' | 'height' | 'dpi'>;

/** Pixels, DPI and size in one line, as far as they are known. */
export function factsLine({ bytes, width, height, dpi }: Facts): string {
  const facts: string[] = [];
  if (width !== null && height !== null) {
    facts.push(sizeWithUnit(whole.format(width), whole.format(height), 'px'));
  }
  if (dpi !== null) facts.push(withUnit(dpi, 'DPI'));
  facts.push(formatBytes(bytes));
  return facts.join(' · ');
}

/** What might surprise a buyer; null if the file is as the shop promises. Only a warning. */
export function dpiWarning({ width, height, dpi }: Facts): string | null {
  if (width === null || height === null || dpi === promisedDpi) return null;
  return dpi === null
    ? `This picture has no DPI information. The shop promises ${promisedDpi}, at which it is ${inchesAt(width, height, promisedDpi)}.`
    : `This picture has ${dpi} DPI, not the ${promisedDpi} that the shop promises.`;
}
