import { useEffect } from 'react';
import { reach } from '#api/reach.ts';
import { isShellCheckout } from '#ui/checkout-border.ts';
import { useOnline } from '#ui/use-online.ts';

/**
 * False without a network, and in a document that can't pay: that one is loaded again when the shop
 * is back, unless something is under way. `keep` is told before, so that nothing typed is lost.
 */
export function useCanOrder(isEditing: boolean, keep: () => void): boolean {
  const isOnline = useOnline();
  useEffect(() => {
    if (!isShellCheckout() || !isEditing) return;
    return reach.subscribe((now, before) => {
      if (!now.isReached || before.isReached) return;
      keep();
      location.reload();
    });
  }, [isEditing, keep]);
  return isOnline && !isShellCheckout();
}
