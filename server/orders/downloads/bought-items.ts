import type { Reader } from '../../platform/database/open.ts';
import { Problem } from '../../platform/http/problem.ts';
import { hasFiles } from '../present-order.ts';

/** What an account ordered, with what decides whether it may download the files now. */
export function boughtItems(read: Reader, accountId: string) {
  return read
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .innerJoin('products', 'products.id', 'orderItems.productId')
    .innerJoin('accounts', 'accounts.id', 'orders.accountId')
    .select([
      'orderItems.id',
      'orderItems.productId',
      'orderItems.productName',
      'orderItems.licenseType',
      'orderItems.licenceTextVersion',
      'orderItems.revokedAt',
      'orderItems.refundedAt',
      'orders.orderNumber',
      'orders.createdAt',
      'orders.state',
      'orders.commissionId',
      'orders.quotePart',
      'orders.releasedAt',
      'products.archiveSha256',
    ])
    .where('orders.accountId', '=', accountId)
    .where('accounts.status', '!=', 'rejected');
}

type Item = Awaited<ReturnType<ReturnType<typeof boughtItems>['execute']>>[number];

/** Why an item's files can't be downloaded; null if they can. */
export function refusalOf(
  item: Pick<Item, 'state' | 'commissionId' | 'releasedAt' | 'revokedAt' | 'refundedAt'>,
): Problem | null {
  if (item.state !== 'paid') return new Problem('FORBIDDEN', 'This order isn’t paid yet.');
  if (!hasFiles(item)) {
    return new Problem('FORBIDDEN', 'This design’s files aren’t available yet.');
  }
  if (item.revokedAt === null) return null;
  const why = item.refundedAt === null ? 'was revoked by the studio' : 'was refunded';
  return new Problem('FORBIDDEN', `This design ${why}, so you can no longer download its files.`);
}

export function unavailable(): Problem {
  return new Problem('NOT_FOUND', 'This download is no longer available.');
}

export function stillMade(): Problem {
  return new Problem('UNAVAILABLE', 'This file isn’t ready yet. Please try again in a minute.', {
    retryAfter: 60,
  });
}
