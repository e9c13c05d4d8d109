import {
  type CurrencyChoice,
  type ImportChoices,
  unnamedCurrency,
} from '#contract/studio/import-choices.ts';
import { formatCents } from '#contract/wire/money.ts';
import { isWholeCurrency, parseHundredths } from '#contract/wire/parse-hundredths.ts';
import { roundCents } from '../bulk/new-price.ts';

const maxCents = 100_000_000;

/** Reads the prices of a file as chosen for it. */
export interface Pricing {
  /** Cents; null: the price stays empty. A text says why it can't be read. */
  readonly read: (text: string, currency: string, what?: string) => number | null | { no: string };
  /** A price for people, with what it becomes: `12.50 EUR → $13.60`; empty if it can't be read. */
  readonly tell: (text: string, currency: string) => string;
}

export function pricingOf({ currencies }: Pick<ImportChoices, 'currencies'>): Pricing {
  const choiceOf = (currency: string): CurrencyChoice | null =>
    (Object.hasOwn(currencies, currency) ? currencies[currency] : undefined) ??
    (currency === 'USD' || currency === unnamedCurrency ? { how: 'dollars' } : null);

  function read(text: string, currency: string, what = 'price'): ReturnType<Pricing['read']> {
    const choice = choiceOf(currency);
    if (!choice) {
      return { no: `Its price is in ${currency}, but the shop sells in US dollars.` };
    }
    if (choice.how === 'empty') return null;
    const code = codeOf(choice, currency);
    const amount = parseHundredths(text, code);
    const isConverted = choice.how === 'convert';
    const cents =
      amount !== null && isConverted ? roundCents(amount * choice.rate, choice.rounding) : amount;
    if (cents === null || cents > maxCents) {
      const isIn = isConverted && code !== '' ? `in ${code}` : 'in dollars';
      return { no: `Its ${what} “${start(text)}” isn’t a price ${isIn} up to 1,000,000.` };
    }
    if (amount !== 0 && cents <= 0) return { no: `Its ${what} “${start(text)}” would be $0.00.` };
    return cents;
  }

  function tell(text: string, currency: string): string {
    const choice = choiceOf(currency);
    const code = codeOf(choice, currency);
    const amount = parseHundredths(text, code);
    if (amount === null) return '';
    if (choice?.how === 'dollars') return formatCents(amount);
    const own = `${(amount / 100).toFixed(isWholeCurrency(code) ? 0 : 2)} ${code}`.trim();
    const cents = read(text, currency);
    if (cents === null) return `${own} → no price`;
    return typeof cents === 'number' ? `${own} → ${formatCents(cents)}` : own;
  }

  return { read, tell };
}

/** The currency that a price is written in. Read as dollars, an amount may have any currency’s sign. */
function codeOf(choice: CurrencyChoice | null, currency: string): string {
  if (choice?.how === 'convert') return choice.code || currency;
  if (currency === unnamedCurrency && choice?.how === 'dollars') return 'USD';
  return currency;
}

/** The beginning of an unusable text, to find it in the file. */
function start(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
