import { applyLinkedCoupon } from '#features/cart/apply-coupon.ts';
import type { SavedCoupon } from '#features/cart/saved-coupon.ts';
import { toast } from '#ui/toast.ts';

/** Puts a linked code on the account's cart and says what became of it. @throws ApiError if the shop couldn't be asked */
export async function settleLinkedCoupon(
  accountId: string,
  { code, origin }: SavedCoupon,
): Promise<void> {
  const outcome = await applyLinkedCoupon(accountId, code, origin === 'chosen');
  if (outcome.kind === 'on cart') toast.success(`${code}: ${outcome.text}`);
  else if (outcome.kind === 'refused') toast.error(`${code}: ${outcome.text}`);
  else toast.blank(`Your cart has the coupon ${outcome.other}. ${code} is saved beside it.`);
}
