import { toWire } from './money.ts';

const maxCents = 100_000_000;
/** Maximum length of an amount, with its currency and spaces. */
export const longestAmount = 40;

/** Dots and commas as thousands or decimal separators. Three digits after a single dot are refused, because they could be either. */
const amounts = [
  /^(\d+)(?:\.(\d{1,2}))?$/,
  /^()\.(\d{1,2})$/,
  /^(\d+),(\d{1,2})$/,
  /^(\d{1,3}(?:[, ]\d{3})+)(?:\.(\d{1,2}))?$/,
  /^(\d{1,3}(?:[. ]\d{3})+),(\d{1,2})$/,
  // Switzerland
  /^(\d{1,3}(?:'\d{3})+)(?:[.,](\d{1,2}))?$/,
] as const;

/**
 * Parses a number with up to two decimals, in hundredths; null for anything else. `more` are patterns besides
 * the usual ones, with the whole part as their first group.
 */
export function parseDigits(text: string, more: readonly RegExp[] = []): number | null {
  for (const amount of [...amounts, ...more]) {
    const [, whole, decimals = ''] = amount.exec(text) ?? [];
    if (whole === undefined) continue;
    return Number(whole.replace(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'));
  }
  return null;
}

/**
 * Parses an amount in dollars as people type it and as shops export it, in cents: `12`, `12.5`, `1,234.50`,
 * `12,50`, `$12`. Null for anything else, for anything ambiguous, and for more than 1,000,000 dollars.
 */
export function parseCents(text: string): number | null {
  if (text.length > longestAmount) return null;
  const bare = text
    .normalize('NFKC')
    .trim()
    .replace(/^(?:US)?\$|(?:USD|\$)$/gi, '')
    .trim();
  const cents = parseDigits(bare);
  return cents !== null && cents <= maxCents ? cents : null;
}

/** The same in dollars, as on the wire; NaN for what {@link parseCents} refuses. */
export function parseAmount(text: string): number {
  const cents = parseCents(text);
  return cents === null ? Number.NaN : toWire(cents);
}
