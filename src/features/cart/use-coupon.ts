import { useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { shopClient } from '#api/shop-client.ts';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages.ts';
import { device } from '#offline/open-device.ts';
import { toast } from '#ui/toast.ts';
import { couponError } from './coupon-code.ts';
import { keptCoupon } from './kept-coupon.ts';

/** The coupon box: what is typed, what is wrong with it, and the two calls. */
export function useCoupon(cartId: string | null) {
  const isSignedIn = useSession((state) => state.user !== null);
  const [code, setCode] = useState(keptCoupon.read);
  const [error, setError] = useState<string | null>(null);
  const [isAskingToSignIn, setAskingToSignIn] = useState(false);
  const [isBusy, setBusy] = useState(false);

  function change(typed: string): void {
    setCode(typed);
    setError(null);
    setAskingToSignIn(false);
  }

  /** Both calls price the server's cart, so what waits on the device goes first (OP-17). */
  async function run(call: (cartId: string) => Promise<unknown>, done: string, failed: string) {
    setBusy(true);
    try {
      const { isEmpty } = await device().sync(true);
      const id = cartId ?? device().cart().cartId;
      if (!isEmpty || id === null) throw new ApiError('FETCH_ERROR');
      await call(id);
      toast.success(done);
      await device().sync(true);
      return true;
    } catch (cause) {
      toast.error(messageOf(cause, failed));
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function apply(): Promise<void> {
    const wrong = couponError(code);
    setError(wrong);
    if (wrong) return;
    keptCoupon.write(code.trim());
    setAskingToSignIn(!isSignedIn);
    if (!isSignedIn) return;
    const body = { code: code.trim() };
    const isApplied = await run(
      (id) => shopClient.request('couponApply', { body: { ...body, cartId: id } }),
      messages.coupon.applied,
      messages.coupon.applyFailed,
    );
    if (isApplied) keptCoupon.write('');
  }

  async function remove(): Promise<void> {
    await run(
      (id) => shopClient.request('couponRemove', { body: { cartId: id } }),
      messages.coupon.removed,
      messages.coupon.removeFailed,
    );
  }

  return { code, change, error, isAskingToSignIn, isBusy, apply, remove };
}
