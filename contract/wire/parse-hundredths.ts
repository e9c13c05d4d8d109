import { longestAmount, parseCents, parseDigits } from './parse-amount.ts';

/** The most for a price in another currency, in hundredths: some count in millions. */
const maxHundredths = 100_000_000_000;
/** A dot can only group the digits of a currency without a smaller unit, or where it does so twice. */
const wholeAmount = /^(\d{1,3}(?:\.\d{3})+)$/;
const groupedTwice = /^(\d{1,3}(?:\.\d{3}){2,})$/;

/** Currencies without a smaller unit (ISO 4217). */
const wholeCurrencies: ReadonlySet<string> = new Set([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV'],
  ...['XAF', 'XOF', 'XPF'],
]);

/** Whether a currency has no smaller unit, such as JPY. */
export function isWholeCurrency(currency: string): boolean {
  return wholeCurrencies.has(currency);
}

/** What people write for a currency besides its code. */
const signs: Readonly<Record<string, readonly string[]>> = {
  EUR: ['€'],
  GBP: ['£'],
  JPY: ['¥', '円'],
  CNY: ['¥', '元'],
  CAD: ['CA$', 'C$', '$'],
  AUD: ['AU$', 'A$', '$'],
  NZD: ['NZ$', '$'],
  CHF: ['SFR.', 'FR.'],
  SEK: ['KR'],
  NOK: ['KR'],
  DKK: ['KR.', 'KR'],
  PLN: ['ZŁ'],
  CZK: ['KČ'],
  HUF: ['FT'],
  INR: ['₹'],
  KRW: ['₩'],
  BRL: ['R$'],
  MXN: ['MX$', '$'],
  TRY: ['₺'],
  ILS: ['₪'],
  UAH: ['₴'],
  VND: ['₫'],
};

/**
 * Parses an amount in any currency, in hundredths of its unit (also for JPY), as people type it and as shops
 * of any country export it: `1 234,50 €`, `CHF 1'234.–`, `¥1,200`. An empty `currency`: none is known, so any
 * sign is accepted. Null for anything else, for anything ambiguous, and for more than a billion units.
 */
export function parseHundredths(text: string, currency: string): number | null {
  if (currency === 'USD') return parseCents(text);
  if (text.length > longestAmount) return null;
  const bare = withoutSign(text.normalize('NFKC').replaceAll('’', "'").trim(), currency)
    .replace(/[.,][-–—]{1,2}$/, '')
    .trim();
  const more = isWholeCurrency(currency) ? [wholeAmount] : [groupedTwice];
  const hundredths = parseDigits(bare, more);
  return hundredths !== null && hundredths <= maxHundredths ? hundredths : null;
}

/** Removes a currency's code and sign, each from one end. */
function withoutSign(text: string, currency: string): string {
  if (currency === '') return text.replace(/^\p{Sc}|\p{Sc}$/u, '').trim();
  const upper = text.toUpperCase();
  // Some letters get longer in upper case.
  if (upper.length !== text.length) return text;
  const known = [currency, ...(signs[currency] ?? [])];
  const before = known.find((sign) => upper.startsWith(sign))?.length ?? 0;
  const rest = upper.slice(before);
  const after = known.find((sign) => rest.endsWith(sign))?.length ?? 0;
  return text.slice(before, text.length - after).trim();
}
