import {
  type CouponLimits,
  type CouponState,
  couponState,
  type StudioCoupon,
} from '#contract/studio/coupons.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Instant } from '../../ui/instant.tsx';
import { momentText } from '../../ui/local-moment.ts';

const looks: Readonly<
  Record<CouponState, { readonly tone: 'good' | 'wait' | 'bad' | 'plain'; readonly text: string }>
> = {
  on: { tone: 'good', text: 'On' },
  planned: { tone: 'wait', text: 'Scheduled' },
  'used up': { tone: 'plain', text: 'Used up' },
  ended: { tone: 'plain', text: 'Ended' },
  off: { tone: 'bad', text: 'Switched off' },
};

export function CouponStateBadge({ coupon }: { readonly coupon: StudioCoupon }) {
  const { tone, text } = looks[couponState(coupon, new Date())];
  return <Badge tone={tone}>{text}</Badge>;
}

export function usesOf({ used, useLimit }: StudioCoupon): string {
  return useLimit === null ? `${used}` : `${used} of ${useLimit}`;
}

/** The start and end of a coupon, as far as they are set. */
export function Period({ coupon: { startsAt, endsAt } }: { readonly coupon: StudioCoupon }) {
  if (startsAt === null && endsAt === null) return 'Always';
  return (
    <>
      {startsAt !== null && (
        <>
          from <Instant at={startsAt} />
        </>
      )}{' '}
      {endsAt !== null && (
        <>
          until <Instant at={endsAt} />
        </>
      )}
    </>
  );
}

export const limitWords = {
  minimumSubtotal: {
    name: 'Minimum subtotal',
    text: ({ minimumSubtotal: least }: CouponLimits) => (least > 0 ? formatUsd(least) : ''),
  },
  startsAt: { name: 'Starts', text: ({ startsAt }: CouponLimits) => momentText(startsAt) },
  endsAt: { name: 'Ends', text: ({ endsAt }: CouponLimits) => momentText(endsAt) },
  useLimit: {
    name: 'Total uses',
    text: ({ useLimit }: CouponLimits) => String(useLimit ?? ''),
  },
};

/** A coupon's rules apart from its dates, in short. */
export function rulesOf({ minimumSubtotal, isOncePerCustomer, scope }: StudioCoupon): string {
  const counts = scope && [...scope.categories.map(({ name }) => name), ...scope.skus].join(', ');
  const rules = [
    ...(minimumSubtotal > 0 ? [`minimum ${formatUsd(minimumSubtotal)}`] : []),
    ...(isOncePerCustomer ? ['once per buyer'] : []),
    ...(counts === null ? [] : [`only for ${counts || 'designs no longer sold'}`]),
  ];
  return rules.join('; ') || 'None';
}
