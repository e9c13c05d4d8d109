import { useEffect, useRef, useState } from 'react';
import { renewUser } from '#api/renew-user.ts';
import { shopCache } from '#api/shop-cache.ts';
import { useSession } from '#api/use-session.ts';
import { paths } from '#contract/shop/paths.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { checkoutAddress } from './checkout-address.ts';
import { type CreateRequest, createOrder } from './create-order.ts';
import { createProblem } from './create-problem.ts';
import { type CustomerErrors, type CustomerField, withoutError } from './customer-form.ts';
import { type PlacedOrder, placedOrders } from './placed-order.ts';
import { type CheckoutStep, useCapture } from './use-capture.ts';

interface Ordered {
  /** Whether it has changed since this order was created. */
  readonly isOutdated: (placed: PlacedOrder) => boolean;
  readonly outdatedText: string;
  /** What to do once the shop says that it differs from what was shown. */
  readonly onChanged: (error: ApiError, wanted: CreateRequest) => void;
  readonly onCreated?: () => void;
}

/** Reads the terms, the licences and the buyer's own again, which have changed since they were shown. */
export function refreshTexts(): void {
  void shopCache.query('shopSettings').refetch();
  void shopCache.query('licenceTexts').refetch();
  void renewUser();
}

/** Creates an order and pays it, from the form to the confirmation. */
export function useOrdering({ isOutdated, outdatedText, onChanged, onCreated }: Ordered) {
  const navigate = useShopNavigate();
  const accountId = useSession((state) => state.user?._id ?? null);
  const [step, setStep] = useState<CheckoutStep>(() => {
    const placed = placedOrders.read(accountId);
    if (!placed) return { name: 'details' };
    return { name: placed.unavailable === undefined ? 'paying' : 'later', placed };
  });
  const [notice, setNotice] = useState(() => placedOrders.read(accountId)?.unavailable ?? null);
  const [refused, setRefused] = useState<CustomerErrors>({});
  // React state lags by a render; a second click can come sooner.
  const isBusy = useRef(false);

  // An order is only valid for what it was created for, which may have changed in another tab.
  const isPast = (step.name === 'paying' || step.name === 'later') && isOutdated(step.placed);
  useEffect(() => {
    if (!isPast) return;
    placedOrders.write(null);
    setNotice(outdatedText);
    setStep({ name: 'details' });
  }, [isPast, outdatedText]);

  const capture = useCapture({ accountId, step, setStep, setNotice, isBusy });

  function showCreateFailure(error: unknown, wanted: CreateRequest): void {
    setStep({ name: 'details' });
    const problem = createProblem(error);
    const isUnavailable = error instanceof ApiError && error.code === 'PAYMENTS_UNAVAILABLE';
    setRefused(problem.fields);
    setNotice(problem.isInline ? problem.text : null);
    if (error instanceof ApiError && error.code === 'PRICE_CHANGED') onChanged(error, wanted);
    // The notice is far above the button; the toast also announces a second attempt.
    if (!problem.isInline || isUnavailable) toast.error(problem.text);
    if (!problem.needsSignIn) return;
    const { email } = wanted.details;
    navigate(paths.signIn.path, { state: { from: checkoutAddress(), email } });
  }

  async function create(wanted: CreateRequest): Promise<void> {
    if (isBusy.current || accountId === null) return;
    isBusy.current = true;
    setStep({ name: 'creating' });
    setNotice(null);
    try {
      const { placed, isFree } = await createOrder(accountId, wanted);
      isBusy.current = false;
      onCreated?.();
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
    create,
    capture,
    backToDetails,
  };
}
