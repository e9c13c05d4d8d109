import * as v from 'valibot';
import { expect, test } from 'vitest';
import { couponMessages } from '#contract/studio/coupons.ts';
import {
  couponFormSchema,
  limitFormSchema,
  limitsFrom,
  noLimits,
} from '#studio/features/coupons/coupon-values.ts';

const typed = {
  ...noLimits,
  code: 'SPRING',
  discountType: 'fixed',
  discountAmount: '2,50',
  skus: '',
};

test('amounts are taken as people type them', () => {
  expect(v.is(couponFormSchema, typed)).toBe(true);
  expect(limitsFrom({ ...noLimits, minimumSubtotal: '$1,250.50' }).minimumSubtotal).toBe(1250.5);
  expect(limitsFrom({ ...noLimits, minimumSubtotal: '12,50' }).minimumSubtotal).toBe(12.5);
  expect(limitsFrom(noLimits).minimumSubtotal).toBe(0);
});

test('an amount that could mean two things is refused', () => {
  const { issues } = v.safeParse(limitFormSchema, { ...noLimits, minimumSubtotal: '1.250' });
  expect(issues?.map(({ message }) => message)).toEqual(['Enter an amount such as 20 or 20.50.']);
});

test('a coupon takes something off, and at most everything', () => {
  const messagesOf = (discountType: string, discountAmount: string) =>
    v
      .safeParse(couponFormSchema, { ...typed, discountType, discountAmount })
      .issues?.map(({ message }) => message);
  expect(messagesOf('fixed', '0')).toEqual([couponMessages.nothingOff]);
  expect(messagesOf('percentage', '100,5')).toEqual([couponMessages.percent]);
  expect(messagesOf('percentage', '12,5')).toBeUndefined();
});
