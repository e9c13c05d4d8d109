import { type SubmitEvent, useEffect, useRef } from 'react';
import { paths } from '#contract/shop/paths.ts';
import { formatUsd } from '#contract/wire/money.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { waitingCouponText } from '#offline/views/waiting-coupon-text.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { TextField } from '#ui/text-field.tsx';
import styles from './coupon-box.module.css';
import { type CouponNote, useCoupon } from './use-coupon.ts';

/** Keeps the focus in the box when the pressed button disappears along with the field or the coupon. */
function useBoxFocus(shownCode: string | null) {
  const box = useRef<HTMLDivElement>(null);
  const pressedWith = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (pressedWith.current === undefined || pressedWith.current === shownCode) return;
    pressedWith.current = undefined;
    box.current?.focus({ preventScroll: true });
  }, [shownCode]);
  return {
    box,
    press: () => {
      pressedWith.current = shownCode;
    },
  };
}

function Note({ note }: { readonly note: CouponNote }) {
  if (note === 'offline') return 'The shop can’t be reached. We’ve saved this code for later.';
  if (note === 'saved') return 'Your saved code. Apply it at any time.';
  return (
    <>
      <ShopLink to={paths.signIn.path} state={{ from: paths.cart.path }}>
        Sign in
      </ShopLink>{' '}
      to use this code. We’ve saved it for you.
    </>
  );
}

/** Shows either the applied coupon with a button to remove it, or a field to enter one; never both (I06). */
export function CouponBox({ cart }: { readonly cart: CartView }) {
  const { appliedCoupon, isCouponCounted, couponProblem, totals } = cart;
  const { code, change, error, note, isBusy, apply, remove } = useCoupon();
  const { box, press } = useBoxFocus(appliedCoupon?.code ?? null);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    press();
    void apply();
  }

  function takeOff(): void {
    press();
    void remove();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be hidden in a grid
    <div ref={box} className={styles.box} role="group" aria-label="Coupon" tabIndex={-1}>
      {appliedCoupon ? (
        <div className={styles.applied}>
          <Icon name="tag" size={20} />
          <span>
            <strong>{appliedCoupon.code}</strong>{' '}
            {isCouponCounted
              ? `takes ${formatUsd(totals.couponDiscount)} off`
              : 'will be applied when the connection is back'}
          </span>
          <Button
            variant="icon"
            aria-label={`Remove coupon ${appliedCoupon.code}`}
            aria-disabled={isBusy}
            onClick={takeOff}
          >
            <Icon name="close" size={18} />
          </Button>
        </div>
      ) : (
        <>
          {couponProblem && (
            <div className={styles.problem}>
              <p>{waitingCouponText(cart)}</p>
              <Button variant="quiet" aria-disabled={isBusy} onClick={takeOff}>
                Remove
              </Button>
            </div>
          )}
          <form className={styles.form} noValidate onSubmit={submit}>
            <TextField
              className={styles.field}
              label="Coupon code"
              name="coupon"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={64}
              value={code}
              onChange={change}
              error={error}
            />
            <Button variant="paper" type="submit" aria-disabled={isBusy}>
              Apply
            </Button>
            {note && (
              <p className={styles.note} role="status">
                <Note note={note} />
              </p>
            )}
          </form>
        </>
      )}
    </div>
  );
}
