import * as v from 'valibot';
import { couponMessages, couponTermsSchema } from '#contract/studio/coupons.ts';
import { idSchema } from '#contract/wire/fields.ts';
import { fromWire } from '#contract/wire/money.ts';
import type { Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Transaction } from '../platform/database/open.ts';
import { parsePart } from '../platform/http/parse.ts';
import { invalidField } from '../platform/http/problem.ts';
import { couponKey } from './coupon-rules.ts';

const ids = v.optional(v.array(idSchema), []);

const newCouponSchema = v.intersect([
  couponTermsSchema,
  v.object({ productIds: ids, categoryIds: ids }),
]);

/** The fields of a new coupon. Without products and categories it applies to everything. */
export type NewCoupon = v.InferInput<typeof newCouponSchema>;

/**
 * Creates a coupon and returns its id.
 * @throws INVALID with the fields concerned: values out of range, a code that exists already, products or
 * categories that don't exist
 */
export async function createCoupon({ tx, now }: Change, given: NewCoupon): Promise<string> {
  const coupon = parsePart(newCouponSchema, given) as v.InferOutput<typeof newCouponSchema>;
  const { code, discountType, useLimit, productIds, categoryIds } = coupon;
  const id = newId(now);
  const row = await tx
    .insertInto('coupons')
    .values({
      id,
      code,
      codeKey: couponKey(code),
      discountType,
      discount: fromWire(coupon.discountAmount),
      minimumSubtotal: fromWire(coupon.minimumSubtotal),
      startsAt: coupon.startsAt,
      endsAt: coupon.endsAt,
      useLimit,
      isOncePerCustomer: coupon.isOncePerCustomer ? 1 : 0,
      isScoped: productIds.length + categoryIds.length > 0 ? 1 : 0,
      createdAt: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('codeKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw invalidField('code', couponMessages.codeTaken);
  for (const productId of new Set(productIds)) {
    if (!(await isThere(tx, 'products', productId))) {
      throw invalidField('productIds', `Design not found: ${productId}`);
    }
    await tx.insertInto('couponProducts').values({ couponId: id, productId }).execute();
  }
  for (const categoryId of new Set(categoryIds)) {
    if (!(await isThere(tx, 'categories', categoryId))) {
      throw invalidField('categoryIds', `Category not found: ${categoryId}`);
    }
    await tx.insertInto('couponCategories').values({ couponId: id, categoryId }).execute();
  }
  return id;
}

async function isThere(
  tx: Transaction,
  table: 'products' | 'categories',
  id: string,
): Promise<boolean> {
  const row = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
