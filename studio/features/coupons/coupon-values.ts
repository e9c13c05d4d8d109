import * as v from 'valibot';
import { messages } from '#contract/messages/messages.ts';
import { couponCodePattern } from '#contract/shop/coupon.ts';
import { type CouponLimits, couponMessages, type StudioCoupon } from '#contract/studio/coupons.ts';
import {
  periodMessages,
  startsBeforeItEnds,
  wantedInstantSchema,
} from '#contract/studio/period.ts';
import { parseAmount, parseCents } from '#contract/wire/parse-amount.ts';
import { instantFrom, momentFrom } from '../../ui/local-moment.ts';
import type { FormShape } from '../../ui/shared-draft.ts';

/** Converts between the texts of the coupon forms and their values. Days and hours are in the reader's time zone. */

const amountText = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => text === '' || parseCents(text) !== null,
    'Enter an amount such as 20 or 20.50.',
  ),
);

const momentSchema = v.pipe(
  v.string(),
  v.check(
    (text) => v.is(v.nullable(wantedInstantSchema), instantFrom(text)),
    periodMessages.instant,
  ),
);

const limitEntries = {
  minimumSubtotal: amountText,
  startsAt: momentSchema,
  endsAt: momentSchema,
  useLimit: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{0,9}$/, messages.invalid.number),
    v.check((text) => text === '' || Number(text) > 0, couponMessages.uses),
  ),
};
export type LimitField = keyof typeof limitEntries;

interface Period {
  readonly startsAt: string;
  readonly endsAt: string;
}

const isInOrder = ({ startsAt, endsAt }: Period) =>
  startsBeforeItEnds({ startsAt: instantFrom(startsAt), endsAt: instantFrom(endsAt) });

export const limitFormSchema = v.pipe(
  v.object(limitEntries),
  v.forward(
    v.check((typed) => isInOrder(typed), periodMessages.order),
    ['endsAt'],
  ),
);

export const couponFormSchema = v.pipe(
  v.object({
    ...limitEntries,
    code: v.pipe(v.string(), v.trim(), v.regex(couponCodePattern, couponMessages.code)),
    discountType: v.picklist(['percentage', 'fixed']),
    discountAmount: v.pipe(
      amountText,
      v.check((text) => parseAmount(text) > 0, couponMessages.nothingOff),
    ),
    skus: v.string(),
  }),
  v.forward(
    v.check(
      ({ discountType, discountAmount }) =>
        discountType === 'fixed' || parseAmount(discountAmount) <= 100,
      couponMessages.percent,
    ),
    ['discountAmount'],
  ),
  v.forward(
    v.check((typed) => isInOrder(typed), periodMessages.order),
    ['endsAt'],
  ),
);
export type CouponField = LimitField | 'code' | 'discountType' | 'discountAmount' | 'skus';

export const noLimits: Readonly<Record<LimitField, string>> = {
  minimumSubtotal: '',
  startsAt: '',
  endsAt: '',
  useLimit: '',
};

export function limitsOf(coupon: StudioCoupon): CouponLimits {
  const { minimumSubtotal, startsAt, endsAt, useLimit } = coupon;
  return { minimumSubtotal, startsAt, endsAt, useLimit };
}

function typedLimits(limits: CouponLimits): Readonly<Record<LimitField, string>> {
  const { minimumSubtotal, startsAt, endsAt, useLimit } = limits;
  return {
    minimumSubtotal: minimumSubtotal === 0 ? '' : String(minimumSubtotal),
    startsAt: momentFrom(startsAt),
    endsAt: momentFrom(endsAt),
    useLimit: useLimit === null ? '' : String(useLimit),
  };
}

export function limitsFrom(typed: Readonly<Record<LimitField, string>>): CouponLimits {
  const useLimit = typed.useLimit.trim();
  return {
    minimumSubtotal: typed.minimumSubtotal.trim() === '' ? 0 : parseAmount(typed.minimumSubtotal),
    startsAt: instantFrom(typed.startsAt),
    endsAt: instantFrom(typed.endsAt),
    useLimit: useLimit === '' ? null : Number(useLimit),
  };
}

export const limitShape: FormShape<CouponLimits, Readonly<Record<LimitField, string>>> = {
  typedFrom: typedLimits,
  editedFrom: limitsFrom,
  parts: {
    minimumSubtotal: ['minimumSubtotal'],
    startsAt: ['startsAt'],
    endsAt: ['endsAt'],
    useLimit: ['useLimit'],
  },
};

/** Parses SKUs separated by commas or line breaks. */
export function skusFrom(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((sku) => sku.trim())
    .filter((sku) => sku !== '');
}
