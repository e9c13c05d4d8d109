import { useEffect } from 'react';
import { reach } from '#api/reach.ts';
import { isShellCheckout } from '#ui/checkout-border.ts';
import { useOnline } from '#ui/use-online.ts';

/**
 * Whether an order can be placed: false offline, and in the offline shell of the checkout, which can't pay.
 * While `isEditing`, the shell is reloaded once the shop is reachable again.
 */
export function useCanOrder(isEditing: boolean): boolean {
  const isOnline = useOnline();
  useEffect(() => {
    if (!isShellCheckout() || !isEditing) return;
    return reach.subscribe((now, before) => {
      if (now.isReached && !before.isReached) location.reload();
    });
  }, [isEditing]);
  return isOnline && !isShellCheckout();
}
