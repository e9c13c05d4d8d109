import { type RefObject, useCallback, useEffect } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import { toast } from '#ui/toast.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { checkoutAddress } from './checkout-address.ts';
import { paymentOutcome } from './payment-outcome.ts';
import { type PlacedOrder, placedOrders } from './placed-order.ts';
import { savedDetails } from './saved-details.ts';

/** Where the buyer is between the form and the confirmed order. */
export type CheckoutStep =
  | { readonly name: 'details' | 'creating' | 'waiting' }
  | { readonly name: 'paying' | 'capturing' | 'unsure' | 'later'; readonly placed: PlacedOrder };

interface CaptureParts {
  readonly accountId: string | null;
  readonly step: CheckoutStep;
  readonly setStep: (step: CheckoutStep) => void;
  readonly setNotice: (notice: string | null) => void;
  /** Shared with Create Order, so that only one of the two runs. */
  readonly isBusy: RefObject<boolean>;
}

/** Captures the payment of an approved order; also after a reload, and when the network is back. */
export function useCapture({ accountId, step, setStep, setNotice, isBusy }: CaptureParts) {
  const navigate = useShopNavigate();

  const capture = useCallback(
    async ({ unavailable: _, ...placed }: PlacedOrder): Promise<void> => {
      if (isBusy.current) return;
      isBusy.current = true;
      setNotice(null);
      setStep({ name: 'capturing', placed });
      placedOrders.write({ ...placed, isApproved: true });
      try {
        const { orderId } = placed;
        const order = await shopClient.request('capturePayment', { body: { orderId } });
        placedOrders.write(null);
        savedDetails.forget();
        toast.success(messages.checkout.done);
        void device().sync();
        navigate(paths.orderSuccess.path, {
          replace: true,
          state: { order, accountId: placed.accountId },
        });
      } catch (error) {
        const outcome = paymentOutcome(error);
        const isOver = outcome.next === 'wait' || outcome.next === 'renew';
        const told = outcome.next === 'later' && { unavailable: outcome.text };
        const isApproved = outcome.next === 'ask';
        placedOrders.write(isOver ? null : { ...placed, isApproved, ...told });
        setNotice(outcome.text);
        if (outcome.next !== 'wait') toast.error(outcome.text);
        if (outcome.next === 'choose') setStep({ name: 'paying', placed });
        else if (outcome.next === 'ask') setStep({ name: 'unsure', placed });
        else if (outcome.next === 'later') setStep({ name: 'later', placed });
        else setStep({ name: outcome.next === 'wait' ? 'waiting' : 'details' });
        // After signing in, the buyer returns here and the capture is tried again.
        if (error instanceof ApiError && error.code === 'NOT_SIGNED_IN') {
          navigate(paths.signIn.path, { state: { from: checkoutAddress() } });
        }
      } finally {
        isBusy.current = false;
      }
    },
    [navigate, setStep, setNotice, isBusy],
  );

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

  return capture;
}
