import { type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { keepsSession } from '#api/keeps-session.ts';
import { useLeftAccounts } from '#api/left-accounts.ts';
import { useSession } from '#api/use-session.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { messages } from '#contract/messages/messages.ts';
import type { CustomerDetails } from '#contract/shop/order.ts';
import { paths } from '#contract/shop/paths.ts';
import { device } from '#offline/open-device.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { isShellCheckout } from '#ui/checkout-border.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { CartDifference } from './cart-difference.tsx';
import styles from './checkout-screen.module.css';
import { CheckoutSummary } from './checkout-summary.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { type CustomerErrors, customerErrors, withoutError } from './customer-form.ts';
import { keptDetails } from './kept-details.ts';
import { PaymentStep } from './payment-step.tsx';
import { useCanOrder } from './use-can-order.ts';
import { orderedIds, useCheckout } from './use-checkout.ts';
import { useLastPlace } from './use-last-place.ts';
import { useLicenceVersion } from './use-licence-version.ts';
import { useReadCart } from './use-read-cart.ts';
import { useStageFocus } from './use-stage-focus.ts';

/** How old, in ms, the saved orders may be before they are loaded again to include purchases on other devices. */
const boughtFreshMs = 60_000;

const termsMissing = 'Please accept the terms to continue.';

/** The checkout. Remounts when an account is left, in whichever tab, so that its details and order go with it. */
export function CheckoutScreen() {
  return <Checkout key={useLeftAccounts()} />;
}

function Checkout() {
  const cart = useSyncExternalStore(device().watchCart, device().cart);
  const user = useSession((state) => state.user);
  const isApproved = useSession((state) => state.approved);
  const termsVersion = useShopSettings()?.termsVersion;
  const licenceVersion = useLicenceVersion();
  const navigate = useShopNavigate();
  const read = useReadCart(cart);
  const checkout = useCheckout(cart, read);
  const boughtIds = useSyncExternalStore(device().watchBought, device().bought);
  const [details, setDetails] = useState<CustomerDetails>(
    () =>
      keptDetails.read(user?._id ?? null) ?? {
        name: user ? `${user.firstName} ${user.lastName}` : '',
        email: user?.email ?? '',
        country: '',
        city: '',
      },
  );
  useEffect(() => keptDetails.forget(), []);
  useLastPlace((place) =>
    setDetails((before) =>
      before.country === '' && before.city === '' ? { ...before, ...place } : before,
    ),
  );
  useEffect(() => {
    // Includes orders placed on another device; if the request fails, no notice is shown.
    if (user)
      device()
        .refreshOrders(boughtFreshMs)
        .catch(() => {});
  }, [user]);
  useEffect(() => {
    // If the device's storage can't be opened, the cart shows that.
    device()
      .follow()
      .catch(() => {});
  }, []);
  const [errors, setErrors] = useState<CustomerErrors>({});
  // The buyer accepts one version; new terms have to be accepted again (OP-64).
  const [acceptedVersion, setAcceptedVersion] = useState<string | null>(null);
  const [termsError, setTermsError] = useState<string | null>(null);
  const isAccepted = termsVersion !== undefined && acceptedVersion === termsVersion;
  const { step, notice, difference } = checkout;
  const isCreating = step.name === 'creating';
  const isEditing = step.name === 'details' || isCreating;
  const canOrder = useCanOrder(step.name === 'details', () =>
    keptDetails.keep(details, user?._id ?? null),
  );
  // The payment may have succeeded and emptied the cart, so its state takes precedence over the cart's.
  const isSettling = ['capturing', 'unsure', 'waiting'].includes(step.name);
  useStageFocus(isEditing ? 'customer-details' : 'payment');
  const form = useRef<HTMLFormElement>(null);
  const news = useRef<HTMLDivElement>(null);
  // On a phone, the result is far above the button that caused it.
  useEffect(() => {
    if (notice || difference) news.current?.scrollIntoView({ block: 'nearest' });
  }, [notice, difference]);

  function focusField(name: string): void {
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }

  function create(expectedTotal: number, productIds: readonly string[]): void {
    if (isCreating) return;
    if (!user) {
      keptDetails.keep(details, null);
      navigate(paths.signIn.path, { state: { from: paths.checkout.path } });
      return;
    }
    if (!isApproved) {
      toast.error(messages.access.notApproved);
      return;
    }
    const wrong = customerErrors(details);
    setErrors(wrong);
    setTermsError(isAccepted ? null : termsMissing);
    const [firstWrong = isAccepted ? null : 'terms'] = Object.keys(wrong);
    if (firstWrong !== null) focusField(firstWrong);
    if (firstWrong !== null || !isAccepted) return;
    void checkout.create({ details, termsVersion, licenceVersion, expectedTotal, productIds });
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    create(read.totals.total, orderedIds(read));
  }

  if (cart.lines.length === 0 && !isSettling) {
    if (cart.isUnanswered) {
      return (
        <RetryScene
          title={messages.checkout.cartUnanswered}
          text={messages.checkout.cartSafe}
          onRetry={() => device().sync({ pressed: true })}
        />
      );
    }
    if (!cart.isLoaded) return <Skeleton className={styles.loading} />;
    return (
      <>
        {notice && <p className={styles.notice}>{notice}</p>}
        <EmptyScene
          scene="cart"
          title={messages.checkout.cartEmpty}
          {...(!keepsSession() && { text: messages.checkout.nothingKept })}
        >
          <LinkButton to={paths.shop.path}>Find a design</LinkButton>
        </EmptyScene>
      </>
    );
  }

  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {(notice || difference) && (
          <div ref={news} className={styles.news}>
            {notice && (
              <p className={styles.notice} role="status">
                {notice}
              </p>
            )}
            {difference && isEditing && (
              <CartDifference
                difference={difference}
                isBusy={isCreating}
                onAccept={() => {
                  const { items, totalPrice } = difference.cart;
                  const available = items.filter((item) => item.available);
                  create(
                    totalPrice,
                    available.map((item) => item.productId),
                  );
                }}
              />
            )}
          </div>
        )}
        <PaymentStep
          step={step}
          onApprove={checkout.capture}
          onCancel={() => checkout.setNotice(messages.checkout.notApproved)}
          onBack={() => checkout.backToDetails(null)}
        />
        {isEditing && (
          <form ref={form} className={styles.form} onSubmit={submit} noValidate>
            <h2 id="customer-details" tabIndex={-1}>
              Customer Details
            </h2>
            <CustomerFields
              details={details}
              errors={{ ...checkout.refused, ...errors }}
              onChange={(field, value) => {
                setDetails((before) => ({ ...before, [field]: value }));
                setErrors((before) => withoutError(before, field));
                checkout.forgive(field);
              }}
            />
            <div>
              <Checkbox
                name="terms"
                checked={isAccepted}
                onChange={(isChecked) => {
                  setAcceptedVersion(isChecked ? (termsVersion ?? null) : null);
                  setTermsError(null);
                }}
                aria-describedby="terms-error"
                aria-invalid={termsError ? true : undefined}
              >
                I accept the{' '}
                <a href={paths.terms.path} target="_blank" rel="noreferrer">
                  terms
                </a>{' '}
                and want my files at once. I understand that downloads can’t be returned.
              </Checkbox>
              <span id="terms-error" className={styles.error} aria-live="polite">
                {termsError}
              </span>
            </div>
            {user?.status === 'pending' && (
              <p className={styles.notice}>{messages.approval.waiting}</p>
            )}
            <Button
              type="submit"
              isWide
              disabled={!canOrder || cart.totals.count === 0}
              aria-disabled={isCreating}
              aria-busy={isCreating}
            >
              {isCreating ? messages.checkout.creating : 'Create Order'}
            </Button>
            {!canOrder && (
              <p className={styles.offline} role="status">
                {isShellCheckout()
                  ? 'The shop couldn’t be reached when this page opened. Your cart is safe; reload once you’re online to order.'
                  : 'You’re offline. Your cart is safe; you can order once you’re back online.'}{' '}
                {isShellCheckout() && (
                  <Button variant="quiet" onClick={() => location.reload()}>
                    Reload
                  </Button>
                )}
              </p>
            )}
          </form>
        )}
      </div>
      {cart.lines.length > 0 && (
        <CheckoutSummary cart={cart} boughtIds={boughtIds} licenceVersion={licenceVersion} />
      )}
    </div>
  );
}
