import { withUnit } from '#contract/shop/with-unit.ts';

const rough = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const bytesPerStep = 1000;
const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** `8_412_000` → `8.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return withUnit(1, 'byte');
  let amount = bytes;
  let step = 0;
  while (amount >= bytesPerStep && step < units.length - 1) {
    amount /= bytesPerStep;
    step += 1;
  }
  return withUnit(rough.format(amount), units[step] ?? '');
}
