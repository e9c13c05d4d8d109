import { useEffect } from 'react';
import { reach } from '#api/reach.ts';
import { isShellCheckout } from '#ui/checkout-border.ts';
import { useOnline } from '#ui/use-online.ts';

/** False without a network, and in a document that can't pay: that one is loaded again when the shop is back. */
export function useCanOrder(): boolean {
  const isOnline = useOnline();
  useEffect(() => {
    if (!isShellCheckout) return;
    return reach.subscribe((now, before) => {
      if (now.isReached && !before.isReached) location.reload();
    });
  }, []);
  return isOnline && !isShellCheckout;
}
