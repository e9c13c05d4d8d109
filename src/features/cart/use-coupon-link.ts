import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { isShopReached, onReached, reach } from '#api/reach.ts';
import { useCall } from '#api/use-call.ts';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import type { CouponOffer } from '#contract/shop/coupon.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { applyLinkedCoupon, forgetIf, isSettled } from './apply-coupon.ts';
import { isSameCode, savedCoupon } from './saved-coupon.ts';
import { useCart } from './use-cart.ts';

/** What became of the code of a coupon link. */
export type LinkState =
  /** The shop is being asked. */
  | 'asking'
  /** The shop couldn't be asked; it will be once it can. */
  | 'unreached'
  | 'refused'
  /** The buyer has another coupon and is asked which one to use. */
  | 'other coupon'
  /** They stay with the other one. */
  | 'left'
  /** For a visitor, until they sign in. */
  | 'saved'
  | 'applied'
  /** On the cart, which doesn't have yet what the coupon needs. */
  | 'waiting'
  /** It was on the cart, or its account has left, perhaps in another tab. */
  | 'gone';

interface Choice {
  readonly takes: boolean;
  readonly other: string;
}

/** The other code that this buyer has, on the cart or saved; null: none. */
function otherCode(code: string, cart: CartView, saved: string): string | null {
  const others = [cart.appliedCoupon?.code, cart.waitingCode, saved];
  return others.find((other) => other && !isSameCode(other, code)) ?? null;
}

/** Why nobody, or not this buyer, can use the code any more. */
function refusalOf(offer: CouponOffer | undefined): string | null {
  if (offer?.state === 'ended') return messages.coupon.ended;
  return offer?.state === 'used up' ? messages.coupon.usedUp : null;
}

/**
 * Whether the code has been on the cart while the link is open and isn't any more, or the account that opened the link has
 * left: from then on, nothing puts the code anywhere by itself.
 */
function useIsGone(accountId: string | null, isOnCart: boolean): boolean {
  // A visitor who signs in is still the same buyer.
  const [openedBy, setOpenedBy] = useState(accountId);
  if (openedBy === null && accountId !== null) setOpenedBy(accountId);
  const [wasOnCart, setWasOnCart] = useState(isOnCart);
  if (isOnCart && !wasOnCart) setWasOnCart(true);
  return (openedBy ?? accountId) !== accountId || (wasOnCart && !isOnCart);
}

/** Saves the code of a link, puts it on an account's cart, and says how far that is. */
export function useCouponLink(code: string) {
  const accountId = useSession(({ user }) => user?._id ?? null);
  const cart = useCart();
  const offer = useCall('couponOffer', { params: { code } });
  const isReached = useSyncExternalStore(reach.subscribe, isShopReached);
  const saved = useSyncExternalStore(savedCoupon.watch, () => savedCoupon.read(accountId));
  const [choice, setChoice] = useState<Choice | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [missed, setMissed] = useState<unknown>(null);

  const isUnknown = offer.error?.code === 'NOT_FOUND';
  const refusal = isUnknown ? messages.coupon.unknown : (refusalOf(offer.data) ?? refused);
  const isApplied = isSameCode(cart.appliedCoupon?.code ?? '', code);
  const isWaiting = isSameCode(cart.waitingCode ?? '', code);
  const isOnCart = isApplied || isWaiting;
  const isGone = useIsGone(accountId, isOnCart);
  const other = otherCode(code, cart, saved);
  const isWanted =
    refusal === null && !isOnCart && !isGone && (choice ? choice.takes : other === null);
  const mayApply =
    isWanted &&
    accountId !== null &&
    isSettled(cart, accountId) &&
    offer.data !== undefined &&
    isReached &&
    missed === null;

  useEffect(() => {
    if (isWanted) savedCoupon.write(code, accountId, choice ? 'chosen' : 'linked');
    else if (refusal !== null) forgetIf(code, accountId);
  }, [isWanted, refusal, code, accountId, choice]);

  useEffect(() => {
    if (!mayApply || accountId === null) return;
    applyLinkedCoupon(accountId, code, choice !== null).then(
      (outcome) => {
        if (outcome.kind === 'refused') setRefused(outcome.text);
      },
      (cause: unknown) => setMissed(cause),
    );
  }, [mayApply, accountId, code, choice]);

  const { refetch } = offer;
  const error = isUnknown ? undefined : offer.error;
  const trouble = missed ?? error;
  const hasFailed = trouble !== undefined;
  const retry = useCallback(async () => {
    setMissed(null);
    await refetch();
  }, [refetch]);
  useEffect(() => {
    if (!hasFailed) return;
    return onReached(() => void retry());
  }, [hasFailed, retry]);

  function state(): LinkState {
    if (isGone) return 'gone';
    if (refusal !== null) return 'refused';
    if (isApplied) return 'applied';
    if (isWaiting) return 'waiting';
    if (choice && !choice.takes) return 'left';
    if (!choice && other !== null && (offer.data || error)) return 'other coupon';
    if (hasFailed) return 'unreached';
    return offer.data === undefined || accountId !== null ? 'asking' : 'saved';
  }

  return {
    state: state(),
    offer: offer.data,
    refusal,
    /** What the shop says when it has been asked about too many codes; null if it couldn't be reached. */
    limitText: trouble instanceof ApiError && trouble.code === 'TOO_MANY' ? trouble.message : null,
    other: choice?.other ?? other,
    isSaved: isSameCode(saved, code),
    isReplacing: !isGone && (choice?.takes ?? false),
    choose: (takes: boolean) => setChoice({ takes, other: other ?? '' }),
    retry,
    isCartEmpty: cart.lines.length === 0,
  };
}
