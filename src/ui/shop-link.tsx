import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { isCheckoutDocument, needsDocumentLoad } from './checkout-border.ts';

export interface ShopLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A path of the shop, with its query if it has one. */
  readonly to: string;
  /** The state of the page's history entry. */
  readonly state?: unknown;
}

/**
 * A link inside the shop. Loads a new document when it crosses the checkout's border. React Router's own
 * Link would add its prefetching code, which the shop doesn't use, to every page.
 */
export function ShopLink({ to, state, onClick, ...rest }: ShopLinkProps) {
  const href = useHref(to);
  const go = useLinkClickHandler(to, { state });
  const isLeaving = needsDocumentLoad(isCheckoutDocument, to);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!isLeaving && !event.defaultPrevented) go(event);
      }}
    />
  );
}
