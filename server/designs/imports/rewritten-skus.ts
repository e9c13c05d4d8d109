import { looksRewritten } from '../spreadsheet-text.ts';

/** How many SKUs tell what is usual in a file. */
const enough = 4;
/** Numbers of fewer digits are often just counted up. */
const leastDigits = 4;

/**
 * Which of a file's SKUs look as if a spreadsheet had changed them: by their form, or because they are numbers shorter
 * than nearly all others, which may have begun with zeroes. A file that has such numbers shows that it kept theirs.
 */
export function rewrittenSkus(skus: readonly string[]): ReadonlySet<string> {
  const rewritten = new Set(skus.filter(looksRewritten));
  const numbers = skus.filter((sku) => /^\d+$/.test(sku) && !rewritten.has(sku));
  const longest = Math.max(0, ...numbers.map(({ length }) => length));
  const short = numbers.filter(({ length }) => length < longest);
  const isUsual = numbers.length >= enough && short.length <= numbers.length / 4;
  if (longest >= leastDigits && isUsual && !numbers.some((sku) => sku.startsWith('0'))) {
    for (const sku of short) rewritten.add(sku);
  }
  return rewritten;
}
