import { useCallback, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { shopCache } from '#api/shop-cache.ts';
import { shopClient } from '#api/shop-client.ts';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { type Cart, cartSchema } from '#contract/shop/cart.ts';
import type { CustomerDetails } from '#contract/shop/order.ts';
import { paths } from '#contract/shop/paths.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import { cartAnswer } from '#offline/outbox/product-snapshot.ts';
import { type CartChange, cartChanges } from '#offline/views/cart-changes.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { toast } from '#ui/toast.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { createProblem, UnsentError } from './create-problem.ts';
import { type CustomerErrors, type CustomerField, withoutError } from './customer-form.ts';
import { keptDetails } from './kept-details.ts';
import { paymentOutcome } from './payment-outcome.ts';
import { isForDesigns, type PlacedOrder, placedOrders } from './placed-order.ts';

/** Where the buyer is between the form and the confirmed order. */
export type CheckoutStep =
  | { readonly name: 'details' | 'creating' | 'waiting' }
  | { readonly name: 'paying' | 'capturing' | 'unsure'; readonly placed: PlacedOrder };

/** The cart differs from what was shown: the changes, and the cart as it is now. */
export interface Difference {
  readonly changes: readonly CartChange[];
  /** The coupon code that was shown and no longer applies. */
  readonly lostCoupon: string | null;
  readonly cart: Cart;
}

export interface CreateRequest {
  readonly details: CustomerDetails;
  readonly termsVersion: string;
  /** Of the licence that was shown; undefined if none was. */
  readonly licenceVersion: string | undefined;
  /** What the buyer agrees to: the total as they have read it, in dollars. */
  readonly expectedTotal: number;
  readonly productIds: readonly string[];
}

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
    return placed ? { name: 'paying', placed } : { name: 'details' };
  });
  const [notice, setNotice] = useState<string | null>(null);
  const [refused, setRefused] = useState<CustomerErrors>({});
  const [difference, setDifference] = useState<Difference | null>(null);
  // React state lags by a render; a second click can come sooner.
  const isBusy = useRef(false);

  const capture = useCallback(
    async (placed: PlacedOrder): Promise<void> => {
      if (isBusy.current) return;
      isBusy.current = true;
      setNotice(null);
      setStep({ name: 'capturing', placed });
      placedOrders.write({ ...placed, isApproved: true });
      try {
        const { orderId } = placed;
        const order = await shopClient.request('capturePayment', { body: { orderId } });
        placedOrders.write(null);
        toast.success(messages.checkout.done);
        void device().sync();
        navigate(paths.orderSuccess.path, {
          replace: true,
          state: { order, accountId: placed.accountId },
        });
      } catch (error) {
        const outcome = paymentOutcome(error);
        const isOver = outcome.next === 'wait' || outcome.next === 'renew';
        placedOrders.write(isOver ? null : { ...placed, isApproved: outcome.next === 'ask' });
        setNotice(outcome.text);
        if (outcome.next !== 'wait') toast.error(outcome.text);
        if (outcome.next === 'choose') setStep({ name: 'paying', placed });
        else if (outcome.next === 'ask') setStep({ name: 'unsure', placed });
        else setStep({ name: outcome.next === 'wait' ? 'waiting' : 'details' });
        // After signing in, the buyer returns here and the capture is tried again.
        if (error instanceof ApiError && error.code === 'NOT_SIGNED_IN') {
          navigate(paths.signIn.path, { state: { from: paths.checkout.path } });
        }
      } finally {
        isBusy.current = false;
      }
    },
    [navigate],
  );

  /** Shows what changed meanwhile. If only the terms or the licence changed, there is no difference in the cart to show. */
  function showDifference(error: ApiError, expectedTotal: number): void {
    const changed = v.safeParse(cartSchema, error.problem?.cart);
    if (!changed.success) return;
    const after = cartAnswer(changed.output, new Date().toISOString()).lines;
    const changes = cartChanges(read.lines, after);
    const { appliedCoupon, totalPrice } = changed.output;
    const lostCoupon = appliedCoupon ? null : (read.appliedCoupon?.code ?? null);
    const isSame = changes.length === 0 && totalPrice === expectedTotal;
    setDifference(isSame ? null : { changes, lostCoupon, cart: changed.output });
    if (isSame) {
      void shopCache.query('shopSettings').refetch();
      void shopCache.query('licenceTexts').refetch();
    }
    void device().sync();
  }

  function showCreateFailure(
    error: unknown,
    { details, expectedTotal }: Pick<CreateRequest, 'details' | 'expectedTotal'>,
  ): void {
    setStep({ name: 'details' });
    const problem = createProblem(error);
    setRefused(problem.fields);
    setNotice(problem.isInline ? problem.text : null);
    if (error instanceof ApiError && error.code === 'PRICE_CHANGED')
      showDifference(error, expectedTotal);
    if (!problem.isInline) toast.error(problem.text);
    if (!problem.needsSignIn) return;
    keptDetails.keep(details, accountId);
    navigate(paths.signIn.path, { state: { from: paths.checkout.path } });
  }

  async function create(wanted: CreateRequest): Promise<void> {
    const { details, termsVersion, licenceVersion, ...expected } = wanted;
    if (isBusy.current || accountId === null) return;
    isBusy.current = true;
    setStep({ name: 'creating' });
    setNotice(null);
    try {
      const sent = await device().sync({ pressed: true });
      if (!sent.isEmpty) throw new UnsentError();
      const answer = await shopClient.request('checkout', {
        body: {
          customerDetails: details,
          expectedTotal: expected.expectedTotal,
          productIds: [...expected.productIds],
          acceptedTermsVersion: termsVersion,
          ...(licenceVersion !== undefined && { licenceTextVersion: licenceVersion }),
        },
      });
      const placed: PlacedOrder = {
        accountId,
        orderId: answer.orderId,
        paypalOrderId: answer.paypalOrderId ?? '',
        productIds: [...expected.productIds],
        total: answer.totalPrice,
        isApproved: false,
      };
      isBusy.current = false;
      setDifference(null);
      // Nothing to pay: the order is already complete, and the capture just returns it (OP-16).
      if (answer.paypalOrderId === null) return await capture(placed);
      placedOrders.write(placed);
      if (answer.totalPrice < expected.expectedTotal) {
        setNotice('Good news: your total is now lower.');
      }
      setStep({ name: 'paying', placed });
    } catch (error) {
      showCreateFailure(error, { details, ...expected });
    } finally {
      isBusy.current = false;
    }
  }

  function backToDetails(text: string | null): void {
    placedOrders.write(null);
    setNotice(text);
    setStep({ name: 'details' });
  }

  // An order is only valid for the designs it was created with; another tab may have changed the cart.
  const isOutdated =
    step.name === 'paying' && cart.isLoaded && !isForDesigns(step.placed, orderedIds(cart));
  useEffect(() => {
    if (!isOutdated) return;
    placedOrders.write(null);
    setNotice('Your cart has changed since this order was created. Please create it again.');
    setStep({ name: 'details' });
  }, [isOutdated]);

  // A reload between the buyer's approval and its answer: capturing again doesn't pay twice.
  useEffect(() => {
    const placed = placedOrders.read(accountId);
    if (placed?.isApproved) void capture(placed);
  }, [accountId, capture]);

  // The result is unknown because the network failed: asks again when it is back.
  useEffect(() => {
    if (step.name !== 'unsure') return;
    const askAgain = () => void capture(step.placed);
    addEventListener('online', askAgain);
    return () => removeEventListener('online', askAgain);
  }, [step, capture]);

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
