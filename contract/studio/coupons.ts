import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { couponCodePattern } from '../shop/coupon.ts';
import { idSchema, instantSchema, lineSchema, moneySchema } from '../wire/fields.ts';
import type { StudioCalls } from './call.ts';
import { changedFieldsSchema } from './changed-fields.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';
import { periodMessages, startsBeforeItEnds, wantedInstantSchema } from './period.ts';

/** Coupons as the studio sees and edits them. Amounts are in dollars or percent, the way the studio thinks of them. */

export const couponMessages = {
  code: 'Use 3 to 32 letters, digits, dashes or underscores.',
  codeTaken: 'There is already a coupon with this code.',
  discountType: 'Choose percentage or fixed.',
  nothingOff: 'Enter a discount greater than 0.',
  percent: 'Enter at most 100%.',
  uses: 'Enter at least 1 use.',
  noCoupon: 'This coupon doesn’t exist.',
} as const;

const instant = v.nullable(instantSchema);

/** What the studio can change while buyers have the code. */
export const couponLimitEntries = {
  /** Dollars, for the whole cart before the coupon. */
  minimumSubtotal: v.optional(moneySchema, 0),
  startsAt: v.optional(v.nullable(wantedInstantSchema), null),
  /** The coupon no longer applies from this instant on. */
  endsAt: v.optional(v.nullable(wantedInstantSchema), null),
  useLimit: v.optional(
    v.nullable(
      v.pipe(
        v.number(messages.invalid.number),
        v.integer(messages.invalid.number),
        v.minValue(1, couponMessages.uses),
        v.maxValue(1_000_000_000, messages.invalid.number),
      ),
    ),
    null,
  ),
};

const limitsObject = v.object(couponLimitEntries);
export type CouponLimits = v.InferOutput<typeof limitsObject>;

/** A coupon's terms without its scope. */
export const couponTermsSchema = v.pipe(
  v.object({
    code: v.pipe(v.string(), v.trim(), v.regex(couponCodePattern, couponMessages.code)),
    discountType: v.picklist(['percentage', 'fixed'], couponMessages.discountType),
    /** Percent or dollars, at most two decimals. */
    discountAmount: v.pipe(moneySchema, v.minValue(0.01, couponMessages.nothingOff)),
    ...couponLimitEntries,
    isOncePerCustomer: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.check(
      ({ discountType, discountAmount }) => discountType === 'fixed' || discountAmount <= 100,
      couponMessages.percent,
    ),
    ['discountAmount'],
  ),
  v.forward(
    v.check((terms) => startsBeforeItEnds(terms), periodMessages.order),
    ['endsAt'],
  ),
);

const newCouponSchema = v.intersect([
  couponTermsSchema,
  v.object({
    /** SKUs of the designs it applies to. Without SKUs and categories it applies to everything. */
    skus: v.pipe(
      v.array(lineSchema(messages.invalid.fields, 100)),
      v.maxLength(500, messages.invalid.tooLong),
    ),
    categoryIds: v.pipe(v.array(idSchema), v.maxLength(200, messages.invalid.tooLong)),
  }),
]);

const categorySchema = v.object({ _id: idSchema, name: v.string() });

export const studioCouponSchema = v.object({
  _id: idSchema,
  /** Rises when its dates and limits are saved. */
  version: v.number(),
  code: v.string(),
  discountType: v.picklist(['percentage', 'fixed']),
  discountAmount: v.number(),
  minimumSubtotal: v.number(),
  startsAt: instant,
  endsAt: instant,
  useLimit: v.nullable(v.number()),
  /** Uses by orders that are paid or being paid right now. */
  used: v.number(),
  isOncePerCustomer: v.boolean(),
  isOff: v.boolean(),
  /** Null: it applies to every design. */
  scope: v.nullable(v.object({ skus: v.array(v.string()), categories: v.array(categorySchema) })),
});
export type StudioCoupon = v.InferOutput<typeof studioCouponSchema>;

export type CouponState = 'off' | 'planned' | 'ended' | 'used up' | 'on';

/** Whether a buyer can use it right now, and if not, why. */
export function couponState(
  coupon: Pick<StudioCoupon, 'isOff' | 'startsAt' | 'endsAt' | 'useLimit' | 'used'>,
  now: Date,
): CouponState {
  if (coupon.isOff) return 'off';
  if (coupon.endsAt !== null && Date.parse(coupon.endsAt) <= now.getTime()) return 'ended';
  if (coupon.startsAt !== null && Date.parse(coupon.startsAt) > now.getTime()) return 'planned';
  return coupon.useLimit !== null && coupon.used >= coupon.useLimit ? 'used up' : 'on';
}

const idParams = v.object({ id: idSchema });

export const couponCalls = {
  coupons: {
    method: 'GET',
    path: '/api/studio/coupons',
    access: 'studio',
    summary: 'Coupons, newest first; `search` finds codes',
    query: v.object({
      ...listQueryEntries,
      search: v.optional(
        v.pipe(v.string(), v.trim(), v.maxLength(64, messages.invalid.tooLong)),
        '',
      ),
    }),
    answer: listAnswerSchema(studioCouponSchema),
  },
  coupon: {
    method: 'GET',
    path: '/api/studio/coupons/{id}',
    access: 'studio',
    summary: 'One coupon',
    params: idParams,
    answer: studioCouponSchema,
  },
  couponCategories: {
    method: 'GET',
    path: '/api/studio/coupon-categories',
    access: 'studio',
    summary: 'The categories a coupon can apply to',
    answer: v.object({ categories: v.array(categorySchema) }),
  },
  createCoupon: {
    method: 'POST',
    path: '/api/studio/coupons',
    access: 'studio',
    isRepeatable: true,
    summary: 'Create a coupon; its code, discount and scope never change',
    body: newCouponSchema,
    answer: studioCouponSchema,
  },
  limitCoupon: {
    method: 'PATCH',
    path: '/api/studio/coupons/{id}',
    access: 'studio',
    summary: 'Save the dates and limits of a coupon that changed',
    params: idParams,
    body: changedFieldsSchema(couponLimitEntries, couponLimitEntries),
    answer: studioCouponSchema,
  },
  switchCoupon: {
    method: 'PUT',
    path: '/api/studio/coupons/{id}/switch',
    access: 'studio',
    summary: 'Switch a coupon off, or on again',
    params: idParams,
    body: v.object({ isOff: v.boolean() }),
    answer: studioCouponSchema,
  },
} as const satisfies StudioCalls;
