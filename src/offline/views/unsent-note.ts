import { isShopReached } from '#api/reach.ts';
import type { StoreTrouble } from '#offline/stores/account-store.ts';
import type { CartView } from './cart-view.ts';

const troubleNames: Readonly<Record<StoreTrouble, string>> = {
  blocked: 'your browser blocks storage for this shop',
  silent: 'storage on this device isn’t responding',
  full: 'this device is full',
};

/** What to add to the message about a change that the shop doesn't have yet; null if it has it, or gets it right now. */
export function unsentNote({ trouble, accountId }: Pick<CartView, 'trouble' | 'accountId'>) {
  if (isShopReached()) {
    return trouble === null || accountId !== null
      ? null
      : `Only on this page: ${troubleNames[trouble]}`;
  }
  return trouble === null
    ? 'Saved on this device'
    : `Only on this page until the connection is back: ${troubleNames[trouble]}`;
}

const reasons: Readonly<Record<StoreTrouble, string>> = {
  blocked: 'Your browser blocks storage for this shop.',
  silent: 'Storage on this device isn’t responding.',
  full: 'This device is full. Free up some space to save changes here again.',
};

/** Why cart or wishlist aren't stored on the device or can't be read, and what follows from that; null if neither is so. */
export function unstoredNote(
  { trouble, isRead, accountId }: Pick<CartView, 'trouble' | 'isRead' | 'accountId'>,
  list: 'cart' | 'wishlist',
): string | null {
  if (trouble === null && isRead) return null;
  const incomplete = isRead ? '' : ` Your ${list} may be incomplete until then.`;
  if (trouble === null) return `${reasons.silent}${incomplete}`;
  const loss = 'Changes are lost when you leave this page';
  const exception = accountId === null ? '' : ' unless they’re sent first';
  return `${reasons[trouble]}${incomplete} ${loss}${exception}.`;
}
