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
      if (!needsDocumentLoad(isCheckoutDocument, to)) {
        void navigate(to, options);
        return;
      }
      if (options?.state !== undefined) carryState(to, options.state);
      if (options?.replace) location.replace(to);
      else location.assign(to);
    },
    [navigate],
  );
}
