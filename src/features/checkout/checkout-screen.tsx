import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLeftAccounts } from '#api/left-accounts.ts';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { device } from '#offline/open-device.ts';
import { toast } from '#ui/toast.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { CartDifference } from './cart-difference.tsx';
import { checkoutAddress } from './checkout-address.ts';
import { CheckoutForm } from './checkout-form.tsx';
import styles from './checkout-screen.module.css';
import { CheckoutSummary } from './checkout-summary.tsx';
import { EmptyCheckout } from './empty-checkout.tsx';
import { PaymentStep } from './payment-step.tsx';
import { useCanOrder } from './use-can-order.ts';
import { orderedIds, useCheckout } from './use-checkout.ts';
import { useCustomerForm } from './use-customer-form.ts';
import { useReadCart } from './use-read-cart.ts';
import { useShownLicence } from './use-shown-licence.ts';
import { useStageFocus } from './use-stage-focus.ts';

/** How old, in ms, the saved orders may be before they are loaded again to include purchases on other devices. */
const boughtFreshMs = 60_000;

/** The checkout. Remounts when an account is left, in whichever tab, so that its details and order go with it. */
export function CheckoutScreen() {
  return <Checkout key={useLeftAccounts()} />;
}

function Checkout() {
  const cart = useSyncExternalStore(device().watchCart, device().cart);
  const user = useSession((state) => state.user);
  const isApproved = useSession((state) => state.approved);
  const licence = useShownLicence();
  const navigate = useShopNavigate();
  const read = useReadCart(cart);
  const checkout = useCheckout(cart, read);
  const form = useCustomerForm(user);
  const boughtIds = useBoughtIds(user !== null);
  const { step, notice, difference } = checkout;
  const isCreating = step.name === 'creating';
  const isEditing = step.name === 'details' || isCreating;
  const canOrder = useCanOrder(step.name === 'details');
  // The payment may have succeeded and emptied the cart, so its state takes precedence over the cart's.
  const isSettling = ['capturing', 'unsure', 'later', 'waiting'].includes(step.name);
  useStageFocus(isEditing ? 'customer-details' : 'payment');
  const fields = useRef<HTMLFormElement>(null);
  const news = useRef<HTMLDivElement>(null);
  // On a phone, the result is far above the button that caused it.
  useEffect(() => {
    if (notice || difference) news.current?.scrollIntoView({ block: 'nearest' });
  }, [notice, difference]);

  function create(expectedTotal: number, productIds: readonly string[]): void {
    if (isCreating) return;
    if (!user) {
      const { email } = form.details;
      form.saveForSignIn();
      navigate(paths.signIn.path, { state: { from: checkoutAddress(), email } });
      return;
    }
    if (!isApproved) {
      toast.error(messages.access.notApproved);
      return;
    }
    const { details, acceptedTerms: termsVersion } = form;
    const firstWrong = form.validate();
    if (firstWrong !== null || termsVersion === null) {
      fields.current?.querySelector<HTMLElement>(`[name="${firstWrong}"]`)?.focus();
      return;
    }
    const { words: news } = form.news;
    const wanted = { details, termsVersion, licence, expectedTotal, productIds, news };
    void checkout.create(wanted);
  }

  if (cart.lines.length === 0 && !isSettling) return <EmptyCheckout cart={cart} notice={notice} />;

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
          <CheckoutForm
            ref={fields}
            form={form}
            refused={checkout.refused}
            isAwaitingApproval={user?.status === 'pending'}
            isEmpty={cart.totals.count === 0}
            isCreating={isCreating}
            total={read.totals.total}
            canOrder={canOrder}
            onEdit={checkout.forgive}
            onSubmit={() => create(read.totals.total, orderedIds(read))}
          />
        )}
      </div>
      {cart.lines.length > 0 && (
        <CheckoutSummary cart={cart} boughtIds={boughtIds} licence={licence} />
      )}
    </div>
  );
}

/** The designs that the buyer owns, including those bought on other devices. */
function useBoughtIds(isSignedIn: boolean): ReadonlyMap<string, string> {
  useEffect(() => {
    // If the request fails, no notice is shown.
    if (isSignedIn)
      device()
        .refreshOrders(boughtFreshMs)
        .catch(() => {});
  }, [isSignedIn]);
  useEffect(() => {
    // If the device's storage can't be opened, the cart shows that.
    device()
      .follow()
      .catch(() => {});
  }, []);
  return useSyncExternalStore(device().watchBought, device().bought);
}
