import { useCallback } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { carryState } from './carried-state.ts';
import { isCheckoutDocument, needsDocumentLoad } from './checkout-border.ts';

/**
 * Navigates to a path of the shop from code, as ShopLink does from a link. Across the checkout's border it
 * loads the document and carries the entry's state over.
 */
export function useShopNavigate(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return useCallback(
    (to, options) => {
      const isLoad = needsDocumentLoad(isCheckoutDocument, to);
      // A page reached inside the checkout's document is loaded across the border when it is reloaded.
      const isCarried = (isLoad || isCheckoutDocument) && options?.state !== undefined;
      if (isCarried) carryState(to, options.state);
      if (!isLoad) {
        void navigate(to, options);
        return;
      }
      if (options?.replace) location.replace(to);
      else location.assign(to);
    },
    [navigate],
  );
}
