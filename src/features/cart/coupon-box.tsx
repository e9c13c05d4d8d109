import type { AppliedCoupon } from '#contract/coupon.ts';
import { formatUsd } from '#contract/money.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { TextField } from '#ui/text-field.tsx';
import styles from './coupon-box.module.css';
import { useCoupon } from './use-coupon.ts';

interface CouponBoxProps {
  readonly cartId: string | null;
  readonly applied: AppliedCoupon | null;
  /** What it takes off, in dollars. */
  readonly discount: number;
}

/** Either the applied coupon with a way to take it off, or a field for one; never both. */
export function CouponBox({ cartId, applied, discount }: CouponBoxProps) {
  const coupon = useCoupon(cartId);
  if (applied) {
    return (
      <div className={styles.applied}>
        <Icon name="tag" size={20} />
        <span>
          <strong>{applied.code}</strong> takes {formatUsd(discount)} off
        </span>
        <Button
          variant="icon"
          aria-label={`Remove coupon ${applied.code}`}
          disabled={coupon.isBusy}
          onClick={() => void coupon.remove()}
        >
          <Icon name="close" size={18} />
        </Button>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void coupon.apply();
      }}
    >
      <TextField
        className={styles.field}
        label="Coupon code"
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={coupon.code}
        onChange={coupon.change}
        error={coupon.error}
      />
      <Button variant="paper" type="submit" disabled={coupon.isBusy}>
        Apply
      </Button>
      {coupon.isAskingToSignIn && (
        <p className={styles.note} role="status">
          <ShopLink to={paths.signIn.path} state={{ from: paths.cart.path }}>
            Sign in
          </ShopLink>{' '}
          to use this code. We keep it here for you.
        </p>
      )}
    </form>
  );
}
