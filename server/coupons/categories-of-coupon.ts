import type { Reader } from '../platform/database/open.ts';

/** The categories that a coupon applies to, in the shop's order. */
export function categoriesOfCoupon(reader: Reader, couponId: string) {
  return reader
    .selectFrom('couponCategories')
    .innerJoin('categories', 'categories.id', 'couponCategories.categoryId')
    .select(['categories.id as _id', 'categories.name'])
    .where('couponCategories.couponId', '=', couponId)
    .orderBy('categories.position')
    .execute();
}
