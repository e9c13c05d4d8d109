import * as v from 'valibot';
import { idSchema, instantSchema, moneySchema } from '#contract/fields.ts';
import { fromWire } from '#contract/money.ts';
import type { Transaction } from '../database/open.ts';
import { parsePart } from '../http/parse.ts';
import { Problem } from '../http/problem.ts';
import { newId } from '../new-id.ts';
import { couponKey } from './coupon-rules.ts';

const instant = v.optional(v.nullable(instantSchema), null);
const ids = v.optional(v.array(idSchema), []);

const newCouponSchema = v.pipe(
  v.object({
    code: v.pipe(
      v.string(),
      v.trim(),
      v.regex(
        /^[A-Za-z0-9_-]{3,32}$/,
        'A code has 3 to 32 letters, digits, dashes or underscores.',
      ),
    ),
    discountType: v.picklist(['percentage', 'fixed'], 'A discount is percentage or fixed.'),
    /** Percent or dollars, at most two decimals. */
    discountAmount: v.pipe(moneySchema, v.minValue(0.01, 'A discount is more than nothing.')),
    /** Dollars, over the whole cart and before the coupon. */
    minimumSubtotal: v.optional(moneySchema, 0),
    startsAt: instant,
    endsAt: instant,
    useLimit: v.optional(
      v.nullable(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1, 'A coupon can be used once at least.'),
          v.maxValue(1_000_000_000),
        ),
      ),
      null,
    ),
    isOncePerCustomer: v.optional(v.boolean(), false),
    productIds: ids,
    categoryIds: ids,
  }),
  v.forward(
    v.check(
      ({ discountType, discountAmount }) => discountType === 'fixed' || discountAmount <= 100,
      'A percentage is at most 100.',
    ),
    ['discountAmount'],
  ),
  v.forward(
    v.check(
      ({ startsAt, endsAt }) =>
        startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt),
      'A coupon ends after it starts.',
    ),
    ['endsAt'],
  ),
);

/** What the studio decides about a coupon. Without products and categories it counts for everything. */
export type NewCoupon = v.InferInput<typeof newCouponSchema>;

/**
 * Makes a coupon and answers its id. Throws INVALID with its fields: values out of range, a code
 * that there is already, products or categories that there aren't.
 */
export async function createCoupon(tx: Transaction, now: Date, given: NewCoupon): Promise<string> {
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
      startsAt: utc(coupon.startsAt),
      endsAt: utc(coupon.endsAt),
      useLimit,
      isOncePerCustomer: coupon.isOncePerCustomer ? 1 : 0,
      isScoped: productIds.length + categoryIds.length > 0 ? 1 : 0,
      createdAt: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('codeKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw invalid('code', 'There is already a coupon with this code.');
  for (const productId of new Set(productIds)) {
    if (!(await isThere(tx, 'products', productId))) {
      throw invalid('productIds', `There is no design ${productId}.`);
    }
    await tx.insertInto('couponProducts').values({ couponId: id, productId }).execute();
  }
  for (const categoryId of new Set(categoryIds)) {
    if (!(await isThere(tx, 'categories', categoryId))) {
      throw invalid('categoryIds', `There is no category ${categoryId}.`);
    }
    await tx.insertInto('couponCategories').values({ couponId: id, categoryId }).execute();
  }
  return id;
}

/** Instants sort as texts only where all are written alike. */
function utc(instantAt: string | null): string | null {
  return instantAt === null ? null : new Date(instantAt).toISOString();
}

async function isThere(
  tx: Transaction,
  table: 'products' | 'categories',
  id: string,
): Promise<boolean> {
  const row = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

function invalid(field: string, message: string): Problem {
  return new Problem('INVALID', message, { fields: { [field]: message } });
}
