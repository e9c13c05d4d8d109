import { useEffect, useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import { toast } from '#ui/toast.ts';
import { isRefusedCoupon, settledCartId } from './apply-coupon.ts';
import { couponError } from './coupon-code.ts';
import { savedCoupon } from './saved-coupon.ts';

/** What a saved code is waiting for: signing in, the shop, or just a press of the button. */
export type CouponNote = 'sign-in' | 'offline' | 'saved';

function noteOf(code: string, isSignedIn: boolean): CouponNote | null {
  if (code === '') return null;
  return isSignedIn ? 'saved' : 'sign-in';
}

/** State of the coupon box: the typed code, its error, and the two calls. */
export function useCoupon() {
  const accountId = useSession((state) => state.user?._id ?? null);
  const isSignedIn = accountId !== null;
  const [code, setCode] = useState(() => savedCoupon.read(accountId));
  const [error, setError] = useState<string | null>(null);
  const [note, setNote] = useState<CouponNote | null>(() => noteOf(code, isSignedIn));
  const [isBusy, setBusy] = useState(false);
  useEffect(
    () =>
      savedCoupon.watchOtherTabs(() => {
        const saved = savedCoupon.read(accountId);
        setCode(saved);
        setError(null);
        setNote(noteOf(saved, accountId !== null));
      }),
    [accountId],
  );

  function change(typed: string): void {
    setCode(typed);
    setError(null);
    setNote(null);
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
      const cartId = await settledCartId();
      await shopClient.request('couponApply', { body: { code: typed, cartId } });
      savedCoupon.forget();
      setCode('');
      toast.success(messages.coupon.applied);
      await device().sync();
    } catch (cause) {
      const text = messageOf(cause, messages.coupon.applyFailed);
      toast.error(text);
      if (!isRefusedCoupon(cause)) {
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
      const cartId = await settledCartId();
      await shopClient.request('couponRemove', { body: { cartId } });
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
