import { formatUsd } from '#contract/wire/money.ts';
import type { CartChange } from '#offline/views/cart-changes.ts';
import { Button } from '#ui/button.tsx';
import styles from './cart-difference.module.css';
import type { Difference } from './changed-cart.ts';

export function changeText({ kind, from, to }: CartChange): string {
  if (kind === 'added') return `was added to the cart for ${formatUsd(to ?? 0)}`;
  if (kind === 'removed') return 'is no longer in the cart';
  if (kind === 'gone') return 'is no longer sold';
  return `was ${formatUsd(from ?? 0)}, now ${formatUsd(to ?? 0)}`;
}

interface CartDifferenceProps {
  readonly difference: Difference;
  readonly isBusy: boolean;
  readonly onAccept: () => void;
}

/** Shown when the cart isn't what the buyer saw: what differs, and a button to continue with it (OP-47). */
export function CartDifference({ difference, isBusy, onAccept }: CartDifferenceProps) {
  const { changes, lostCoupon, cart } = difference;
  const canOrder = cart.items.some((item) => item.available);
  return (
    <section className={styles.difference} aria-labelledby="difference" role="alert">
      <h2 id="difference">Your cart has changed</h2>
      <ul className="stack-2">
        {changes.map((change) => (
          <li key={change.productId}>
            <strong>{change.title}</strong> {changeText(change)}
          </li>
        ))}
        {lostCoupon && (
          <li>
            <strong>Coupon {lostCoupon}</strong> no longer applies
          </li>
        )}
      </ul>
      {canOrder && (
        <Button aria-disabled={isBusy} aria-busy={isBusy} onClick={onAccept}>
          Accept the new total of {formatUsd(cart.totalPrice)}
        </Button>
      )}
    </section>
  );
}
