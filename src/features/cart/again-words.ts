import { messages } from '#contract/messages/messages.ts';
import { type LicenseType, licenseTypeNames } from '#contract/shop/account.ts';
import { isSoldTo } from '#contract/shop/is-sold-to.ts';
import type { OrderItem } from '#contract/shop/order.ts';
import type { Product } from '#contract/shop/product.ts';
import { formatUsd, priceToPay } from '#contract/wire/money.ts';

/** What buying again needs to know of a bought item. */
export type BoughtBefore = Pick<
  OrderItem,
  'productId' | 'productName' | 'licenseType' | 'price' | 'discountedPrice'
>;

/** Why a design that is in the shop can't be bought again now; null: it can. `licenseType` is the account's. */
export function againProblem(product: Product, licenseType: LicenseType): string | null {
  if (!product.isBuyable) {
    return `“${product.title}” is being drawn again. You can buy it very soon.`;
  }
  return isSoldTo(licenseType, product) ? null : messages.cart.notForFabricShops;
}

/** What differs from the earlier purchase: the price, or the licence that the account has by now; null: nothing. */
export function againNote(
  item: BoughtBefore,
  product: Product,
  licenseType: LicenseType,
): string | null {
  const now = priceToPay(product.price, product.discountedPrice);
  const before = priceToPay(item.price, item.discountedPrice);
  const notes = [
    licenseType !== item.licenseType &&
      `Your account now has the licence “${licenseTypeNames[licenseType]}”, and this one will too. It was “${licenseTypeNames[item.licenseType]}”.`,
    now !== before && `It costs ${formatUsd(now)} now. You paid ${formatUsd(before)}.`,
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : notes.join(' ');
}
