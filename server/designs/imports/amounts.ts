import type { AmountUnit } from '#contract/studio/import-choices.ts';
import { isWholeCurrency, parseHundredths } from '#contract/wire/parse-hundredths.ts';

/** A price of a file as it is written there. */
export interface WrittenAmount {
  readonly text: string;
  readonly currency: string;
  /** The same price for people, if the file has that too. */
  readonly formatted?: string;
}

/** What the whole numbers among a file's prices count. `example`: one of them, if that is a guess. */
export interface FileAmounts {
  readonly unit: AmountUnit;
  readonly example: string | null;
}

const wholeNumber = /^\d{1,9}$/;
/** Few shops sell something for less, so smaller numbers are hardly cents. */
const leastCents = 99;

/**
 * Decides from all of a file whether its whole numbers are cents. A price that is also there for people decides, and
 * one with decimals unless the shop's exports have cents; otherwise it is a guess. `usual`: what they are in those.
 */
export async function amountsOf(
  amounts: AsyncIterable<WrittenAmount>,
  usual: AmountUnit,
): Promise<FileAmounts> {
  let example: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  let hasDecimals = false;
  for await (const { text, currency, formatted = '' } of amounts) {
    if (text === '' || isWholeCurrency(currency)) continue;
    if (!wholeNumber.test(text)) {
      hasDecimals ||= parseHundredths(text, currency) !== null;
      if (hasDecimals && usual === 'units') return { unit: 'units', example: null };
      continue;
    }
    const number = Number(text);
    if (number === 0) continue;
    const shown = parseHundredths(formatted.replace(/\+$/, ''), currency);
    if (shown === number) return { unit: 'cents', example: null };
    if (shown === number * 100) return { unit: 'units', example: null };
    example ??= text;
    least = Math.min(least, number);
  }
  const isSmall = least < leastCents;
  const isSure = isSmall && (hasDecimals || usual === 'units');
  return { unit: isSmall ? 'units' : usual, example: isSure ? null : example };
}

/** A price in its currency's unit, as an amount that can be read. */
export function inUnits(text: string, currency: string, unit: AmountUnit | null): string {
  const isCents = unit === 'cents' && wholeNumber.test(text) && !isWholeCurrency(currency);
  return isCents ? (Number(text) / 100).toFixed(2) : text;
}
