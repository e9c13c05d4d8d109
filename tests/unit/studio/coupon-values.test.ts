import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { couponMessages } from '#contract/studio/coupons.ts';
import { periodMessages } from '#contract/studio/period.ts';
import {
  couponFormSchema,
  limitFormSchema,
  limitShape,
  limitsFrom,
  noLimits,
} from '#studio/features/coupons/coupon-values.ts';
import { limitWords } from '#studio/features/coupons/coupon-words.tsx';
import { changedFields } from '#studio/ui/shared-draft.ts';

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

describe.each(['20261-05-01T10:00', '+275761-01-01T00:00', 'soon'])('the date %s', (moment) => {
  it('is refused at its field, in both forms', () => {
    const errorsOf = (schema: v.GenericSchema, fields: object) =>
      v.safeParse(schema, fields).issues?.map((issue) => [v.getDotPath(issue), issue.message]);
    const refused = [['startsAt', periodMessages.instant]];
    expect(errorsOf(limitFormSchema, { ...noLimits, startsAt: moment })).toEqual(refused);
    expect(errorsOf(couponFormSchema, { ...typed, startsAt: moment })).toEqual(refused);
  });

  it('counts as typed and is shown beside a colleague’s', () => {
    const wrong = { ...noLimits, endsAt: moment };
    expect(changedFields(limitShape, { base: limitsFrom(noLimits), typed: wrong })).toEqual([
      'endsAt',
    ]);
    expect(limitWords.endsAt.text(limitsFrom(wrong))).not.toBe('');
  });
});

test('the end of the year 9999 is a date', () => {
  const { success } = v.safeParse(limitFormSchema, { ...noLimits, endsAt: '9999-12-30T23:59' });
  expect(success).toBe(true);
});
