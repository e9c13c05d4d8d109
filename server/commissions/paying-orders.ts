import { imagePath } from '#contract/shop/paths.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import type { Change } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';

/** The ids of the requests for which money may be on its way. */
export function beingPaid(reader: Reader) {
  return reader
    .selectFrom('orders')
    .select('commissionId')
    .where('commissionId', 'is not', null)
    .where('orders.state', 'in', ['capturing', 'review'])
    .$narrowType<{ commissionId: string }>();
}

/**
 * Refuses a change of what a request costs, or of whether it is drawn, while money for it may be on its way.
 * @throws CONFLICT
 */
export async function assertNotBeingPaid(tx: Reader, requestId: string): Promise<void> {
  const paying = await beingPaid(tx).where('commissionId', '=', requestId).executeTakeFirst();
  if (paying) throw new Problem('CONFLICT', commissionMessages.beingPaid);
}

/**
 * Refuses to accept a design whose price is on its way back: its buyer would have both.
 * @throws CONFLICT
 */
export async function assertNotRefunding(tx: Reader, requestId: string): Promise<void> {
  const refunding = await tx
    .selectFrom('refundRequests')
    .innerJoin('orders', 'orders.id', 'refundRequests.orderId')
    .select('orders.id')
    .where('orders.commissionId', '=', requestId)
    .where('refundRequests.state', '=', 'open')
    .executeTakeFirst();
  if (refunding) throw new Problem('CONFLICT', commissionMessages.beingRefunded);
}

/**
 * Lets the buyer download the files of an accepted design, unless a part of its price is still to be paid. From then on,
 * its orders have its picture.
 */
export async function releaseFiles({ tx, now }: Change, requestId: string): Promise<void> {
  const released = await tx
    .updateTable('orders')
    .set({ releasedAt: now.toISOString() })
    .where('id', 'in', paidInFull(tx).where('orders.commissionId', '=', requestId))
    .returning('id')
    .executeTakeFirst();
  const picture = await tx
    .selectFrom('productImages')
    .innerJoin('products', 'products.id', 'productImages.productId')
    .select('hash')
    .where('commissionId', '=', requestId)
    .orderBy('position')
    .executeTakeFirst();
  if (!released || !picture) return;
  await tx
    .updateTable('orderItems')
    .set({ imageUrl: imagePath(picture.hash, 640, 'webp') })
    .where('orderId', 'in', (from) =>
      from.selectFrom('orders').select('id').where('commissionId', '=', requestId),
    )
    .execute();
}

/** The orders whose files their buyers get once the design is accepted, and don't have yet. */
export function paidInFull(reader: Reader) {
  return reader
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.commissionId', 'is not', null)
    .where('orders.state', '=', 'paid')
    .where('orders.releasedAt', 'is', null)
    .where((order) =>
      order.or([
        order('orders.quotePart', '=', 'whole'),
        order.and([
          order('orders.quotePart', '=', 'deposit'),
          order.exists(
            order
              .selectFrom('orders as rest')
              .innerJoin('orderItems', 'orderItems.orderId', 'rest.id')
              .select('rest.id')
              .whereRef('rest.commissionId', '=', 'orders.commissionId')
              .where('rest.quotePart', '=', 'rest')
              .where('rest.state', '=', 'paid')
              .where('orderItems.revokedAt', 'is', null),
          ),
        ]),
      ]),
    );
}
