import { useCallback } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { isCheckoutDocument, needsDocumentLoad } from './checkout-border.ts';

/** Goes to a path of the shop from code, as ShopLink does from a link. */
export function useShopNavigate(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return useCallback(
    (to, options) => {
      if (!needsDocumentLoad(isCheckoutDocument, to)) void navigate(to, options);
      else if (options?.replace) location.replace(to);
      else location.assign(to);
    },
    [navigate],
  );
}
