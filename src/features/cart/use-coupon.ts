import { useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import { toast } from '#ui/toast.ts';
import { couponError } from './coupon-code.ts';
import { savedCoupon } from './saved-coupon.ts';

/** What a saved code is waiting for: signing in, the shop, or just a press of the button. */
export type CouponNote = 'sign-in' | 'offline' | 'saved';

/** Only an answer from the shop refuses the code; any other failure says nothing about it. */
function isRefused(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.code === 'COUPON_REFUSED' || cause.code === 'INVALID');
}

/** State of the coupon box: the typed code, its error, and the two calls. */
export function useCoupon() {
  const accountId = useSession((state) => state.user?._id ?? null);
  const isSignedIn = accountId !== null;
  const [code, setCode] = useState(() => savedCoupon.read(accountId));
  const [error, setError] = useState<string | null>(null);
  const [note, setNote] = useState<CouponNote | null>(() =>
    isSignedIn && code !== '' ? 'saved' : null,
  );
  const [isBusy, setBusy] = useState(false);

  function change(typed: string): void {
    setCode(typed);
    setError(null);
    setNote(null);
  }

  /** Both calls price the server's cart, so pending changes are sent first (OP-17). @throws ApiError */
  async function call(name: 'couponApply' | 'couponRemove', typed: string): Promise<void> {
    const { isEmpty } = await device().sync({ pressed: true });
    const cartId = await device().cartId();
    if (!isEmpty || cartId === null) throw new ApiError('FETCH_ERROR');
    if (name === 'couponApply') await shopClient.request(name, { body: { code: typed, cartId } });
    else await shopClient.request(name, { body: { cartId } });
  }

  async function apply(): Promise<void> {
    const wrong = couponError(code);
    setError(wrong);
    if (wrong) return;
    const typed = code.trim();
    savedCoupon.write(typed, accountId);
    setNote(isSignedIn ? null : 'sign-in');
    if (!isSignedIn || isBusy) return;
    setBusy(true);
    try {
      await call('couponApply', typed);
      savedCoupon.forget();
      setCode('');
      toast.success(messages.coupon.applied);
      await device().sync();
    } catch (cause) {
      const text = messageOf(cause, messages.coupon.applyFailed);
      toast.error(text);
      if (!isRefused(cause)) {
        setNote('offline');
        return;
      }
      savedCoupon.forget();
      setError(text);
    } finally {
      setBusy(false);
    }
  }

  async function remove(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await call('couponRemove', '');
      toast.success(messages.coupon.removed);
      await device().sync();
    } catch (cause) {
      toast.error(messageOf(cause, messages.coupon.removeFailed));
    } finally {
      setBusy(false);
    }
  }

  return { code, change, error, note, isBusy, apply, remove };
}
