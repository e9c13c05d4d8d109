import { useEffect, useRef, useState } from 'react';
import { shopCache } from '#api/shop-cache.ts';
import { useSession } from '#api/use-session.ts';
import type { Cart } from '#contract/shop/cart.ts';
import { paths } from '#contract/shop/paths.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { toast } from '#ui/toast.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { changedCart, type Difference, differenceOf } from './changed-cart.ts';
import { type CreateRequest, createOrder } from './create-order.ts';
import { createProblem } from './create-problem.ts';
import { type CustomerErrors, type CustomerField, withoutError } from './customer-form.ts';
import { isForDesigns, placedOrders } from './placed-order.ts';
import { savedDetails } from './saved-details.ts';
import { type CheckoutStep, useCapture } from './use-capture.ts';

/** The designs that a cart would order: those still sold. */
export function orderedIds(cart: CartView): readonly string[] {
  return cart.lines.filter((line) => line.snapshot.isAvailable).map((line) => line.productId);
}

/** Differences are shown against `read`, the cart as its buyer has read it. */
export function useCheckout(cart: CartView, read: CartView) {
  const navigate = useShopNavigate();
  const accountId = useSession((state) => state.user?._id ?? null);
  const [step, setStep] = useState<CheckoutStep>(() => {
    const placed = placedOrders.read(accountId);
    if (!placed) return { name: 'details' };
    return { name: placed.unavailable === undefined ? 'paying' : 'later', placed };
  });
  const [notice, setNotice] = useState(() => placedOrders.read(accountId)?.unavailable ?? null);
  const [refused, setRefused] = useState<CustomerErrors>({});
  const [difference, setDifference] = useState<Difference | null>(null);
  // React state lags by a render; a second click can come sooner.
  const isBusy = useRef(false);

  // An order is only valid for the designs it was created with; another tab may have changed the cart.
  const isOutdated =
    (step.name === 'paying' || step.name === 'later') &&
    cart.isLoaded &&
    !isForDesigns(step.placed, orderedIds(cart));
  useEffect(() => {
    if (!isOutdated) return;
    placedOrders.write(null);
    setNotice('Your cart has changed since this order was created. Please create it again.');
    setStep({ name: 'details' });
  }, [isOutdated]);

  const capture = useCapture({ accountId, step, setStep, setNotice, isBusy });

  /** Shows what changed meanwhile. If only the terms or the licence changed, there is no difference in the cart to show. */
  function showDifference(changed: Cart, expectedTotal: number): void {
    const found = differenceOf(read, changed, expectedTotal);
    setDifference(found);
    if (!found) {
      void shopCache.query('shopSettings').refetch();
      void shopCache.query('licenceTexts').refetch();
    }
    void device().sync();
  }

  function showCreateFailure(error: unknown, { details, expectedTotal }: CreateRequest): void {
    setStep({ name: 'details' });
    const problem = createProblem(error);
    const isUnavailable = error instanceof ApiError && error.code === 'PAYMENTS_UNAVAILABLE';
    setRefused(problem.fields);
    setNotice(problem.isInline ? problem.text : null);
    if (error instanceof ApiError && error.code === 'PRICE_CHANGED') {
      const changed = changedCart(error);
      if (changed) showDifference(changed, expectedTotal);
    }
    // The notice is far above the button; the toast also announces a second attempt.
    if (!problem.isInline || isUnavailable) toast.error(problem.text);
    if (!problem.needsSignIn) return;
    savedDetails.save(details, accountId);
    const { email } = details;
    navigate(paths.signIn.path, { state: { from: paths.checkout.path, email } });
  }

  async function create(wanted: CreateRequest): Promise<void> {
    if (isBusy.current || accountId === null) return;
    isBusy.current = true;
    setStep({ name: 'creating' });
    setNotice(null);
    try {
      const { placed, isFree } = await createOrder(accountId, wanted);
      isBusy.current = false;
      setDifference(null);
      // Nothing to pay: the order is already complete, and the capture just returns it (OP-16).
      if (isFree) return await capture(placed);
      placedOrders.write(placed);
      if (placed.total < wanted.expectedTotal) {
        setNotice('Good news: your total is now lower.');
      }
      setStep({ name: 'paying', placed });
    } catch (error) {
      showCreateFailure(error, wanted);
    } finally {
      isBusy.current = false;
    }
  }

  function backToDetails(text: string | null): void {
    placedOrders.write(null);
    setNotice(text);
    setStep({ name: 'details' });
  }

  return {
    step,
    notice,
    setNotice,
    /** Fields that the server refused. */
    refused,
    forgive: (field: CustomerField) => setRefused((before) => withoutError(before, field)),
    difference,
    create,
    capture,
    backToDetails,
  };
}
