import { useLeftAccounts } from '#api/left-accounts.ts';
import { sumOf } from '#contract/shop/collection-price.ts';
import { counted } from '#contract/wire/counted.ts';
import { formatUsd } from '#contract/wire/money.ts';
import type { ListLine } from '#offline/outbox/rows.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { Icon } from '#ui/icon.tsx';
import { ApprovalNote } from './approval-note.tsx';
import { CouponBox } from './coupon-box.tsx';
import styles from './order-summary.module.css';
import { Proceed } from './proceed.tsx';

const less = `sum ${styles.less}`;

/** What each collection in the cart saves, in dollars, by its name. */
function collectionSavings(lines: readonly ListLine[]): ReadonlyMap<string, number> {
  const savings = new Map<string, number>();
  for (const { snapshot } of lines) {
    if (!snapshot.isAvailable || !snapshot.inCollection) continue;
    const { name, saving } = snapshot.inCollection;
    savings.set(name, (savings.get(name) ?? 0) + saving);
  }
  return savings;
}

/** The cart's totals and the button to the checkout. */
export function OrderSummary({ cart }: { readonly cart: CartView }) {
  const { totals } = cart;
  const together = collectionSavings(cart.lines);
  const saving = totals.list - totals.subtotal - sumOf([...together.values()]);
  return (
    <section className={`card stack-4 ${styles.summary}`} aria-labelledby="order-summary">
      <h2 id="order-summary">Order summary</h2>
      <dl className="stack-2">
        <div className="sum">
          <dt>{counted(totals.count, 'design')}</dt>
          <dd>{formatUsd(totals.list)}</dd>
        </div>
        {[...together].map(([name, saved]) => (
          <div key={name} className={less}>
            <dt>Collection price: {name}</dt>
            <dd>−{formatUsd(saved)}</dd>
          </div>
        ))}
        {saving > 0.005 && (
          <div className={less}>
            <dt>Discount</dt>
            <dd>−{formatUsd(saving)}</dd>
          </div>
        )}
        {totals.couponDiscount > 0 && (
          <div className={less}>
            <dt>Coupon</dt>
            <dd>−{formatUsd(totals.couponDiscount)}</dd>
          </div>
        )}
        <div className="sum">
          <dt>Tax included</dt>
          <dd>$0</dd>
        </div>
        <div className="sum-total">
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
          Prices in USD. No tax is added. Download your files right after paying.
        </span>
      </p>
    </section>
  );
}
