import { useCallback } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { isCheckoutDocument, needsDocumentLoad } from './checkout-border.ts';

/**
 * Goes to a path of the shop from code, as ShopLink does from a link. Across the checkout's border
 * the new entry is put into the history first and then loaded, so that its state goes with it.
 */
export function useShopNavigate(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return useCallback(
    (to, options) => {
      void navigate(to, options);
      if (needsDocumentLoad(isCheckoutDocument, to)) location.reload();
    },
    [navigate],
  );
}
