import { useLeftAccounts } from '#api/left-accounts.ts';
import { formatUsd } from '#contract/wire/money.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { Icon } from '#ui/icon.tsx';
import { ApprovalNote } from './approval-note.tsx';
import { CouponBox } from './coupon-box.tsx';
import styles from './order-summary.module.css';
import { Proceed } from './proceed.tsx';

/** The cart's totals and the button to the checkout. */
export function OrderSummary({ cart }: { readonly cart: CartView }) {
  const { totals } = cart;
  const saving = totals.list - totals.subtotal;
  return (
    <section className={styles.summary} aria-labelledby="order-summary">
      <h2 id="order-summary">Order summary</h2>
      <dl className={styles.sums}>
        <div className={styles.sum}>
          <dt>{totals.count === 1 ? '1 design' : `${totals.count} designs`}</dt>
          <dd>{formatUsd(totals.list)}</dd>
        </div>
        {saving > 0 && (
          <div className={styles.less}>
            <dt>Discount</dt>
            <dd>−{formatUsd(saving)}</dd>
          </div>
        )}
        {totals.couponDiscount > 0 && (
          <div className={styles.less}>
            <dt>Coupon</dt>
            <dd>−{formatUsd(totals.couponDiscount)}</dd>
          </div>
        )}
        <div className={styles.sum}>
          <dt>Tax included</dt>
          <dd>$0</dd>
        </div>
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{formatUsd(totals.total)}</dd>
        </div>
      </dl>
      <CouponBox key={useLeftAccounts()} cart={cart} />
      <ApprovalNote />
      <Proceed cart={cart} />
      <p className={styles.secure}>
        <Icon name="lock" size={20} />
        <span>
          <strong>Secure Checkout</strong>
          <br />
          Prices in USD. Download your files right after paying.
        </span>
      </p>
    </section>
  );
}
