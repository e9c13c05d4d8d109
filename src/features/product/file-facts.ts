import type { Product } from '#contract/product.ts';

type DesignFile = Product['files'][number];

const whole = new Intl.NumberFormat('en-US');
const rough = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const bytesPerStep = 1000;
const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** `8_412_000` → `8.4 MB`. */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let step = 0;
  while (amount >= bytesPerStep && step < units.length - 1) {
    amount /= bytesPerStep;
    step += 1;
  }
  return `${rough.format(amount)} ${units[step]}`;
}

/** What a buyer wants to know of a file, each fact only where it is known: px, inches at its DPI, size. */
export function fileFacts({ width, height, dpi, bytes }: DesignFile): string[] {
  const facts: string[] = [];
  if (width !== null && height !== null) {
    facts.push(`${whole.format(width)} × ${whole.format(height)} px`);
    if (dpi !== null && dpi > 0) {
      facts.push(`${rough.format(width / dpi)} × ${rough.format(height / dpi)} in at ${dpi} DPI`);
    }
  }
  facts.push(bytes > 0 ? formatBytes(bytes) : 'Being drawn');
  return facts;
}
