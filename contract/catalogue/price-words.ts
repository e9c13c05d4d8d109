import type { Product } from '../shop/product.ts';
import { fromWire, priceToPay } from '../wire/money.ts';
import { wordMap } from './word-map.ts';

type Prices = Pick<Product, 'price' | 'discountedPrice'>;

/** Whether a design's prices are as a text says. */
export type HasPrice = (prices: Prices) => boolean;

const isFree: HasPrice = ({ price, discountedPrice }) => priceToPay(price, discountedPrice) === 0;
const isReduced: HasPrice = ({ discountedPrice }) => discountedPrice !== null;

const priceWords = wordMap<HasPrice>({
  free: isFree,
  freebie: isFree,
  sale: isReduced,
  discount: isReduced,
  discounted: isReduced,
  reduced: isReduced,
  clearance: isReduced,
});

/** What a word such as `sale` says of prices; null: nothing. */
export const priceWordOf = (word: string): HasPrice | null => priceWords.get(word) ?? null;

/** `under $10` or `less than 10 dollars`: a number without a currency is a size, an age or a count. */
const limit =
  /\b(?:under|below|less than|cheaper than|no more than|up to)\s+(?=\$|[\d.]+\s?(?:usd|dollars?|bucks)\b)\$?\s?(\d{1,6}(?:\.\d{1,2})?)(?:\s?(?:usd|dollars?|bucks))?(?![\w%]|[.,]\d)/iu;

export interface PriceLimit {
  /** As typed. */
  readonly text: string;
  readonly has: HasPrice;
}

/** A text without its first price limit, and the limit; null: it has none. */
export function splitPriceLimit(text: string): [rest: string, limit: PriceLimit | null] {
  const found = limit.exec(text);
  if (!found) return [text, null];
  const most = fromWire(Number(found[1]));
  return [
    `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`,
    {
      text: found[0].toLowerCase(),
      has: ({ price, discountedPrice }) => fromWire(priceToPay(price, discountedPrice)) <= most,
    },
  ];
}
