import { licenseTypeNames } from '#contract/shop/account.ts';
import { firstLicenceItems } from '#contract/shop/licence-rules.ts';
import type { Order } from '#contract/shop/order.ts';
import { byteOrderMark, csvRow } from '#contract/wire/csv.ts';
import { type SoldView, soldUnder } from '#offline/views/sold-view.ts';

const head = ['Design', 'Order', 'Bought', 'Licence', 'In force', 'Covers', 'Sold'];

/** The counts of all bought licences as a CSV file, newest order first; null if nothing was counted. `shopDay` tells an instant's day. */
export function countsCsv(
  orders: readonly Order[],
  sold: SoldView,
  shopDay: (at: string) => string,
): string | null {
  const licences = orders.flatMap((order) =>
    order.items.flatMap((item) =>
      item.counted ? [{ order, item, number: soldUnder(sold, item._id, item.counted) }] : [],
    ),
  );
  if (licences.every(({ number }) => number === 0)) return null;
  const rows = licences.map(({ order, item, number }) => [
    item.productName,
    order.orderNumber,
    shopDay(order.createdAt),
    licenseTypeNames[item.licenseType],
    item.isRevoked ? 'no' : 'yes',
    item.licenceItems ?? firstLicenceItems,
    number,
  ]);
  return byteOrderMark + [head, ...rows].map(csvRow).join('');
}
