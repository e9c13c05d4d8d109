import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { isCheckoutDocument, needsDocumentLoad } from './checkout-border.ts';

export interface ShopLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A path of the shop, with its query where it has one. */
  readonly to: string;
  /** Goes to the page with its entry in the history. */
  readonly state?: unknown;
}

/**
 * A link inside the shop. It loads the document anew where the checkout's border is crossed.
 * React Router's own Link would bring its prefetching, which the shop doesn't use, to every page.
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
